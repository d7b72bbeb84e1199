//! Wires: the bytes of a field.

use wireform_build::layout::scalar_interval;
use wireform_build::model::{
    Arm, ArmCode, Base, Behind, ByteOrder, Carrier, CellId, Code, Content, Demand, End, Expr, Extent, FieldId,
    FloatWidth, Form, InBase, Interval, Item, Kept, Length, Node, Notation, Part, Presence, Run, Scalar, Source, Space,
    Tag, Text, Trailer, Value, Wire,
};

use super::condition::{bits, interval, narrower, sets};
use super::names::Names;
use super::record::{Fields, delta, documented, named};
use super::tree::{Object, Tree, kind, list};
use crate::bytes::to_hex;

impl Fields<'_> {
    /// The bytes of a field.
    pub fn wire(&self, wire: &Wire) -> Object {
        match wire {
            Wire::Scalar { scalar: one, cell } => kind("wire", "number").and(self.number(*one, *cell)),
            Wire::Chosen { tags, forms, cell } => {
                let whole = forms.iter().map(|form| form.interval).reduce(Interval::hull);
                let wire = kind("wire", "width_by_match").with("tags", list(self.scope.inputs(tags)));
                let wire = wire.with("forms", list(forms.iter().map(|form| self.form(form))));
                wire.and(self.cell(*cell, whole.unwrap_or(Interval::ANYTHING)))
            }
            Wire::Float { width, order } => float(*width, *order),
            Wire::Bits { carrier, parts } => {
                let parts = list(parts.iter().map(|part| self.part(part)));
                kind("wire", "inline_bits").and(self.scalar(*carrier)).with("parts", parts)
            }
            Wire::Padding { space, filler } => {
                let reserved = kind("wire", "reserved_space");
                let space = match (space.constant(), space) {
                    (Some(bytes), _) => reserved.with("bytes", bytes),
                    (None, Space::Align(multiple)) => reserved.with("align", *multiple),
                    (None, Space::Filled) => {
                        reserved.with("extent", self.extent(&Extent::Rest)).with_flag("filled", true)
                    }
                    (None, Space::Extent(extent)) => reserved.with("extent", self.extent(extent)),
                };
                space.with_some("fill", fill(filler.byte.into())).with_flag("checked", filler.is_checked)
            }
            Wire::Octets { content: Content::Constant(bytes), .. } => {
                kind("wire", "constant_bytes").with("hex", to_hex(bytes))
            }
            Wire::Octets { extent, content: Content::Free } => {
                kind("wire", "bytes").with("extent", self.extent(extent))
            }
            Wire::Octets { extent, content: Content::Text(Text { encoding, unit, fill: filler }) } => {
                let text = kind("wire", "text").with("encoding", encoding.word());
                text.with_some("unit", (*unit != Scalar::BYTE).then(|| self.scalar(*unit)))
                    .with("extent", self.extent(extent))
                    .with_some("fill", filler.map(Code::from))
            }
            Wire::Group { name, body, delta: state } => {
                let state = state.as_ref().map(|state| delta(state, self.scope.names));
                let group = kind("wire", "group").with("type_name", name).with_some("delta", state);
                group.with("fields", self.fields(body))
            }
            Wire::Record { record, args, from } => {
                let wire = self.holder("record", self.scope.names.record(*record), args);
                wire.with_some("from", from.as_ref().map(|from| self.base(from)))
            }
            Wire::Family { family, by, args } => {
                let wire = self.holder("family", self.scope.names.family(*family), args);
                wire.with_some("by", by.map(|by| self.scope.number(by)))
            }
            Wire::Nested { part, args } => {
                let names = self.scope.names;
                let of = match names.protocol.nested.get(part.0) {
                    Some(Node::Record(id)) => kind("record", names.record(*id)),
                    Some(Node::Family(id)) => kind("family", names.family(*id)),
                    None => Object::default(),
                };
                kind("wire", "nested").and(of).with_list("arguments", self.scope.args(args))
            }
            Wire::List { item, extent } => {
                kind("wire", "list").with("element", self.item(item)).with("extent", self.extent(extent))
            }
            Wire::Sparse { item, count, mask, base } => {
                let wire = kind("wire", "list_with_mask").with("element", self.item(item)).with("slots", *count);
                let wire = wire.with("mask", self.scope.number(*mask));
                wire.with_some("base", base.as_ref().map(|base| self.in_base(base)))
            }
            Wire::Match { name, tag, arms } => {
                let wire = kind("wire", "shape_by_match").with("type_name", name).and(match tag {
                    Tag::Input(input) => kind("tag", self.scope.input(*input)),
                    Tag::Tuple(inputs) => kind("tags", list(self.scope.inputs(inputs))),
                    Tag::InPlace { scalar, cell } => kind("code", self.number(*scalar, *cell)),
                });
                wire.with("arms", list(arms.iter().map(|arm| self.arm(tag, arm))))
            }
            Wire::Within { extent, body } => {
                kind("wire", "region").with("extent", self.extent(extent)).with("fields", self.fields(body))
            }
        }
    }

    fn scalar(&self, one: Scalar) -> Object {
        scalar(self.scope.names, one)
    }

    fn number(&self, one: Scalar, id: CellId) -> Object {
        self.scalar(one).and(self.cell(id, scalar_interval(self.scope.names.protocol, one)))
    }

    /// The possible numbers of a cell, if its wire has others; its meaning; its owner.
    fn cell(&self, id: CellId, wire: Interval) -> Object {
        let Some(cell) = self.record.cells.get(id.0) else { return Object::default() };
        let (within, owner) = match &cell.source {
            Source::User => (narrower(cell.interval, wire), None),
            // The constant says both.
            Source::Constant(code) => (None, Some(kind("schema", *code).into())),
            Source::Reserved(_) => (None, Some("nobody".into())),
            Source::Derived(demand) => {
                (narrower(cell.interval, wire), Some(Tree::from(kind("writer", self.demand(demand, cell.absent)))))
            }
        };
        let filler = if let Source::Reserved(code) = cell.source { fill(code) } else { None };
        let value = value(self.scope.names, cell.value);
        Object::default()
            .with_some("interval", within)
            .with_some("value", value)
            .with_some("owner", owner)
            .with_some("fill", filler)
    }

    fn demand(&self, demand: &Demand, absent: Option<Code>) -> Tree {
        let of = |field: &FieldId| kind("field", self.scope.field(*field));
        let of_or_absent = |field: &FieldId| of(field).with_some("absent", absent);
        match demand {
            Demand::Presence { field, negated } => kind("presence", of(field).with_flag("negated", *negated)).into(),
            Demand::Form { field, column } => {
                let column = u64::try_from(*column).unwrap_or(u64::MAX);
                kind("width_by_match", of(field).with("tag", column)).into()
            }
            Demand::Arm { field, column } => {
                let tag = u64::try_from(*column).ok().filter(|_| self.has_several_tags(*field));
                kind("code", of_or_absent(field).with_some("tag", tag)).into()
            }
            Demand::Mask { field } => kind("mask", of_or_absent(field)).into(),
            Demand::Count { fields, times, plus } => {
                let count = kind("fields", list(fields.iter().map(|field| self.scope.field(*field))));
                let count = count.and(scaled(*times, *plus)).with_some("absent", absent);
                kind("count", count).into()
            }
            Demand::Place { last } => kind("last_element", *last).into(),
            Demand::Checksum => "checksum".into(),
            Demand::Hook => "hook".into(),
        }
    }

    fn form(&self, form: &Form) -> Object {
        let Form { pattern, scalar: one, interval: numbers } = form;
        let form = kind("pattern", list(pattern.iter().map(|column| sets(column))));
        let Some(one) = one else { return form };
        let whole = scalar_interval(self.scope.names.protocol, *one);
        form.and(self.scalar(*one)).with_some("interval", narrower(*numbers, whole))
    }

    fn part(&self, part: &Part) -> Object {
        let Part { name, docs, runs, signed, cell } = part;
        let whole = Interval::of_bits(u32::from(part.width()), *signed);
        let place = |run: &Run, signed| bits(run.low, run.width, signed);
        named(self.scope.number(*cell), name.as_ref(), docs)
            .and(match runs.as_slice() {
                [only] => place(only, *signed),
                joined => {
                    let runs = joined.iter().map(|run| place(run, false));
                    kind("width", part.width()).with_flag("signed", *signed).with("joined", list(runs))
                }
            })
            .and(self.cell(*cell, whole))
    }

    /// Whether several numbers choose the shape of a field.
    fn has_several_tags(&self, id: FieldId) -> bool {
        let field = self.record.fields.get(id.0);
        matches!(field.map(|field| &field.wire), Some(Wire::Match { tag: Tag::Tuple(_), .. }))
    }

    fn arm(&self, tag: &Tag, arm: &Arm) -> Object {
        let Arm { name, docs, patterns, written, body, transparent } = arm;
        let stored = self.record.stored_code(tag, arm).map(|(name, _)| name);
        let (arm_code, counted) = match written {
            // Those of several tags are the first of each column.
            ArmCode::One(codes) => (codes.first().copied().filter(|_| tag.number().is_some()), None),
            ArmCode::Stored => (None, None),
            ArmCode::Counted(demand) => (None, Some(self.demand(demand, None))),
        };
        let named = documented(name, docs);
        let arm = match tag {
            Tag::Tuple(_) => {
                let columns = |pattern: &Vec<Vec<_>>| list(pattern.iter().map(|codes| sets(codes)));
                named.with_list("patterns", patterns.iter().map(columns))
            }
            Tag::Input(_) | Tag::InPlace { .. } => {
                named.with_list("codes", arm.codes().iter().map(|one| interval(*one)))
            }
        };
        let arm = arm.with_some("written", arm_code).with_some("stored", stored).with_some("counted", counted);
        arm.with_flag("transparent", *transparent).with("fields", self.fields(body))
    }

    /// An element of a list.
    fn item(&self, item: &Item) -> Object {
        let names = self.scope.names;
        match item {
            Item::Scalar { scalar: one, value: of } => {
                kind("wire", "number").and(self.scalar(*one)).with_some("value", value(names, *of))
            }
            Item::Float { width, order } => float(*width, *order),
            Item::Record { record, args } => self.holder("record", names.record(*record), args),
            Item::Family { family, args } => self.holder("family", names.family(*family), args),
        }
    }

    /// A record, or a message of a family.
    fn holder(&self, word: &'static str, name: &str, args: &[Expr]) -> Object {
        kind("wire", word).with(word, name).with_list("arguments", self.scope.args(args))
    }

    /// The length of bytes, text, a list or a region.
    fn extent(&self, extent: &Extent) -> Tree {
        let extent = match extent {
            Extent::Fixed { count, or_end } => kind("fixed", *count).with_flag("or_end", *or_end),
            Extent::Counted(Length { cell, times, plus }) => {
                kind("number", self.scope.number(*cell)).and(scaled(*times, *plus))
            }
            Extent::Given(expr) => kind("given", self.scope.expr(expr)),
            Extent::Prefixed { scalar, cell } => kind("count", self.number(*scalar, *cell)),
            Extent::Until { end, kept, or_end, bound } => {
                kind(kept.word(), self.end(end, *kept)).with_flag("or_end", *or_end).with_some("bound", *bound)
            }
            Extent::Rest => return "rest".into(),
            Extent::AllBut(Behind::Bytes(behind)) => kind("all_but", self.scope.expr(behind)),
            Extent::AllBut(Behind::Trailer(trailer)) => kind("all_but_trailer", self.trailer(trailer)),
        };
        extent.into()
    }

    /// The end of a region, which is read first. The test says whether it is there.
    fn trailer(&self, trailer: &Trailer) -> Object {
        let presence = self.record.fields.get(trailer.group.0).map(|field| &field.presence);
        let test = match presence {
            Some(Presence::When { test, .. }) => Some(self.scope.test(test)),
            _ => None,
        };
        let counted = trailer.counted.as_ref().map(|tail| {
            let counted = kind("field", self.scope.field(tail.field)).with("number", self.scope.number(tail.cell));
            let counted = counted.and(self.scalar(tail.scalar)).with("from_end", tail.from_end);
            counted.and(scaled(tail.times, tail.plus))
        });
        let of = kind("field", self.scope.field(trailer.group)).with_some("if", test);
        of.with("numbers", trailer.numbers).with_some("counted", counted)
    }

    /// A terminator. A number or text in it is of the element.
    fn end(&self, end: &End, kept: Kept) -> Object {
        let (names, element) = (self.scope.names, self.element);
        // An end that is part of the value, or left, is no terminator.
        let is_written = kept == Kept::No;
        match end {
            End::Value { read, written } => {
                kind("read", sets(read)).with_some("written", is_written.then_some(*written))
            }
            End::Cell { cell, read, written } => {
                let path = element.map_or("", |element| names.number(element, *cell));
                kind("number", path).with("read", sets(read)).with_some("written", is_written.then_some(*written))
            }
            End::Texts { read, texts, written } => {
                let texts = kind("texts", list(texts.iter().map(|text| to_hex(text))));
                texts.with("read", sets(read)).with_some("written", is_written.then(|| to_hex(written)))
            }
            End::Begins { scalar, path, read } => {
                self.scalar(*scalar).and(kind("number", path.as_str())).with("read", sets(read))
            }
            End::Left(bytes) => kind("remaining_bytes", *bytes),
            End::EmptyText { field } => kind("empty_text", element.map_or("", |element| names.field(element, *field))),
        }
    }

    fn base(&self, base: &Base) -> Tree {
        match base {
            Base::Zero => "zero".into(),
            Base::Field(field) => kind("field", self.scope.field(*field)).into(),
            Base::Inside(base) => kind("base", self.in_base(base)).into(),
        }
    }

    /// The names that lead to a value in the base of a delta.
    pub fn in_base(&self, base: &InBase) -> Tree {
        list(base.names(self.scope.names.protocol, self.record))
    }
}

/// The factor and the summand that make a length of a number; 1 and 0 are absent.
fn scaled(times: Code, plus: Code) -> Object {
    let factor = Some(times).filter(|times| *times != 1);
    Object::default().with_some("times", factor).with_some("plus", Some(plus).filter(|plus| *plus != 0))
}

/// A number on the wire: under `integer`, or the name of its `varint`.
pub fn scalar(names: &Names<'_>, scalar: Scalar) -> Object {
    match scalar {
        Scalar::Int { bytes, signed, order } => kind("integer", integer(bytes, signed, order)),
        Scalar::Varint(id) => kind("varint", names.varint(id)),
    }
}

/// The bytes of an integer. One byte has no order.
pub fn integer(bytes: u8, signed: bool, order: ByteOrder) -> Object {
    kind("bytes", bytes).with_flag("signed", signed).with_some("order", (bytes > 1).then(|| order_word(order)))
}

/// The number that is written in reserved space, if it is not zero.
pub fn fill(code: Code) -> Option<Code> {
    (code != 0).then_some(code)
}

fn float(width: FloatWidth, order: ByteOrder) -> Object {
    kind("wire", "float").with("bytes", width.bytes()).with("order", order_word(order))
}

/// The wire of a declared type, or the bits of a larger number that it is; and its numbers, if they are fewer.
pub fn carrier(names: &Names<'_>, carrier: Carrier, numbers: Option<Interval>) -> Object {
    let (wire, whole) = match carrier {
        Carrier::Scalar(one) => (scalar(names, one), scalar_interval(names.protocol, one)),
        Carrier::Part { bits, signed } => {
            let part = kind("width", bits).with_flag("signed", signed);
            (kind("part", part), Interval::of_bits(u32::from(bits), signed))
        }
    };
    wire.with_some("interval", numbers.and_then(|numbers| narrower(numbers, whole)))
}

/// The meaning of a number; none if that is the number itself.
pub fn value(names: &Names<'_>, value: Value) -> Option<Tree> {
    match value {
        Value::Int(None) => None,
        Value::Bool => Some("bool".into()),
        Value::Truthy => Some("truthy".into()),
        Value::Int(Some(of)) => match of {
            Notation::Hex | Notation::Ipv4 | Notation::FourCc | Notation::Mac => {
                Some(kind("notation", of.word()).into())
            }
        },
        Value::Enum(id) => Some(kind("enum", names.enumeration(id)).into()),
        Value::Bits(id) => Some(kind("bits", names.bits(id)).into()),
        Value::Quantity(id) => Some(kind("quantity", names.quantity(id)).into()),
        Value::Packed(id) => Some(kind("packed", names.packed(id)).into()),
    }
}

fn order_word(order: ByteOrder) -> &'static str {
    match order {
        ByteOrder::Little => "little",
        ByteOrder::Big => "big",
    }
}
