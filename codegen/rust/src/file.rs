//! The Rust backend: types, readers and writers that call the runtime.
//!
//! The output is the contents of a module, without `use` and inner attributes. External items have absolute paths, so
//! the module can be included anywhere, and no name of a schema collides with a name of Rust.

mod intro;

use crate::facts::{Facts, with_session_parameters};
use crate::model::{Protocol, Schema};
use crate::module::elsewhere::{Elsewhere, exported};
use crate::module::owned::{self, OfFamily};
use crate::module::{self, Modules, versions};
use crate::scope::Context;
use crate::scope::naming::Names;
use crate::text::format::Style;
use crate::text::options::Options;
use crate::text::pieces;
use crate::text::tokens::{TokenStream, quote};
use crate::text::{docs, names};
use std::collections::BTreeSet;

/// The documentation of the protocol's module, as lines of Markdown.
///
/// Separate from [`rust`], since an included text cannot begin with the documentation of the module that includes it.
#[must_use]
pub fn module_docs(schema: &Schema, is_inside: bool) -> Vec<String> {
    let mut lines = docs::lines(schema.docs(), &format!("The protocol {}.", docs::quoted(schema.name())));
    if let Some(begin) = intro::paragraph(schema, is_inside) {
        let end = lines.iter().position(String::is_empty).unwrap_or(lines.len());
        lines.splice(end..end, std::iter::once(String::new()).chain(begin)).for_each(drop);
    }
    lines
}

/// The Rust of a schema.
#[must_use]
pub fn rust(schema: &Schema, options: &Options) -> String {
    let schema = &with_session_parameters(schema);
    let items = match schema.first.version {
        Some(_) => versions::versions(schema, options),
        None => without_versions(&schema.first, options, &Elsewhere::of(&schema.first, &options.sharing)),
    };
    // Without its feature the runtime reports a single error in place of all these items.
    let needed =
        [(options.owned, "with_owned"), (options.serde, "with_serde")].into_iter().filter(|(is_asked, _)| *is_asked);
    needed.fold(items, |items, (_, around)| format!("::wireform::{around}! {{\n\n{items}\n}}\n"))
}

fn without_versions(protocol: &Protocol, options: &Options, elsewhere: &Elsewhere) -> String {
    let own = Facts::of(protocol);
    let exported_facts = own.clone().exported(protocol);
    let facts = if elsewhere.exports() { &exported_facts } else { &own };
    let names = Names::of(protocol, facts, BTreeSet::new());
    let context = Context { protocol, module: None, facts, names: &names };
    let set = elsewhere.rest(protocol);
    let style = Style::of(options);
    let mut all = module::of_all(context, &set, options, 0);
    if elsewhere.exports() {
        all = exported(all);
    }
    let [plain, owned] = elsewhere.reexports(Context { facts: &exported_facts, ..context }, options);
    let mut laid = pieces::laid_out(&all, &style, false).into_iter();
    let Modules { own: mut file, families, owned: owned_items } =
        Modules::next(&mut laid, protocol.families.len(), options);
    if !plain.is_empty() {
        file.text.insert_str(0, &(style.format(plain, 0) + "\n"));
    }
    let mut shown = Vec::new();
    for (family, records) in protocol.families.iter().zip(families).filter(|(_, records)| !records.text.is_empty()) {
        let (name, ty) = (names::module_ident(&family.name), names::type_ident(&family.name));
        let doc = docs::doc(&[], &format!("The messages of the family {}.", docs::link(&ty)));
        file.add_text(style.module(quote!(#doc pub mod #name), 0, &records.text));
        shown.push(name);
    }
    if let Some((items, families)) = owned_items {
        let names = protocol.families.iter().map(|family| names::module_ident(&family.name));
        let families = names.zip(families).filter(|(name, _)| shown.contains(name));
        let families = families.map(|(name, items)| OfFamily { name, shared: TokenStream::new(), items });
        file.add_text(owned::module(&style, 0, owned, items, families.collect()));
    }
    file.text
}
