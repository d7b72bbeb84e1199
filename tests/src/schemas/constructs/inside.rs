//! Which kind of value stands in which kind of place: each pair is a construct of its own, since what one of them needs
//! may be lost in the other.

use wireform_build::model::{
    Absent, ArmCode, Bits, Carrier, CellId, End, Extent, Field, Item, ParamKind, Presence, Protocol, Record, Scalar,
    Source, Tag, Value, Wire,
};

use super::Constructs;

impl Constructs {
    /// What stands in layouts and in what the receiver knows.
    pub(super) fn values_of_types(&mut self, protocol: &Protocol) {
        for bits in &protocol.bits {
            self.values_of_parts(protocol, bits, "in a part");
        }
        let known =
            protocol.records.iter().flat_map(|record| &record.params).map(|param| (param.kind, "in a parameter"));
        for (kind, place) in known.chain(protocol.sessions.iter().map(|session| (session.kind, "in a session"))) {
            let value = match kind {
                ParamKind::Bool => Value::Bool,
                ParamKind::Int(_) => Value::Int(None),
                ParamKind::Enum(id) => Value::Enum(id),
            };
            self.value_in(protocol, value, place);
        }
    }

    fn values_of_parts(&mut self, protocol: &Protocol, bits: &Bits, place: &str) {
        for part in bits.parts.iter().filter(|part| part.name.is_some() && part.constant.is_none()) {
            self.value_in(protocol, part.value, place);
            let here = Carrier::Part { bits: part.width, signed: part.signed };
            if declared(protocol, part.value).is_some_and(|declared| !is_same(declared, here)) {
                self.value_in(protocol, part.value, "in a part of another width");
            }
            if let Value::Bits(id) = part.value
                && place == "in a part"
            {
                self.values_of_parts(protocol, &protocol.bits[id.0], "in a part of a part");
            }
        }
    }

    /// What stands in a field that the user sets.
    pub(super) fn values_of_field(&mut self, protocol: &Protocol, record: &Record, field: &Field) {
        let users = |cell: CellId| record.cells[cell.0].source == Source::User;
        match &field.wire {
            Wire::Scalar { scalar, cell } if users(*cell) => {
                let value = record.cells[cell.0].value;
                self.value_in(protocol, value, place_of(*scalar));
                self.on_another_wire(protocol, value, *scalar);
                self.value_that_may_be_absent(protocol, field, value);
                if field.rule.as_ref().is_some_and(|rule| rule.repair.is_some()) {
                    self.value_in(protocol, value, "that may be repaired");
                }
            }
            Wire::Chosen { cell, .. } if users(*cell) => {
                let value = record.cells[cell.0].value;
                self.value_in(protocol, value, "of several widths");
                self.value_that_may_be_absent(protocol, field, value);
            }
            Wire::Bits { parts, .. } => {
                for part in parts.iter().filter(|part| part.name.is_some() && users(part.cell)) {
                    self.value_in(protocol, record.cells[part.cell.0].value, "in inline bits");
                }
            }
            Wire::List { item: Item::Scalar { scalar, value }, extent } => {
                self.value_in(protocol, *value, "in a list");
                self.on_another_wire(protocol, *value, *scalar);
                if let Extent::Until { end: End::Value { .. }, .. } = extent {
                    self.value_in(protocol, *value, "in a list that it ends");
                }
            }
            Wire::Sparse { item: Item::Scalar { value, .. }, base, .. } => {
                self.value_in(protocol, *value, if base.is_some() { "in inherited places" } else { "in places" });
            }
            Wire::Match { tag: Tag::InPlace { cell, .. }, arms, .. } => {
                let value = record.cells[cell.0].value;
                self.value_in(protocol, value, "in front of a shape");
                if arms.iter().any(|arm| arm.written == ArmCode::Stored) {
                    self.value_in(protocol, value, "kept by a shape");
                }
            }
            _ => {}
        }
    }

    fn value_that_may_be_absent(&mut self, protocol: &Protocol, field: &Field, value: Value) {
        let place = match (&field.presence, field.presence.absent()) {
            (Presence::Always, _) | (_, None | Some(Absent::Float(_))) => return,
            (_, Some(Absent::Nothing)) => "that may be absent",
            (_, Some(Absent::Raw(_))) => "with another value when absent",
            (_, Some(Absent::Base(_))) => "of a state",
        };
        self.value_in(protocol, value, place);
    }

    fn on_another_wire(&mut self, protocol: &Protocol, value: Value, scalar: Scalar) {
        if declared(protocol, value).is_some_and(|declared| !is_same(declared, Carrier::Scalar(scalar))) {
            self.value_in(protocol, value, "on another wire");
        }
    }

    fn value_in(&mut self, protocol: &Protocol, value: Value, place: &str) {
        let pair = format!("{} {place}", kind_of(protocol, value));
        match self.pairs.get_mut(&pair) {
            Some(met) => *met += 1,
            None => drop(self.undeclared.insert(pair)),
        }
    }
}

fn place_of(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::Int { .. } => "in bytes",
        Scalar::Varint(_) => "in a varint",
    }
}

/// Whether two carriers hold the same numbers in as many bytes or bits.
fn is_same(one: Carrier, other: Carrier) -> bool {
    let plain = |carrier: Carrier| match carrier {
        Carrier::Scalar(Scalar::Int { bytes, signed, .. }) => Carrier::Part { bits: bytes * 8, signed },
        other => other,
    };
    plain(one) == plain(other)
}

/// What a value is read from where it stands alone.
fn declared(protocol: &Protocol, value: Value) -> Option<Carrier> {
    match value {
        Value::Int(_) | Value::Bool | Value::Truthy => None,
        Value::Enum(id) => Some(protocol.enums[id.0].carrier),
        Value::Bits(id) => Some(protocol.bits[id.0].carrier),
        Value::Quantity(id) => Some(protocol.quantities[id.0].carrier),
        Value::Packed(id) => Some(protocol.packed[id.0].carrier),
    }
}

/// Kinds of values that a reader or a writer treats otherwise.
fn kind_of(protocol: &Protocol, value: Value) -> &'static str {
    match value {
        Value::Int(None) => "a number",
        Value::Bool => "a bool",
        Value::Truthy => "a truth",
        Value::Int(Some(_)) => "a notation",
        Value::Enum(id) => {
            let one = &protocol.enums[id.0];
            match one.codes.iter().any(wireform_build::model::EnumCode::stores_code) {
                true => "a range of codes",
                false if one.open => "an open enum",
                false => "a closed enum",
            }
        }
        Value::Bits(id) => {
            let nested = protocol.bits[id.0].parts.iter().any(|part| matches!(part.value, Value::Bits(_)));
            if nested { "a layout of layouts" } else { "a layout" }
        }
        Value::Quantity(_) => "a quantity",
        Value::Packed(_) => "a packed number",
    }
}
