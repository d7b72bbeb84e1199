//! Types that another module has: those that a file declares which several schemas import. They are not emitted again, but
//! re-exported, so they are one type. Code of other modules calls functions of such types, so all of these are public.

use std::collections::BTreeSet;

use crate::facts::with_session_parameters;
use crate::model::same::Same;
use crate::model::{Item, Protocol};
use crate::scope::Context;
use crate::scope::item_set::{ItemSet, alike};
use crate::text::names;
use crate::text::options::Options;
use crate::text::pieces::{Items, Piece};
use crate::text::public::public;
use crate::text::sharing::{Other, Sharing};
use crate::text::tokens::{self, Delimiter, Ident, TokenStream, TokenTree, is_group, is_punct, is_word, quote};

/// The items of a protocol that other modules have, and those that others may take.
pub struct Elsewhere {
    modules: Vec<Module>,
    exports: BTreeSet<String>,
}

/// A module, and the items that it has.
struct Module {
    path: TokenStream,
    same: Same,
    /// Those that no earlier module has.
    taken: Same,
    elements: Vec<Item>,
}

impl Elsewhere {
    /// Schemas with versions or session values have types of their own.
    pub fn of(protocol: &Protocol, sharing: &Sharing) -> Self {
        let may_share = |protocol: &Protocol| protocol.version.is_none() && protocol.sessions.is_empty();
        let mut all = Self { modules: Vec::new(), exports: BTreeSet::new() };
        if !may_share(protocol) {
            return all;
        }
        all.exports.clone_from(&sharing.exports);
        let mut taken = BTreeSet::new();
        for Other { path, is_foreign, schema, names } in &sharing.others {
            let other = with_session_parameters(schema).first;
            if !may_share(&other) {
                continue;
            }
            let mut there = ItemSet::whole(&other);
            there.export(&other, names);
            let (path, same) = (tokens::path(path), Same::of(&other, protocol));
            let mut module = Module { path, same, taken: Same::default(), elements: there.items };
            // A crate implements no trait of the runtime for another's type.
            let lacking = ItemSet::whole(protocol).items.into_iter().filter(|item| *is_foreign && !module.has(item));
            let lacking: BTreeSet<&str> = lacking.filter_map(|item| value_name(protocol, &item)).collect();
            module.same.retain(&other, protocol, |name| names.contains(name) && !lacking.contains(name));
            module.taken = module.same.clone();
            // An item that refers to one of an earlier module might refer to another of that name there.
            module.taken.retain(&other, protocol, |name| !taken.contains(name));
            taken.extend(names.iter().cloned());
            all.modules.push(module);
        }
        all
    }

    /// Whether other modules may use the types of this one.
    pub fn exports(&self) -> bool {
        !self.exports.is_empty()
    }

    /// The items that are emitted here.
    pub fn rest(&self, protocol: &Protocol) -> ItemSet {
        let mut rest = ItemSet::whole(protocol);
        rest.export(protocol, &self.exports);
        let mut same = Same::default();
        self.modules.iter().for_each(|module| same.add(&module.taken));
        rest.besides(same, |item| self.modules.iter().any(|module| module.has(item)))
    }

    /// `pub use super::quake2::{Point, PointView, ..};`: the items that other modules have, plain and owned. The facts of the
    /// context are the exported ones, as they were there.
    pub fn reexports(&self, context: Context<'_>, options: &Options) -> [TokenStream; 2] {
        let mut all = [TokenStream::new(), TokenStream::new()];
        for Module { path, taken, .. } in &self.modules {
            let set = ItemSet::elsewhere(taken.clone());
            let items = super::of_all(context, &set, options, 0);
            let of_each = context.protocol.families.len().saturating_add(1);
            for ((all, from), items) in all.iter_mut().zip([path.clone(), owned_path(path)]).zip(items.chunks(of_each))
            {
                let Some((own, families)) = items.split_first() else { continue };
                let own = own.pieces.iter().flat_map(|piece| public(&piece())).map(|name| name.ident());
                let families = context.protocol.families.iter().zip(families);
                let families = families.filter(|(_, records)| !records.pieces.is_empty());
                let families = families.map(|(family, _)| names::module_ident(&family.name));
                let names: Vec<Ident> = own.chain(families).collect();
                all.extend(match names.as_slice() {
                    [] => None,
                    [only] => Some(quote!(#[doc(inline)] pub use #from::#only;)),
                    _ => Some(quote!(#[doc(inline)] pub use #from::{#(#names),*};)),
                });
            }
        }
        all
    }
}

impl Module {
    /// Whether the module implements an element.
    fn has(&self, item: &Item) -> bool {
        let there = self.same.renumbered(item);
        there.is_some_and(|there| self.elements.iter().any(|one| alike(one, &there)))
    }
}

/// The type of numbers that an element is.
fn value_name<'p>(protocol: &'p Protocol, item: &Item) -> Option<&'p str> {
    let Item::Scalar { value, .. } = item else { return None };
    Some(protocol.declared(*value)?.name)
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
        pieces: pieces.into_iter().map(|piece| -> Piece<'_> { Box::new(move || opened(piece())) }).collect(),
    };
    items.into_iter().map(open).collect()
}

/// `#[doc(hidden)] pub fn put(..)`: private functions of a type are public. They are plain ones or `const`, and no macro
/// makes them.
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
        if !is_public && (is_word(&tree, "fn") || is_word(&tree, "const")) {
            opened.extend(quote!(#[doc(hidden)] pub));
            is_public = true;
        }
        is_public &= !(is_group(&tree, Delimiter::Brace) || is_punct(&tree, &[';']));
        opened.extend([tree]);
    }
    opened
}
