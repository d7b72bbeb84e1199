//! Whether a plain value can be written: ranges, options against tests, lengths, text, rules.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use super::int::{Int, number, outside, within};
use super::scope::{Act, Scope};
use super::slot::{self, item_params};
use super::take::{Taker, is_optional};
use super::{derive, expr, names, value};
use crate::model::{
    CellId, Check, Demand, Encoding, End, Extent, FieldId, Input, Interval, Item, Presence, Scalar, Source, Tag, Wire,
};

/// Whether anything of a scope's plain value can be refused.
pub(super) fn has_checks(scope: &Scope<'_>) -> bool {
    let checker = Checker { scope };
    scope.body.iter().any(|id| !checker.field(*id).is_empty() || checker.rule(*id).is_some())
}

/// The function that checks a scope's plain value; nothing where nothing can be wrong.
pub(super) fn check(scope: &Scope<'_>) -> TokenStream {
    if !has_checks(scope) {
        return TokenStream::new();
    }
    let visible = scope.place.module.map(|_| quote!(pub(super)));
    let checker = Checker { scope };
    let locals: Vec<_> = scope.own(Act::Check).into_iter().map(|cell| derive::local(scope, cell)).collect();
    let fields: Vec<_> = scope.body.iter().map(|id| checker.field(*id)).collect();
    let rules: Vec<_> = scope.body.iter().filter_map(|id| checker.rule(*id)).collect();
    let outer: Vec<_> = scope
        .outer(Act::Check)
        .into_iter()
        .map(|cell| {
            let (name, ty) = (scope.local(cell), scope.local_type(cell));
            quote!(, #name: #ty)
        })
        .collect();
    let body = quote!(#(#locals)* #(#fields)* #(#rules)*);
    let known = super::code::used(super::code::known_declared(scope), "known", &body);
    quote! {
        #[inline]
        #visible fn check(&self #(#outer)* #known) -> ::core::result::Result<(), ::wireform::WriteError> {
            #body
            Ok(())
        }
    }
}

/// The arguments with which a nested scope is checked.
fn first_args(scope: &Scope<'_>, child: &Scope<'_>) -> TokenStream {
    let cells = child.outer(Act::Check).into_iter().map(|cell| scope.local(cell));
    let known = (!scope.record.params.is_empty()).then(|| format_ident!("known"));
    let all = cells.chain(known);
    quote!(#(#all),*)
}

struct Checker<'s, 'a> {
    scope: &'s Scope<'a>,
}

impl Checker<'_, '_> {
    fn path(&self, id: FieldId) -> TokenStream {
        let path = self.scope.path(id);
        quote!(&#path)
    }

    fn refuse(&self, path: &TokenStream, kind: TokenStream) -> TokenStream {
        quote!(return Err(::wireform::WriteError::new(#path, ::wireform::WriteErrorKind::#kind));)
    }

    fn field(&self, id: FieldId) -> TokenStream {
        let (scope, field) = (self.scope, self.scope.field(id));
        if let Wire::Bits { parts, .. } = &field.wire {
            let parts = parts.iter().map(|part| self.part(part.cell));
            return quote!(#(#parts)*);
        }
        if !scope.shows(field) {
            // Inside a hidden group there is nothing that the user sets.
            return TokenStream::new();
        }
        let path = self.path(id);
        let name = names::field_ident(field.name.as_deref().unwrap_or_default());
        let cell = match &field.wire {
            Wire::Scalar { cell, .. } | Wire::Chosen { cell, .. } => Some(*cell),
            _ => None,
        };
        let absent = slot::absent_value(scope, field, cell);
        let presence = derive::checked_test(&field.presence).map(|test| {
            let refuse = self.refuse(&path, quote!(Presence));
            let test = expr::test(scope, test);
            match &absent {
                None => quote!(if self.#name.is_some() != (#test) { #refuse }),
                Some(absent) => quote!(if !(#test) && self.#name != #absent { #refuse }),
            }
        });
        let present = if !is_optional(field) || absent.is_some() {
            self.present(id, &quote!(self.#name))
        } else {
            let value = names::local_ident(field.name.as_deref().unwrap_or_default());
            let checks = self.present(id, &quote!(#value));
            if checks.is_empty() { checks } else { quote!(if let Some(#value) = self.#name { #checks }) }
        };
        quote!(#presence #present)
    }

    /// A part of inline bits that the user sets.
    fn part(&self, cell: CellId) -> TokenStream {
        let scope = self.scope;
        if scope.cell(cell).source != Source::User || scope.is_flag(cell) {
            return TokenStream::new();
        }
        let path = &scope.cell(cell).path;
        let name = names::field_ident(path.rsplit('.').next().unwrap_or(path));
        self.range(cell, &quote!(self.#name), &quote!(&#path))
    }

    /// A raw number must be one that its wire can hold and that it could have been read from.
    fn range(&self, cell: CellId, shown: &TokenStream, path: &TokenStream) -> TokenStream {
        let scope = self.scope;
        let one = scope.cell(cell);
        let (raw, int) = value::to_raw(scope.protocol(), one.value, shown.clone(), scope.cell_int(cell));
        let refuse = self.refuse(path, quote!(Range));
        let holds = self.holds(cell);
        let possible = value::possible(scope.protocol(), one.value, int);
        let fits = holds.iter().any(|one| one.min <= possible.min && possible.max <= one.max);
        let in_range = (!fits).then(|| {
            if let [only] = holds.as_slice() {
                let (min, max) = (number(only.min), number(only.max));
                return quote!(::wireform::number::in_range(#raw, #min..=#max, #path)?;);
            }
            let unfit = outside(&quote!(raw), int, &holds);
            quote!({ let raw = #raw; if #unfit { #refuse } })
        });
        let by_tag = self.by_tag(cell, &raw, int, &refuse);
        let valid = value::invalid(scope.protocol(), one.value, shown).map(|invalid| quote!(if #invalid { #refuse }));
        quote!(#in_range #by_tag #valid)
    }

    /// What a cell's wire can hold.
    fn holds(&self, cell: CellId) -> Vec<Interval> {
        match &self.scope.field(self.scope.cell(cell).field).wire {
            Wire::Chosen { forms, .. } => {
                super::intervals::union(forms.iter().filter(|form| form.scalar.is_some()).map(|form| form.interval))
            }
            _ => vec![derive::whole(self.scope, cell)],
        }
    }

    /// Where tags that the user or a parameter sets choose the width, the value must fit that one.
    fn by_tag(&self, cell: CellId, raw: &TokenStream, int: Int, refuse: &TokenStream) -> TokenStream {
        let field_id = self.scope.cell(cell).field;
        let Wire::Chosen { tags, forms, .. } = &self.scope.field(field_id).wire else { return TokenStream::new() };
        if derive::is_derived_from(self.scope, tags, field_id) {
            return TokenStream::new();
        }
        let taker = Taker { scope: self.scope, input: format_ident!("input") };
        let tests = forms.iter().map(|form| {
            let (test, fine) = (taker.form_test(tags, form), within(&quote!(raw), int, &[form.interval]));
            if form.scalar.is_some() { quote!(if #test { #fine }) } else { quote!(if #test { false }) }
        });
        quote!({ let raw = #raw; if !(#(#tests else)* { false }) { #refuse } })
    }

    /// Checks of a field that is there; `shown` is its plain value.
    fn present(&self, id: FieldId, shown: &TokenStream) -> TokenStream {
        let (scope, field, path) = (self.scope, self.scope.field(id), self.path(id));
        match &field.wire {
            Wire::Scalar { cell, .. } | Wire::Chosen { cell, .. } => self.range(*cell, shown, &path),
            Wire::Bytes(extent) => self.bytes(extent, shown, &path, id),
            Wire::Text { encoding, unit, extent } => self.text(*encoding, *unit, extent, shown, &path, id),
            Wire::Group { .. } => {
                let Some(child) = scope.child_of(field) else { return TokenStream::new() };
                if !has_checks(&child) {
                    return TokenStream::new();
                }
                let args = first_args(scope, &child);
                quote!(#shown.check(#args)?;)
            }
            Wire::Record { record, .. } if !scope.place.facts.checks(*record) => TokenStream::new(),
            Wire::Family { family, .. } if !scope.place.facts.family_checks(*family) => TokenStream::new(),
            Wire::Record { record, args } => {
                let known = slot::record_args(scope, &scope.protocol().records[record.0], args);
                let known = if known.to_string() == "()" { TokenStream::new() } else { known };
                quote!(#shown.check(#known).map_err(|error| error.inside(#path))?;)
            }
            Wire::Family { family, args } => {
                let known = slot::family_args(scope, &scope.protocol().families[family.0], args);
                let known = if known.to_string() == "()" { TokenStream::new() } else { known };
                quote!(#shown.check(#known).map_err(|error| error.inside(#path))?;)
            }
            Wire::List { item, extent } => self.list(item, extent, shown, &path, id),
            Wire::Match { name, tag, arms } => self.choice(id, name, tag, arms, shown, &path),
            Wire::Float { .. } | Wire::Bits { .. } | Wire::Padding { .. } | Wire::Magic(_) => TokenStream::new(),
        }
    }

    /// How many elements there may be.
    fn length(&self, extent: &Extent, len: &TokenStream, path: &TokenStream, id: FieldId) -> TokenStream {
        let scope = self.scope;
        match extent {
            Extent::Counted(length) => {
                let own = derive::count_check(scope, length.cell, len, path);
                let same = self.same_count(length.cell, id, len, path);
                quote!(#own #same)
            }
            Extent::Prefixed { cell, .. } => derive::count_check(scope, *cell, len, path),
            Extent::Given(what) => {
                let (what, refuse) = (expr::expr(scope, what), self.refuse(path, quote!(Count)));
                quote!(if usize::try_from(#what) != Ok(#len) { #refuse })
            }
            Extent::Fixed { count, .. } | Extent::Until { bound: Some(count), .. } => {
                let (count, refuse) = (Literal::u64_unsuffixed(*count), self.refuse(path, quote!(Limit)));
                quote!(if #len > #count { #refuse })
            }
            Extent::Until { bound: None, .. } | Extent::Rest => TokenStream::new(),
        }
    }

    /// Lists that share a count must agree.
    fn same_count(&self, cell: CellId, id: FieldId, len: &TokenStream, path: &TokenStream) -> TokenStream {
        let Source::Derived(Demand::Count { fields, .. }) = &self.scope.cell(cell).source else {
            return TokenStream::new();
        };
        match fields.first() {
            Some(first) if *first != id && self.scope.body.contains(first) => {
                let (name, refuse) =
                    (self.scope.field(*first).name.as_deref().unwrap_or_default(), self.refuse(path, quote!(Counts)));
                let name = names::field_ident(name);
                quote!(if #len != self.#name.len() { #refuse })
            }
            _ => TokenStream::new(),
        }
    }

    fn bytes(&self, extent: &Extent, shown: &TokenStream, path: &TokenStream, id: FieldId) -> TokenStream {
        if matches!(extent, Extent::Fixed { or_end: false, .. }) {
            return TokenStream::new();
        }
        let length = self.length(extent, &quote!(#shown.len()), path, id);
        let sentinel = match extent {
            Extent::Until { end: End::Value { read, .. }, .. } => {
                let (ends, refuse) =
                    (within(&quote!(byte), Int { bits: 8, signed: false }, read), self.refuse(path, quote!(Sentinel)));
                quote!(if #shown.iter().any(|&byte| #ends) { #refuse })
            }
            _ => TokenStream::new(),
        };
        quote!(#length #sentinel)
    }

    fn text(
        &self,
        encoding: Encoding,
        unit: Option<Scalar>,
        extent: &Extent,
        shown: &TokenStream,
        path: &TokenStream,
        id: FieldId,
    ) -> TokenStream {
        let scope = self.scope;
        if unit.is_none() && encoding != Encoding::Latin1 {
            let length = self.length(extent, &quote!(#shown.len()), path, id);
            let ascii = (encoding == Encoding::Ascii).then(|| {
                let refuse = self.refuse(path, quote!(Text));
                quote!(if !#shown.is_ascii() { #refuse })
            });
            let sentinel = match extent {
                Extent::Until { end: End::Value { read, .. }, .. } => {
                    Some(within(&quote!(byte), Int { bits: 8, signed: false }, read))
                }
                Extent::Fixed { .. } => Some(quote!(byte == 0)),
                _ => None,
            };
            let sentinel = sentinel.map(|ends| {
                let refuse = self.refuse(path, quote!(Sentinel));
                quote!(if #shown.bytes().any(|byte| #ends) { #refuse })
            });
            return quote!(#length #ascii #sentinel);
        }
        let int = unit.map_or(Int { bits: 8, signed: false }, |unit| Int::of_scalar(scope.protocol(), unit));
        let ends = match extent {
            Extent::Until { end: End::Value { read, .. }, .. } => {
                let ends = within(&quote!(unit), int, read);
                quote!(|unit| #ends)
            }
            Extent::Fixed { .. } if unit.is_none() => quote!(|unit| unit == 0),
            _ => quote!(|_| false),
        };
        let most = match extent {
            Extent::Fixed { count, .. } | Extent::Until { bound: Some(count), .. } => {
                super::take::bound_literal(Some(*count))
            }
            _ => quote!(usize::MAX),
        };
        let length = match extent {
            Extent::Fixed { .. } | Extent::Until { .. } => TokenStream::new(),
            _ => self.length(extent, &quote!(#shown.len()), path, id),
        };
        quote!(#shown.check(#most, #path, #ends)?; #length)
    }

    fn list(&self, item: &Item, extent: &Extent, shown: &TokenStream, path: &TokenStream, id: FieldId) -> TokenStream {
        let params = item_params(self.scope, item);
        match extent {
            Extent::Fixed { or_end: false, .. } => {
                return quote!(::wireform::list::check_array(&#shown, #params, #path)?;);
            }
            Extent::Rest if matches!(item, Item::Family { .. }) => return quote!(#shown.check(#params, #path)?;),
            _ => {}
        }
        let length = self.length(extent, &quote!(#shown.len()), path, id);
        let sentinel = match extent {
            Extent::Until { end, .. } => self.sentinel(item, end, shown, path),
            _ => TokenStream::new(),
        };
        quote!(#length #shown.check(#params, #path)?; #sentinel)
    }

    /// No element may be what ends the list.
    fn sentinel(&self, item: &Item, end: &End, shown: &TokenStream, path: &TokenStream) -> TokenStream {
        let scope = self.scope;
        let refuse = self.refuse(path, quote!(Sentinel));
        let ends = match (end, item) {
            (End::Value { read, .. }, Item::Scalar { scalar, value }) => {
                let (raw, int) =
                    value::to_raw(scope.protocol(), *value, quote!(element), Int::of_scalar(scope.protocol(), *scalar));
                let ends = within(&quote!(raw), int, read);
                quote!({ let raw = #raw; #ends })
            }
            (End::Cell { cell, read, .. }, Item::Record { record, .. }) => {
                let element = Scope::root(scope.place, &scope.protocol().records[record.0]);
                let one = element.cell(*cell);
                let path = &one.path;
                let name = names::field_ident(path.rsplit('.').next().unwrap_or(path));
                let (raw, int) =
                    value::to_raw(scope.protocol(), one.value, quote!(element.#name), element.cell_int(*cell));
                let ends = within(&quote!(raw), int, read);
                quote!({ let raw = #raw; #ends })
            }
            (End::EmptyText { field }, Item::Record { record, .. }) => {
                let element = Scope::root(scope.place, &scope.protocol().records[record.0]);
                let name = names::field_ident(element.field(*field).name.as_deref().unwrap_or_default());
                quote!(element.#name.is_empty())
            }
            _ => return TokenStream::new(),
        };
        quote!(if #shown.iter().any(|element| #ends) { #refuse })
    }

    fn choice(
        &self,
        id: FieldId,
        name: &str,
        tag: &Tag,
        shapes: &[crate::model::Arm],
        shown: &TokenStream,
        path: &TokenStream,
    ) -> TokenStream {
        let scope = self.scope;
        let plain = names::type_ident(name);
        let refuse = self.refuse(path, quote!(Range));
        // Where the user or a parameter sets the tag, the variant must be the one that it chooses.
        let tag_agrees = match tag {
            Tag::Input(input @ Input::Param(_)) => {
                let (tokens, int) = expr::input(scope, *input);
                let refuse = self.refuse(path, quote!(Presence));
                let tests = shapes.iter().map(|arm| {
                    let variant = names::variant_ident(&arm.name);
                    let codes =
                        if arm.codes.is_empty() { super::intervals::others(shapes, int) } else { arm.codes.clone() };
                    let fine = within(&quote!(tag), int, &codes);
                    quote!(#plain::#variant { .. } => #fine)
                });
                quote!({ let tag = #tokens; if !(match #shown { #(#tests,)* }) { #refuse } })
            }
            Tag::Input(_) | Tag::InPlace { .. } => TokenStream::new(),
        };
        let arms = shapes.iter().map(|arm| {
            let variant = names::variant_ident(&arm.name);
            let kept = scope.kept_code(tag, arm);
            let code_check = |code: TokenStream| {
                kept.as_ref().map(|(_, from, of)| {
                    let (raw, int) = value::to_raw(scope.protocol(), *of, code, *from);
                    let codes =
                        if arm.codes.is_empty() { super::intervals::others(shapes, int) } else { arm.codes.clone() };
                    let unfit = outside(&quote!(raw), int, &codes);
                    quote!({ let raw = #raw; if #unfit { #refuse } })
                })
            };
            let code_name = kept.as_ref().map(|(name, ..)| names::field_ident(name));
            if arm.transparent {
                let checks = arm.body.first().map(|id| self.present(*id, &quote!(value))).unwrap_or_default();
                return match code_name {
                    Some(name) => {
                        let code = code_check(quote!(#name));
                        let value = if checks.is_empty() { quote!(..) } else { quote!(value) };
                        quote!(#plain::#variant { #name, #value } => { #code #checks })
                    }
                    None if checks.is_empty() => quote!(#plain::#variant(_) => {}),
                    None => quote!(#plain::#variant(value) => { #checks }),
                };
            }
            if arm.body.is_empty() {
                return match code_name {
                    Some(name) => {
                        let code = code_check(quote!(#name));
                        quote!(#plain::#variant { #name } => { #code })
                    }
                    None => quote!(#plain::#variant => {}),
                };
            }
            let child = scope.children_of(id).into_iter().find(|child| child.name == format!("{name}{}", arm.name));
            let child = child.filter(has_checks);
            let code = code_name.and_then(|name| code_check(quote!(value.#name)));
            let call = child.map(|child| {
                let args = first_args(scope, &child);
                quote!(value.check(#args)?;)
            });
            if code.is_none() && call.is_none() {
                return quote!(#plain::#variant(_) => {});
            }
            quote!(#plain::#variant(value) => { #code #call })
        });
        let arms: Vec<_> = arms.collect();
        if arms.iter().all(|arm| arm.to_string().ends_with("{ }")) {
            return tag_agrees;
        }
        quote!(#tag_agrees match #shown { #(#arms)* })
    }

    /// A rule of a field of this scope.
    fn rule(&self, id: FieldId) -> Option<TokenStream> {
        let (scope, field) = (self.scope, self.scope.field(id));
        let rule = field.rule.as_ref()?;
        let (path, text) = (self.path(id), &rule.text);
        let refuse = self.refuse(&path, quote!(Rule(#text)));
        let name = names::field_ident(field.name.as_deref().unwrap_or_default());
        let optional = is_optional(field) && slot::absent_value(scope, field, None).is_none();
        match &rule.check {
            Check::Float { low, high } => {
                if optional {
                    let fine = super::rules::float_fine(&quote!(float), *low, *high);
                    Some(quote!(if let Some(float) = self.#name && !(#fine) { #refuse }))
                } else {
                    let fine = super::rules::float_fine(&quote!(self.#name), *low, *high);
                    Some(quote!(if !(#fine) { #refuse }))
                }
            }
            Check::Test(test) => {
                let fine = expr::test(scope, test);
                let there = match &field.presence {
                    Presence::Always => None,
                    _ if !scope.shows(field) => None,
                    _ if optional => Some(quote!(self.#name.is_some() &&)),
                    _ => {
                        let there = derive::is_there(scope, id, &quote!(self));
                        Some(quote!((#there) &&))
                    }
                };
                Some(quote!(if #there !(#fine) { #refuse }))
            }
        }
    }
}
