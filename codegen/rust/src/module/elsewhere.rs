//! Types that another module has: those that a file declares which several schemas import. They are not emitted again, but
//! re-exported, so they are one type. Code of other modules calls functions of such types, so all of these are public.

use std::collections::BTreeSet;

use super::Modules;
use crate::facts::with_session_parameters;
use crate::model::same::Same;
use crate::model::{Item, Protocol};
use crate::scope::Context;
use crate::scope::item_set::{ItemSet, alike};
use crate::text::format::Style;
use crate::text::names;
use crate::text::options::Options;
use crate::text::pieces::{self, Items, Laid};
use crate::text::sharing::{Other, Sharing};
use crate::text::tokens::{self, Delimiter, Ident, TokenStream, TokenTree, is_group, is_punct, is_word, quote};

/// The items of a protocol that other modules have.
pub struct Elsewhere {
    modules: Vec<Module>,
    /// All of them.
    same: Same,
    exports: bool,
}

/// A module, and the items that it has.
struct Module {
    path: TokenStream,
    same: Same,
    elements: Vec<Item>,
}

/// Re-exports of the plain types and of the owned ones.
#[derive(Default)]
pub struct Reexports {
    pub plain: TokenStream,
    pub owned: TokenStream,
}

impl Elsewhere {
    /// Schemas with versions or session values have types of their own.
    pub fn of(protocol: &Protocol, sharing: &Sharing) -> Self {
        let may_share = |protocol: &Protocol| protocol.version.is_none() && protocol.sessions.is_empty();
        let mut all = Self { modules: Vec::new(), same: Same::default(), exports: sharing.exports };
        let others = sharing.others.iter().filter(|other| may_share(&other.schema.first) && may_share(protocol));
        for Other { path, schema, names } in others {
            let other = with_session_parameters(schema).first;
            let mut same = Same::of(&other, protocol);
            same.retain(&other, protocol, |name| names.contains(name));
            all.same.add(&same);
            let mut set = ItemSet::whole(&other);
            set.export(&other);
            all.modules.push(Module { path: tokens::path(path), same, elements: set.items });
        }
        all
    }

    /// Whether other modules may use the types of this one.
    pub fn exports(&self) -> bool {
        self.exports
    }

    /// The items that are emitted here.
    pub fn rest(&self, protocol: &Protocol) -> ItemSet {
        let emitted = |item: &Item| {
            self.modules.iter().any(|module| {
                let there = module.same.renumbered(item);
                there.is_some_and(|there| module.elements.iter().any(|one| alike(one, &there)))
            })
        };
        let mut rest = ItemSet::whole(protocol);
        if self.exports {
            rest.export(protocol);
        }
        rest.besides(self.same.clone(), emitted)
    }

    /// `pub use super::quake2::{Point, PointView, ..};`: the items that other modules have, from the first that has each.
    pub fn reexports(&self, context: Context<'_>, options: &Options) -> Reexports {
        let (mut all, mut known) = (Reexports::default(), BTreeSet::new());
        for Module { path, same, .. } in &self.modules {
            let set = ItemSet::elsewhere(same.clone());
            let items = super::of_all(context, &set, options, 0);
            let mut laid = pieces::laid_out(&items, &Style::of(options), true).into_iter();
            let Modules { own, families, owned } = Modules::next(&mut laid, context.protocol.families.len(), options);
            let families =
                context.protocol.families.iter().zip(families).filter(|(_, records)| !records.text.is_empty());
            let families: Vec<Ident> = families.map(|(family, _)| names::module_ident(&family.name)).collect();
            let mut reexport = |from: TokenStream, laid: &Laid, of: &str| {
                let names = laid.names.iter().map(|name| name.ident()).chain(families.iter().cloned());
                let names: Vec<Ident> = names.filter(|name| known.insert((of.to_owned(), name.to_string()))).collect();
                match names.as_slice() {
                    [] => None,
                    [only] => Some(quote!(#[doc(inline)] pub use #from::#only;)),
                    _ => Some(quote!(#[doc(inline)] pub use #from::{#(#names),*};)),
                }
            };
            all.plain.extend(reexport(quote!(#path), &own, ""));
            let owned = owned.and_then(|(own, _)| reexport(owned_path(path), &own, "owned"));
            all.owned.extend(owned);
        }
        all
    }
}

/// The module of owned types beside a module, as the module of owned types here names it.
fn owned_path(path: &TokenStream) -> TokenStream {
    let is_beside = path.clone().into_iter().next().is_some_and(|first| is_word(&first, "super"));
    let outside = is_beside.then(|| quote!(super::));
    quote!(#outside #path::owned)
}

/// The items, whose functions code of other modules may call.
pub fn exported(items: Vec<Items<'_>>) -> Vec<Items<'_>> {
    let open = |Items { depth, pieces }| Items {
        depth,
        pieces: pieces.into_iter().map(|piece| -> pieces::Piece<'_> { Box::new(move || opened(piece())) }).collect(),
    };
    items.into_iter().map(open).collect()
}

/// `#[doc(hidden)] pub fn put(..)`: private functions of a type are public.
fn opened(items: TokenStream) -> TokenStream {
    let (mut opened, mut of_type) = (TokenStream::new(), false);
    for tree in items {
        let is_end = is_group(&tree, Delimiter::Brace);
        match tree {
            TokenTree::Group(group) if is_end && of_type => {
                opened.extend([tokens::braced(of_functions(group.stream()))]);
            }
            tree => {
                of_type = (of_type || is_word(&tree, "impl")) && !is_word(&tree, "for");
                opened.extend([tree]);
            }
        }
        of_type &= !is_end;
    }
    opened
}

fn of_functions(functions: TokenStream) -> TokenStream {
    let (mut opened, mut is_public) = (TokenStream::new(), false);
    let mut trees = functions.into_iter().peekable();
    while let Some(tree) = trees.next() {
        // `pub(super)`
        if is_word(&tree, "pub") && trees.next_if(|next| is_group(next, Delimiter::Parenthesis)).is_some() {
            continue;
        }
        is_public |= is_word(&tree, "pub");
        let begins = is_word(&tree, "fn") || (is_word(&tree, "const") && !is_public);
        if begins && !is_public {
            opened.extend(quote!(#[doc(hidden)] pub));
            is_public = true;
        }
        is_public &= !(is_group(&tree, Delimiter::Brace) || is_punct(&tree, &[';']));
        opened.extend([tree]);
    }
    opened
}
