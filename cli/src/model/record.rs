//! Records: fields with their presence and rules, checksums, the states of deltas, and examples.

use wireform_build::model::{
    Absent, Algorithm, CellId, Check, Checksum, Covered, Crc, Delta, DeltaScope, Docs, Edge, Example, ExampleKind,
    Field, FieldId, How, LengthRange, Lengths, MessageCode, Node, Presence, Record, RecordId, Role, Rule, SessionId,
};

use super::condition::{Scope, sets};
use super::items::{circle, params};
use super::names::Names;
use super::tree::{Object, Tree, kind, list};
use super::wire::scalar;
use crate::bytes::to_hex;

/// The fields of a record.
pub struct Fields<'n> {
    pub record: &'n Record,
    pub scope: Scope<'n>,
    /// The record of the elements of the list at hand.
    pub element: Option<RecordId>,
}

/// A struct, a message, or an element of a list.
pub fn record(names: &Names<'_>, id: RecordId, record: &Record) -> Object {
    #[rustfmt::skip]
    let Record {
        name: _, module: _, docs, role, params: known, fields: _, cells: _, body, lengths, takes_rest: _, memory: _,
        checksums, delta: state, circle: within, examples,
    } = record;
    let scope = Scope { names, record: Some(id), params: known };
    let all = Fields { record, scope, element: None };
    documented(names.record(id), docs)
        .with(
            "role",
            match role {
                Role::Struct => "struct".into(),
                Role::Message { code: None } => "message".into(),
                Role::Message { code: Some(MessageCode { scalar: one, code }) } => {
                    Tree::from(kind("message", scalar(names, *one).with("code", *code)))
                }
                Role::Element { transparent: false } => "element".into(),
                Role::Element { transparent: true } => kind("element", kind("transparent", true)).into(),
            },
        )
        .with_list("parameters", params(names, known))
        .with_some("delta", state.as_ref().map(|state| delta(state, names)))
        .and(length(lengths))
        .with_some("circle", within.as_ref().map(circle))
        .with("fields", all.fields(body))
        .with_list("checksums", checksums.iter().map(|one| all.checksum(one)))
        .with_list("examples", examples.iter().map(|one| all.example(one)))
}

impl Fields<'_> {
    /// The fields of a body, in wire order.
    pub fn fields(&self, body: &[FieldId]) -> Tree {
        let fields = body.iter().filter_map(|id| Some((*id, self.record.fields.get(id.0)?)));
        list(fields.map(|(id, field)| self.field(id, field)))
    }

    fn field(&self, id: FieldId, field: &Field) -> Object {
        let Field { name, label: _, docs, parent: _, presence, wire, alias, element_alias, rule } = field;
        let names = self.scope.names;
        let element = match wire.holds() {
            Some(Node::Record(record)) => Some(record),
            Some(Node::Family(_)) | None => None,
        };
        let of = Fields { element, ..*self };
        named(self.scope.field(id), name.as_ref(), docs)
            .with_some("type", alias.map(|id| names.alias(id)))
            .with_some("element_type", element_alias.map(|id| names.alias(id)))
            .with_some("presence", self.presence(presence))
            .and(of.wire(wire))
            .with_list("known", self.record.cells_inside(id).map(|(own, inner)| self.inside(own, inner, element)))
            .with_some("rule", rule.as_ref().map(|rule| of.rule(rule, self.record.checks_at_once(field))))
    }

    /// A number in the record of a field, which other fields read.
    fn inside(&self, own: CellId, inner: CellId, element: Option<RecordId>) -> Object {
        let names = self.scope.names;
        kind("number", self.scope.number(own)).with("of", element.map_or("", |element| names.number(element, inner)))
    }

    /// None: always present.
    fn presence(&self, presence: &Presence) -> Option<Object> {
        let of = |kind: Object, absent| kind.with_some("default", self.absent(absent));
        match presence {
            Presence::Always => None,
            Presence::When { test, text, checked, absent } => {
                let test = kind("if", self.scope.test(test)).with("text", text).with_flag("checked", *checked);
                Some(of(test, absent))
            }
            Presence::Left { lengths, absent } => Some(of(kind("remaining_bytes", sets(lengths)), absent)),
            Presence::Chosen { absent } => Some(of(kind("width_by_match", true), absent)),
        }
    }

    fn absent(&self, absent: &Absent) -> Option<Object> {
        match absent {
            Absent::Nothing => None,
            Absent::Raw(code) => Some(kind("raw", *code)),
            Absent::Float(float) => Some(kind("float", *float)),
            Absent::Base(base) => Some(kind("base", self.in_base(base))),
        }
    }

    fn rule(&self, rule: &Rule, at_once: bool) -> Object {
        let Rule { check, repair, text } = rule;
        let bound = |(end, inclusive): (f64, bool)| kind("value", end).with_flag("inclusive", inclusive);
        let check = match check {
            Check::Test(test) => kind("test", self.scope.test(test)),
            Check::Ascending { cell } => {
                let path = cell.and_then(|cell| Some(self.scope.names.number(self.element?, cell)));
                kind("ascending", path.map_or(Object::default(), |path| kind("number", path)))
            }
            Check::Float { low, high } => {
                let between = Object::default().with_some("min", low.map(bound)).with_some("max", high.map(bound));
                kind("float", between)
            }
        };
        let repair = repair.as_ref().and_then(|repair| self.absent(repair));
        check.with("text", text).with_some("repair", repair).with_flag("at_once", at_once)
    }

    fn checksum(&self, one: &Checksum) -> Object {
        let Checksum { cell, how, at, covers_itself, text } = one;
        let how = match how {
            How::Catalogue { check, covers } => {
                let covers = covers.iter().map(|covered| self.covered(covered));
                algorithm(check).with_list("covers", covers)
            }
            How::Hook { hook, range, inputs } => {
                let hook = kind("name", self.scope.names.hook(*hook));
                let hook = kind("hook", hook.with_list("arguments", self.scope.inputs(inputs)));
                hook.with_list("covers", [self.range(*range)])
            }
        };
        let place = kind("at", self.edge(*at)).with("covers_itself", *covers_itself).with("text", text);
        kind("number", self.scope.number(*cell)).and(place).and(how)
    }

    fn covered(&self, covered: &Covered) -> Object {
        match covered {
            Covered::Range(range) => self.range(*range),
            Covered::Constants(bytes) => kind("constants", to_hex(bytes)),
            Covered::Number { input, scalar: wire } => {
                kind("parameter", self.scope.input(*input)).and(scalar(self.scope.names, *wire))
            }
            Covered::Chosen { by, arms, others: _ } => {
                let arms =
                    arms.iter().map(|(codes, bytes)| kind("codes", sets(codes)).with("constants", to_hex(bytes)));
                kind("by", self.scope.input(*by)).with_list("arms", arms)
            }
        }
    }

    fn range(&self, [from, to]: [Edge; 2]) -> Object {
        kind("from", self.edge(from)).with("to", self.edge(to))
    }

    /// A position in the bytes of the record.
    fn edge(&self, edge: Edge) -> Object {
        match edge {
            Edge::Start(bytes) => kind("start", bytes),
            Edge::End(bytes) => kind("end", bytes),
            Edge::Field(field) => kind("field", self.scope.field(field)),
        }
    }

    /// An example without its values, which `wireform read --json` gives.
    fn example(&self, one: &Example) -> Object {
        #[rustfmt::skip]
        let Example {
            title, docs, kind: of, bytes, decimal: _, params, session, values: _, span: _, bytes_span: _,
        } = one;
        let of: Tree = match of {
            ExampleKind::Example => "example".into(),
            ExampleKind::Accepts => "accepts".into(),
            ExampleKind::Refuses { field, reason } => {
                kind("refuses", kind("field", field).with("reason", reason)).into()
            }
        };
        let known = self.scope.names.protocol.sessions.iter().zip(0..).filter_map(|(one, id)| {
            let value = session.get(SessionId(id))?;
            Some(kind("name", &one.name).with("value", value))
        });
        let one = kind("title", title).and(documentation(docs)).with("kind", of).with("hex", to_hex(bytes));
        one.with_list("arguments", params.iter().copied()).with_list("session", known)
    }
}

/// The name of an item, and its documentation.
pub fn documented(name: &str, docs: &Docs) -> Object {
    kind("name", name).and(documentation(docs))
}

/// The name of a field or a part, and its path if that is another; its documentation.
pub fn named(path: &str, name: Option<&String>, docs: &Docs) -> Object {
    let path = Some(path).filter(|path| name.is_none_or(|name| name != path));
    Object::default().with_some("name", name).with_some("path", path).and(documentation(docs))
}

/// The comment of a declaration, and its name in the protocol's own source.
pub fn documentation(docs: &Docs) -> Object {
    let Docs { lines, source_name } = docs;
    Object::default().with_some("source_name", source_name.as_ref()).with_list("documentation", lines)
}

/// A state that travels as its difference. Its documentation is that of the record or field.
pub fn delta(delta: &Delta, names: &Names<'_>) -> Object {
    let Delta { name, docs: _, scope } = delta;
    let scope: Tree = match scope {
        DeltaScope::Whole => "whole".into(),
        DeltaScope::Part => "part".into(),
        DeltaScope::Like(record) => kind("like", names.record(*record)).into(),
    };
    kind("name", name).with("scope", scope)
}

/// The number of bytes that a reader takes, and that a writer makes if it is another.
pub fn length(lengths: &Lengths) -> Object {
    let Lengths { accepted, canonical } = lengths;
    let range = |LengthRange { min, max }: &LengthRange| kind("min", *min).with_some("max", *max);
    let written = Some(canonical).filter(|canonical| *canonical != accepted);
    kind("length", range(accepted)).with_some("canonical_length", written.map(range))
}

/// An algorithm with its parameters.
fn algorithm(check: &Algorithm) -> Object {
    match check {
        Algorithm::Crc(crc) => {
            let Crc { name, width, poly, init, refin, refout, xorout } = crc;
            let crc = kind("name", name.to_lowercase()).with("width", *width).with("poly", *poly).with("init", *init);
            kind("crc", crc.with("refin", *refin).with("refout", *refout).with("xorout", *xorout))
        }
        Algorithm::Sum(_) | Algorithm::Xor | Algorithm::Lrc | Algorithm::TwoSums { .. } | Algorithm::Internet => {
            kind("check", check.name().to_lowercase())
        }
    }
}
