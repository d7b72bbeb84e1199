//! The zero-copy reader of a scope: a struct that keeps stretches of the packet, a function that checks once, getters
//! that can not fail.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use super::int::Int;
use super::scope::{Act, Scope};
use super::shape::{self, Item, Kept, Placed, Run, Stretch};
use super::slot::{self, lifetime, slot, view_borrows};
use super::take::{Taker, is_optional};
use super::{docs, expr, names, value};
use crate::model::{CellId, Check, Field, FieldId, Presence, Scalar, Source, Value, Wire};

/// Whether what a scope reads (behind a code) can be refused.
pub(super) fn body_fails(scope: &Scope<'_>) -> bool {
    let view = View::new(scope);
    let statements = view.items.iter().zip(&view.names).map(|(item, name)| view.take_item(item, name));
    let statements: TokenStream = statements.collect();
    super::facts::fails(&statements) || super::facts::fails(&view.rules())
}

/// The view of a scope and those of its nested scopes.
pub(super) fn views(scope: &Scope<'_>) -> Vec<TokenStream> {
    let mut all = vec![View::new(scope).emit()];
    for id in scope.body {
        all.extend(scope.children_of(*id).iter().flat_map(views));
    }
    all
}

struct View<'s, 'a> {
    scope: &'s Scope<'a>,
    items: Vec<Item>,
    /// Names of the items' own fields: runs and stretches.
    names: Vec<Ident>,
    taker: Taker<'s, 'a>,
}

impl<'s, 'a> View<'s, 'a> {
    fn new(scope: &'s Scope<'a>) -> Self {
        let items = shape::items(scope.protocol(), scope.record, scope.body);
        let (mut runs, mut stretches) = (0, 0);
        let names = items
            .iter()
            .map(|item| match item {
                Item::Run(_) => {
                    runs += 1;
                    format_ident!("run_{runs}")
                }
                Item::Stretch(_) => {
                    stretches += 1;
                    shape_ident(stretches)
                }
                Item::Varints(_) | Item::Field(_) => format_ident!("unused"),
            })
            .collect();
        Self { scope, items, names, taker: Taker { scope, input: format_ident!("input") } }
    }

    fn emit(&self) -> TokenStream {
        let scope = self.scope;
        let view = names::view_ident(&scope.name);
        let life = lifetime(view_borrows(scope));
        let elided = if view_borrows(scope) { quote!(<'_>) } else { TokenStream::new() };
        let summary = format!("The bytes of a [`{}`], checked.", names::type_ident(&scope.name));
        let docs = docs::doc(&[], &summary);
        let bytes = scope.is_root.then(|| quote!(bytes: &'a [u8],));
        let fields = self.struct_fields();
        let code = scope.code.as_ref().map(|(name, int, value)| {
            let (name, ty) = (names::field_ident(name), value::value_type(&scope.place, *value, *int));
            quote!(#name: #ty,)
        });
        let shapes = self.stretches().map(|(index, stretch)| self.shape(index, stretch));
        let readers = if scope.is_root { super::parse::readers(scope) } else { TokenStream::new() };
        let (take, getters, to_value) = (self.take(), self.getters(), self.to_value());
        quote! {
            #docs
            #[derive(Clone, Copy)]
            pub struct #view #life { #bytes #code #(#fields,)* }

            impl #life #view #life {
                #readers
                #take
                #getters
                #to_value
            }

            impl ::core::fmt::Debug for #view #elided {
                fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                    self.to_value().fmt(f)
                }
            }

            #(#shapes)*
        }
    }

    fn stretches(&self) -> impl Iterator<Item = (usize, &Stretch)> {
        self.items
            .iter()
            .filter_map(|item| match item {
                Item::Stretch(stretch) => Some(stretch),
                _ => None,
            })
            .enumerate()
            .map(|(index, stretch)| (index + 1, stretch))
    }

    // ---- what is kept -----------------------------------------------------------------------------------------

    fn struct_fields(&self) -> Vec<TokenStream> {
        let scope = self.scope;
        let mut fields = Vec::new();
        for (item, name) in self.items.iter().zip(&self.names) {
            match item {
                Item::Run(run) => {
                    if self.run_is_kept(run) {
                        let ty = slot::array_ref(u64::try_from(run.size).unwrap_or(0));
                        fields.push(quote!(#name: #ty));
                    }
                }
                Item::Stretch(_) => {
                    let shape = shape_type(scope, name);
                    let life = lifetime(self.stretch_borrows(item));
                    fields.push(quote!(#name: #shape #life));
                }
                Item::Varints(ids) => {
                    fields.extend(ids.iter().filter(|id| self.is_kept(**id)).map(|id| self.struct_field(*id)))
                }
                Item::Field(id) if self.is_kept(*id) => fields.push(self.struct_field(*id)),
                Item::Field(_) => {}
            }
        }
        for id in self.broken_flags() {
            let name = self.broken(id);
            fields.push(quote!(#name: bool));
        }
        fields
    }

    fn struct_field(&self, id: FieldId) -> TokenStream {
        let (name, ty) = (self.kept_name(id), self.kept_type(id));
        quote!(#name: #ty)
    }

    fn kept_type(&self, id: FieldId) -> TokenStream {
        let field = self.scope.field(id);
        let kept = slot(self.scope, field).kept;
        if is_optional(field) { quote!(::core::option::Option<#kept>) } else { kept }
    }

    /// The name of a field in the view's struct and while it is read.
    fn kept_name(&self, id: FieldId) -> Ident {
        let field = self.scope.field(id);
        names::field_ident(field.name.as_deref().unwrap_or(&field.label))
    }

    /// Whether anything that the user can ask for lies in a field.
    fn is_kept(&self, id: FieldId) -> bool {
        let field = self.scope.field(id);
        match &field.wire {
            Wire::Bits { .. } => field.presence == Presence::Always,
            Wire::Group { .. } => self.scope.shows(field),
            _ => self.scope.shows(field) && field.name.is_some(),
        }
    }

    fn run_is_kept(&self, run: &Run) -> bool {
        run.fields.iter().any(|placed| self.is_kept(placed.field))
    }

    fn stretch_borrows(&self, item: &Item) -> bool {
        match item {
            Item::Stretch(stretch) => {
                stretch.parts.iter().any(|part| matches!(part, Kept::Run(run) if self.run_is_kept(run)))
            }
            _ => false,
        }
    }

    // ---- take -------------------------------------------------------------------------------------------------

    fn take(&self) -> TokenStream {
        let scope = self.scope;
        let visible = scope.place.module.map(|_| quote!(pub(super)));
        let mut statements: Vec<TokenStream> = Vec::new();
        for (index, item) in self.items.iter().enumerate() {
            statements.push(self.take_item(item, &self.names[index]));
        }
        let rules = self.rules();
        let mut inits: Vec<TokenStream> = Vec::new();
        for (item, name) in self.items.iter().zip(&self.names) {
            match item {
                Item::Run(run) if self.run_is_kept(run) => inits.push(quote!(#name)),
                Item::Run(_) => {}
                Item::Stretch(_) => inits.push(quote!(#name)),
                Item::Varints(ids) => inits.extend(ids.iter().filter(|id| self.is_kept(**id)).map(|id| self.init(*id))),
                Item::Field(id) if self.is_kept(*id) => inits.push(self.init(*id)),
                Item::Field(_) => {}
            }
        }
        inits.extend(self.broken_flags().into_iter().map(|id| {
            let name = self.broken(id);
            quote!(#name)
        }));
        let known = (!scope.record.params.is_empty()).then(|| {
            let known = slot::record_known(&scope.place, scope.record);
            quote!(, known: #known)
        });
        let (open, bytes) = if scope.is_root {
            (quote!(start: ::wireform::Input<'a>,), Some(quote!(bytes: input.since(start),)))
        } else {
            (TokenStream::new(), None)
        };
        let code = scope.code.as_ref().map(|(name, int, value)| {
            let (name, ty) = (names::field_ident(name), value::value_type(&scope.place, *value, *int));
            (quote!(, #name: #ty), quote!(#name,))
        });
        let (code_arg, code_init) = code.unzip();
        let outer = scope.outer(Act::Take).into_iter().map(|cell| {
            let (name, ty) = (scope.local(cell), scope.local_type(cell));
            quote!(, #name: #ty)
        });
        let life = if view_borrows(scope) { quote!('a) } else { quote!('_) };
        let fails = super::facts::fails(&quote!(#(#statements)* #rules));
        let function = if scope.is_root { quote!(body) } else { quote!(take) };
        let (result, value) = result_of(fails, &quote!(Self { #bytes #code_init #(#inits,)* }));
        let body = quote!(#(#statements)* #rules #value);
        let input = if super::code::mentions(&body, "input") { quote!(input) } else { quote!(_input) };
        let known = super::code::used(known, "known", &body);
        quote! {
            #[inline]
            #visible fn #function(#open #input: &mut ::wireform::Input<#life> #code_arg #(#outer)* #known) -> #result {
                #body
            }
        }
    }

    fn init(&self, id: FieldId) -> TokenStream {
        let (name, variable) = (self.kept_name(id), self.variable(id));
        if name == variable { quote!(#name) } else { quote!(#name: #variable) }
    }

    /// The variable that holds what is kept of a field. Where that is the raw number, it is the cell's own.
    fn variable(&self, id: FieldId) -> Ident {
        let field = self.scope.field(id);
        match &field.wire {
            Wire::Scalar { scalar: Scalar::Varint(_), cell } | Wire::Chosen { cell, .. } if !is_optional(field) => {
                self.scope.local(*cell)
            }
            Wire::Scalar { cell, .. } | Wire::Chosen { cell, .. } if self.reads(*cell) => {
                format_ident!("{}_kept", plain(&self.kept_name(id)))
            }
            _ => self.kept_name(id),
        }
    }

    fn reads(&self, cell: CellId) -> bool {
        self.scope.own(Act::Take).contains(&cell)
    }

    fn take_item(&self, item: &Item, name: &Ident) -> TokenStream {
        match item {
            Item::Run(run) => {
                let table = self.table(run);
                let size = Literal::usize_unsuffixed(run.size);
                let checks = self.run_checks(run, name);
                let places = run.fields.iter().map(|placed| self.place_of(placed, run));
                let locals = run.fields.iter().map(|placed| self.cells_in_run(*placed, &quote!(#name)));
                let locals = quote!(#(#locals)*);
                let used = self.run_is_kept(run) || !checks.is_empty() || !locals.is_empty();
                let name = if used { name.clone() } else { format_ident!("_") };
                quote! {
                    let #name: &[u8; #size] = input.run(&[#table])?;
                    #(#places)*
                    #checks
                    #locals
                }
            }
            Item::Varints(ids) => self.take_varints(ids),
            Item::Stretch(stretch) => {
                let shape = shape_type(self.scope, name);
                let (common, args) = (self.common_test(stretch), self.shape_args(stretch));
                let parts = stretch.parts.iter().map(|part| match part {
                    Kept::Chosen(id) => {
                        let Wire::Chosen { cell, .. } = &self.scope.field(*id).wire else { return TokenStream::new() };
                        let (local, kept) = (self.scope.local(*cell), self.kept_name(*id));
                        if self.reads(*cell) { quote!(let #local = #name.#kept;) } else { TokenStream::new() }
                    }
                    Kept::Run(run) => {
                        let run_name = run_ident(&stretch.parts, run);
                        let locals =
                            run.fields.iter().map(|placed| self.cells_in_run(*placed, &quote!(#name.#run_name)));
                        quote!(#(#locals)*)
                    }
                });
                let marks =
                    stretch.common.fields.iter().filter(|placed| self.scope.field(placed.field).rule.is_some()).map(
                        |placed| {
                            let at = self.at(placed.field);
                            quote!(let #at = input.offset();)
                        },
                    );
                quote! {
                    #(#marks)*
                    let #name = if #common { #shape::common(input)? } else { #shape::uncommon(input #args)? };
                    #(#parts)*
                }
            }
            Item::Field(id) => self.take_field(*id),
        }
    }

    /// The table of a run for its error: `(&"x", 2), (&"y", 4)`.
    fn table(&self, run: &Run) -> TokenStream {
        let rows = run.fields.iter().map(|placed| {
            let (path, end) = (self.taker.path(placed.field), Literal::usize_unsuffixed(placed.offset + placed.size));
            quote!((#path, #end))
        });
        quote!(#(#rows),*)
    }

    /// Where a field with a rule began.
    fn place_of(&self, placed: &Placed, run: &Run) -> TokenStream {
        if self.scope.field(placed.field).rule.is_none() {
            return TokenStream::new();
        }
        let (at, back) = (self.at(placed.field), Literal::usize_unsuffixed(run.size - placed.offset));
        quote!(let #at = input.offset().wrapping_sub(#back);)
    }

    fn at(&self, id: FieldId) -> Ident {
        let field = self.scope.field(id);
        format_ident!("{}_at", field.name.as_deref().unwrap_or(&field.label))
    }

    /// Refuses what the last field of a run may not be.
    fn run_checks(&self, run: &Run, array: &Ident) -> TokenStream {
        let Some(last) = run.fields.last() else { return TokenStream::new() };
        let (scope, field, path) = (self.scope, self.scope.field(last.field), self.taker.path(last.field));
        let size = Literal::usize_unsuffixed(last.size);
        let refuse = |test: TokenStream, why: TokenStream| {
            quote! {
                if #test {
                    let at = input.offset().wrapping_sub(#size);
                    return Err(::wireform::ParseError::malformed(#path, at, ::wireform::Malformed::#why));
                }
            }
        };
        match &field.wire {
            Wire::Scalar { scalar, cell } => {
                let raw = slot::decode(&quote!(#array), last.offset, *scalar);
                self.taker.refused(*cell, &raw).map(|(test, why)| refuse(test, why)).unwrap_or_default()
            }
            Wire::Bits { carrier, parts } => {
                let raw = carrier_of(scope, *carrier, &quote!(#array), last.offset);
                let checks = parts.iter().filter_map(|part| {
                    let bits = slot::part(scope, &raw, carrier_int(scope, *carrier), part);
                    let (test, why) = self.taker.refused(part.cell, &quote!((#bits)))?;
                    Some(refuse(test, why))
                });
                quote!(#(#checks)*)
            }
            Wire::Magic(bytes) => {
                let magic = Literal::byte_string(bytes);
                let (offset, size) = (Literal::usize_unsuffixed(last.offset), Literal::usize_unsuffixed(last.size));
                refuse(quote!(::wireform::number::segment::<#offset, #size, _>(#array) != #magic), quote!(Constant))
            }
            _ => TokenStream::new(),
        }
    }

    /// Local variables for the cells of a run's field that something else reads.
    fn cells_in_run(&self, placed: Placed, array: &TokenStream) -> TokenStream {
        let (scope, field) = (self.scope, self.scope.field(placed.field));
        match &field.wire {
            Wire::Scalar { scalar, cell } if self.reads(*cell) => {
                let (local, raw) = (scope.local(*cell), slot::decode(array, placed.offset, *scalar));
                quote!(let #local = #raw;)
            }
            Wire::Bits { carrier, parts } => {
                let raw = carrier_of(scope, *carrier, array, placed.offset);
                self.part_locals(&raw, *carrier, parts)
            }
            _ => TokenStream::new(),
        }
    }

    fn part_locals(&self, raw: &TokenStream, carrier: Scalar, parts: &[crate::model::Part]) -> TokenStream {
        let int = carrier_int(self.scope, carrier);
        let locals = parts.iter().filter(|part| self.reads(part.cell)).map(|part| {
            let (local, bits) = (self.scope.local(part.cell), slot::part(self.scope, raw, int, part));
            quote!(let #local = #bits;)
        });
        quote!(#(#locals)*)
    }

    fn take_varints(&self, ids: &[FieldId]) -> TokenStream {
        let scope = self.scope;
        let first = ids.first().and_then(|id| shape::plain_varints(scope.field(*id)));
        let Some((Scalar::Varint(varint), _)) = first else { return TokenStream::new() };
        let varint = slot::varint_type(&scope.place, varint);
        let paths = ids.iter().map(|id| self.taker.path(*id));
        let places = ids.iter().map(|id| {
            let wanted = match &scope.field(*id).wire {
                Wire::Scalar { cell, .. } => self.is_kept(*id) || self.reads(*cell),
                _ => false,
            };
            let variable = self.variable(*id);
            if wanted { quote!(#variable) } else { quote!(_) }
        });
        quote!(let [#(#places),*] = input.varints::<#varint, _>(&[#(#paths),*])?;)
    }

    fn take_field(&self, id: FieldId) -> TokenStream {
        let (scope, field) = (self.scope, self.scope.field(id));
        let kept = self.taker.field(id);
        let variable = self.variable(id);
        let mark = field.rule.as_ref().map(|_| {
            let at = self.at(id);
            quote!(let #at = input.offset();)
        });
        let cell = match &field.wire {
            Wire::Scalar { cell, .. } | Wire::Chosen { cell, .. } => Some(*cell),
            _ => None,
        };
        let wanted =
            self.is_kept(id) || cell.is_some_and(|cell| self.reads(cell)) || matches!(field.wire, Wire::Bits { .. });
        let ty = self.hidden_type(id);
        let read = match &field.presence {
            Presence::Always if wanted => quote!(let #variable = #kept;),
            Presence::Always => quote!(let _ #ty = #kept;),
            Presence::Chosen { .. } if wanted => quote!(let #variable = #kept;),
            Presence::Chosen { .. } => quote!(let _ = #kept;),
            Presence::When { test, .. } => {
                let test = expr::test(scope, test);
                if wanted {
                    quote!(let #variable = if #test { Some(#kept) } else { None };)
                } else {
                    quote!(if #test { let _ #ty = #kept; })
                }
            }
        };
        let locals = match &field.wire {
            Wire::Bits { carrier, parts } => {
                let raw = match carrier {
                    Scalar::Int { .. } => carrier_of(scope, *carrier, &quote!(#variable), 0),
                    Scalar::Varint(_) => quote!(#variable),
                };
                let checks = parts.iter().filter_map(|part| {
                    let bits = slot::part(scope, &raw, carrier_int(scope, *carrier), part);
                    let (test, why) = self.taker.refused(part.cell, &quote!((#bits)))?;
                    let path = self.taker.path(id);
                    Some(quote! {
                        if #test {
                            return Err(::wireform::ParseError::malformed(#path, at, ::wireform::Malformed::#why));
                        }
                    })
                });
                let checks: Vec<_> = checks.collect();
                let locals = self.part_locals(&raw, *carrier, parts);
                if checks.is_empty() {
                    locals
                } else {
                    return quote!(#mark let at = input.offset(); #read #(#checks)* #locals);
                }
            }
            Wire::Scalar { scalar, cell } if self.reads(*cell) => {
                let local = scope.local(*cell);
                let raw = |kept: TokenStream| match scalar {
                    Scalar::Int { .. } => slot::decode(&kept, 0, *scalar),
                    Scalar::Varint(_) => kept,
                };
                match (is_optional(field), raw(quote!(#variable))) {
                    (false, raw) if local != variable => quote!(let #local = #raw;),
                    (false, _) => TokenStream::new(),
                    (true, _) => {
                        let raw = raw(quote!(kept));
                        quote!(let #local = #variable.map_or(0, |kept| #raw);)
                    }
                }
            }
            Wire::Chosen { cell, .. } if self.reads(*cell) && is_optional(field) => {
                let local = scope.local(*cell);
                quote!(let #local = #variable.unwrap_or(0);)
            }
            _ => TokenStream::new(),
        };
        quote!(#mark #read #locals)
    }

    /// The type of something that is read and dropped, where it does not show by itself.
    fn hidden_type(&self, id: FieldId) -> TokenStream {
        let ty = slot(self.scope, self.scope.field(id)).kept;
        quote!(: #ty)
    }

    // ---- stretches --------------------------------------------------------------------------------------------

    /// Whether every tag has its first form.
    fn common_test(&self, stretch: &Stretch) -> TokenStream {
        let mut tests: Vec<String> = Vec::new();
        let mut tokens = Vec::new();
        for placed in &stretch.common.fields {
            let Wire::Chosen { tags, forms, .. } = &self.scope.field(placed.field).wire else { continue };
            let Some(form) = forms.first() else { continue };
            for (tag, pattern) in tags.iter().zip(&form.pattern).filter(|(_, pattern)| !pattern.is_empty()) {
                let test = expr::input_in(self.scope, *tag, pattern);
                if !tests.contains(&test.to_string()) {
                    tests.push(test.to_string());
                    tokens.push(test);
                }
            }
        }
        quote!(#(#tokens)&&*)
    }

    /// The cells that choose widths in a stretch, in wire order.
    fn shape_cells(&self, stretch: &Stretch) -> Vec<CellId> {
        let mut cells = Vec::new();
        for placed in &stretch.common.fields {
            let Wire::Chosen { tags, .. } = &self.scope.field(placed.field).wire else { continue };
            for tag in tags {
                if let crate::model::Input::Cell(cell) = tag
                    && !cells.contains(cell)
                {
                    cells.push(*cell);
                }
            }
        }
        cells
    }

    fn shape_args(&self, stretch: &Stretch) -> TokenStream {
        let cells = self.shape_cells(stretch).into_iter().map(|cell| self.scope.local(cell));
        let known = (!self.scope.record.params.is_empty()).then(|| quote!(, known));
        quote!(#(, #cells)* #known)
    }

    /// The struct of a stretch, with its two readers.
    fn shape(&self, index: usize, stretch: &Stretch) -> TokenStream {
        let scope = self.scope;
        let name = shape_ident(index);
        let shape = shape_type(scope, &name);
        let kept_runs = || {
            stretch.parts.iter().filter_map(|part| match part {
                Kept::Run(run) if self.run_is_kept(run) => Some(run),
                _ => None,
            })
        };
        let borrows = kept_runs().next().is_some();
        let life = lifetime(borrows);
        let input_life = if borrows { quote!('a) } else { quote!('_) };
        let mut fields = Vec::new();
        let (mut common, mut uncommon, mut inits) = (Vec::new(), Vec::new(), Vec::new());
        for part in &stretch.parts {
            match part {
                Kept::Chosen(id) => {
                    let Wire::Chosen { cell, forms, .. } = &scope.field(*id).wire else { continue };
                    let (kept, ty, int) = (self.kept_name(*id), scope.local_type(*cell), scope.cell_int(*cell));
                    let place = stretch.common.fields.iter().find(|placed| placed.field == *id);
                    let scalar = forms.first().and_then(|form| form.scalar);
                    let (Some(place), Some(scalar)) = (place, scalar) else { continue };
                    let raw = slot::decode(&quote!(run), place.offset, scalar);
                    let raw = int.convert(raw, Int::of_scalar(scope.protocol(), scalar));
                    let wide = self.taker.chosen(*id);
                    fields.push(quote!(#kept: #ty));
                    common.push(quote!(#kept: #raw));
                    uncommon.push(quote!(let #kept = #wide;));
                    inits.push(quote!(#kept));
                }
                Kept::Run(run) => {
                    let run_name = run_ident(&stretch.parts, run);
                    let (size, table) = (Literal::usize_unsuffixed(run.size), self.table(run));
                    if self.run_is_kept(run) {
                        let ty = slot::array_ref(u64::try_from(run.size).unwrap_or(0));
                        let first = run.fields.first().map(|placed| placed.field);
                        let place = stretch.common.fields.iter().find(|placed| Some(placed.field) == first);
                        let offset = Literal::usize_unsuffixed(place.map_or(0, |placed| placed.offset));
                        fields.push(quote!(#run_name: #ty));
                        common.push(quote!(#run_name: ::wireform::number::segment::<#offset, #size, _>(run)));
                        uncommon.push(quote!(let #run_name = input.run(&[#table])?;));
                        inits.push(quote!(#run_name));
                    } else {
                        uncommon.push(quote!(let _: &[u8; #size] = input.run(&[#table])?;));
                    }
                }
            }
        }
        let (size, table) = (Literal::usize_unsuffixed(stretch.common.size), self.table(&stretch.common));
        let args = self.shape_cells(stretch).into_iter().map(|cell| {
            let (name, ty) = (scope.local(cell), scope.local_type(cell));
            quote!(, #name: #ty)
        });
        let known = (!scope.record.params.is_empty()).then(|| {
            let known = slot::record_known(&scope.place, scope.record);
            quote!(, known: #known)
        });
        quote! {
            #[derive(Clone, Copy)]
            struct #shape #life { #(#fields,)* }

            impl #life #shape #life {
                #[inline]
                fn common(input: &mut ::wireform::Input<#input_life>) -> ::core::result::Result<Self, ::wireform::ParseError> {
                    let run: &[u8; #size] = input.run(&[#table])?;
                    Ok(Self { #(#common,)* })
                }

                #[cold]
                #[inline(never)]
                fn uncommon(input: &mut ::wireform::Input<#input_life> #(#args)* #known) -> ::core::result::Result<Self, ::wireform::ParseError> {
                    #(#uncommon)*
                    Ok(Self { #(#inits,)* })
                }
            }
        }
    }

    // ---- rules ------------------------------------------------------------------------------------------------

    fn rules(&self) -> TokenStream {
        let rules = self.scope.body.iter().filter_map(|id| {
            let field = self.scope.field(*id);
            let rule = field.rule.as_ref()?;
            let fine = match &rule.check {
                Check::Test(test) => expr::test(self.scope, test),
                Check::Float { .. } if rule.repair.is_some() => return None,
                Check::Float { low, high } => {
                    let float = self.float(*id, false)?;
                    super::rules::float_fine(&float, *low, *high)
                }
            };
            if rule.repair.is_some() {
                let broken = self.broken(*id);
                return Some(quote!(let #broken = !(#fine);));
            }
            let (path, at, text) = (self.taker.path(*id), self.at(*id), &rule.text);
            let there = match &field.presence {
                Presence::Always => None,
                Presence::When { test, .. } => {
                    let test = expr::test(self.scope, test);
                    Some(quote!((#test) &&))
                }
                Presence::Chosen { .. } => {
                    let variable = self.variable(*id);
                    Some(quote!(#variable.is_some() &&))
                }
            };
            Some(quote! {
                if #there !(#fine) {
                    return Err(::wireform::ParseError::malformed(#path, #at, ::wireform::Malformed::Rule(#text)));
                }
            })
        });
        quote!(#(#rules)*)
    }

    /// Fields whose repair is decided when they are read: it depends on more than themselves.
    fn broken_flags(&self) -> Vec<FieldId> {
        let repaired = |id: &FieldId| {
            let rule = self.scope.field(*id).rule.as_ref();
            rule.is_some_and(|rule| rule.repair.is_some() && matches!(rule.check, Check::Test(_)))
        };
        self.scope.body.iter().copied().filter(repaired).collect()
    }

    fn broken(&self, id: FieldId) -> Ident {
        format_ident!("{}_is_broken", plain(&self.kept_name(id)))
    }

    /// A float as it stands on the wire: while it is read, or out of the view.
    fn float(&self, id: FieldId, in_view: bool) -> Option<TokenStream> {
        let Wire::Float { width, order } = &self.scope.field(id).wire else { return None };
        for (item, name) in self.items.iter().zip(&self.names) {
            let place = |run: &Run| run.fields.iter().find(|placed| placed.field == id).copied();
            match item {
                Item::Run(run) => {
                    if let Some(placed) = place(run) {
                        let array = if in_view { quote!(self.#name) } else { quote!(#name) };
                        return Some(slot::decode_float(&array, placed.offset, *width, *order));
                    }
                }
                Item::Stretch(stretch) => {
                    for part in &stretch.parts {
                        if let Kept::Run(run) = part
                            && let Some(placed) = place(run)
                        {
                            let run_name = run_ident(&stretch.parts, run);
                            let array = if in_view { quote!(self.#name.#run_name) } else { quote!(#name.#run_name) };
                            return Some(slot::decode_float(&array, placed.offset, *width, *order));
                        }
                    }
                }
                Item::Varints(_) | Item::Field(_) => {}
            }
        }
        let variable = self.variable(id);
        let decoded = slot::decode_float(&quote!(kept), 0, *width, *order);
        Some(if is_optional(self.scope.field(id)) {
            quote!(#variable.map_or(0.0, |kept: &[u8; _]| #decoded))
        } else {
            slot::decode_float(&quote!(#variable), 0, *width, *order)
        })
    }

    // ---- getters ----------------------------------------------------------------------------------------------

    fn getters(&self) -> TokenStream {
        let scope = self.scope;
        let mut getters = Vec::new();
        if let Some((name, int, value)) = &scope.code {
            let (field, getter) = (names::field_ident(name), names::getter_ident(name));
            let ty = value::value_type(&scope.place, *value, *int);
            getters.push(quote! {
                /// The code that chose this.
                #[must_use]
                #[inline]
                pub fn #getter(&self) -> #ty { self.#field }
            });
        }
        for (item, name) in self.items.iter().zip(&self.names) {
            match item {
                Item::Run(run) => {
                    for placed in &run.fields {
                        getters.push(self.getter_in_run(*placed, &quote!(self.#name)));
                    }
                }
                Item::Stretch(stretch) => {
                    for part in &stretch.parts {
                        match part {
                            Kept::Chosen(id) => {
                                let kept = self.kept_name(*id);
                                getters.push(self.getter(*id, &quote!(self.#name.#kept)));
                            }
                            Kept::Run(run) => {
                                let run_name = run_ident(&stretch.parts, run);
                                for placed in &run.fields {
                                    getters.push(self.getter_in_run(*placed, &quote!(self.#name.#run_name)));
                                }
                            }
                        }
                    }
                }
                Item::Varints(ids) => getters.extend(ids.iter().map(|id| self.own_getter(*id))),
                Item::Field(id) => getters.push(self.own_getter(*id)),
            }
        }
        quote!(#(#getters)*)
    }

    fn own_getter(&self, id: FieldId) -> TokenStream {
        let kept = self.kept_name(id);
        self.getter(id, &quote!(self.#kept))
    }

    /// Getters of a field of a run: its number stands in `array`.
    fn getter_in_run(&self, placed: Placed, array: &TokenStream) -> TokenStream {
        let (scope, field) = (self.scope, self.scope.field(placed.field));
        if !self.is_kept(placed.field) {
            return TokenStream::new();
        }
        match &field.wire {
            Wire::Scalar { scalar, .. } => {
                self.shown(field, placed.field, &slot::decode(array, placed.offset, *scalar))
            }
            Wire::Float { width, order } => {
                self.shown(field, placed.field, &slot::decode_float(array, placed.offset, *width, *order))
            }
            Wire::Bits { carrier, parts } => {
                let raw = carrier_of(scope, *carrier, array, placed.offset);
                self.part_getters(field, &raw, *carrier, parts)
            }
            Wire::Bytes(_) => {
                let (offset, size) = (Literal::usize_unsuffixed(placed.offset), Literal::usize_unsuffixed(placed.size));
                self.shown(field, placed.field, &quote!(::wireform::number::segment::<#offset, #size, _>(#array)))
            }
            _ => TokenStream::new(),
        }
    }

    /// Getters of a field that is kept by itself.
    fn getter(&self, id: FieldId, kept: &TokenStream) -> TokenStream {
        let field = self.scope.field(id);
        if !self.is_kept(id) {
            return TokenStream::new();
        }
        match &field.wire {
            Wire::Bits { carrier, parts } => {
                let raw = match carrier {
                    Scalar::Int { .. } => carrier_of(self.scope, *carrier, kept, 0),
                    Scalar::Varint(_) => kept.clone(),
                };
                self.part_getters(field, &raw, *carrier, parts)
            }
            _ => self.shown(field, id, kept),
        }
    }

    fn part_getters(
        &self,
        field: &Field,
        raw: &TokenStream,
        carrier: Scalar,
        parts: &[crate::model::Part],
    ) -> TokenStream {
        let scope = self.scope;
        let int = carrier_int(scope, carrier);
        let getters = parts.iter().filter(|part| scope.cell(part.cell).source == Source::User).map(|part| {
            let name = names::getter_ident(part.name.as_deref().unwrap_or_default());
            let (docs, cell) = (docs::doc(&part.docs, "A part of the carrier."), scope.cell(part.cell));
            let bits = slot::part(scope, raw, int, part);
            let (ty, shown) = if scope.is_flag(part.cell) {
                (quote!(bool), bits)
            } else {
                let int = scope.cell_int(part.cell);
                (
                    value::value_type(&scope.place, cell.value, int),
                    value::from_raw(&scope.place, cell.value, quote!((#bits)), int),
                )
            };
            quote! {
                #docs
                #[must_use]
                #[inline]
                pub fn #name(&self) -> #ty { #shown }
            }
        });
        let whole = names::getter_ident(&format!("{}_on_the_wire", field.label));
        let int = int.ident();
        quote! {
            #(#getters)*
            /// The whole carrier as it stands on the wire, with what the writer derives.
            #[must_use]
            #[inline]
            pub fn #whole(&self) -> #int { #raw }
        }
    }

    /// A getter that shows what is kept: a raw number as its value, an absent field as an option or as what it is
    /// worth.
    fn shown(&self, field: &Field, id: FieldId, kept: &TokenStream) -> TokenStream {
        let scope = self.scope;
        let Some(name) = &field.name else { return TokenStream::new() };
        let getter = names::getter_ident(name);
        let docs = docs::doc(&field.docs, &format!("`{name}`"));
        let ty = slot(scope, field).shown;
        let cell = match &field.wire {
            Wire::Scalar { cell, .. } | Wire::Chosen { cell, .. } => Some(*cell),
            _ => None,
        };
        let in_run = !is_optional(field);
        let raw = |kept: TokenStream| match &field.wire {
            Wire::Scalar { scalar: scalar @ Scalar::Int { .. }, .. } if !in_run || self.is_item(id) => {
                slot::decode(&kept, 0, *scalar)
            }
            Wire::Float { width, order } if !in_run || self.is_item(id) => slot::decode_float(&kept, 0, *width, *order),
            _ => kept,
        };
        let convert = |kept: TokenStream| match cell {
            Some(cell) => value::from_raw(&scope.place, scope.cell(cell).value, raw(kept), scope.cell_int(cell)),
            None => raw(kept),
        };
        let plain = |kept: TokenStream| convert(kept).to_string() == quote!(kept).to_string();
        let absent = slot::absent_value(scope, field, cell);
        let (ty, mut shown) = match (is_optional(field), absent) {
            (false, _) => (ty, convert(kept.clone())),
            (true, Some(absent)) => {
                let converted = convert(quote!(kept));
                (ty, quote!(#kept.map_or(#absent, |kept| #converted)))
            }
            (true, None) if plain(quote!(kept)) => (quote!(::core::option::Option<#ty>), kept.clone()),
            (true, None) => {
                let converted = convert(quote!(kept));
                (quote!(::core::option::Option<#ty>), quote!(#kept.map(|kept| #converted)))
            }
        };
        let mut on_the_wire = match cell {
            Some(cell) if scope.cell(cell).value == Value::Truthy => Some(self.wire_getter(
                field,
                name,
                scope.cell_int(cell),
                &raw(if is_optional(field) { quote!(kept) } else { kept.clone() }),
                kept,
            )),
            _ => None,
        };
        if let Some(rule) = &field.rule
            && let Some(repair) = rule.repair
        {
            let repaired = match cell {
                Some(cell) => value::absent(&scope.place, scope.cell(cell).value, scope.cell_int(cell), repair),
                None => value::absent(&scope.place, Value::Int, Int { bits: 64, signed: true }, repair),
            };
            let repaired = repaired.unwrap_or_default();
            shown = match &rule.check {
                Check::Float { low, high } => {
                    let fine = super::rules::float_fine(&quote!(float), *low, *high);
                    quote!({ let float = #shown; if #fine { float } else { #repaired } })
                }
                Check::Test(_) => {
                    let broken = self.broken(id);
                    quote!(if self.#broken { #repaired } else { #shown })
                }
            };
            on_the_wire = on_the_wire.or_else(|| {
                let getter = names::getter_ident(&format!("{name}_on_the_wire"));
                let (doc, converted) = (
                    docs::doc(&[], &format!("`{name}` as it stands on the wire, before it is repaired.")),
                    convert(kept.clone()),
                );
                (!is_optional(field)).then(|| {
                    quote! {
                        #doc
                        #[must_use]
                        #[inline]
                        pub fn #getter(&self) -> #ty { #converted }
                    }
                })
            });
        }
        quote! {
            #docs
            #[must_use]
            #[inline]
            pub fn #getter(&self) -> #ty { #shown }
            #on_the_wire
        }
    }

    fn wire_getter(&self, field: &Field, name: &str, int: Int, raw: &TokenStream, kept: &TokenStream) -> TokenStream {
        let getter = names::getter_ident(&format!("{name}_on_the_wire"));
        let doc = docs::doc(&[], &format!("`{name}` as it stands on the wire: anything but zero is true."));
        let int = int.ident();
        let (ty, shown) = if is_optional(field) {
            (quote!(::core::option::Option<#int>), quote!(#kept.map(|kept| #raw)))
        } else {
            (quote!(#int), raw.clone())
        };
        quote! {
            #doc
            #[must_use]
            #[inline]
            pub fn #getter(&self) -> #ty { #shown }
        }
    }

    fn is_item(&self, id: FieldId) -> bool {
        self.items.iter().any(|item| matches!(item, Item::Field(field) if *field == id))
    }

    // ---- to the plain value -----------------------------------------------------------------------------------

    fn to_value(&self) -> TokenStream {
        let scope = self.scope;
        let (plain, life) = (names::type_ident(&scope.name), lifetime(slot::borrows(scope)));
        let mut inits = Vec::new();
        if let Some((name, _, _)) = &scope.code {
            let name = names::field_ident(name);
            inits.push(quote!(#name: self.#name));
        }
        for id in scope.body {
            let field = scope.field(*id);
            if let Wire::Bits { parts, .. } = &field.wire {
                inits.extend(parts.iter().filter(|part| scope.cell(part.cell).source == Source::User).map(|part| {
                    let name = part.name.as_deref().unwrap_or_default();
                    let (name, getter) = (names::field_ident(name), names::getter_ident(name));
                    quote!(#name: self.#getter())
                }));
                continue;
            }
            if !scope.shows(field) {
                continue;
            }
            let name = field.name.as_deref().unwrap_or_default();
            let (name, getter) = (names::field_ident(name), names::getter_ident(name));
            let optional = is_optional(field) && slot::absent_value(scope, field, None).is_none();
            let shown = match (&field.wire, optional) {
                (Wire::Group { .. } | Wire::Match { .. } | Wire::Record { .. } | Wire::Family { .. }, true) => {
                    quote!(self.#getter().map(|view| view.to_value()))
                }
                (Wire::Group { .. } | Wire::Match { .. } | Wire::Record { .. } | Wire::Family { .. }, false) => {
                    quote!(self.#getter().to_value())
                }
                (Wire::Bytes(crate::model::Extent::Fixed { or_end: false, .. }), true) => {
                    quote!(self.#getter().copied())
                }
                (Wire::Bytes(crate::model::Extent::Fixed { or_end: false, .. }), false) => quote!(*self.#getter()),
                (Wire::List { item: crate::model::Item::Family { .. }, extent: crate::model::Extent::Rest }, true) => {
                    quote!(self.#getter().map(|stream| stream.to_messages()))
                }
                (Wire::List { item: crate::model::Item::Family { .. }, extent: crate::model::Extent::Rest }, false) => {
                    quote!(self.#getter().to_messages())
                }
                _ => quote!(self.#getter()),
            };
            inits.push(quote!(#name: #shown));
        }
        let elided = if slot::borrows(scope) && !view_borrows(scope) { TokenStream::new() } else { life };
        quote! {
            /// The plain value.
            #[must_use]
            #[inline]
            pub fn to_value(&self) -> #plain #elided { #plain { #(#inits,)* } }
        }
    }
}

/// The type and the value of a function that may, or may not, fail.
pub(super) fn result_of(fails: bool, value: &TokenStream) -> (TokenStream, TokenStream) {
    if fails {
        (quote!(::core::result::Result<Self, ::wireform::ParseError>), quote!(Ok(#value)))
    } else {
        (quote!(Self), value.clone())
    }
}

/// An identifier's text without `r#`, to make another of.
fn plain(ident: &Ident) -> String {
    ident.to_string().trim_start_matches("r#").to_owned()
}

fn shape_ident(index: usize) -> Ident {
    if index == 1 { format_ident!("shape") } else { format_ident!("shape_{index}") }
}

fn shape_type(scope: &Scope<'_>, name: &Ident) -> Ident {
    names::type_ident(&format!("{}_{}", scope.name, name))
}

fn run_ident(parts: &[Kept], run: &Run) -> Ident {
    let first = run.fields.first().map(|placed| placed.field);
    let runs = parts.iter().filter_map(|part| match part {
        Kept::Run(one) => one.fields.first().map(|placed| placed.field),
        Kept::Chosen(_) => None,
    });
    let index = runs.into_iter().position(|field| Some(field) == first).unwrap_or(0) + 1;
    format_ident!("run_{index}")
}

/// The integer out of which the parts of a carrier are taken.
pub(super) fn carrier_int(scope: &Scope<'_>, carrier: Scalar) -> Int {
    Int { signed: false, ..Int::of_scalar(scope.protocol(), carrier) }
}

/// A carrier of fixed size, as an unsigned number.
fn carrier_of(scope: &Scope<'_>, carrier: Scalar, array: &TokenStream, offset: usize) -> TokenStream {
    let _ = scope;
    let unsigned = match carrier {
        Scalar::Int { bytes, order, .. } => Scalar::Int { bytes, signed: false, order },
        varint @ Scalar::Varint(_) => varint,
    };
    slot::decode(array, offset, unsigned)
}
