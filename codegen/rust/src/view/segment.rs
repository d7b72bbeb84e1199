//! Segments with fields of chosen width: one test for the common shape, which is one run, and an outlined reader for
//! others.

use super::{View, indexed, run_ident, shape_type};
use crate::decode::shape::{Segment, Stored};
use crate::field::slot::{self, lifetime};
use crate::field::{code, expr};
use crate::model::{CellId, Input, Interval, Wire};
use crate::scope::captures;
use crate::text::condition;
use crate::text::int::Int;
use crate::text::tokens::{Literal, TokenStream, quote};

impl View<'_, '_> {
    /// `if !wide_x && !wide_y { PosShape::common(input)? } else { PosShape::uncommon(input, wide_x, wide_y)? }`: reads
    /// the common shape if every tag selects its first form.
    pub(super) fn choose_shape(&self, segment: &Segment, common: &TokenStream, uncommon: &TokenStream) -> TokenStream {
        match self.first_forms(segment).as_slice() {
            [] => common.clone(),
            tests => {
                let test = condition::all(tests.iter().map(|(tag, pattern)| expr::input_in(self.scope, *tag, pattern)));
                quote!(if #test { #common } else { #uncommon })
            }
        }
    }

    /// The tags and the codes that select their first forms, without tags that always do.
    fn first_forms<'f>(&'f self, segment: &Segment) -> Vec<(Input, &'f [Interval])> {
        let mut tests: Vec<(Input, &[Interval])> = Vec::new();
        for placed in &segment.common.fields {
            let Wire::Chosen { tags, forms, .. } = &self.scope.field(placed.field).wire else { continue };
            let Some(form) = forms.first() else { continue };
            for test in expr::asked(self.scope, tags, &form.pattern) {
                if !tests.contains(&test) {
                    tests.push(test);
                }
            }
        }
        tests
    }

    /// The cells that select widths in a segment, in wire order.
    fn shape_cells(&self, segment: &Segment) -> Vec<CellId> {
        let mut cells = Vec::new();
        for tag in self.tags(segment) {
            if let Input::Cell(cell) = tag
                && !cells.contains(&cell)
            {
                cells.push(cell);
            }
        }
        cells
    }

    /// Whether a parameter selects a width in a segment.
    fn shape_knows(&self, segment: &Segment) -> bool {
        self.tags(segment).any(|tag| matches!(tag, Input::Param(_)))
    }

    fn tags(&self, segment: &Segment) -> impl Iterator<Item = Input> {
        let fields = segment.common.fields.iter().map(|placed| self.scope.field(placed.field));
        fields.flat_map(|field| field.wire.selection()).flat_map(|selection| selection.tags)
    }

    pub(super) fn shape_args(&self, segment: &Segment) -> TokenStream {
        let cells = captures::passed(self.scope, &self.shape_cells(segment));
        let known = self.shape_knows(segment).then(|| quote!(, known));
        quote!(#cells #known)
    }

    /// `struct PosShape<'a> { x: i32, look_to_roll: &'a [u8; 3], .. }`: the struct of a segment, with its readers
    /// `common` and `uncommon`.
    pub(super) fn shape(&self, index: usize, segment: &Segment) -> TokenStream {
        let scope = self.scope;
        let name = indexed("shape", index, self.segments().count());
        let shape = shape_type(scope, &name);
        let borrows = self.segment_borrows(segment);
        let life = lifetime(borrows);
        let input_life = if borrows { quote!('a) } else { quote!('_) };
        let mut fields = Vec::new();
        let (mut common, mut uncommon, mut inits) = (Vec::new(), Vec::new(), Vec::new());
        for part in &segment.parts {
            match part {
                Stored::Chosen(id) => {
                    let Wire::Chosen { cell, forms, .. } = &scope.field(*id).wire else { continue };
                    let (stored, ty, int) = (self.stored_name(*id), scope.local_type(*cell), scope.cell_int(*cell));
                    let place = segment.common.fields.iter().find(|placed| placed.field == *id);
                    let scalar = forms.first().and_then(|form| form.scalar);
                    let (Some(place), Some(scalar)) = (place, scalar) else { continue };
                    let raw = slot::decode(&quote!(run), place.inside(), scalar);
                    let raw = int.convert(raw, Int::of_scalar(scope.protocol(), scalar));
                    let wide = self.taker.chosen(*id);
                    fields.push(quote!(#stored: #ty));
                    common.push(quote!(#stored: #raw));
                    uncommon.push(quote!(let #stored = #wide;));
                    inits.push(quote!(#stored));
                }
                Stored::Run(run) => {
                    let run_name = run_ident(self.scope, run);
                    let (size, table) = (Literal::usize_unsuffixed(run.size), self.table(run));
                    if self.run_is_needed(run) {
                        let ty = slot::array_ref(u64::try_from(run.size).unwrap_or(0));
                        let first = run.fields.first().map(|placed| placed.field);
                        let place = segment.common.fields.iter().find(|placed| Some(placed.field) == first);
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
        let (size, table) = (Literal::usize_unsuffixed(segment.common.size), self.table(&segment.common));
        let args = captures::declared(scope, &self.shape_cells(segment));
        let known = if self.shape_knows(segment) { code::known_declared(scope) } else { None };
        // A constant shape has no uncommon reader.
        let uncommon = (!self.first_forms(segment).is_empty()).then(|| {
            quote! {
                #[cold]
                #[inline(never)]
                fn uncommon<E: ::wireform::Refusal>(input: &mut ::wireform::Input<#input_life, E> #args #known) -> ::core::result::Result<Self, E> {
                    #(#uncommon)*
                    Ok(Self { #(#inits,)* })
                }
            }
        });
        quote! {
            #[derive(Clone, Copy)]
            struct #shape #life { #(#fields,)* }

            impl #life #shape #life {
                #[inline]
                fn common<E: ::wireform::Refusal>(input: &mut ::wireform::Input<#input_life, E>) -> ::core::result::Result<Self, E> {
                    let run: &[u8; #size] = input.run(&[#table])?;
                    Ok(Self { #(#common,)* })
                }

                #uncommon
            }
        }
    }
}
