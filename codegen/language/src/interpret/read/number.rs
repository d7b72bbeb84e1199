//! Readers of single numbers. The mirror of `write/number`.

use super::super::codec::{bits_of, take};
use super::super::error::{Malformed, ReadError};
use super::super::event::{Of, Run};
use super::super::meaning::{Invalid, invalid, meaning};
use super::super::trace::{StepKind, first_line, summary, value_doc};
use super::super::value::{Float, Value};
use super::Reader;
use super::at::{At, error_of, label};
use crate::layout::words;
use crate::model::{
    self, ByteOrder, CellId, Code, Demand, FloatWidth, Form, Input, Part, Protocol, Scalar, Source, VarintShape,
};

impl Reader<'_, '_> {
    /// Reads a raw number of a field.
    pub(super) fn number(&mut self, at: &At<'_, '_>, scalar: Scalar, of: Of) -> Result<Code, ReadError> {
        let offset = self.cursor.offset();
        let raw = take(self.protocol, scalar, &mut self.cursor).map_err(|fault| at.fault(fault))?;
        self.run(Run::Number { scalar, raw, of }, offset);
        Ok(raw)
    }

    /// Reads a raw number that is no field, or is in one of this path.
    pub(super) fn raw(&mut self, scalar: Scalar, path: &str) -> Result<Code, ReadError> {
        let offset = self.cursor.offset();
        take(self.protocol, scalar, &mut self.cursor).map_err(|fault| error_of(fault, path.to_owned(), offset))
    }

    /// Reads an integer.
    pub(super) fn scalar(&mut self, at: &mut At<'_, '_>, scalar: Scalar, cell: CellId) -> Result<Value, ReadError> {
        let raw = self.number(at, scalar, Of::Cell(cell))?;
        self.cell(at, cell, raw)
    }

    /// Reads a number whose width earlier cells choose.
    pub(super) fn chosen(
        &mut self,
        at: &mut At<'_, '_>,
        tags: &[Input],
        forms: &[Form],
        cell: CellId,
    ) -> Result<Value, ReadError> {
        let Some(form) = at.env.form(tags, forms) else {
            let lengths: Vec<_> = forms.iter().flat_map(|form| form.pattern.iter().flatten()).collect();
            let by_remaining = tags.contains(&Input::Left);
            let error = at.wrong_code(by_remaining, &lengths);
            let expected = || words::chosen(words::ITS_WIDTH, self.protocol, at.env.record, tags);
            return Err(if tags.len() > 1 { error.expected(expected()) } else { error });
        };
        let slot = at.env.slot_mut(at.id);
        slot.form = forms.iter().position(|one| std::ptr::eq(one, form));
        slot.present = form.scalar.is_some();
        form.scalar.map_or(Ok(Value::Null), |scalar| self.scalar(at, scalar, cell))
    }

    /// Reads a float.
    pub(super) fn float(
        &mut self,
        at: &mut At<'_, '_>,
        width: FloatWidth,
        order: ByteOrder,
    ) -> Result<Value, ReadError> {
        let bits = take(self.protocol, float_bits(width, order), &mut self.cursor).map_err(|fault| at.fault(fault))?;
        let value = Value::Float(Float::of_bits(width, bits));
        self.run(Run::Float, at.offset);
        self.field_step(at, StepKind::Field, None, || value.clone());
        Ok(value)
    }

    /// Reads a carrier whose parts are cells.
    pub(super) fn bits(&mut self, at: &mut At<'_, '_>, carrier: Scalar, parts: &[Part]) -> Result<Value, ReadError> {
        let record = at.env.record;
        let raw = take(self.protocol, carrier, &mut self.cursor).map_err(|fault| at.fault(fault))?;
        self.run(Run::Bits { carrier, raw }, at.offset);
        let sent = bits_sent(self.protocol, carrier, self.cursor.offset().saturating_sub(at.offset));
        let unsigned = bits_of(raw, carrier_bits(self.protocol, carrier));
        self.field_step(at, StepKind::Bits, Some(unsigned), || Value::Null);
        for one in parts {
            let bits = one.of(raw);
            at.env.set(one.cell, bits);
            let cell = &record.cells[one.cell.0];
            if let Some(invalid) = invalid_cell(self.protocol, cell, bits) {
                // A constant is told by itself; of any other part the whole number, which holds all of them.
                if !matches!(cell.source, Source::Constant(_)) {
                    return Err(at.malformed(invalid.why).found(unsigned));
                }
                let path = if one.name.is_some() { cell.path.clone() } else { at.path() };
                return Err(invalid.at(path, at.offset, words::number(cell.value, bits)));
            }
            if self.steps.is_some() && one.name.is_some() && one.runs.iter().any(|run| run.low < sent) {
                let kind = StepKind::Part { mask: one.mask() };
                let (name, value) = (one.name.as_deref().unwrap_or(""), meaning(self.protocol, cell.value, bits));
                let doc = || summary(&one.docs, || value_doc(self.protocol, cell.value));
                self.path.push(String::new());
                self.step(kind, name, self.cursor.offset(), Some(bits), value, doc);
                self.path.pop();
            }
        }
        Ok(Value::Null)
    }

    /// Stores the number of a cell and returns its value, or the error if it is invalid.
    fn cell(&mut self, at: &mut At<'_, '_>, cell: CellId, raw: Code) -> Result<Value, ReadError> {
        let record = at.env.record;
        at.env.set(cell, raw);
        let found = &record.cells[cell.0];
        if let Some(invalid) = invalid_cell(self.protocol, found, raw) {
            return Err(invalid.at(at.path(), at.offset, words::number(found.value, raw)));
        }
        let value = match found.source {
            Source::Derived(Demand::Hook) => Value::Unverified { raw },
            _ => meaning(self.protocol, found.value, raw),
        };
        let kind = match found.source {
            Source::User => StepKind::Field,
            Source::Derived(Demand::Hook) => StepKind::Hook,
            Source::Derived(_) => StepKind::Derived,
            Source::Constant(_) => StepKind::Constant,
            Source::Reserved(_) => StepKind::Reserved,
        };
        let hook = || record.hook_of(self.protocol, cell).map(|hook| Value::Text(hook.name.clone()));
        self.field_step(at, kind, Some(raw), || hook().unwrap_or_else(|| value.clone()));
        self.parts_steps(label(at.field), found.value, raw);
        Ok(value)
    }

    /// Reports the parts of a named layout, or the digits of a packed number, as steps of their own.
    pub(super) fn parts_steps(&mut self, name: &str, kind: model::Value, raw: Code) {
        if self.steps.is_none() {
            return;
        }
        self.path.push(name.to_owned());
        let offset = self.cursor.offset();
        match meaning(self.protocol, kind, raw) {
            Value::Bits { parts, .. } => {
                for (name, value) in parts {
                    let (kind, doc) = self.layout_part(kind, &name);
                    self.step(kind, &name, offset, value.raw(), value, || doc);
                }
            }
            Value::Packed { digits, .. } => {
                for digit in digits {
                    let name = digit.name.clone();
                    let value = Value::Packed { raw: digit.value, digits: vec![digit] };
                    self.step(StepKind::Field, &name, offset, None, value, || None);
                }
            }
            _ => {}
        }
        self.path.pop();
    }

    fn layout_part(&self, kind: model::Value, name: &str) -> (StepKind, Option<String>) {
        let model::Value::Bits(id) = kind else { return (StepKind::Field, None) };
        match self.protocol.bits[id.0].parts.iter().find(|part| part.name.as_deref() == Some(name)) {
            Some(part) => (StepKind::Part { mask: part.mask() }, first_line(&part.docs)),
            None => (StepKind::Field, None),
        }
    }
}

/// The bits of a carrier that this many bytes hold: those above them are zero, and not sent.
fn bits_sent(protocol: &Protocol, carrier: Scalar, bytes: usize) -> u8 {
    let all = carrier_bits(protocol, carrier);
    let Scalar::Varint(id) = carrier else { return all };
    let varint = &protocol.varints[id.0];
    let is_plain = match &varint.shape {
        VarintShape::Groups(groups) => !groups.sign,
        VarintShape::Leb128 { zigzag } => !zigzag && !varint.signed,
        VarintShape::Forms(_) | VarintShape::Quic => false,
    };
    let forms = if is_plain { varint.forms() } else { Vec::new() };
    let form = forms.iter().find(|form| form.bytes.len() == bytes);
    form.and_then(|form| u8::try_from(form.bits()).ok()).unwrap_or(all).min(all)
}

/// The error if a number is invalid in a cell.
fn invalid_cell(protocol: &Protocol, cell: &model::Cell, raw: Code) -> Option<Invalid> {
    match cell.source {
        Source::Constant(constant) => {
            let invalid = || Invalid { why: Malformed::Constant, expected: Some(words::number(cell.value, constant)) };
            (raw != constant).then(invalid)
        }
        Source::Reserved(_) => None,
        Source::User | Source::Derived(_) => invalid(protocol, cell.value, raw),
    }
}

/// The integer that has the bits of a float.
pub(in super::super) fn float_bits(width: FloatWidth, order: ByteOrder) -> Scalar {
    Scalar::Int { bytes: width.bytes(), signed: false, order }
}

/// The number of bits of a carrier.
pub(in super::super) fn carrier_bits(protocol: &Protocol, carrier: Scalar) -> u8 {
    match carrier {
        Scalar::Int { bytes, .. } => bytes.saturating_mul(8),
        Scalar::Varint(id) => protocol.varints[id.0].bits,
    }
}
