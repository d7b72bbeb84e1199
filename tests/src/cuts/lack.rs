//! How many bytes a field lacks of which only the first came: as many as are certainly missing, which its model says.

use wireform_build::interpret::{Step, StepKind};
use wireform_build::model::{
    Code, Content, Extent, FieldId, FloatWidth, Form, Input, Item, Node, Pieces, Protocol, Record, RecordId, Scalar,
    Tag, Varint, VarintShape, Wire,
};

use crate::paths::{in_record, is_in};

/// A packet that ends within one of its steps.
pub struct Cut<'c> {
    pub protocol: &'c Protocol,
    /// All of the whole packet.
    pub steps: &'c [Step],
    /// The one that it ends in.
    pub step: &'c Step,
    /// Its bytes from the field on that is read, all of them and those that are there.
    pub whole: &'c [u8],
    pub have: &'c [u8],
}

/// A field, and the record that has it.
pub type Found<'p> = (&'p Record, FieldId);

/// The fields of this path: in a family several messages may have such a one.
pub fn fields<'p>(protocol: &'p Protocol, node: Node, path: &str) -> Vec<Found<'p>> {
    let mut found = Vec::new();
    find(protocol, node, path, &mut found);
    found
}

fn find<'p>(protocol: &'p Protocol, node: Node, path: &str, found: &mut Vec<Found<'p>>) {
    match node {
        Node::Family(id) => {
            let members = protocol.families[id.0].members.iter();
            members.for_each(|member| find(protocol, Node::Record(member.record), path, found));
        }
        Node::Record(RecordId(id)) => {
            let record = &protocol.records[id];
            for (at, field) in record.fields.iter().enumerate() {
                let own = in_record(record, FieldId(at));
                if own == path {
                    found.push((record, FieldId(at)));
                }
                if let Some(node) = protocol.inside(&field.wire)
                    && is_in(path, &own)
                {
                    find(protocol, node, path[own.len()..].trim_start_matches('.'), found);
                }
            }
        }
    }
}

impl<'c> Cut<'c> {
    /// How many bytes may be asked for of what is read here. Which field it is, the path of the error says.
    pub fn could_need(&self, node: Node, path: &str) -> Vec<usize> {
        let fields = fields(self.protocol, node, path);
        let mut could: Vec<usize> = fields.into_iter().flat_map(|found| self.of_field(found)).collect();
        if self.step.name == "code" {
            let carriers = self.protocol.families.iter().filter_map(|family| family.carrier);
            could.extend(carriers.map(|carrier| self.missing(carrier)));
        }
        could
    }

    fn of_field(&self, (record, id): Found<'_>) -> Vec<usize> {
        match &record.fields[id.0].wire {
            Wire::Scalar { scalar, .. }
            | Wire::Bits { carrier: scalar, .. }
            | Wire::Match { tag: Tag::InPlace { scalar, .. }, .. }
            | Wire::Within { extent: Extent::Prefixed { scalar, .. }, .. } => vec![self.missing(*scalar)],
            Wire::Chosen { tags, forms, .. } => {
                let base = self.step.path.strip_suffix(&in_record(record, id));
                let numbers: Vec<_> = tags.iter().map(|tag| self.number(record, base?, tag)).collect();
                let forms = forms.iter().filter(|form| is_chosen(form, &numbers)).filter_map(|form| form.scalar);
                // What the trace does not have chooses a form that is as long as this one. In what ends a list others may
                // stand behind it.
                let ends = self.step.kind == StepKind::Terminator;
                let fits = |len: usize| len == self.whole.len() || ends && len < self.whole.len();
                let forms = forms.filter(|scalar| fits(width(self.protocol, *scalar, self.whole)));
                forms.map(|scalar| self.missing(scalar)).collect()
            }
            Wire::Float { width, .. } => vec![self.rest_of(bytes_of(*width))],
            Wire::Padding { space, .. } => {
                vec![space.extent().map_or(self.rest_of(self.whole.len()), |extent| self.of_bytes(extent))]
            }
            Wire::Octets { content: Content::Constant(bytes), .. } => vec![self.rest_of(bytes.len())],
            Wire::Octets { extent, content } => match content.unit() {
                Scalar::BYTE => vec![self.of_bytes(extent)],
                unit => vec![of_units(self.protocol, unit, extent, self.have)],
            },
            Wire::List { item, extent } => {
                let is_count = self.step.kind == StepKind::Derived && self.step.name == "count";
                let count = match extent {
                    Extent::Prefixed { scalar, .. } => Some(self.missing(*scalar)),
                    _ => None,
                };
                // A number of such a list is the count or an element.
                let element = self.of_item(item).filter(|_| count.is_none() || !is_count);
                count.filter(|_| element.is_none()).into_iter().chain(element).collect()
            }
            Wire::Sparse { item, .. } => self.of_item(item).into_iter().collect(),
            Wire::Match { .. }
            | Wire::Group { .. }
            | Wire::Record { .. }
            | Wire::Family { .. }
            | Wire::Nested { .. }
            | Wire::Within { .. } => Vec::new(),
        }
    }

    /// The number of a tag, where the trace has it.
    fn number(&self, record: &Record, base: &str, tag: &Input) -> Option<Code> {
        match tag {
            Input::Cell(id) => {
                let path = format!("{base}{}", record.cells[id.0].path);
                self.steps.iter().find(|step| step.path == path)?.raw
            }
            Input::Literal(code) => Some(*code),
            Input::Param(_) | Input::Session(_) | Input::Part(_) | Input::Left => None,
        }
    }

    fn of_item(&self, item: &Item) -> Option<usize> {
        match item {
            Item::Scalar { scalar, .. } => Some(self.missing(*scalar)),
            Item::Float { width, .. } => Some(self.rest_of(bytes_of(*width))),
            Item::Record { .. } | Item::Family { .. } => None,
        }
    }

    /// Bytes that are counted are taken at once, those up to an end are looked at one by one.
    fn of_bytes(&self, extent: &Extent) -> usize {
        let rest = self.rest_of(self.whole.len());
        match extent {
            Extent::Until { .. } => 1,
            Extent::Prefixed { scalar, .. } => match self.missing(*scalar) {
                0 => rest,
                missing => missing,
            },
            Extent::Fixed { .. } | Extent::Counted(_) | Extent::Given(_) | Extent::Rest | Extent::AllBut(_) => rest,
        }
    }

    fn missing(&self, scalar: Scalar) -> usize {
        missing(self.protocol, scalar, self.have)
    }

    fn rest_of(&self, bytes: usize) -> usize {
        bytes.saturating_sub(self.have.len())
    }
}

fn is_chosen(form: &Form, numbers: &[Option<Code>]) -> bool {
    let mut patterns = numbers.iter().zip(&form.pattern);
    patterns.all(|(number, codes)| {
        codes.is_empty() || number.is_none_or(|number| codes.iter().any(|code| code.contains(number)))
    })
}

fn bytes_of(width: FloatWidth) -> usize {
    match width {
        FloatWidth::F32 => 4,
        FloatWidth::F64 => 8,
    }
}

/// Characters that are numbers are read one by one, behind their count if that stands in front.
fn of_units(protocol: &Protocol, unit: Scalar, extent: &Extent, have: &[u8]) -> usize {
    let mut have = have;
    if let Extent::Prefixed { scalar, .. } = extent {
        match behind(protocol, *scalar, have) {
            Some(characters) => have = characters,
            None => return missing(protocol, *scalar, have),
        }
    }
    while let Some(others) = behind(protocol, unit, have) {
        have = others;
    }
    missing(protocol, unit, have)
}

/// What stands behind a number, if all of that is there.
fn behind<'h>(protocol: &Protocol, scalar: Scalar, have: &'h [u8]) -> Option<&'h [u8]> {
    have.get(width(protocol, scalar, have)..)
}

/// How many bytes a number lacks at least; none if it is all there.
fn missing(protocol: &Protocol, scalar: Scalar, have: &[u8]) -> usize {
    width(protocol, scalar, have).saturating_sub(have.len())
}

/// How many bytes a number has at least that begins so.
fn width(protocol: &Protocol, scalar: Scalar, have: &[u8]) -> usize {
    match scalar {
        Scalar::Int { bytes, .. } => usize::from(bytes),
        Scalar::Varint(id) => of_varint(&protocol.varints[id.0], have),
    }
}

/// How many bytes the shortest has: where each has a marker, that and a number.
fn least(varint: &Varint) -> usize {
    match &varint.shape {
        VarintShape::Forms(forms) => forms.iter().map(|form| form.bytes.len()).min().unwrap_or(1),
        VarintShape::Groups(_) | VarintShape::Leb128 { .. } | VarintShape::Quic => 1,
    }
}

fn of_varint(varint: &Varint, have: &[u8]) -> usize {
    let Some(first) = have.first() else { return least(varint) };
    let last = have.iter().position(|byte| byte & 0x80 == 0).unwrap_or(have.len());
    match &varint.shape {
        VarintShape::Forms(forms) => {
            let is = |form: &&Pieces| form.bytes.iter().zip(have).all(|(one, byte)| byte & one.mask == one.constant);
            let begun = forms.iter().filter(is);
            let marked = begun.clone().filter(|form| form.bytes[0].mask != 0).map(|form| form.bytes.len()).min();
            marked.or_else(|| begun.map(|form| form.bytes.len()).min()).unwrap_or(1)
        }
        VarintShape::Groups(groups) => (last + 1).min(groups.widths.len()),
        VarintShape::Leb128 { .. } => last + 1,
        VarintShape::Quic => 1 << (first >> 6),
    }
}
