//! Writers of short records: into an array of their maximum length, so that no write needs a bounds check.

use super::super::scope::{Place, Scope};
use super::super::tokens::{TokenStream, quote};
use super::super::{bare, hooks, int, shape};
use super::{over, steps};
use crate::model::{Extent, Field, FieldId, Presence, Protocol, Record, Wire};

/// The largest maximum length: `Output::window` needs a second array of it when a buffer is nearly full.
const MOST: u64 = 128;

/// The maximum length of a record that is written this way; `None` for any other.
pub(in crate::emit::rust) fn most(scope: &Scope<'_>) -> Option<u64> {
    let shown = scope.shows_any(&scope.body);
    let free = shown && scope.is_root && scope.record.params.is_empty() && hooks::of_record(scope).is_empty();
    let is_array = bare::array_size(scope.place, scope.record).is_some();
    if free && !is_array { most_of(scope.place, scope.record) } else { None }
}

fn most_of(place: Place<'_>, record: &Record) -> Option<u64> {
    let most = record.lengths.canonical.max.filter(|most| *most <= MOST)?;
    let pays_off = record.body.len() > 1 && !is_varints(place.protocol, record);
    (pays_off && is_steps(place, record)).then_some(most)
}

/// Whether a record has nothing but varints, which are tested all at once anyway.
fn is_varints(protocol: &Protocol, record: &Record) -> bool {
    record.lengths.canonical.max == Some(0)
        || record.body.iter().all(|id| match &record.fields[id.0] {
            Field { presence: Presence::Always, wire: Wire::Record { record, .. }, .. } => {
                is_varints(protocol, &protocol.records[record.0])
            }
            field => shape::plain_varints(field).is_some(),
        })
}

/// Whether a record is checked as a whole before it is written: it is an array, or short, also as a part of another.
pub(in crate::emit::rust) fn is_checked_before(place: Place<'_>, record: &Record) -> bool {
    let short = record.lengths.canonical.max.is_some_and(|most| most <= MOST);
    bare::array_size(place, record).is_some() || (short && is_steps(place, record))
}

/// Whether a record is written by a few steps, without a loop. The facts hold the answers for records in it.
pub(in crate::emit::rust) fn is_steps(place: Place<'_>, record: &Record) -> bool {
    are_steps(place, record, &record.body)
}

fn are_steps(place: Place<'_>, record: &Record, body: &[FieldId]) -> bool {
    body.iter().all(|id| is_step(place, record, *id))
}

/// Whether a field is written by a few steps, without a loop.
fn is_step(place: Place<'_>, record: &Record, id: FieldId) -> bool {
    let field: &Field = &record.fields[id.0];
    if record.measures(id) {
        return false;
    }
    match &field.wire {
        Wire::Scalar { .. } | Wire::Chosen { .. } | Wire::Float { .. } | Wire::Bits { .. } | Wire::Magic(_) => true,
        Wire::Padding { .. } => true,
        Wire::Bytes(extent) => matches!(extent, Extent::Fixed { or_end: false, .. }) && field.name.is_some(),
        Wire::Group { body, .. } => are_steps(place, record, body),
        Wire::Match { arms, .. } => arms.iter().all(|arm| are_steps(place, record, &arm.body)),
        Wire::Record { record, .. } => place.facts.is_steps(*record),
        Wire::List { .. } => steps::is_row(field),
        Wire::Text { .. } | Wire::Family { .. } | Wire::Sparse { .. } | Wire::Within { .. } => false,
    }
}

/// `put`, which takes a window of the output, and `put_into`, which writes into it, with a fast path for the common
/// shape. If `put_into` takes a base ([`over`]), `put` passes the zero state.
pub(super) fn functions(
    scope: &Scope<'_>,
    visible: Option<&TokenStream>,
    most: u64,
    common: Option<&TokenStream>,
    body: &TokenStream,
) -> TokenStream {
    let most = int::length(most);
    let all = quote!(let out = &mut ::wireform::Output::new(place); #body out.len());
    let (first, uncommon) = match common {
        None => (&all, None),
        Some(common) => {
            let uncommon = quote! {
                #[inline(never)]
                fn put_uncommon(&self, place: &mut [u8; #most]) -> usize { #all }
            };
            (common, Some(uncommon))
        }
    };
    let into = into(scope);
    let former = over::base(scope).map(|base| quote!(former: #base,));
    let visible_into = visible.filter(|_| former.is_some());
    quote! {
        #[inline]
        #visible fn put(&self, out: &mut ::wireform::Output<'_>) {
            out.window(#into);
        }

        #[inline]
        #visible_into fn put_into(&self, #former place: &mut [u8; #most]) -> usize { #first }

        #uncommon
    }
}

/// The closure that writes a short record into its window.
pub(in crate::emit::rust) fn into(scope: &Scope<'_>) -> TokenStream {
    let zero = over::name(scope).map(|name| quote!(&#name::default(),));
    quote!(|place| self.put_into(#zero place))
}
