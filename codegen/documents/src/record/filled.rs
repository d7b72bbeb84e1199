//! How the content of a region can fail to fill it.

use crate::layout;
use crate::model::{
    Arm, Content, Encoding, Extent, FieldId, Input, Item, Presence, Protocol, Record, Scalar, Tag, Wire,
};

/// The values that a reader rejects because the content does not fill the region; `None` if it always does.
pub(crate) fn unfilled(
    protocol: &Protocol,
    record: &Record,
    extent: &Extent,
    body: &[FieldId],
) -> Option<&'static str> {
    let size = layout::region_lengths(protocol, record, body).constant();
    let fits = size.is_some() && extent.constant() == size;
    let may_be_longer = !fits && body.iter().any(|id| needs(protocol, record, *id));
    let may_be_shorter = !fits && !body.last().is_some_and(|last| goes_on(protocol, record, *last));
    match (may_be_shorter, may_be_longer) {
        (true, true) => Some("A region whose content is shorter or longer than its size."),
        (true, false) => Some("A region with bytes after its content."),
        (false, true) => Some("A region that is too short for its content."),
        (false, false) => None,
    }
}

/// Whether a field lacks bytes if its region ends too early.
fn needs(protocol: &Protocol, record: &Record, id: FieldId) -> bool {
    match record.fields.get(id.0).map(|field| &field.wire) {
        Some(Wire::Padding { space, .. }) => space.extent() != Some(&Extent::Rest),
        // Half a unit is no text.
        Some(Wire::Octets { extent: Extent::Rest, content: Content::Text(text) }) if text.encoding.has_order() => false,
        Some(wire @ Wire::Octets { extent: Extent::Rest, .. }) if wire.unit() == Some(Scalar::BYTE) => {
            wire.text().is_some_and(|text| text.encoding == Encoding::Utf8)
        }
        Some(Wire::List { item: item @ (Item::Scalar { .. } | Item::Record { .. }), extent: Extent::Rest }) => {
            layout::element_lengths(protocol, item).constant() != Some(1)
        }
        // The messages of a stream are read one by one.
        Some(Wire::List { item: Item::Family { .. }, extent: Extent::Rest }) => false,
        _ => true,
    }
}

/// Whether a field always takes all remaining bytes.
fn goes_on(protocol: &Protocol, record: &Record, id: FieldId) -> bool {
    let last = |record: &Record, body: &[FieldId]| body.last().is_some_and(|id| goes_on(protocol, record, *id));
    let of_record = |record: &Record| last(record, &record.body);
    let Some(field) = record.fields.get(id.0).filter(|field| field.presence == Presence::Always) else { return false };
    match &field.wire {
        Wire::Group { body, .. } => last(record, body),
        Wire::Match { tag: Tag::Input(Input::Left), arms, .. } => arms.iter().any(Arm::is_rest),
        Wire::Match { arms, .. } => arms.iter().all(|arm| last(record, &arm.body)),
        Wire::Record { record, .. } => protocol.records.get(record.0).is_some_and(of_record),
        Wire::Family { family, .. } => protocol.families.get(family.0).is_some_and(|family| {
            family.members.iter().all(|member| protocol.records.get(member.record.0).is_some_and(of_record))
        }),
        wire => wire.extent() == Some(&Extent::Rest),
    }
}
