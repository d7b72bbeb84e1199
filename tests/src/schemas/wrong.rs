//! Values that differ from a right one in one place: a number that does not fit, an option that contradicts its condition,
//! a list that is too long, a character that cannot be written, what would end a list, another shape. Whether that breaks
//! anything, and what, is for the interpreter to say; most of it does.

mod lengths;

use wireform_build::interpret::{Float, Target, Value};
use wireform_build::layout::scalar_interval;
use wireform_build::model::{
    self, Absent, Arm, CellId, Code, EnumId, FamilyId, Field, FieldId, FloatWidth, Input, Interval, Item, Protocol,
    Record, RecordId, Tag, Wire, sets,
};

use super::plain::{Inside, Shown, What, inside, is_state, is_transparent, shown, stored_code};
use super::told::{NAMED, UNNAMED, held_in_rust};
use super::values::Values;

/// So many elements of a list, and places, are looked into.
const LOOKED_INTO: usize = 2;

/// No number on the wire.
pub const NOWHERE: Code = 1 << 100;

/// What becomes another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Break {
    /// A number more than the wire has.
    Above,
    /// A number less than the wire has.
    Below,
    /// A number beside those that a rule leaves.
    Beside,
    /// Any number that the wire has.
    Another,
    /// A code that has a name, without it.
    Unnamed,
    /// A code that its name does not have.
    Misnamed,
    /// Bits of which some are reserved or constant.
    AllBits,
    /// No number.
    NotANumber,
    /// What was absent is there.
    Present,
    /// What was there is absent.
    Absent,
    /// One more.
    Longer,
    /// One less.
    Shorter,
    /// One more than there can be.
    TooLong,
    /// More than small regions have.
    Huge,
    /// The same twice.
    Twice,
    /// Another order.
    Turned,
    /// A character that not every encoding has.
    Character,
    /// What would end it.
    Ending,
    /// Another shape.
    Shape,
    /// The code of another shape.
    Code,
    /// Another message.
    Message,
    /// A message of a known code that is said to be unknown.
    Known,
    /// A code that does not fit.
    Far,
}

/// A value that differs in one place.
pub struct Wrong {
    pub by: Break,
    /// As it is handed to generated code.
    pub told: Value,
    /// As it is handed to the interpreter, if that has no such value: this one it refuses for the same reason.
    pub asked: Value,
}

/// So many values that differ from a right one; each kind of difference comes before any comes twice.
pub fn of(values: &mut Values<'_>, target: Target, right: &Value, params: &[Code], most: usize) -> Vec<Wrong> {
    let mut counted = Breaker { values, params, wanted: None, met: Vec::new(), asked: false };
    counted.target(target, &mut right.clone());
    let mut sites: Vec<(usize, Break)> = std::mem::take(&mut counted.met).into_iter().enumerate().collect();
    let mut chosen: Vec<(usize, Break)> = Vec::new();
    let mut again = Vec::new();
    while let Some(site) = values.dice.draw(&mut sites) {
        let known = chosen.iter().any(|(_, by)| *by == site.1);
        if known { again.push(site) } else { chosen.push(site) }
    }
    chosen.extend(again);
    chosen.truncate(most);
    let broken = chosen.into_iter().map(|(index, by)| {
        let dice = values.dice.clone();
        let mut one = |asked| {
            // The same chances for both.
            values.dice = dice.clone();
            let mut value = right.clone();
            Breaker { values, params, wanted: Some(index), met: Vec::new(), asked }.target(target, &mut value);
            value
        };
        Wrong { by, told: one(false), asked: one(true) }
    });
    broken.collect()
}

/// Walks a value, and changes it at the place that is wanted.
struct Breaker<'v, 'p> {
    values: &'v mut Values<'p>,
    /// Numbers for the parameters of the target.
    params: &'v [Code],
    wanted: Option<usize>,
    met: Vec<Break>,
    /// For the interpreter.
    asked: bool,
}

impl<'p> Breaker<'_, 'p> {
    fn protocol(&self) -> &'p Protocol {
        self.values.protocol
    }

    /// Whether it is to be done here.
    fn is_here(&mut self, by: Break) -> bool {
        self.met.push(by);
        self.wanted == Some(self.met.len() - 1)
    }

    fn target(&mut self, target: Target, value: &mut Value) {
        match target {
            Target::Record(id) => self.record(id, value, false),
            Target::Family(id) => self.family(id, value),
            Target::Stream(_) => {}
        }
    }

    fn record(&mut self, id: RecordId, value: &mut Value, whole: bool) {
        let record = &self.protocol().records[id.0];
        if is_transparent(record) {
            for one in shown(record, &record.body, whole) {
                self.shown(record, &one, value, whole);
            }
        } else if let Value::Record(fields) | Value::Message { fields, .. } = value {
            self.body(record, &record.body, fields, whole);
        }
    }

    fn family(&mut self, id: FamilyId, value: &mut Value) {
        let family = &self.protocol().families[id.0];
        if self.is_here(Break::Message) {
            *value = self.values.member(id, self.params);
            return;
        }
        let first = family.members.first();
        let far = family.codes.max.saturating_add(1);
        let fits = held_in_rust(self.protocol(), model::Value::Int(None), family.codes).contains(far);
        let known = first.map(|first| (Break::Known, first.code));
        for (by, code) in known.into_iter().chain(fits.then_some((Break::Far, far))) {
            if family.open && self.is_here(by) {
                *value = Value::Unknown { code, body: vec![1, 2] };
                return;
            }
        }
        if let Value::Message { name, .. } = value
            && let Some(member) = family.members.iter().find(|member| member.name == *name)
        {
            self.record(member.record, value, false);
        }
    }

    fn body(&mut self, record: &'p Record, body: &[FieldId], fields: &mut [(String, Value)], whole: bool) {
        for one in shown(record, body, whole) {
            if let Some((_, value)) = fields.iter_mut().find(|(name, _)| name == one.name) {
                self.shown(record, &one, value, whole);
            }
        }
    }

    fn shown(&mut self, record: &'p Record, one: &Shown<'_>, value: &mut Value, whole: bool) {
        let field = match one.what {
            What::Part(kind) => {
                let part = part_of(record, one.name);
                let holds = part.map_or(Interval::only(0), |(width, signed)| Interval::of_bits(width, signed));
                return self.number(kind, holds, holds, value);
            }
            What::Field(id, _) => &record.fields[id.0],
        };
        let may_be_absent = one.optional || matches!(one.absent, Some(Absent::Raw(_) | Absent::Float(_)));
        if *value == Value::Null {
            if may_be_absent && self.is_here(Break::Present) {
                *value = self.values.field(record, field, self.params, whole);
            }
            return;
        }
        if may_be_absent && self.is_here(Break::Absent) {
            *value = Value::Null;
            return;
        }
        self.field(record, field, value, whole);
    }

    fn field(&mut self, record: &'p Record, field: &'p Field, value: &mut Value, whole: bool) {
        match (&field.wire, &mut *value) {
            (Wire::Scalar { scalar, cell }, _) => {
                self.cell(record, *cell, scalar_interval(self.protocol(), *scalar), value);
            }
            (Wire::Chosen { forms, cell, .. }, _) => {
                let forms = forms.iter().filter(|form| form.scalar.is_some()).map(|form| form.interval);
                self.cell(record, *cell, forms.reduce(Interval::hull).unwrap_or(Interval::only(0)), value);
            }
            (Wire::Float { width, .. }, _) => self.float(*width, value),
            (Wire::Octets { extent, .. }, _) => self.run(record, &field.wire, extent, value),
            (Wire::List { item, extent }, Value::List(values)) => {
                self.list(record, (item, extent), values);
            }
            (Wire::Group { body, delta, .. }, Value::Record(fields)) => match inside(delta.as_ref(), whole) {
                Inside::Plain => self.body(record, body, fields, false),
                Inside::Part => self.body(record, body, fields, true),
                Inside::Like(record) => self.record(record, value, false),
            },
            (Wire::Record { record, from, .. }, _) => self.record(*record, value, is_state(from.as_ref(), whole)),
            (Wire::Family { family, .. }, _) => self.family(*family, value),
            (Wire::Sparse { item, base, .. }, Value::List(places)) => {
                let all = whole && base.is_some();
                for place in places.iter_mut().take(LOOKED_INTO) {
                    if !all && self.is_here(Break::Present) {
                        *place = if *place == Value::Null { self.values.item(item, self.params) } else { Value::Null };
                        return;
                    }
                    if *place != Value::Null {
                        self.item(item, place);
                    }
                }
            }
            (Wire::Match { tag, arms, .. }, _) => self.choice(record, field, tag, arms, value),
            _ => {}
        }
    }

    fn cell(&mut self, record: &Record, cell: CellId, wire: Interval, value: &mut Value) {
        let cell = &record.cells[cell.0];
        self.number(cell.value, wire, cell.interval, value);
    }

    /// A number of a wire that holds `wire`; rules leave some of that.
    fn number(&mut self, kind: model::Value, wire: Interval, left: Interval, value: &mut Value) {
        let held = held_in_rust(self.protocol(), kind, wire);
        let beside = [left.max.saturating_add(1), left.min.saturating_sub(1)];
        let others = [
            (Break::Above, wire.max.saturating_add(1)),
            (Break::Below, wire.min.saturating_sub(1)),
            (Break::Beside, beside[0]),
            (Break::Beside, beside[1]),
        ];
        let closed = matches!(kind, model::Value::Enum(id) if !self.protocol().enums[id.0].open);
        let is_number = !matches!(kind, model::Value::Bits(_) | model::Value::Bool | model::Value::Truthy);
        for (by, code) in others {
            let fits = held.contains(code) && (by != Break::Beside || wire.contains(code));
            if is_number && !closed && fits && self.is_here(by) {
                *value = numbered(kind, code);
                return;
            }
        }
        if self.is_here(Break::Another) {
            *value = self.values.number(kind, wire);
            return;
        }
        match kind {
            model::Value::Enum(id) if !closed && self.is_here(Break::Unnamed) => {
                let codes = self.values.dice.pick(&self.protocol().enums[id.0].codes);
                let code = self.values.dice.pick(&codes.read).max;
                *value = match self.asked {
                    true => numbered(kind, NOWHERE),
                    false => Value::Enum { raw: code, name: Some(UNNAMED.to_owned()) },
                };
            }
            model::Value::Enum(id) if self.has_wrong_codes(id) && self.is_here(Break::Misnamed) => {
                let (name, others) = self.wrong_codes(id, held);
                let codes = *self.values.dice.pick(&others);
                let code = self.values.dice.between(codes.min, codes.max);
                *value = match self.asked {
                    true => numbered(kind, NOWHERE),
                    false => Value::Enum { raw: code, name: Some(format!("{NAMED}{name}")) },
                };
            }
            model::Value::Bits(id) if self.is_here(Break::AllBits) => {
                let width = self.protocol().bits[id.0].width;
                let raw = Code::from(self.values.dice.next()) & ((1 << width) - 1);
                *value = Value::Bits { raw, parts: Vec::new() };
            }
            _ => {}
        }
    }

    /// Whether some name stores codes, of which others are wrong.
    fn has_wrong_codes(&self, id: EnumId) -> bool {
        let one = &self.protocol().enums[id.0];
        let held = held_in_rust(self.protocol(), model::Value::Enum(id), one.interval);
        one.codes.iter().any(|code| code.stores_code() && !sets::covers(&code.read, &[held]))
    }

    /// Such a name, and codes that it does not have.
    fn wrong_codes(&mut self, id: EnumId, held: Interval) -> (String, Vec<Interval>) {
        let codes = self.protocol().enums[id.0].codes.iter().filter(|code| code.stores_code());
        let others = codes.map(|code| (code.name.clone(), sets::complement(&code.read, held)));
        let all: Vec<_> = others.filter(|(_, others)| !others.is_empty()).collect();
        self.values.dice.pick(&all).clone()
    }

    fn float(&mut self, width: FloatWidth, value: &mut Value) {
        for (by, number) in [(Break::NotANumber, f64::NAN), (Break::Above, 1e9), (Break::Below, -1e9)] {
            if self.is_here(by) {
                *value = Value::Float(match width {
                    FloatWidth::F32 => Float::F32(number as f32),
                    FloatWidth::F64 => Float::F64(number),
                });
                return;
            }
        }
    }

    fn item(&mut self, item: &Item, value: &mut Value) {
        match item {
            Item::Scalar { scalar, value: kind } => {
                let holds = scalar_interval(self.protocol(), *scalar);
                self.number(*kind, holds, holds, value);
            }
            Item::Float { width, .. } => self.float(*width, value),
            Item::Record { record, .. } => self.record(*record, value, false),
            Item::Family { family, .. } => self.family(*family, value),
        }
    }

    fn choice(&mut self, record: &'p Record, field: &'p Field, tag: &Tag, arms: &[Arm], value: &mut Value) {
        if self.is_here(Break::Shape) {
            *value = self.values.field(record, field, self.params, false);
            return;
        }
        let Value::Arm { name, fields } = value else { return };
        let Some(arm) = arms.iter().find(|arm| arm.name == *name) else { return };
        if let Some((kept, kind)) = stored_code(record, tag, arm)
            && let Some((_, code)) = fields.iter_mut().find(|(name, _)| name == kept)
        {
            let wire = match tag {
                Tag::InPlace { scalar, .. } => scalar_interval(self.protocol(), *scalar),
                Tag::Input(Input::Cell(cell)) => wireform_build::layout::wire_interval(self.protocol(), record, *cell),
                Tag::Input(_) | Tag::Tuple(_) => Interval::only(0),
            };
            // That of another, or one beside its own.
            let others = arms.iter().filter(|other| other.name != arm.name).flat_map(Arm::codes);
            let other = others.map(|codes| codes.min).next();
            let beside = arm.codes().first().map(|codes| codes.max + 1);
            let held = held_in_rust(self.protocol(), kind, wire);
            for other in [other, beside, Some(wire.max + 1)].into_iter().flatten().filter(|code| held.contains(*code)) {
                if kind == model::Value::Int(None) && self.is_here(Break::Code) {
                    *code = Value::Int(other);
                    return;
                }
            }
            if let model::Value::Enum(_) = kind {
                self.number(kind, wire, wire, code);
            }
        }
        self.body(record, &arm.body, fields, false);
    }
}

/// A number as a value of its kind.
fn numbered(kind: model::Value, raw: Code) -> Value {
    match kind {
        model::Value::Enum(_) => Value::Enum { raw, name: None },
        model::Value::Bits(_) => Value::Bits { raw, parts: Vec::new() },
        model::Value::Bool | model::Value::Truthy => Value::Bool(raw != 0),
        model::Value::Int(_) | model::Value::Quantity(_) | model::Value::Packed(_) => Value::Int(raw),
    }
}

/// How many bits a part has, and whether it has a sign.
fn part_of(record: &Record, name: &str) -> Option<(u32, bool)> {
    let parts = record.fields.iter().filter_map(|field| match &field.wire {
        Wire::Bits { parts, .. } => Some(parts),
        _ => None,
    });
    let part = parts.flatten().find(|part| part.name.as_deref() == Some(name))?;
    Some((u32::from(part.width()), part.signed))
}
