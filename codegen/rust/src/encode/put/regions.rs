//! Writers of regions: the size, then the fields, in a function that also measures them. The mirror of `take/regions`.

use super::{Putter, filled, finished, joined};
use crate::encode::check::FieldPath;
use crate::encode::derive;
use crate::encode::outlined::{Call, Caller, call, name};
use crate::facts::checks::Check;
use crate::facts::writes::Function;
use crate::field::{code, expr, slot};
use crate::hooks;
use crate::model::{Demand, Expr, Extent, FieldId, Scalar, Wire};
use crate::scope::{self, Act, captures};
use crate::text::int::Int;
use crate::text::literal;
use crate::text::segments::Piece;
use crate::text::tokens::{TokenStream, quote};

impl Putter<'_, '_> {
    /// Writes a region, after its size if that is a prefix.
    pub(super) fn region(&self, id: FieldId) -> TokenStream {
        let scope = self.scope;
        let Wire::Within { extent, .. } = &scope.field(id).wire else { return TokenStream::new() };
        if let Some(sized) = self.sized(id, extent) {
            return sized;
        }
        let raw = |scalar, cell| self.raw(cell, Int::of_scalar(scope.protocol(), scalar));
        let prefix = extent.prefix().map(|(scalar, cell)| self.scalar(scalar, &raw(scalar, cell)));
        let (call, before) = (self.outlined(id), self.checker().before(id, &quote!(())));
        if let Extent::Until { end, .. } = extent {
            let (closes, end) = (self.checker().after(id, &quote!(())), self.text_end(end, Scalar::BYTE));
            return quote!(#before { let start = out.len(); #call #closes #end });
        }
        match self.checked_size(id) {
            None => quote!(#before #prefix #call),
            Some(size) => {
                let fill = self.fill_region(id);
                quote!(#before #prefix { let start = out.len(); #call #size #fill })
            }
        }
    }

    /// Checks a region's length: the bytes written since `start`.
    fn checked_size(&self, id: FieldId) -> Option<TokenStream> {
        let check = self.checker().after(id, &quote!(count));
        (!check.is_empty()).then(|| quote!(let count = out.len().wrapping_sub(start); #check))
    }

    /// `out.zeros(usize::saturating_sub(16, count));`: fills a region up to its size, if that is not derived.
    fn fill_region(&self, id: FieldId) -> Option<TokenStream> {
        let scope = self.scope;
        let Wire::Within { body, .. } = &scope.field(id).wire else { return None };
        let filler = scope.record.filler_of(body)?;
        let size = scope.facts.checks.field(id).after.iter().find_map(|check| match check {
            Check::Fits(size) => Some(size),
            _ => None,
        })?;
        let size = match size {
            Expr::Literal(size) => literal::number(*size),
            size => {
                let (size, int) = expr::count(scope, size);
                int.to_usize(&size).unwrap_or_else(|| quote!(usize::try_from(#size).unwrap_or_default()))
            }
        };
        let fill = filled(filler.byte, quote!(usize::saturating_sub(#size, count)));
        let open = body.iter().find(|id| scope.record.behind_open_end(**id).is_some());
        let ends = open.map(|open| {
            let (lacks_end, refuse) =
                (self.checker().lacks_end(*open), FieldPath::of(scope, *open).refuse(quote!(Sentinel)));
            quote!(if count < #size && #lacks_end { #refuse })
        });
        Some(quote!(#ends #fill))
    }

    /// `out.sized(Number, |out| self.put_within(out));`: writes a region whose prefixed size is read by nothing else.
    /// Fields in nested regions are written once, and not measured for each of them.
    fn sized(&self, id: FieldId, extent: &Extent) -> Option<TokenStream> {
        let scope = self.scope;
        let Extent::Prefixed { scalar, cell } = extent else { return None };
        let is_own_size = matches!(
            scope::demand(scope.cell(*cell)),
            Some(Demand::Count { fields, times: 1, plus: 0, .. }) if fields.as_slice() == [id]
        );
        let (this, front) = (&quote!(self), &quote!(front));
        let Call { function, more, failed, .. } = call(scope, scope, id, &Caller { this, front, writes: true })
            .filter(|_| is_own_size && !scope.has_local(Act::Put, *cell))?;
        let (before, checked) = (self.checker().before(id, &quote!(())), self.checked_size(id));
        let number = slot::unit_value(&scope.context, *scalar);
        // Offsets count from the start of the region, if its size may still move it.
        let body = scope.outlined(&id).filter(|_| matches!(scalar, Scalar::Varint(_))).unwrap_or_default();
        let front = scope.record.alignment(body).map(|_| quote!(let front = out.inside(front);));
        let start = checked.as_ref().map(|_| quote!(let start = out.len();));
        let (turned, fails) = (code::turned(scope, body), failed.is_some() || checked.is_some());
        let all = quote!(#front #start #function(out #more) #failed; #checked #turned);
        let ((result, all), failed) = (finished(all, fails), fails.then(|| quote!(?)));
        Some(quote!(#before out.sized(#number, |out| #result { #all }) #failed; #turned))
    }

    /// The call of the function that writes a region.
    pub(super) fn outlined(&self, id: FieldId) -> TokenStream {
        let (this, front) = (&quote!(self), &quote!(front));
        let call = call(self.scope, self.scope, id, &Caller { this, front, writes: true });
        call.map(|Call { function, more, failed, .. }| quote!(#function(out #more) #failed;)).unwrap_or_default()
    }

    /// The functions that write this scope's regions.
    pub(super) fn regions(&self) -> TokenStream {
        let scope = self.scope;
        let functions = scope.body.iter().filter_map(|id| Some(self.function(*id, scope.outlined(id)?)));
        quote!(#(#functions)*)
    }

    /// `fn put_within(&self, out: ..) { .. }`: writes a region; empty if there is nothing to write.
    fn function(&self, id: FieldId, body: &[FieldId]) -> TokenStream {
        let scope = self.scope;
        let Function { writes: true, rejects } = scope.writer().outlined(body) else { return TokenStream::new() };
        let (locals, statements) = (derive::locals(scope, scope.written_variables(body)), self.steps(body, false));
        let (captured, name) = (scope.captured_by_region(body), name(scope, id));
        let all = joined(scope, body, [Piece::plain(locals)].into_iter().chain(statements));
        let captured = captures::declared(scope, &captured);
        let (front, known) = (code::front_declared(scope, body), code::known_declared(scope));
        let marks = code::marks_declared(scope, body);
        let output = hooks::output(&scope.context, &hooks::of_record(scope));
        let (result, all) = finished(all, rejects);
        quote! {
            #[inline]
            fn #name(&self, out: #output #captured #front #marks #known) #result {
                #all
            }
        }
    }
}
