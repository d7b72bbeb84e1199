//! Wires of one integer and their value types: `u16be`, `Int`, `u8 as Gun`.
//!
//! Types may be declared in any order: each is bound on first use.

pub(super) mod alias;
mod bits;
mod enums;
pub(super) mod notation;
mod packed;
pub(super) mod parts;
mod quantity;
mod varint;

use crate::advice::words::{self, Place};
use crate::ast::{self, NumberKind, ValueKind, WireKind};
use crate::diagnostic::{Diagnostic, Help};
use crate::model::{ByteOrder, Carrier, Code, FloatWidth, Interval, Notation, Scalar, Value};
use crate::resolve::resolver::{Bound, Declared, Resolver, ScalarType};
use crate::resolve::wanted::Wanted;
use crate::source::Span;
use notation::is_noted;

impl<'a> Resolver<'a> {
    /// The model's entity for a name, bound on first use. Aliases and constants are no types: use [`Resolver::alias`]
    /// first.
    pub(super) fn bind_type(&mut self, name: &ast::Name) -> Option<Bound> {
        self.bind(name, Wanted::Type)
    }

    /// As [`Self::bind_type`], at a place that wants only some types: others are not proposed for an unknown name.
    fn bind(&mut self, name: &ast::Name, wanted: Wanted) -> Option<Bound> {
        let (key, declared) = self.lookup(name, wanted)?;
        if let Some(bound) = self.bound.get(key) {
            return Some(*bound);
        }
        if !self.enter(key, name.span) {
            return None;
        }
        let bound = match declared {
            Declared::Varint(item) => self.bind_varint(item).map(Bound::Varint),
            Declared::Enum(item) => self.bind_enum(item).map(Value::Enum).map(Bound::Value),
            Declared::Bits(item) => self.bind_bits(item).map(Value::Bits).map(Bound::Value),
            Declared::Quantity(item) => self.bind_quantity(item).map(Value::Quantity).map(Bound::Value),
            Declared::Packed(item) => self.bind_packed(item).map(Value::Packed).map(Bound::Value),
            Declared::Struct(item) => self.bind_struct(item).map(Bound::Record),
            Declared::Message(item) => self.bind_message(item).map(Bound::Record),
            Declared::Family(item) => self.bind_family(item).map(Bound::Family),
            Declared::Error(_) => None,
            _ => {
                self.leave();
                let title = format!("`{key}` is {}, which cannot stand here", declared.what());
                let diagnostic = Diagnostic::new(title, name.span, "expected a declared type");
                return self.refuse(diagnostic.other(declared.place(), "declared here"));
            }
        };
        self.leave();
        let bound = bound.filter(|_| !self.is_unread(declared.head().span));
        match bound {
            Some(bound) => self.bound.insert(key, bound).is_some(),
            None => self.failed.insert(key),
        };
        bound
    }

    /// A wire that must be an integer, at a place where each type can be named.
    pub(super) fn scalar_type(&mut self, wire: &ast::Wire) -> Option<ScalarType> {
        self.scalar(wire, Wanted::Type)
    }

    /// A wire that must be an integer, as the carrier of a type or a parameter.
    pub(super) fn carrier_type(&mut self, wire: &ast::Wire) -> Option<ScalarType> {
        self.scalar(wire, Wanted::Number)
    }

    fn scalar(&mut self, wire: &ast::Wire, wanted: Wanted) -> Option<ScalarType> {
        match &wire.kind {
            WireKind::Int(int) => self.wire_int(int),
            WireKind::Bool => {
                let carrier = Carrier::Scalar(Scalar::Int { bytes: 1, signed: false, order: self.order });
                Some(ScalarType { carrier, interval: Interval::new(0, 1), value: Value::Bool })
            }
            WireKind::Named { name, args } => {
                if let Some(arg) = args.first() {
                    let title = format!("`{}` takes no arguments", name.text);
                    return self.refuse(Diagnostic::new(title, arg.span, "not expected"));
                }
                self.named_scalar(name, wanted)
            }
            WireKind::Error => None,
            WireKind::If { .. } | WireKind::Group(_) => self.not_an_integer(wire.span, "a group is not one integer"),
            WireKind::Bits { .. } => self.not_an_integer(wire.span, "these parts are several integers"),
            WireKind::Match { .. } => self.not_an_integer(wire.span, "a match is not one integer"),
            WireKind::List { .. } => self.not_an_integer(wire.span, "a list is not one integer"),
            WireKind::Bytes { .. } => self.not_an_integer(wire.span, "text and bytes are not one integer"),
            WireKind::Nested { .. } => self.not_an_integer(wire.span, "a nested part is not one integer"),
            WireKind::Align(_) => self.not_an_integer(wire.span, "reserved space is not one integer"),
        }
    }

    /// A wire that must hold one integer, with its meaning, if any: `u8 as Gun`, `bytes[6] as mac`.
    pub(super) fn scalar_as(&mut self, wire: &ast::Wire, value: Option<&ast::ValueType>) -> Option<ScalarType> {
        let mut found = match (&wire.kind, value) {
            (WireKind::Bytes { extent, .. }, Some(value)) if is_noted(wire, Some(value)) => {
                self.noted_bytes(wire.span, extent.as_deref(), value.span)?
            }
            _ => self.scalar_type(wire)?,
        };
        if let Some(value) = value {
            found.value = self.value_type(value, found)?;
            if found.value == Value::Bool {
                found.interval = Interval::new(0, 1);
            }
        }
        Some(found)
    }

    /// `u16be`, `i13`: an integer of a fixed width. Widths of whole bytes are allowed anywhere, others only in parts.
    pub(super) fn wire_int(&mut self, wire: &ast::WireInt) -> Option<ScalarType> {
        let signed = match wire.kind {
            NumberKind::Unsigned => false,
            NumberKind::Signed => true,
            NumberKind::Float => return self.not_an_integer(wire.span, "an IEEE number is not an integer"),
        };
        let bits = match u8::try_from(wire.bits) {
            Ok(bits @ 1..=64) => bits,
            _ => {
                let label = if wire.bits == 0 { "a number needs a bit" } else { "at most 64 bits" };
                let title = format!("there is no integer of {} bits", wire.bits);
                return self.refuse(Diagnostic::new(title, wire.span, label));
            }
        };
        let whole = bits.is_multiple_of(8);
        if wire.order.is_some() && (!whole || bits == 8) {
            let label = if whole { "one byte has no order" } else { "only whole bytes have an order" };
            let mut wrong = Diagnostic::new("a byte order where there is none", wire.span, label);
            if let (1 | 2 | 4, Some(order)) = (bits, wire.order) {
                let (kind, order) = (if signed { 'i' } else { 'u' }, if order == ByteOrder::Big { "be" } else { "le" });
                let order = if bits == 1 { "" } else { order };
                let help = format!(
                    "widths are bits: {} are `{kind}{}{order}`",
                    count(bits.into(), "byte", "bytes"),
                    bits.saturating_mul(8)
                );
                wrong = wrong.help(help);
            } else if whole {
                wrong = wrong.help("leave the order out");
            }
            return self.refuse(wrong);
        }
        let carrier = if whole {
            Carrier::Scalar(Scalar::Int { bytes: bits / 8, signed, order: self.byte_order(wire.order) })
        } else {
            Carrier::Part { bits, signed }
        };
        Some(ScalarType { carrier, interval: Interval::of_bits(wire.bits, signed), value: Value::Int(None) })
    }

    /// `f32be`: the width and byte order of an IEEE float; `None`, without a diagnostic, for an integer.
    pub(super) fn wire_float(&self, wire: &ast::WireInt) -> Option<(FloatWidth, ByteOrder)> {
        let width = if wire.bits == 32 { FloatWidth::F32 } else { FloatWidth::F64 };
        (wire.kind == NumberKind::Float).then(|| (width, self.byte_order(wire.order)))
    }

    /// Proposes a wider wire that can hold the code.
    pub(super) fn wider(&self, wire: Span, code: Code) -> Option<Help> {
        let written = ast::WireInt::named(self.sources.text(wire), wire)?;
        let widths = [8, 16, 32, 64].into_iter().filter(|bits| *bits >= written.bits);
        let kinds = if written.kind == NumberKind::Signed || code < 0 { &['i', 'u'][..] } else { &['u'] };
        let (kind, bits) = widths
            .flat_map(|bits| kinds.iter().map(move |kind| (*kind, bits)))
            .find(|(kind, bits)| Interval::of_bits(*bits, *kind == 'i').contains(code))?;
        let order = match written.order {
            None => "",
            Some(ByteOrder::Little) => "le",
            Some(ByteOrder::Big) => "be",
        };
        (written.kind != NumberKind::Float).then(|| Help::write(wire, format!("{kind}{bits}{order}")).guessed())
    }

    /// The wire that carries the codes of the current enum or family.
    pub(super) fn carrier_at_hand(&self) -> Option<Span> {
        match self.pending.last().and_then(|(name, _)| self.items.get(name))? {
            Declared::Enum(item) => Some(item.wire.span),
            Declared::Family(item) => item.carrier.as_ref().map(|carrier| carrier.span),
            _ => None,
        }
    }

    pub(in crate::resolve) fn byte_order(&self, order: Option<ByteOrder>) -> ByteOrder {
        order.unwrap_or(self.order)
    }

    /// A wire of whole bytes, or a varint: required outside of bits.
    pub(super) fn whole(&mut self, carrier: Carrier, span: Span) -> Option<Scalar> {
        match carrier {
            Carrier::Scalar(scalar) => Some(scalar),
            Carrier::Part { bits, .. } => {
                let title = format!("{} not whole bytes", count(u128::from(bits), "bit is", "bits are"));
                let wrong = Diagnostic::new(title, span, "stands outside of `bits`");
                self.refuse(wrong.help("gather such fields in `bits u8 { .. }`, or use a wire of whole bytes"))
            }
        }
    }

    /// A wire of whole bytes without a value type, and its interval.
    pub(super) fn plain_number(&mut self, wire: &ast::Wire, what: &str) -> Option<(Scalar, Interval)> {
        let found = self.carrier_type(wire)?;
        let scalar = self.whole(found.carrier, wire.span)?;
        if found.value.is_number() {
            return Some((scalar, found.interval));
        }
        let meaning = self.value_name(found.value);
        let wrong = Diagnostic::new(format!("{what} is a plain number"), wire.span, format!("this is {meaning}"));
        let number = match scalar {
            Scalar::Int { bytes, signed, order } => {
                let suffix = match order {
                    _ if bytes == 1 || order == self.order => "",
                    ByteOrder::Little => "le",
                    ByteOrder::Big => "be",
                };
                Some(format!("{}{}{suffix}", if signed { 'i' } else { 'u' }, u32::from(bytes) * 8))
            }
            Scalar::Varint(_) => None,
        };
        let help = number.map(|number| {
            Help::write(wire.span, &number).said(format!("use the number that it stands on: `{number}`"))
        });
        self.refuse(wrong.help_if(help).help("use the number that it stands on"))
    }

    /// Rejects a carrier with a value type.
    pub(super) fn bare(&mut self, on: ScalarType, span: Span, label: &str) -> Option<ScalarType> {
        if on.value.is_number() {
            return Some(on);
        }
        let title = format!("{} is not a bare number", self.value_name(on.value));
        self.refuse(Diagnostic::new(title, span, label))
    }

    fn named_scalar(&mut self, name: &ast::Name, wanted: Wanted) -> Option<ScalarType> {
        if let Some(alias) = self.alias(name) {
            self.note(name, alias.name.span);
            return self.alias_scalar(name, alias);
        }
        let value = match self.bind(name, wanted)? {
            Bound::Varint(id) => {
                let carrier = Carrier::Scalar(Scalar::Varint(id));
                return Some(ScalarType { carrier, interval: self.carrier_interval(carrier), value: Value::Int(None) });
            }
            Bound::Value(value) => value,
            Bound::Record(_) | Bound::Family(_) => {
                return self.not_an_integer(name.span, &format!("`{}` is a record", name.text));
            }
        };
        let one = self.protocol.declared(value)?;
        let interval = one.raw.unwrap_or_else(|| self.carrier_interval(one.carrier));
        Some(ScalarType { carrier: one.carrier, interval, value })
    }

    /// The interval of a carrier.
    pub(super) fn carrier_interval(&self, carrier: Carrier) -> Interval {
        match carrier {
            Carrier::Scalar(Scalar::Int { bytes, signed, .. }) => Interval::of_bits(u32::from(bytes) * 8, signed),
            Carrier::Scalar(Scalar::Varint(id)) => {
                self.protocol.varints.get(id.0).map_or(Interval::only(0), |varint| varint.interval)
            }
            Carrier::Part { bits, signed } => Interval::of_bits(u32::from(bits), signed),
        }
    }

    /// The width of a carrier in bits.
    pub(super) fn carrier_bits(&self, carrier: Carrier) -> u8 {
        match carrier {
            Carrier::Scalar(Scalar::Int { bytes, .. }) => bytes.saturating_mul(8),
            Carrier::Scalar(Scalar::Varint(id)) => self.protocol.varints.get(id.0).map_or(0, |varint| varint.bits),
            Carrier::Part { bits, .. } => bits,
        }
    }

    /// The value type for `as X` on an integer. The caller narrows the interval of a `bool` to 0 and 1.
    pub(super) fn value_type(&mut self, value: &ast::ValueType, on: ScalarType) -> Option<Value> {
        if !on.value.is_number() {
            let title = format!("{} has a meaning already", self.value_name(on.value));
            return self.refuse(Diagnostic::new(title, value.span, "a second meaning"));
        }
        match &value.kind {
            ValueKind::Bool => Some(Value::Bool),
            ValueKind::Truthy => Some(Value::Truthy),
            ValueKind::Error => None,
            ValueKind::Notation => self.notation_on(on, value.span),
            ValueKind::Text(_) => self.refuse(
                Diagnostic::new("one integer is not text", value.span, "an encoding is for lists of characters")
                    .help("`[Char; until 0] as latin1`"),
            ),
            ValueKind::Named(name) => self.named_value(name, on),
        }
    }

    fn named_value(&mut self, name: &ast::Name, on: ScalarType) -> Option<Value> {
        if let Some(alias) = self.alias(name) {
            let title = format!("`{}` is an alias of a wire, not a meaning", name.text);
            let diagnostic = Diagnostic::new(title, name.span, "expected an enum, bits, a quantity or a packed number");
            return self.refuse(diagnostic.other(alias.name.span, "declared here"));
        }
        if !self.candidates.contains_key(name.text.as_str())
            && !self.may_be_unread(&name.text)
            && let Some(help) = words::spelling(Place::Value, &name.text)
        {
            let title = format!("unknown name `{}`", name.text);
            let word = name.text.to_ascii_lowercase();
            let is_word = word == "bool" || Notation::of_word(&word).is_some();
            let help = if is_word { Help::write(name.span, word).said(help) } else { help.into() };
            self.complain(Diagnostic::new(title, name.span, "not declared").help(help));
            return None;
        }
        match self.bind(name, Wanted::Meaning)? {
            Bound::Value(Value::Enum(id)) => self.enum_on(id, name, on),
            Bound::Value(Value::Bits(id)) => {
                let (bits, width) = (self.carrier_bits(on.carrier), self.protocol.bits.get(id.0)?.width);
                if bits == width {
                    return Some(Value::Bits(id));
                }
                let title = format!("`{}` has {width} bits, its wire has {bits}", name.text);
                self.refuse(Diagnostic::new(title, name.span, format!("needs a wire of {width} bits")))
            }
            Bound::Value(value) => {
                let raw = self.protocol.declared(value)?.raw?;
                self.raw_fits(name, raw, on).then_some(value)
            }
            Bound::Varint(_) | Bound::Record(_) | Bound::Family(_) => {
                let title = format!("`{}` says which bytes, not what a number means", name.text);
                let wrong = Diagnostic::new(title, name.span, "expected an enum, bits, a quantity or a packed number");
                self.refuse(wrong.help(format!("write `{}` as the wire, in front of `as`", name.text)))
            }
        }
    }

    /// Checks that the interval of a wire is within the raw numbers of its value type.
    fn raw_fits(&mut self, name: &ast::Name, raw: Interval, on: ScalarType) -> bool {
        let fits = on.interval.within(raw);
        if !fits {
            let title = format!("this wire holds {}, `{}` takes {raw}", on.interval, name.text);
            let mut diagnostic = Diagnostic::new(title, name.span, "numbers without a value");
            if let Some(declared) = self.items.get(name.text.as_str()) {
                diagnostic = diagnostic.other(declared.place(), format!("its raw numbers are {raw}"));
            }
            self.complain(diagnostic.help(format!("declare `{}` over a wire that holds both", name.text)));
        }
        fits
    }

    /// The name of a value type, for diagnostics.
    pub(super) fn value_name(&self, value: Value) -> String {
        let name = match value {
            Value::Int(None) => return "a number".to_owned(),
            Value::Bool => "bool",
            Value::Truthy => "truthy",
            Value::Int(Some(notation)) => notation.word(),
            _ => self.protocol.declared(value).map_or("", |one| one.name),
        };
        format!("`{name}`")
    }

    pub(super) fn not_an_integer<T>(&mut self, span: Span, label: &str) -> Option<T> {
        self.refuse(Diagnostic::new("a wire that holds one integer is needed here", span, label))
    }
}

/// `1 bit`, `3 bits`.
pub(super) fn count(number: u128, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}
