//! `before 0xFF`: all that may follow must begin with a number of the pattern: a constant, or one that can be no other.

use crate::diagnostic::Diagnostic;
use crate::layout;
use crate::model::{
    Arm, ByteOrder, Code, Content, Expr, Extent, Field, FieldId, Interval, Presence, Protocol, Record, Scalar, Source,
    Tag, Wire, sets,
};
use crate::source::Span;

use crate::resolve::record::places::RecordPlaces;
use crate::resolve::resolver::Resolver;

/// How the bytes after a field begin.
enum Begins {
    /// With one of the numbers, always.
    Always,
    /// With one of them, or there are no bytes.
    Perhaps,
    /// With others, in this field of the record.
    Otherwise(FieldId),
}

/// A record, and the numbers with which that begins what may follow a field of it.
struct Following<'a> {
    protocol: &'a Protocol,
    record: &'a Record,
    read: &'a [Interval],
    /// The size of the number in bytes, its order, and whether it is signed.
    number: (u8, ByteOrder, bool),
}

impl Resolver<'_> {
    /// Rejects fields that end before a byte with which nothing, or not all that may follow, begins.
    pub(in crate::resolve) fn check_followed(&mut self, record: &Record, places: &RecordPlaces) -> Option<()> {
        let mut wrong = Vec::new();
        let protocol = &self.protocol;
        followed(protocol, record, &record.body, &[], &mut wrong);
        let is_right = wrong.is_empty();
        for (id, wrong) in wrong {
            let span = |id: FieldId| places.fields.get(id.0).map_or(places.name, |place| place.wire);
            self.complain(wrong.told(span(id), span));
        }
        is_right.then_some(())
    }
}

/// How what follows such a field is wrong.
enum Wrong {
    Nothing,
    /// A field that would be right begins like this.
    Otherwise(FieldId, String),
    NoGroup(Option<FieldId>),
}

impl Wrong {
    fn told(self, at: Span, span: impl Fn(FieldId) -> Span) -> Diagnostic {
        match self {
            Self::Nothing => {
                Diagnostic::new("nothing may follow, so nothing ends this", at, "ends before what follows")
                    .help("write `or end`, with a group `if left() > 0` after it; or `..` for all that is left")
            }
            Self::Otherwise(other, begin) => {
                Diagnostic::new("the next field does not begin with a number of the pattern", at, "ends before it")
                    .other(span(other), "does not begin with a number of the pattern")
                    .help(format!("let it begin with a number of the pattern, {begin}; or take the end with `until`"))
            }
            Self::NoGroup(other) => {
                let wrong =
                    Diagnostic::new("`or end` needs a group `if left() > 0` next", at, "may end without a match");
                let wrong = wrong.other_if(other.map(span), "this is next");
                wrong.help(match other {
                    Some(_) => "write the group, which begins with a number of the pattern; or leave `or end` out",
                    None => {
                        "write the group, which begins with a number of the pattern; or `..` for all remaining bytes"
                    }
                })
            }
        }
    }
}

/// Collects the wrong fields of a body, and of the bodies in it; `behind` follows the body.
fn followed(
    protocol: &Protocol,
    record: &Record,
    body: &[FieldId],
    behind: &[FieldId],
    wrong: &mut Vec<(FieldId, Wrong)>,
) {
    for (at, id) in body.iter().enumerate() {
        let Some(field) = record.fields.get(id.0) else { continue };
        let next: Vec<FieldId> = body.iter().skip(at.saturating_add(1)).chain(behind).copied().collect();
        if let Some(Extent::Until { or_end, .. }) = field.wire.extent()
            && let Some((read, Scalar::Int { bytes, signed, order })) = field.wire.left_for_the_next()
        {
            let following = Following { protocol, record, read, number: (bytes, order, signed) };
            wrong.extend(following.wrong(&next, *or_end).map(|wrong| (*id, wrong)));
        }
        let behind = if matches!(field.wire, Wire::Within { .. }) { Vec::new() } else { next };
        for body in field.wire.bodies() {
            followed(protocol, record, body, &behind, wrong);
        }
    }
}

impl Following<'_> {
    fn wrong(&self, next: &[FieldId], or_end: bool) -> Option<Wrong> {
        if or_end && !next.first().is_some_and(|first| self.is_whatever_is_left(*first)) {
            return Some(Wrong::NoGroup(next.first().copied()));
        }
        match self.begins(next) {
            Begins::Otherwise(id) => {
                let (bytes, _, signed) = self.number;
                let wire = format!("{}{}", if signed { 'i' } else { 'u' }, u32::from(bytes) * 8);
                let code = self.read.first().map_or(0, |one| one.min);
                let is_one = sets::covers(&[Interval::only(code)], self.read);
                let several = if is_one { String::new() } else { format!(" or `match {wire} {{ {code} => .. }}`") };
                Some(Wrong::Otherwise(id, format!("`_: {wire} = {code}`{several}")))
            }
            Begins::Perhaps if !or_end => Some(Wrong::Nothing),
            Begins::Perhaps | Begins::Always => None,
        }
    }

    /// The number with which bytes begin, if there are enough.
    fn number_of(&self, bytes: &[u8]) -> Option<Code> {
        let (size, order, signed) = self.number;
        let bytes = bytes.get(..usize::from(size))?;
        let digit = |number: Code, byte: &u8| (number << 8) | Code::from(*byte);
        let number = match order {
            ByteOrder::Big => bytes.iter().fold(0, digit),
            ByteOrder::Little => bytes.iter().rev().fold(0, digit),
        };
        let over = Code::from(signed) << (u32::from(size) * 8 - 1);
        Some(if signed && number >= over { number - (over << 1) } else { number })
    }

    /// Whether a number has the encoding of those that are looked for. A byte has no order.
    fn is_such_a_number(&self, bytes: u8, order: ByteOrder, signed: bool) -> bool {
        let (size, looked_for, is_signed) = self.number;
        bytes == size && signed == is_signed && (bytes == 1 || order == looked_for)
    }

    /// Whether a field is present exactly if bytes are left.
    fn is_whatever_is_left(&self, id: FieldId) -> bool {
        let presence = self.record.fields.get(id.0).map(|field| &field.presence);
        let some = [Interval::new(1, Expr::MOST)];
        matches!(presence, Some(Presence::Left { lengths, .. }) if sets::covers(lengths, &some) && !sets::covers(lengths, &[Interval::only(0)]))
    }

    /// Whether all codes of an arm are of the pattern. An arm without codes has all that no other arm has.
    fn is_read(&self, arm: &Arm) -> bool {
        let mut codes = arm.patterns.iter().flatten();
        !arm.patterns.is_empty() && codes.all(|codes| !codes.is_empty() && sets::covers(self.read, codes))
    }

    fn begins(&self, body: &[FieldId]) -> Begins {
        for id in body {
            let Some(field) = self.record.fields.get(id.0) else { continue };
            match self.field(*id, field) {
                Begins::Always if field.presence == Presence::Always => return Begins::Always,
                Begins::Always | Begins::Perhaps => {}
                Begins::Otherwise(id) => return Begins::Otherwise(id),
            }
        }
        Begins::Perhaps
    }

    /// How a present field begins.
    fn field(&self, id: FieldId, field: &Field) -> Begins {
        let constant = |bytes: &[u8]| match self.number_of(bytes) {
            Some(number) if self.read.iter().any(|one| one.contains(number)) => Begins::Always,
            _ => Begins::Otherwise(id),
        };
        match &field.wire {
            Wire::Octets { content: Content::Constant(bytes), .. } => constant(bytes),
            Wire::Scalar { scalar: Scalar::Int { bytes, order, signed }, cell } => {
                let Some(Source::Constant(code)) = self.record.cells.get(cell.0).map(|cell| &cell.source) else {
                    let written = layout::written_numbers(self.protocol, self.record, id);
                    return match self.is_such_a_number(*bytes, *order, *signed) && sets::covers(self.read, &written) {
                        true => Begins::Always,
                        false => Begins::Otherwise(id),
                    };
                };
                let mut constant_bytes: Vec<u8> = code.to_le_bytes().into_iter().take(usize::from(*bytes)).collect();
                if *order == ByteOrder::Big {
                    constant_bytes.reverse();
                }
                constant(&constant_bytes)
            }
            Wire::Group { body, .. } => self.begins(body),
            Wire::Match { tag: Tag::InPlace { scalar: Scalar::Int { bytes, signed, order }, .. }, arms, .. } => {
                if self.is_such_a_number(*bytes, *order, *signed) && arms.iter().all(|arm| self.is_read(arm)) {
                    Begins::Always
                } else {
                    Begins::Otherwise(id)
                }
            }
            Wire::Match { tag: Tag::Input(_) | Tag::Tuple(_), arms, .. } => {
                arms.iter().fold(Begins::Always, |all, arm| match (all, self.begins(&arm.body)) {
                    (Begins::Otherwise(id), _) | (_, Begins::Otherwise(id)) => Begins::Otherwise(id),
                    (Begins::Perhaps, _) | (_, Begins::Perhaps) => Begins::Perhaps,
                    (Begins::Always, Begins::Always) => Begins::Always,
                })
            }
            Wire::Record { record, .. } => {
                let Some(inner) = self.protocol.records.get(record.0) else { return Begins::Otherwise(id) };
                match (Following { record: inner, ..*self }).begins(&inner.body) {
                    Begins::Otherwise(_) => Begins::Otherwise(id),
                    begins => begins,
                }
            }
            _ => Begins::Otherwise(id),
        }
    }
}
