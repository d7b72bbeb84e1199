//! The layout of a record in one line, in the manner of a figure in an RFC: `code cn state x:2|3 [fall: speed:1|2]`.

use super::here::Here;
use crate::layout::{self, Spans};
use crate::model::{
    Extent, Field, FieldId, FloatWidth, Interval, Item, LengthRange, Presence, Role, Scalar, Tag, Wire,
};

/// Columns of a line.
const WIDTH: usize = 80;

/// Lines of a figure. What is nested deeply is left out of longer ones.
const LINES: usize = 5;

/// Groups, elements and shapes inside of each other that a figure shows.
const DEPTH: usize = 4;

/// Shapes of a field that a figure shows one by one.
const SHAPES: usize = 8;

/// The figure of a record; nothing if it has one plain field.
pub(super) fn figure(here: &Here<'_>) -> Option<String> {
    let code = matches!(here.record.role, Role::Message { code: Some(_) }).then(|| "code".to_owned());
    let drawing = Drawing::of(*here);
    let draw = |depth| {
        let words = code.clone().into_iter().chain(body(&drawing, &here.record.body, depth));
        wrapped(&words.collect::<Vec<_>>().join(" "))
    };
    let is_plain = |field: &Field| {
        !matches!(field.wire, Wire::List { .. } | Wire::Sparse { .. } | Wire::Match { .. } | Wire::Group { .. })
    };
    if here.record.fields.len() < 2 && here.record.fields.iter().all(is_plain) {
        return None;
    }
    let all = (1..=DEPTH).rev().map(draw).find(|lines| lines.lines().count() <= LINES);
    Some(all.unwrap_or_else(|| draw(0)))
}

/// A record, and the sizes of its fields.
struct Drawing<'b> {
    here: Here<'b>,
    spans: Spans,
}

impl<'b> Drawing<'b> {
    fn of(here: Here<'b>) -> Self {
        Self { here, spans: Spans::of(here.protocol(), here.record) }
    }
}

fn body(drawing: &Drawing<'_>, body: &[FieldId], depth: usize) -> Vec<String> {
    let fields = &drawing.here.record.fields;
    body.iter().map(|id| word(drawing, *id, &fields[id.0], depth)).collect()
}

/// A field, in brackets if it may be absent.
fn word(drawing: &Drawing<'_>, id: FieldId, field: &Field, depth: usize) -> String {
    let here = &drawing.here;
    let name = field.name.as_deref().unwrap_or(if matches!(field.wire, Wire::Bits { .. }) { "bits" } else { "_" });
    let optional = match &field.wire {
        Wire::Chosen { forms, .. } => forms.iter().any(|form| form.scalar.is_none()),
        _ => matches!(field.presence, Presence::When { .. } | Presence::Left { .. }),
    };
    let inner = match &field.wire {
        Wire::Group { body, .. } => match only_bits(here, body) {
            Some(carrier) => format!("{name}{}", scalar_size(here, carrier)),
            None => {
                let inner = nested(drawing, body, depth);
                if optional { format!("{name}: {inner}") } else { format!("{name}({inner})") }
            }
        },
        Wire::Within { body, .. } => format!("region({})", nested(drawing, body, depth)),
        Wire::Match { tag, arms, .. } => {
            let code = if matches!(tag, Tag::InPlace { .. }) { "code, " } else { "" };
            if arms.len() > SHAPES || depth == 0 {
                format!("{name}{{{code}{} shapes}}", arms.len())
            } else {
                let arm = |arm: &crate::model::Arm| {
                    format!("{}({})", arm.name, nested(drawing, &arm.body, depth)).replace("()", "")
                };
                let arms: Vec<String> = arms.iter().map(arm).collect();
                format!("{name}{{{code}{}}}", arms.join(" | "))
            }
        }
        Wire::Record { record, .. } => format!("{name}:{}", here.protocol().records[record.0].name),
        Wire::Family { family, .. } => format!("{name}:{}", here.protocol().families[family.0].name),
        Wire::List { item, extent } => {
            let count = match extent {
                Extent::Fixed { count, .. } => count.to_string(),
                _ => String::new(),
            };
            format!("{name}*{count}{}", element(drawing, item, depth))
        }
        Wire::Sparse { item, count, .. } => format!("[{name}]*{count}{}", element(drawing, item, depth)),
        Wire::Chosen { forms, .. } => {
            let mut sizes: Vec<String> = Vec::new();
            for scalar in forms.iter().filter_map(|form| form.scalar) {
                let size = match scalar_size(here, scalar) {
                    size if size.is_empty() => "1".to_owned(),
                    size => size.replace(':', ""),
                };
                if !sizes.contains(&size) {
                    sizes.push(size);
                }
            }
            if sizes.len() == 1 && sizes[0] == "1" { name.to_owned() } else { format!("{name}:{}", sizes.join("|")) }
        }
        Wire::Scalar { .. }
        | Wire::Float { .. }
        | Wire::Bits { .. }
        | Wire::Padding { .. }
        | Wire::Magic(_)
        | Wire::Bytes(_)
        | Wire::Text { .. } => {
            let known = drawing.spans.length(id).canonical;
            format!("{name}{}", size_of(here, field, known))
        }
    };
    if optional { format!("[{inner}]") } else { inner }
}

fn nested(drawing: &Drawing<'_>, inner: &[FieldId], depth: usize) -> String {
    if depth == 0 && !inner.is_empty() {
        "..".to_owned()
    } else {
        body(drawing, inner, depth.saturating_sub(1)).join(" ")
    }
}

fn element(drawing: &Drawing<'_>, item: &Item, depth: usize) -> String {
    let here = &drawing.here;
    match item {
        Item::Scalar { scalar, .. } => scalar_size(here, *scalar),
        Item::Float { width, .. } => format!(":{}", if *width == FloatWidth::F32 { 4 } else { 8 }),
        Item::Family { family, .. } => format!(":{}", here.protocol().families[family.0].name),
        Item::Record { record, .. } => match &here.protocol().records[record.0] {
            one if matches!(one.role, Role::Element { .. }) => {
                let inner = Drawing::of(Here { record: one, ..*here });
                format!("({})", nested(&inner, &one.body, depth))
            }
            one => format!(":{}", one.name),
        },
    }
}

/// The carrier of the bits that a group consists of.
fn only_bits(here: &Here<'_>, body: &[FieldId]) -> Option<Scalar> {
    let [only] = body else { return None };
    match here.record.fields[only.0].wire {
        Wire::Bits { carrier, .. } => Some(carrier),
        _ => None,
    }
}

fn size_of(here: &Here<'_>, field: &Field, known: LengthRange) -> String {
    match &field.wire {
        Wire::Scalar { scalar, .. } | Wire::Bits { carrier: scalar, .. } => scalar_size(here, *scalar),
        _ => match known.max {
            Some(1) if known.min == 1 => String::new(),
            Some(max) if known.min == max => format!(":{max}"),
            _ => ":*".to_owned(),
        },
    }
}

/// Nothing for a byte, and for a varint, whose type says how long it is.
fn scalar_size(here: &Here<'_>, scalar: Scalar) -> String {
    let all = layout::scalar_lengths(here.protocol(), scalar, Interval::only(0)).canonical;
    match scalar {
        Scalar::Int { bytes: 1, .. } | Scalar::Varint(_) => String::new(),
        Scalar::Int { .. } => format!(":{}", all.min),
    }
}

/// The words in lines, the later ones indented.
fn wrapped(text: &str) -> String {
    let mut lines = String::new();
    let mut width: usize = 0;
    for word in text.split(' ') {
        let len = word.chars().count();
        if width > 0 && width.saturating_add(len) >= WIDTH {
            lines.push_str("\n    ");
            width = 4;
        } else if width > 0 {
            lines.push(' ');
            width = width.saturating_add(1);
        }
        lines.push_str(word);
        width = width.saturating_add(len);
    }
    lines
}
