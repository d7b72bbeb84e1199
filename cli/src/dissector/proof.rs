//! The bytes that are the same in every packet, by which one is told from those of other protocols.
//!
//! Each function gives the front of a piece of a packet, as far as its bytes stand at fixed places. What is not known to be
//! the same is unknown; a number that may be read in several forms ends the front.

use wireform_build::interpret::Target;
use wireform_build::layout::{self, scalar_interval};
use wireform_build::model::{
    Arm, ByteOrder, CellId, Check, Code, Content, Expr, Extent, FamilyId, FieldId, Interval, Item, Presence, Protocol,
    Record, RecordId, Rule, Scalar, Schema, Source, Space, Tag, Test, Value, Wire,
};

use super::roots::Packets;
use super::subject::Subject;
use crate::bytes::to_hex;
use crate::model::tree::{Tree, kind};

/// The fewest bytes that tell a packet from others.
const FEWEST: usize = 4;
/// The longest front: later bytes are not asked for.
const LONGEST: usize = 256;

/// Bytes at an offset.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// From the start of the packet.
    pub offset: usize,
    /// In every packet.
    pub bytes: Vec<u8>,
}

impl Run {
    /// `{offset = 0, hex = "ffffffff"}`
    pub fn tree(&self) -> Tree {
        kind("offset", i128::try_from(self.offset).unwrap_or(0)).with("hex", to_hex(&self.bytes)).into()
    }
}

/// The bytes that are the same in all packets of a schema, in every version that has them and in both directions; none if
/// they are too few.
pub fn fixed(schema: &Schema, packets: &Packets<'_>) -> Vec<Run> {
    let subjects = match packets {
        Packets::Same(one) => vec![*one],
        Packets::Directed(two) => two.to_vec(),
    };
    let versions = subjects.iter().flat_map(|one| schema.protocols().filter_map(|protocol| one.within(protocol)));
    let fronts = versions.map(|Subject { protocol, target }| Prover { protocol }.target(target));
    let runs = fronts.reduce(Front::or).map(|front| front.runs()).unwrap_or_default();
    let bytes: usize = runs.iter().map(|run| run.bytes.len()).sum();
    if bytes < FEWEST { Vec::new() } else { runs }
}

/// The first bytes of something.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Front {
    /// Each byte; of one that varies some bits may be known.
    bytes: Vec<Bits>,
    /// More bytes follow, whose places vary.
    is_open: bool,
}

/// Bits that are known, and what they are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Bits {
    mask: u8,
    bits: u8,
}

impl Bits {
    const fn of(byte: u8) -> Self {
        Self { mask: u8::MAX, bits: byte }
    }

    const fn or(self, other: Self) -> Self {
        let mask = self.mask & other.mask & !(self.bits ^ other.bits);
        Self { mask, bits: self.bits & mask }
    }
}

impl Front {
    const OPEN: Self = Self { bytes: Vec::new(), is_open: true };

    fn constant(bytes: &[u8]) -> Self {
        Self { bytes: bytes.iter().copied().map(Bits::of).collect(), is_open: false }
    }

    fn unknown(bytes: u64) -> Self {
        let len = usize::try_from(bytes).unwrap_or(usize::MAX).min(LONGEST);
        Self { bytes: vec![Bits::default(); len], is_open: false }
    }

    /// This, and after it the bytes of `next`.
    fn then(mut self, next: impl FnOnce() -> Self) -> Self {
        if self.bytes.len() >= LONGEST {
            self.is_open = true;
        }
        if !self.is_open {
            let next = next();
            self.bytes.extend(next.bytes);
            self.is_open = next.is_open;
        }
        self
    }

    /// One or the other.
    fn or(self, other: Self) -> Self {
        let is_open = self.is_open || other.is_open || self.bytes.len() != other.bytes.len();
        Self { bytes: self.bytes.into_iter().zip(other.bytes).map(|(one, other)| one.or(other)).collect(), is_open }
    }

    fn runs(&self) -> Vec<Run> {
        let mut runs: Vec<Run> = Vec::new();
        for (offset, byte) in self.bytes.iter().enumerate().filter(|(_, byte)| byte.mask == u8::MAX) {
            match runs.last_mut().filter(|run| run.offset.saturating_add(run.bytes.len()) == offset) {
                Some(run) => run.bytes.push(byte.bits),
                None => runs.push(Run { offset, bytes: vec![byte.bits] }),
            }
        }
        runs
    }
}

/// Bits of a number of up to 64 bits that all its values have.
#[derive(Debug, Clone, Copy, Default)]
struct Known {
    mask: u64,
    bits: u64,
}

impl Known {
    /// Those of all numbers of some intervals; nothing is known of none.
    fn of(numbers: &[Interval]) -> Self {
        let each = numbers.iter().map(|one| {
            let (min, max) = (low64(one.min), low64(one.max));
            // The bits above the highest that differs: in two's complement the same for all between two of one sign.
            let same = (one.min < 0) == (one.max < 0);
            let above = (min ^ max).leading_zeros();
            let mask = if same { !u64::MAX.checked_shr(above).unwrap_or(0) } else { 0 };
            Self { mask, bits: min & mask }
        });
        each.reduce(Self::or).unwrap_or_default()
    }

    const fn or(self, other: Self) -> Self {
        let mask = self.mask & other.mask & !(self.bits ^ other.bits);
        Self { mask, bits: self.bits & mask }
    }

    /// The low bits, as a part of a larger number.
    fn at(self, low: u8, width: u8) -> Self {
        let ones = u64::MAX.checked_shr(64_u32.saturating_sub(width.into())).unwrap_or(0);
        let put = |bits: u64| (bits & ones).checked_shl(low.into()).unwrap_or(0);
        Self { mask: put(self.mask), bits: put(self.bits) }
    }

    const fn and(self, other: Self) -> Self {
        Self { mask: self.mask | other.mask, bits: self.bits | other.bits }
    }

    fn bytes(self, bytes: u8, order: ByteOrder) -> Front {
        let [mask, bits] = [self.mask, self.bits].map(u64::to_le_bytes);
        let known = mask.into_iter().zip(bits).map(|(mask, bits)| Bits { mask, bits: bits & mask });
        let mut all: Vec<Bits> = known.take(bytes.into()).collect();
        if order == ByteOrder::Big {
            all.reverse();
        }
        Front { bytes: all, is_open: false }
    }
}

/// The low bits of a number in two's complement.
fn low64(code: Code) -> u64 {
    u64::try_from(code & Code::from(u64::MAX)).unwrap_or(0)
}

struct Prover<'p> {
    protocol: &'p Protocol,
}

impl Prover<'_> {
    fn target(&self, target: Target) -> Front {
        match target {
            Target::Record(id) => self.record(id),
            Target::Family(id) => self.family(id),
            // There may be no message.
            Target::Stream(_) => Front::OPEN,
        }
    }

    fn record(&self, id: RecordId) -> Front {
        let Some(record) = self.protocol.records.get(id.0) else { return Front::OPEN };
        let code = record.message_code();
        let code = code.map_or_else(Front::default, |code| self.number(code.scalar, &[Interval::only(code.code)]));
        code.then(|| self.body(record, &record.body))
    }

    /// A message with its code.
    fn family(&self, id: FamilyId) -> Front {
        let Some(family) = self.protocol.families.get(id.0).filter(|family| !family.open) else { return Front::OPEN };
        let members = family.members.iter().map(|member| {
            let own = self.protocol.records.get(member.record.0).and_then(Record::message_code);
            match (own, family.carrier) {
                // A message that is shared may have another code here.
                (Some(_), Some(scalar)) => {
                    let code = self.number(scalar, &[Interval::only(member.code)]);
                    code.then(|| self.without_code(member.record))
                }
                _ => Front::OPEN,
            }
        });
        members.reduce(Front::or).unwrap_or(Front::OPEN)
    }

    fn without_code(&self, id: RecordId) -> Front {
        self.protocol.records.get(id.0).map_or(Front::OPEN, |record| self.body(record, &record.body))
    }

    fn body(&self, record: &Record, body: &[FieldId]) -> Front {
        body.iter().fold(Front::default(), |front, id| front.then(|| self.field(record, *id)))
    }

    fn field(&self, record: &Record, id: FieldId) -> Front {
        let Some(field) = record.fields.get(id.0).filter(|field| field.presence == Presence::Always) else {
            return Front::OPEN;
        };
        match &field.wire {
            Wire::Scalar { scalar, cell } => self.number(*scalar, &self.numbers(record, *cell, field.rule.as_ref())),
            Wire::Chosen { .. } | Wire::Sparse { .. } | Wire::Nested { .. } => Front::OPEN,
            Wire::Float { width, .. } => Front::unknown(width.bytes().into()),
            Wire::Bits { carrier, parts } => {
                let known = parts.iter().filter_map(|part| {
                    let [run] = part.runs.as_slice() else { return None };
                    let numbers = self.numbers(record, part.cell, None);
                    Some(Known::of(&numbers).at(run.low, run.width))
                });
                self.scalar(*carrier, known.fold(Known::default(), Known::and))
            }
            Wire::Padding { space, filler } => match (space, space.constant()) {
                (Space::Extent(_), Some(bytes)) if filler.is_checked => {
                    let len = usize::try_from(bytes).unwrap_or(usize::MAX).min(LONGEST);
                    Front::constant(&vec![filler.byte; len])
                }
                (_, Some(bytes)) => Front::unknown(bytes),
                (_, None) => Front::OPEN,
            },
            Wire::Octets { content: Content::Constant(bytes), .. } => Front::constant(bytes),
            wire @ Wire::Octets { .. } => layout::fixed_size(self.protocol, wire).map_or(Front::OPEN, Front::unknown),
            Wire::Group { body, .. } => self.body(record, body),
            Wire::Record { record, .. } => self.record(*record),
            Wire::Family { family, by: None, .. } => self.family(*family),
            Wire::Family { family, by: Some(_), .. } => self.members(*family),
            Wire::List { item, extent } => self.list(item, extent),
            Wire::Match { tag, arms, .. } => self.shapes(record, tag, arms),
            Wire::Within { extent, body } => self.within(record, extent, body),
        }
    }

    /// One of the messages of a family whose code stands before.
    fn members(&self, id: FamilyId) -> Front {
        let Some(family) = self.protocol.families.get(id.0).filter(|family| !family.open) else { return Front::OPEN };
        family.members.iter().map(|one| self.without_code(one.record)).reduce(Front::or).unwrap_or(Front::OPEN)
    }

    fn list(&self, item: &Item, extent: &Extent) -> Front {
        let Some(count) = extent.constant() else { return Front::OPEN };
        let one = || match item {
            Item::Scalar { scalar, value } => {
                let numbers = self.valid(*value, scalar_interval(self.protocol, *scalar));
                self.number(*scalar, &numbers)
            }
            Item::Float { width, .. } => Front::unknown(width.bytes().into()),
            Item::Record { record, .. } => self.record(*record),
            Item::Family { family, .. } => self.family(*family),
        };
        // An element may have no bytes.
        let count = usize::try_from(count).unwrap_or(usize::MAX).min(LONGEST);
        (0..count).fold(Front::default(), |front, _| front.then(one))
    }

    fn shapes(&self, record: &Record, tag: &Tag, arms: &[Arm]) -> Front {
        let shapes = || arms.iter().map(|arm| self.body(record, &arm.body)).reduce(Front::or).unwrap_or(Front::OPEN);
        match tag {
            Tag::InPlace { scalar, cell } => {
                let numbers = self.numbers(record, *cell, None);
                let codes: Vec<Interval> = match arms.iter().any(Arm::is_rest) {
                    true => numbers,
                    false => arms.iter().flat_map(|arm| arm.codes().iter().copied()).collect(),
                };
                self.number(*scalar, &codes).then(shapes)
            }
            Tag::Input(_) | Tag::Tuple(_) => shapes(),
        }
    }

    fn within(&self, record: &Record, extent: &Extent, body: &[FieldId]) -> Front {
        if let Some(size) = extent.constant() {
            // The fields fill it, wherever the last of them begin.
            let Front { mut bytes, .. } = self.body(record, body);
            bytes.resize(Front::unknown(size).bytes.len(), Bits::default());
            return Front { bytes, is_open: false };
        }
        let before = match extent {
            Extent::Prefixed { scalar, cell } => self.number(*scalar, &self.numbers(record, *cell, None)),
            Extent::Fixed { .. } | Extent::Counted(_) | Extent::Given(_) | Extent::Rest | Extent::AllBut(_) => {
                Front::default()
            }
            Extent::Until { .. } => Front::OPEN,
        };
        before.then(|| self.body(record, body))
    }

    /// The bytes of a number that is one of these.
    fn number(&self, scalar: Scalar, numbers: &[Interval]) -> Front {
        self.scalar(scalar, Known::of(numbers))
    }

    fn scalar(&self, scalar: Scalar, known: Known) -> Front {
        match scalar {
            Scalar::Int { bytes, order, .. } => known.bytes(bytes, order),
            // The same number may come in several forms.
            Scalar::Varint(_) => Front::OPEN,
        }
    }

    /// The numbers of a cell that are read without an error.
    fn numbers(&self, record: &Record, id: CellId, rule: Option<&Rule>) -> Vec<Interval> {
        let Some(cell) = record.cells.get(id.0) else { return vec![Interval::ANYTHING] };
        match cell.source {
            Source::Constant(code) => return vec![Interval::only(code)],
            Source::Reserved(_) => return vec![Interval::ANYTHING],
            Source::User | Source::Derived(_) => {}
        }
        let wire = wireform_build::layout::wire_interval(self.protocol, record, id);
        match rule {
            Some(Rule { check: Check::Test(Test::In { value: Expr::Cell(own), intervals }), repair: None, .. })
                if *own == id =>
            {
                let valid = self.valid(cell.value, wire);
                wireform_build::model::sets::meet(&valid, intervals)
            }
            _ => self.valid(cell.value, wire),
        }
    }

    /// The numbers of an interval that have a meaning.
    fn valid(&self, value: Value, wire: Interval) -> Vec<Interval> {
        match value {
            Value::Bool => vec![Interval::new(0, 1)],
            Value::Enum(id) => match self.protocol.enums.get(id.0) {
                Some(one) if !one.open => one.named_codes(),
                Some(_) | None => vec![wire],
            },
            Value::Int(_) | Value::Truthy | Value::Bits(_) | Value::Quantity(_) | Value::Packed(_) => vec![wire],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Packets, fixed};
    use crate::dissector::subject::Subject;
    use crate::model::tree::Tree;
    use crate::support::schema;

    /// The proven bytes of the target `P`: offsets with hexadecimal digits.
    fn proven(items: &str) -> Vec<(usize, String)> {
        let schema = schema(items).into();
        let packets = Packets::Same(Subject::find(&schema, "P").expect("there is a P"));
        fixed(&schema, &packets).iter().map(|run| (run.offset, crate::bytes::to_hex(&run.bytes))).collect()
    }

    fn runs(all: &[(usize, &str)]) -> Vec<(usize, String)> {
        all.iter().map(|(offset, hex)| (*offset, (*hex).to_owned())).collect()
    }

    #[test]
    fn constants_are_proven() {
        assert_eq!(proven("struct P { _: ascii[4] = \"WIRE\", x: u8 }"), runs(&[(0, "57495245")]));
        assert_eq!(
            proven("struct P { x: u16, version: u32 = 0x01020304, y: u8, _: u8 = 7 }"),
            runs(&[(2, "04030201"), (7, "07")])
        );
        assert_eq!(proven("struct P { x: u16, version: u24 = 0x010203, y: u8 }"), runs(&[]), "three bytes are too few");
    }

    #[test]
    fn nested_records_and_lists_are_walked() {
        let items = "struct Inner { _: u16 = 1, x: f32 } struct P { all: [Inner; 2], one: Inner }";
        assert_eq!(proven(items), runs(&[(0, "0100"), (6, "0100"), (12, "0100")]));
    }

    #[test]
    fn codes_of_one_message_are_proven() {
        let items = "family P: u32 { message Only = 0x11223344 { x: u8 } }";
        assert_eq!(proven(items), runs(&[(0, "44332211")]));
        let two = "family P: u32be { message A = 0x11223344 { x: u8 } message B = 0x11223355 { x: u8, _: u16 = 9 } }";
        assert_eq!(proven(two), runs(&[]), "three bytes agree");
        let varint = "varint V: u32 = leb128; family P: V { message A = 1 { _: u32 = 1 } }";
        assert_eq!(proven(varint), runs(&[]), "the code may be longer");
    }

    #[test]
    fn a_field_of_variable_length_or_presence_ends_it() {
        assert_eq!(proven("struct P { _: u32 = 1, n: ascii[u8], _: u32 = 2 }"), runs(&[(0, "01000000")]));
        let optional = "struct P { _: u32 = 1, bits u8 { more, _: .. }, x: u16 if more, _: u32 = 2 }";
        assert_eq!(proven(optional), runs(&[(0, "01000000")]));
        let region = "struct P { n: u8, within (6) { _: u16 = 1, x: bytes[n], _: bytes[..] }, _: u16 = 2 }";
        assert_eq!(proven(region), runs(&[(1, "0100"), (7, "0200")]));
    }

    #[test]
    fn shapes_have_what_all_of_them_have() {
        let items = "struct P { kind: u8, shape: match kind { 0 => A { _: u32 = 1, x: u8 }, _ => B { _: u32 = 1, y: u8 } }, _: u8 = 3 }";
        assert_eq!(proven(items), runs(&[(1, "01000000"), (6, "03")]));
    }

    #[test]
    fn parts_that_fill_bytes_are_proven() {
        let items = "struct P { bits u16 { a: u4 = 3, b: u4 = 5, c: u8 }, bits u16 { d: u12, e: u4 = 5 }, _: u24 = 1 }";
        assert_eq!(proven(items), runs(&[(0, "53"), (4, "010000")]));
    }

    #[test]
    fn high_bytes_of_few_numbers_are_proven() {
        let items = "enum Kind: u32 { A = 0, B = 1 } struct P { kind: Kind, flag: bool, n: u32 where 256..512 }";
        assert_eq!(proven(items), runs(&[(1, "000000"), (6, "010000")]));
        let open = "enum Kind: u32 { A = 0, B = 1, .. } struct P { kind: Kind, x: i32 where -5..5 }";
        assert_eq!(proven(open), runs(&[]));
    }

    #[test]
    fn a_run_is_a_table() {
        let run = super::Run { offset: 2, bytes: vec![1, 255] };
        let Tree::Object(object) = run.tree() else { panic!("an object") };
        assert_eq!(object.0, [("offset", Tree::Number(2)), ("hex", Tree::Text("01ff".to_owned()))]);
    }
}
