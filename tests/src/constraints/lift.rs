//! Schemas without one of their demands. Only readers and writers look at them, so lengths and intervals stay as they were.

use wireform_build::model::{
    Arm, ArmCode, Behind, BitsId, ByteOrder, Cell, CellId, Content, Encoding, Expr, Extent, Field, FieldId, Filler,
    Form, Interval, Item, Pieces, Presence, Protocol, Record, RecordId, Role, Scalar, Source, Space, Text, Value,
    Varint, VarintId, VarintShape, WholeBytes, Wire,
};

/// Any number may stand where the code of a message does.
pub fn code(protocol: &mut Protocol, id: RecordId) {
    let record = &mut protocol.records[id.0];
    if let Role::Message { code: Some(code) } = record.role {
        record.role = Role::Struct;
        let any = ignored(record, code.scalar);
        record.body.insert(0, any);
    }
}

/// A number that means nothing elsewhere chooses something: where no shape, form or message has it, an empty one does.
pub fn choices(protocol: &mut Protocol) {
    for field in protocol.records.iter_mut().flat_map(|record| &mut record.fields) {
        choice(&mut field.wire);
    }
    for family in protocol.families.iter_mut().filter(|family| family.carrier.is_none()) {
        family.open = true;
    }
}

/// What no number chooses so far, all others do.
pub fn choice(wire: &mut Wire) {
    match wire {
        Wire::Match { arms, .. } if !arms.iter().any(Arm::is_rest) => arms.push(Arm {
            name: "Other".to_owned(),
            docs: wireform_build::model::Docs::default(),
            patterns: Vec::new(),
            written: ArmCode::Stored,
            body: Vec::new(),
            transparent: false,
        }),
        Wire::Chosen { tags, forms, .. } => {
            forms.push(Form { pattern: vec![Vec::new(); tags.len()], scalar: None, interval: Interval::only(0) });
        }
        _ => {}
    }
}

/// A count in front that is negative is another, large one: what it counts is not there.
pub fn prefix(protocol: &mut Protocol, id: RecordId, field: FieldId) {
    if let Some(Extent::Prefixed { scalar, .. }) = extent(&mut protocol.records[id.0].fields[field.0].wire) {
        let counted = *scalar;
        *scalar = unsigned(&mut protocol.varints, counted);
    }
}

/// An earlier count that is negative is another, large one, or more than it was.
pub fn count(protocol: &mut Protocol, id: RecordId, field: FieldId) {
    let record = &mut protocol.records[id.0];
    let cell = match extent(&mut record.fields[field.0].wire) {
        Some(Extent::Counted(length)) => {
            length.plus = length.plus.max(0);
            length.cell
        }
        Some(Extent::Given(Expr::Cell(cell))) => *cell,
        _ => return,
    };
    let holder = record.cells[cell.0].field;
    match &mut record.fields[holder.0].wire {
        Wire::Bits { parts, .. } => parts.iter_mut().filter(|one| one.cell == cell).for_each(|one| one.signed = false),
        Wire::Scalar { scalar, .. } => *scalar = unsigned(&mut protocol.varints, *scalar),
        _ => {}
    }
}

/// The bytes in front of the numbers of a trailer are none, whatever its number says.
pub fn trailer(protocol: &mut Protocol, id: RecordId, region: FieldId) {
    let record = &mut protocol.records[id.0];
    let Wire::Within { extent: Extent::AllBut(Behind::Trailer(trailer)), .. } = &mut record.fields[region.0].wire
    else {
        return;
    };
    let Some(tail) = trailer.counted.take() else { return };
    let rest = Extent::AllBut(Behind::Bytes(Expr::Literal(trailer.numbers.into())));
    match &mut record.fields[tail.field.0].wire {
        Wire::Padding { space, .. } => *space = Space::Extent(rest),
        wire => extent(wire).into_iter().for_each(|extent| *extent = rest.clone()),
    }
    record.cells[tail.cell.0].source = Source::User;
}

/// A text's bytes, or its units, may be any.
pub fn characters(wire: &mut Wire) {
    match wire {
        Wire::Octets { content: Content::Text(text), .. } if text.is_of_bytes() => text.encoding = Encoding::Latin1,
        Wire::Octets { extent, content: Content::Text(Text { unit, .. }) } => {
            let item = Item::Scalar { scalar: *unit, value: Value::Int(None) };
            *wire = Wire::List { item, extent: extent.clone() };
        }
        _ => {}
    }
}

/// How far a field goes.
pub fn extent(wire: &mut Wire) -> Option<&mut Extent> {
    match wire {
        Wire::Octets { extent, .. } | Wire::List { extent, .. } | Wire::Within { extent, .. } => Some(extent),
        _ => None,
    }
}

/// The same bytes as a number that is never negative.
fn unsigned(varints: &mut Vec<Varint>, scalar: Scalar) -> Scalar {
    match scalar {
        Scalar::Int { bytes, order, .. } => Scalar::Int { bytes, signed: false, order },
        Scalar::Varint(id) => {
            let mut varint = varints[id.0].clone();
            varint.signed = false;
            varint.interval = ANY;
            match &mut varint.shape {
                VarintShape::Forms(forms) => forms.iter_mut().for_each(|form| form.signed = false),
                VarintShape::Leb128 { zigzag } => *zigzag = false,
                VarintShape::Groups(_) | VarintShape::Quic => {}
            }
            varints.push(varint);
            Scalar::Varint(VarintId(varints.len() - 1))
        }
    }
}

/// A number of variable width may be longer than it has to be, and larger than it may be.
pub fn varint(protocol: &mut Protocol, id: VarintId) {
    let varint = &mut protocol.varints[id.0];
    varint.canonical = false;
    match &mut varint.shape {
        VarintShape::Forms(forms) => {
            varint.interval = ANY;
            forms.iter_mut().flat_map(|form| form.bytes.iter_mut().skip(1)).for_each(|byte| {
                (byte.mask, byte.constant) = (0, 0);
            });
            if forms.iter().all(Pieces::is_marked) {
                let bare = WholeBytes { marker: None, bytes: 1, signed: false, order: ByteOrder::Little };
                forms.push(bare.pieces(forms[0].values));
            }
        }
        VarintShape::Groups(groups) if groups.high_first => (groups.widths, varint.bits) = (vec![7; 17], 119),
        VarintShape::Groups(groups) => groups.widths.last_mut().into_iter().for_each(|last| *last = 8),
        VarintShape::Leb128 { .. } => varint.bits = 120,
        VarintShape::Quic => {}
    }
}

/// The part of a named layout means something else.
pub fn part(protocol: &mut Protocol, (bits, part): (usize, usize), means: Value) -> Value {
    let mut layout = protocol.bits[bits].clone();
    layout.parts[part].constant = None;
    layout.parts[part].value = means;
    protocol.bits.push(layout);
    Value::Bits(BitsId(protocol.bits.len() - 1))
}

/// What is in a region need not fill it.
pub fn filled(record: &mut Record, id: FieldId) {
    let filler = add(record, |_| {
        let space = Space::Extent(Extent::Rest);
        Wire::Padding { space, filler: Filler::default() }
    });
    if let Wire::Within { body, .. } = &mut record.fields[id.0].wire {
        body.push(filler);
    }
}

/// So many bytes that mean nothing.
pub fn space(bytes: u64) -> Wire {
    let space = Space::Extent(Extent::Fixed { count: bytes, or_end: false });
    Wire::Padding { space, filler: Filler::default() }
}

/// A number that is read and means nothing.
fn ignored(record: &mut Record, scalar: Scalar) -> FieldId {
    add(record, |record| {
        let cell = CellId(record.cells.len());
        record.cells.push(Cell {
            field: FieldId(record.fields.len()),
            path: String::new(),
            interval: Interval::only(0),
            value: Value::Int(None),
            source: Source::Reserved(0),
            absent: None,
            inside: None,
        });
        Wire::Scalar { scalar, cell }
    })
}

/// A further field without a name; where it stands the caller says.
fn add(record: &mut Record, wire: impl FnOnce(&mut Record) -> Wire) -> FieldId {
    let wire = wire(record);
    record.fields.push(Field {
        name: None,
        label: "reserved".to_owned(),
        docs: wireform_build::model::Docs::default(),
        parent: None,
        presence: Presence::Always,
        wire,
        alias: None,
        element_alias: None,
        rule: None,
    });
    FieldId(record.fields.len() - 1)
}

/// Whatever a number of variable width may be.
const ANY: Interval = Interval { min: i128::MIN, max: i128::MAX };
