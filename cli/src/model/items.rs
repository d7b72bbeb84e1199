//! All items of a protocol but its records: declared numbers, families, constants, session values, hooks, parameters.

use wireform_build::model::{
    Alias, Bits, BitsPart, Carrier, Circle, Code, Coding, Constant, Digit, Enum, EnumCode, Family, FamilyMember,
    FloatWidth, Groups, Hook, Interval, Inverse, Loss, Number, Outside, Packed, Param, ParamKind, Piece, Pieces,
    Quantity, Ratio, Rounding, Session, Step, ValueRange, Varint, VarintShape, WholeBytes,
};

use super::condition::{Scope, bits as some_bits, interval, narrower, sets};
use super::names::Names;
use super::record::{documentation, documented, length};
use super::tree::{Object, Tree, kind, list};
use super::wire::{carrier, fill, integer, value};

/// An integer of variable width.
pub fn varint(one: &Varint) -> Object {
    let Varint { name, docs, bits, signed, interval: numbers, wrap, canonical, shape } = one;
    let head = documented(name, docs).with("bits", *bits).with_flag("signed", *signed);
    let whole = Interval::of_bits(u32::from(*bits), *signed);
    let head = head
        .with_some("interval", narrower(*numbers, whole))
        .with_flag("wrap", *wrap)
        .with_flag("canonical", *canonical);
    head.and(match shape {
        VarintShape::Forms(forms) => kind("forms", list(forms.iter().map(form))),
        VarintShape::Groups(Groups { widths, high_first, sign }) => {
            kind("groups", list(widths.iter().copied())).with_flag("high_first", *high_first).with_flag("sign", *sign)
        }
        VarintShape::Leb128 { zigzag } => kind("leb128", Object::default().with_flag("zigzag", *zigzag)),
        VarintShape::Quic => kind("quic", Object::default()),
    })
}

fn form(form: &Pieces) -> Tree {
    let Pieces { values, held: _, signed, coding, bytes } = form;
    let numbers = kind("interval", interval(*values));
    if let Some(WholeBytes { marker, bytes, signed, order }) = form.whole_bytes() {
        return numbers.with_some("marker", marker).with("integer", integer(bytes, signed, order)).into();
    }
    let pieces = bytes.iter().map(|Piece { mask, constant, number, low }| {
        kind("mask", *mask).with("constant", *constant).with("number", *number).with("low", *low)
    });
    let numbers = numbers.with("pieces", list(pieces)).with_flag("signed", *signed);
    match *coding {
        Coding::Up(from) => numbers.with_some("up_from", (from != 0).then_some(from)),
        Coding::Down(from) => numbers.with("down_from", from),
        Coding::Zigzag => numbers.with_flag("zigzag", true),
        Coding::Sign(place) => numbers.with("sign", place),
    }
    .into()
}

/// Names for codes.
pub fn enumeration(names: &Names<'_>, one: &Enum) -> Object {
    let Enum { name, docs, carrier: on, interval: numbers, codes, open } = one;
    let codes = codes.iter().map(|EnumCode { name, docs, written, read }| {
        documented(name, docs).with("written", *written).with("read", sets(read))
    });
    let head = documented(name, docs).and(carrier(names, *on, Some(*numbers)));
    head.with_flag("open", *open).with("names", list(codes))
}

/// A named layout of bits.
pub fn bits(names: &Names<'_>, one: &Bits) -> Object {
    let Bits { name, docs, carrier: on, width, parts } = one;
    let parts = parts.iter().map(|BitsPart { name, docs, low, width, signed, value: of, constant, fill: filler }| {
        let part = Object::default().with_some("name", name.as_ref()).and(documentation(docs));
        let part = part.and(some_bits(*low, *width, *signed)).with_some("value", value(names, *of));
        part.with_some("constant", *constant).with_some("fill", fill(*filler))
    });
    documented(name, docs).and(carrier(names, *on, None)).with("width", *width).with("parts", list(parts))
}

/// A number with a scale and a unit.
pub fn quantity(names: &Names<'_>, one: &Quantity) -> Object {
    #[rustfmt::skip]
    let Quantity {
        name, docs, carrier: on, raw, number, unit, to_value, to_raw, range, outside: beyond, increasing, loss, text,
    } = one;
    let (from, rounding) = match to_raw {
        Inverse::Derived(rounding) => (None, rounding),
        Inverse::Written(written, rounding) => (Some(steps(written, *number)), rounding),
    };
    let range = range.map(|ValueRange { min, max, inclusive, raws }| {
        kind("min", min).with("max", max).with_flag("inclusive", inclusive).with("raw", interval(raws))
    });
    documented(name, docs)
        .and(carrier(names, *on, Some(*raw)))
        .with("number", number_word(*number))
        .with_some("unit", unit.as_ref())
        .with("text", text)
        .with("to_value", steps(to_value, *number))
        .with_some("from", from)
        .with("rounding", rounding_word(*rounding))
        .with_some("range", range)
        .with("outside", outside(*beyond))
        .with_flag("decreasing", !increasing)
        .and(match loss {
            Loss::None => Object::default(),
            Loss::Counted(raws) => kind("lossy", kind("raws", *raws)),
            Loss::NotExact => kind("lossy", Object::default()),
        })
}

fn number_word(number: Number) -> &'static str {
    match number {
        Number::I32 => "i32",
        Number::I64 => "i64",
        Number::F32 => "f32",
        Number::F64 => "f64",
    }
}

fn rounding_word(rounding: Rounding) -> &'static str {
    match rounding {
        Rounding::Nearest => "round",
        Rounding::Trunc => "trunc",
        Rounding::Floor => "floor",
    }
}

/// `[{"multiply": [1, 16], "rounded": 0.0625}]`: operations with fractions, each a numerator and a denominator, and with
/// the floats that a computation takes for them.
fn steps(steps: &[Step], number: Number) -> Tree {
    let step = |step: &Step| {
        let (key, by) = match *step {
            Step::Add(by) => ("add", by),
            Step::Subtract(by) => ("subtract", by),
            Step::SubtractFrom(by) => ("subtract_from", by),
            Step::Multiply(by) => ("multiply", by),
            Step::Divide(by) => ("divide", by),
        };
        let rounded = match number {
            Number::I32 | Number::I64 => None,
            Number::F32 => Some(by.rounded_to(FloatWidth::F32)),
            Number::F64 => Some(by.rounded_to(FloatWidth::F64)),
        };
        let Ratio { over, under } = by;
        Tree::from(kind(key, [over.into(), under.into()]).with_some("rounded", rounded))
    };
    list(steps.iter().map(step))
}

fn outside(outside: Outside) -> Tree {
    match outside {
        Outside::Refuse => "refuse".into(),
        Outside::Clamp => "clamp".into(),
        Outside::Wrap { period } => kind("wrap", i128::try_from(period).unwrap_or(i128::MAX)).into(),
    }
}

/// Digits of mixed radix.
pub fn packed(names: &Names<'_>, one: &Packed) -> Object {
    let Packed { name, docs, carrier: on, raw, digits } = one;
    let digits = digits.iter().map(|Digit { name, docs, first, radix, unit, outside: beyond }| {
        let digit = documented(name, docs).with("first", *first).with("radix", *radix);
        digit.with_some("unit", unit.as_ref()).with("outside", outside(*beyond))
    });
    let head = documented(name, docs).and(carrier(names, *on, Some(*raw)));
    head.with("digits", list(digits))
}

/// A name for a wire with its clauses.
pub fn alias(one: &Alias) -> Object {
    let Alias { name, docs, rule } = one;
    documented(name, docs).with_flag("rule", *rule)
}

/// A name for a number or a text.
pub fn constant(one: &Constant) -> Object {
    let Constant { name, docs, value } = one;
    documented(name, docs).with("value", value)
}

/// A value that a message sets for later ones.
pub fn session(names: &Names<'_>, one: &Session) -> Object {
    let Session { name, docs, kind: of, message, cell } = one;
    let head = documented(name, docs).with("type", param_type(names, *of));
    head.with("message", names.record(*message)).with("number", names.number(*message, *cell))
}

/// A checksum function of the program.
pub fn hook(names: &Names<'_>, one: &Hook) -> Object {
    let Hook { name, docs, data, params: all, bytes } = one;
    let head = documented(name, docs).with("data", data);
    head.with_list("parameters", params(names, all)).with("bytes", *bytes)
}

/// A family, with the parameters that it passes to its messages.
pub fn family(names: &Names<'_>, one: &Family) -> Object {
    #[rustfmt::skip]
    let Family {
        name, docs, carrier: on, codes, members, params: all, open, lengths, takes_rest: _, memory: _, circle: within,
    } = one;
    let scope = Scope { names, record: None, params: all };
    let members = members.iter().map(|FamilyMember { name, code, record, args }| {
        let member = kind("name", name).with("code", *code).with("record", names.record(*record));
        member.with_list("arguments", scope.inputs(args))
    });
    documented(name, docs)
        .and(
            on.map(|on| carrier(names, Carrier::Scalar(on), Some(*codes)))
                .unwrap_or_else(|| kind("interval", interval(*codes))),
        )
        .with_flag("open", *open)
        .with_list("parameters", params(names, all))
        .and(length(lengths))
        .with_some("circle", within.as_ref().map(circle))
        .with("members", list(members))
}

/// A circle, by the name of what states its depth.
pub fn circle(one: &Circle) -> Object {
    let Circle { name, depth } = one;
    kind("name", name).with("depth", Code::from(*depth))
}

/// The numbers that the receiver knows.
pub fn params(names: &Names<'_>, params: &[Param]) -> Vec<Tree> {
    let param = |Param { name, docs, kind: of, session: _ }: &Param| {
        Tree::from(documented(name, docs).with("type", param_type(names, *of)))
    };
    params.iter().map(param).collect()
}

fn param_type(names: &Names<'_>, of: ParamKind) -> Tree {
    match of {
        ParamKind::Bool => "bool".into(),
        ParamKind::Int(numbers) => kind("number", interval(numbers)).into(),
        ParamKind::Enum(id) => kind("enum", names.enumeration(id)).into(),
    }
}
