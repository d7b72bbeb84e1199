//! Zero-copy views of scopes: a struct that stores segments of the packet, a reader that validates once, infallible
//! getters.

mod common;
mod getters;
mod optionals;
mod pass;
mod patch;
mod read;
mod rules;
mod segment;
mod tags;
mod to_value;

use crate::decode::parse;
use crate::decode::shape::{self, Item, Placed, Run, Segment, Stored};
use crate::decode::take::Taker;
use crate::field::slot::{self, lifetime, slot};
use crate::field::{serde, value};
use crate::hooks::{self, verify};
use crate::model::{FieldId, Wire};
use crate::scope::generics::{code_param, generics};
use crate::scope::locals::Companion;
use crate::scope::{Act, Scope};
use crate::text::options::Options;
use crate::text::tokens::{Ident, TokenStream, format_ident, quote};
use crate::text::{docs, names};

/// `pub struct PosView<'a> { bytes: &'a [u8], cn: i32, .. }`: the view of a scope and those of its nested scopes.
pub fn views(scope: &Scope<'_>, options: &Options) -> Vec<TokenStream> {
    let mut all = vec![View::new(scope).emit(options)];
    for id in scope.body {
        all.extend(scope.children_of(*id).iter().flat_map(|child| views(child, options)));
    }
    all
}

#[derive(Clone)]
struct View<'s, 'a> {
    scope: &'s Scope<'a>,
    items: Vec<Item>,
    /// Names of the fields that items have in the view: runs and segments.
    names: Vec<Ident>,
    taker: Taker<'s, 'a>,
}

impl<'s, 'a> View<'s, 'a> {
    fn new(scope: &'s Scope<'a>) -> Self {
        let items = shape::items(scope, scope.outermost);
        let items = shape::optionals::gather(scope, items);
        let all = items.iter().filter(|item| matches!(item, Item::Segment(_))).count();
        let all_optionals = items.iter().filter(|item| matches!(item, Item::Optionals(_))).count();
        let (mut segments, mut optionals) = (0, 0);
        let names = items
            .iter()
            .map(|item| match item {
                Item::Run(run) => run_ident(scope, run),
                Item::Segment(_) => {
                    segments += 1;
                    indexed("shape", segments, all)
                }
                Item::Optionals(_) => {
                    optionals += 1;
                    indexed("optional", optionals, all_optionals)
                }
                Item::Varints(_) | Item::Field(_) | Item::Region(_) | Item::RegionEnd(_) => format_ident!("unused"),
            })
            .collect();
        Self { scope, items, names, taker: Taker::new(scope, format_ident!("input")) }
    }

    fn emit(&self, options: &Options) -> TokenStream {
        let scope = self.scope;
        if scope.is_hidden {
            let (name, take) = (names::type_ident(scope.name), self.take());
            return quote!(impl #name { #take });
        }
        let view = names::view_ident(scope.name);
        let generics = generics(scope, scope.view_borrows());
        let (declared, passed) = (&generics.declared, &generics.passed);
        let elided = &generics.elided;
        let summary = format!("Reads {}.", docs::link(&names::type_ident(scope.name)));
        let docs = docs::doc(&[], &summary);
        let bytes = scope.is_root.then(|| quote!(bytes: &'a [u8],));
        let (fields, unverified) = (self.struct_fields(), verify::fields(scope));
        let verify = verify::of_view(scope);
        let code = scope.code.as_ref().map(|(name, int, value, _)| {
            let (name, ty) = (names::field_ident(name), value::value_type(&scope.context, *value, *int));
            quote!(#name: #ty,)
        });
        let shapes = self.segments().map(|(index, segment)| self.shape(index, segment));
        let debugged = hooks::to_value::of_scope(scope);
        let surface = match scope.is_root {
            true => parse::readers(scope, self.front().is_some(), self.items.len()),
            false => {
                let (plain, life) = (names::type_ident(scope.name), self::generics(scope, scope.borrows()).elided);
                quote!(::wireform::meaning! { #view #elided, #debugged, #plain #life })
            }
        };
        let code_param = code_param(scope).map(|ty| quote!(const CODE: #ty)).unwrap_or_default();
        let serde = serde::of_view(&code_param, &quote!(#view #elided), &debugged, options);
        let (take, pass) = (self.take(), self.pass());
        let (tags, getters, to_value) = (self.tag_getters(), self.getters(), self.to_value());
        let patches = options.patch.then(|| self.patches());
        let from_bytes = self.of_fixed_size();
        let (sizes, each) = (self.optional_sizes(), self.each_optional());
        let hidden = scope.hidden();
        quote! {
            #hidden
            #docs
            #[derive(Clone, Copy)]
            pub struct #view #declared { #bytes #unverified #code #(#fields,)* }

            impl #declared #view #passed {
                #sizes
                #from_bytes
                #take
                #pass
                #each
                #tags
                #getters
                #to_value
            }

            #surface

            #serde

            #patches

            #verify

            #(#shapes)*
        }
    }

    fn segments(&self) -> impl Iterator<Item = (usize, &Segment)> {
        let items = self.items.iter();
        (1..).zip(items.filter_map(|item| if let Item::Segment(segment) = item { Some(segment) } else { None }))
    }

    /// `pub const fn from_bytes(bytes: &'a [u8; 12]) -> Self { .. }`: a view of an array, if all arrays of its length
    /// are valid.
    fn of_fixed_size(&self) -> Option<TokenStream> {
        let (scope, [Item::Run(run)], [name]) = (self.scope, self.items.as_slice(), self.names.as_slice()) else {
            return None;
        };
        if !scope.is_root || scope.context.facts.array_size(scope.id).is_none() {
            return None;
        }
        let ty = slot::array_ref(u64::try_from(run.size).unwrap_or(0));
        let stored = self.run_is_stored(run).then(|| quote!(, #name: bytes));
        let plain = docs::link(&names::type_ident(scope.name));
        let doc = docs::doc(&[], &format!("Views an array as {plain}: all arrays of this length are valid."));
        Some(quote! {
            #doc
            #[must_use]
            #[inline]
            pub const fn from_bytes(bytes: #ty) -> Self {
                Self { bytes #stored }
            }
        })
    }

    // ---- stored fields ----------------------------------------------------------------------------------------

    fn struct_fields(&self) -> Vec<TokenStream> {
        let of_item = |item: &Item, name: &Ident| match item {
            Item::Run(run) => {
                let ty = slot::array_ref(u64::try_from(run.size).unwrap_or(0));
                quote!(#name: #ty)
            }
            Item::Segment(segment) => {
                let shape = shape_type(self.scope, name);
                let life = lifetime(self.segment_borrows(segment));
                quote!(#name: #shape #life)
            }
            _ => quote!(#name: ::wireform::Optional<'a>),
        };
        let of_field = |id| {
            let (name, ty) = (self.stored_name(id), self.stored_type(id));
            quote!(#name: #ty)
        };
        let mut fields = self.stored(of_item, of_field);
        fields.extend(self.broken_flags().iter().map(|name| quote!(#name: bool)));
        fields
    }

    /// Emits each of the stored items and fields.
    fn stored(
        &self,
        of_item: impl Fn(&Item, &Ident) -> TokenStream,
        of_field: impl Fn(FieldId) -> TokenStream,
    ) -> Vec<TokenStream> {
        let of_fields =
            |ids: &[FieldId]| ids.iter().filter(|id| self.is_stored(**id)).map(|id| of_field(*id)).collect();
        let each = self.items.iter().zip(&self.names).flat_map(|(item, name)| match item {
            Item::Run(run) if !self.run_is_stored(run) => Vec::new(),
            Item::Run(_) | Item::Segment(_) | Item::Optionals(_) => vec![of_item(item, name)],
            Item::Varints(ids) => of_fields(ids),
            Item::Field(id) => of_fields(&[*id]),
            Item::Region(_) | Item::RegionEnd(_) => Vec::new(),
        });
        each.collect()
    }

    fn stored_type(&self, id: FieldId) -> TokenStream {
        let field = self.scope.field(id);
        let stored = slot(self.scope, id).stored;
        if field.is_optional() { quote!(::core::option::Option<#stored>) } else { stored }
    }

    /// The name of a field in the view's struct and while it is read.
    fn stored_name(&self, id: FieldId) -> Ident {
        self.scope.locals().ident(self.scope.locals().of_field(id))
    }

    /// Whether a field has a getter, for which the view stores it.
    fn is_stored(&self, id: FieldId) -> bool {
        let field = self.scope.field(id);
        if self.taker.passes {
            return self.scope.body.iter().any(|id| self.scope.field(*id).rule.is_some());
        }
        match &field.wire {
            Wire::Bits { .. } => field.shows_carrier(),
            Wire::Group { .. } => self.scope.is_public(id),
            _ => self.scope.is_public(id) && field.name.is_some(),
        }
    }

    fn run_is_stored(&self, run: &Run) -> bool {
        run.fields.iter().any(|placed| self.is_stored(placed.field))
    }

    /// Whether a segment stores a run: for a getter, or for fields that are read after it.
    fn run_is_needed(&self, run: &Run) -> bool {
        let read = self.scope.variables(Act::Take);
        let reads = |field: FieldId| read.iter().any(|cell| self.scope.cell(*cell).field == field);
        self.run_is_stored(run) || run.fields.iter().any(|placed| reads(placed.field))
    }

    fn segment_borrows(&self, segment: &Segment) -> bool {
        segment.parts.iter().any(|part| matches!(part, Stored::Run(run) if self.run_is_needed(run)))
    }
}

/// The text of an identifier without `r#` and without a trailing underscore, to be part of another.
fn unescaped(ident: &Ident) -> String {
    ident.to_string().trim_start_matches("r#").trim_end_matches('_').to_owned()
}

/// The name of one of `all` segments, with indices of equal width: `shape`, and `shape_2` for the second.
fn indexed(name: &str, index: usize, all: usize) -> Ident {
    let width = all.to_string().len();
    if index == 1 { format_ident!("{name}") } else { format_ident!("{name}_{index:0width$}") }
}

fn shape_type(scope: &Scope<'_>, name: &Ident) -> Ident {
    let name = crate::names::type_name(&name.to_string());
    let endings = [name.as_str(), &format!("{name}Widths"), &format!("{name}Forms")];
    names::type_ident(&scope.context.names.private_type(&crate::names::type_name(scope.name), &endings))
}

/// The name of a run: its field's, or its first and last fields' (`look_to_roll`).
fn run_ident(scope: &Scope<'_>, run: &Run) -> Ident {
    let name = |placed: Option<&Placed>| placed.and_then(|placed| scope.field(placed.field).name.as_deref());
    match (name(run.fields.first()), name(run.fields.last())) {
        (Some(only), _) if run.fields.len() == 1 => {
            // The decoded number, if there is one, has the name.
            let number = run.fields.first().and_then(|placed| scope.field(placed.field).wire.number());
            let read = number.is_some_and(|cell| scope.variables(Act::Take).contains(&cell));
            if read { Companion::Bytes.of(&scope.locals().ident(only)) } else { scope.locals().ident(only) }
        }
        (Some(first), Some(last)) => names::local_ident(&format!("{first}_to_{last}")),
        _ => {
            // Indices of equal width.
            let width = scope.record.fields.len().saturating_sub(1).to_string().len();
            format_ident!("run_{:0width$}", run.fields.first().map_or(0, |placed| placed.field.0))
        }
    }
}
