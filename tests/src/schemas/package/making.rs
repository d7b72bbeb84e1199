//! Functions that make plain values out of words: one for each type of a protocol that a value may need. So values are
//! data, and as many as one likes, where each would be a piece of a program otherwise.

use std::collections::HashSet;

use wireform_build::interpret::Target;
use wireform_build::layout::{bare_element, is_array_of};
use wireform_build::model::{
    self, Arm, Content, Extent, FamilyId, FieldId, FloatWidth, Item, Node, Protocol, Record, RecordId, Tag, Wire,
};
use wireform_build::names;

use super::parts;
use crate::crates::{ident, module};
use crate::schemas::plain::{Inside, Shown, What, inside, is_state, shown, stored_code};
use crate::schemas::told::NAMED;

/// The functions of one version of a schema.
pub struct Makers<'p> {
    protocol: &'p Protocol,
    /// `schemas0::s12::v259`
    path: &'p str,
    /// What their names begin with.
    prefix: String,
    functions: Vec<String>,
    known: HashSet<String>,
}

impl<'p> Makers<'p> {
    pub fn new(protocol: &'p Protocol, path: &'p str) -> Self {
        let prefix = path.replace("::", "_");
        Self { protocol, path, prefix, functions: Vec::new(), known: HashSet::new() }
    }

    /// The function that makes a value of a target.
    pub fn of(&mut self, target: Target) -> Option<String> {
        match target {
            Target::Record(id) => Some(self.record(id, false)),
            Target::Family(id) => Some(self.family(id)),
            // Many values, each of which is one of its family.
            Target::Stream(_) => None,
        }
    }

    /// All that were asked for, and what these need.
    pub fn program(&self) -> String {
        self.functions.concat()
    }

    /// A function of that name, made once.
    fn function(&mut self, name: &str, of: &str, body: impl FnOnce(&mut Self) -> String) -> String {
        let name = format!("{}_{name}", self.prefix);
        if self.known.insert(name.clone()) {
            let body = body(self);
            self.functions.push(format!("fn {name}(words: &'static Words) -> Option<{of}> {{\n    Some({body})\n}}\n"));
        }
        name
    }

    fn module(&self, record: &Record) -> String {
        module(self.protocol, self.path, record)
    }

    fn record(&mut self, id: RecordId, whole: bool) -> String {
        let record = &self.protocol.records[id.0];
        let name = if whole { record.whole_name() } else { &record.name };
        let of = format!("{}::{}", self.module(record), names::type_name(name));
        self.function(&format!("r{}{}", id.0, mark(whole)), &of, |all| {
            format!("{of} {{ {} }}", all.fields(record, id, &record.body, whole))
        })
    }

    fn family(&mut self, id: FamilyId) -> String {
        let family = &self.protocol.families[id.0];
        let of = format!("{}::{}", self.path, names::type_name(&family.name));
        self.function(&format!("f{}", id.0), &of, |all| {
            let mut arms = String::new();
            for (index, member) in family.members.iter().enumerate() {
                let make = all.record(member.record, false);
                arms += &format!("{index} => {of}::{}({make}(words)?), ", names::variant_name(&member.name));
            }
            if family.open {
                let unknown = "Unknown { code: words.number()?, body: words.bytes()? }";
                arms += &format!("{} => {of}::{unknown}, ", family.members.len());
            }
            format!("match words.number::<usize>()? {{ {arms}_ => return None }}")
        })
    }

    /// `x: words.number()?, owner: words.option(|words| Some(s12_g3(words)?))?`
    fn fields(&mut self, record: &Record, of: RecordId, body: &[FieldId], whole: bool) -> String {
        let all = shown(record, body, whole);
        let fields = all.iter().map(|one| {
            let value = self.shown(record, of, one, whole);
            format!("{}: {value}", ident(&names::field_name(one.name)))
        });
        fields.collect::<Vec<_>>().join(", ")
    }

    fn shown(&mut self, record: &Record, of: RecordId, one: &Shown<'_>, whole: bool) -> String {
        let value = match one.what {
            What::Part(kind) => self.number(kind),
            What::Field(id, _) => self.field(record, of, id, whole),
        };
        if one.optional { format!("words.option(|words| Some({value}))?") } else { value }
    }

    fn field(&mut self, record: &Record, of: RecordId, id: FieldId, whole: bool) -> String {
        match &record.fields[id.0].wire {
            Wire::Scalar { cell, .. } | Wire::Chosen { cell, .. } => self.number(record.cells[cell.0].value),
            Wire::Float { width, .. } => float(*width),
            Wire::Octets { content: Content::Free, .. } => "words.bytes()?.try_into().ok()?".to_owned(),
            Wire::Octets { content: Content::Text(_), .. } => "words.text()?.into()".to_owned(),
            Wire::Group { name, body, delta } => {
                let part = match inside(delta.as_ref(), whole) {
                    Inside::Like(record) => return format!("{}(words)?", self.record(record, false)),
                    Inside::Part => true,
                    Inside::Plain => false,
                };
                let name = delta.as_ref().filter(|_| part).map_or(name, |delta| &delta.name);
                let group = format!("{}::{}", self.module(record), names::type_name(name));
                let make = self.function(&format!("g{}_{}{}", of.0, id.0, mark(part)), &group, |all| {
                    format!("{group} {{ {} }}", all.fields(record, of, body, part))
                });
                format!("{make}(words)?")
            }
            Wire::Record { record, from, .. } => {
                format!("{}(words)?", self.record(*record, is_state(from.as_ref(), whole)))
            }
            Wire::Family { family, .. } => format!("{}(words)?", self.family(*family)),
            Wire::Nested { part, .. } => {
                let make = match self.protocol.nested[part.0] {
                    Node::Record(id) => self.record(id, false),
                    Node::Family(id) => self.family(id),
                };
                let nested = "|one| (&*Box::leak(Box::new(one))).into()";
                format!("words.option({make})?.map_or_else(Default::default, {nested})")
            }
            Wire::List { item, extent } => {
                let is_array = is_array_of(self.protocol, item, extent);
                let item = self.item(item);
                match extent {
                    _ if is_array => format!("words.array({item})?"),
                    Extent::Fixed { or_end: false, .. } => format!("words.lent({item})?.into()"),
                    _ => format!("words.slice({item})?.into()"),
                }
            }
            Wire::Sparse { item, base, .. } => {
                let item = self.item(item);
                match whole && base.is_some() {
                    true => format!("words.array({item})?"),
                    false => format!("words.array(|words| words.option({item}))?"),
                }
            }
            Wire::Match { name, tag, arms } => self.choice(record, (of, id), name, tag, arms),
            Wire::Bits { .. }
            | Wire::Padding { .. }
            | Wire::Octets { content: Content::Constant(_), .. }
            | Wire::Within { .. } => "()".to_owned(),
        }
    }

    fn choice(
        &mut self,
        record: &Record,
        (of, id): (RecordId, FieldId),
        name: &str,
        tag: &Tag,
        arms: &[Arm],
    ) -> String {
        let module = self.module(record);
        let choice = format!("{module}::{}", names::type_name(name));
        let make = self.function(&format!("m{}_{}", of.0, id.0), &choice, |all| {
            let mut made = String::new();
            for (index, arm) in arms.iter().enumerate() {
                let code = stored_code(record, tag, arm)
                    .map(|(name, kind)| format!("{}: {}, ", ident(&names::field_name(name)), all.number(kind)));
                let held = match (arm.transparent, arm.body.is_empty(), code) {
                    (true, _, code) => {
                        let value = arm.body.first().map(|id| all.field(record, of, *id, false)).unwrap_or_default();
                        match code {
                            Some(code) => format!(" {{ {code}value: {value} }}"),
                            None => format!("({value})"),
                        }
                    }
                    (false, true, Some(code)) => format!(" {{ {code}}}"),
                    (false, true, None) => String::new(),
                    (false, false, code) => {
                        let held = names::type_name(&format!("{name}{}", arm.name));
                        let fields = all.fields(record, of, &arm.body, false);
                        format!("({module}::{held} {{ {}{fields} }})", code.unwrap_or_default())
                    }
                };
                made += &format!("{index} => {choice}::{}{held}, ", names::variant_name(&arm.name));
            }
            format!("match words.number::<usize>()? {{ {made}_ => return None }}")
        });
        format!("{make}(words)?")
    }

    /// What makes an element of a list.
    fn item(&mut self, item: &Item) -> String {
        let made = match item {
            Item::Scalar { value, .. } => self.number(*value),
            Item::Float { width, .. } => float(*width),
            Item::Record { record: id, .. } => {
                let record = &self.protocol.records[id.0];
                match bare_element(record) {
                    Some(only) => self.field(record, *id, only, false),
                    None => return self.record(*id, false),
                }
            }
            Item::Family { family, .. } => return self.family(*family),
        };
        format!("|words| Some({made})")
    }

    fn number(&self, kind: model::Value) -> String {
        let (protocol, path) = (self.protocol, self.path);
        let of = |name: &str| format!("{path}::{}", names::type_name(name));
        let raw = |name: &str| format!("Option::<{0}>::from({0}::from_raw(words.number()?))?", of(name));
        match kind {
            model::Value::Int(notation) => match notation.and_then(parts::noted) {
                Some(of) => format!("{of}(words.number()?).ok()?"),
                None => "words.number()?".to_owned(),
            },
            model::Value::Bool | model::Value::Truthy => "words.truth()?".to_owned(),
            model::Value::Enum(id) => {
                let one = &protocol.enums[id.0];
                let of = of(&one.name);
                let right = format!("Option::<{of}>::from({of}::from_code(words.number()?))?");
                let ranges = one.codes.iter().filter(|code| code.stores_code());
                let named = ranges.map(|code| (format!("{NAMED}{}", code.name), names::variant_name(&code.name)));
                let other = one.open.then(|| ("other".to_owned(), "Other".to_owned()));
                let wrong = named.chain(other).map(|(word, variant)| {
                    format!("if words.has({word:?}) {{ {of}::{variant}(words.number()?) }} else ")
                });
                match wrong.collect::<String>() {
                    none if none.is_empty() => right,
                    wrong => format!("{wrong}{{ {right} }}"),
                }
            }
            model::Value::Bits(id) => raw(&protocol.bits[id.0].name),
            model::Value::Quantity(id) => raw(&protocol.quantities[id.0].name),
            model::Value::Packed(id) => raw(&protocol.packed[id.0].name),
        }
    }
}

fn float(width: FloatWidth) -> String {
    match width {
        FloatWidth::F32 => "words.f32()?".to_owned(),
        FloatWidth::F64 => "words.f64()?".to_owned(),
    }
}

/// What tells the function of a state from that of what travels.
fn mark(whole: bool) -> &'static str {
    if whole { "_whole" } else { "" }
}
