//! Functions that ask views: one for each view of a protocol that can be reached without reading it anew. Each calls the
//! getters one by one, the last first, and compares what they give with the plain value; what is in no plain value, a
//! carrier of bits or a number that a rule repairs, it tells, to be compared with the interpreter's steps.

use std::collections::HashSet;

use wireform_build::interpret::Target;
use wireform_build::layout::{is_array, is_array_of};
use wireform_build::model::{
    Arm, ArmCode, Base, Cell, Content, Demand, Extent, FamilyId, Field, FieldId, HookId, Item, Notation, Presence,
    Protocol, Record, RecordId, Source, Tag, Value, Wire,
};
use wireform_build::model::{Nested as Has, nested_hooks};
use wireform_build::names;

use crate::crates::{ident, module};
use crate::schemas::plain::{What, shown, stored_code};

/// The functions of one version of a schema.
pub struct Lookers<'p> {
    protocol: &'p Protocol,
    /// `schemas0::s12::v259`
    path: &'p str,
    hooks: Has<HookId>,
    functions: Vec<String>,
    known: HashSet<String>,
}

impl<'p> Lookers<'p> {
    pub fn new(protocol: &'p Protocol, path: &'p str) -> Self {
        let hooks = nested_hooks(protocol);
        Self { protocol, path, hooks, functions: Vec::new(), known: HashSet::new() }
    }

    /// The function that asks the view of a target.
    pub fn of(&mut self, target: Target) -> String {
        match target {
            Target::Record(id) => self.record(id),
            Target::Family(id) | Target::Stream(id) => self.family(id),
        }
    }

    /// All that were asked for, and what these need.
    pub fn program(&self) -> String {
        self.functions.concat()
    }

    /// A function of that name for a view and the plain value, made once.
    fn function(&mut self, name: &str, (view, plain): (&str, &str), body: impl FnOnce(&mut Self) -> String) -> String {
        let name = format!("{}_look_{name}", self.path.replace("::", "_"));
        if self.known.insert(name.clone()) {
            let body = body(self);
            self.functions.push(format!(
                "fn {name}(view: &{view}, value: &{plain}, seen: &mut Seen, path: &str) {{\n    {body}\n}}\n"
            ));
        }
        name
    }

    fn record(&mut self, id: RecordId) -> String {
        let record = &self.protocol.records[id.0];
        let types = self.types(record, &record.name);
        self.function(&format!("r{}", id.0), (&types.0, &types.1), |all| all.fields(record, id, &record.body))
    }

    /// The view and the plain type of that name in a record's module.
    fn types(&self, record: &Record, name: &str) -> (String, String) {
        let module = module(self.protocol, self.path, record);
        (format!("{module}::{}", names::view_name(name)), format!("{module}::{}", names::type_name(name)))
    }

    fn family(&mut self, id: FamilyId) -> String {
        let family = &self.protocol.families[id.0];
        let name = names::type_name(&family.name);
        let (view, plain) = (format!("{}::{}", self.path, names::view_name(&name)), format!("{}::{name}", self.path));
        self.function(&format!("f{}", id.0), (&view, &plain), |all| {
            let mut arms = String::new();
            for member in &family.members {
                let (variant, look) = (names::variant_name(&member.name), all.record(member.record));
                let looked_at = all.looked_at(member.record);
                arms += &format!(
                    "({view}::{variant}(view), {plain}::{variant}(value)) => {look}(&view{looked_at}, value, seen, &member(path, {:?})), ",
                    member.name
                );
            }
            if family.open {
                arms += &format!(
                    "({view}::Unknown {{ code, body, .. }}, {plain}::Unknown {{ code: other, body: bytes }}) => \
                     same(&(code, body), &(other, bytes)), "
                );
            }
            format!("match (view, value) {{ {arms}_ => panic!(\"{{value:?}} is another message\") }}")
        })
    }

    /// What is called on a record's view that is handed out with checksums that nobody has compared.
    fn looked_at(&self, id: RecordId) -> &'static str {
        let own = self.protocol.records[id.0].checksums.iter().any(|one| one.hook().is_some());
        if own { ".without_verifying()" } else { "" }
    }

    /// What is asked of all fields of a body, the last first.
    fn fields(&mut self, record: &Record, of: RecordId, body: &[FieldId]) -> String {
        let mut all = Vec::new();
        for one in shown(record, body, false) {
            let (getter, field) = (ident(&names::getter_name(one.name)), ident(&names::field_name(one.name)));
            let (got, value) = (format!("view.{getter}()"), format!("value.{field}"));
            all.push(match one.what {
                What::Part(_) => format!("same(&{got}, &{value});"),
                What::Field(id, field) => self.field(record, (of, id, field), (&got, &value), one.optional),
            });
        }
        let fields = record.scope(body).into_iter().map(|id| &record.fields[id.0]);
        all.extend(fields.filter_map(|field| on_the_wire(record, field)));
        all.reverse();
        all.join("\n    ")
    }

    /// What is asked of one field.
    fn field(
        &mut self,
        record: &Record,
        (of, id, field): (RecordId, FieldId, &Field),
        (got, value): (&str, &str),
        optional: bool,
    ) -> String {
        let name = field.name.as_deref().unwrap_or_default();
        if let Wire::Record { record: state, from: Some(base @ (Base::Zero | Base::Field(_))), .. } = &field.wire {
            return format!("same(&{got}, &{value});\n    {}", self.state(record, *state, base, name, optional));
        }
        let Some(look) = self.look(record, (of, id), &field.wire) else {
            return match (is_bytes_array(&field.wire), optional) {
                (true, true) => format!("same(&{got}.copied(), &{value});"),
                (true, false) => format!("same({got}, &{value});"),
                (false, _) => format!("same(&{got}, &{value});"),
            };
        };
        let one = |view: &str, value: &str| look.at(&format!("&{view}{}", look.called), value, name);
        match optional {
            false => format!("{};", one(got, &format!("&{value}"))),
            true => format!(
                "match ({got}, &{value}) {{ (Some(view), Some(value)) => {}, (None, None) => {{}}, \
                 _ => panic!(\"{name} is there in one of both\") }}",
                one("view", "value")
            ),
        }
    }

    /// A state: what of it stands on the wire, and that this makes it of the state before it.
    fn state(&mut self, around: &Record, id: RecordId, base: &Base, name: &str, optional: bool) -> String {
        let look = self.record(id);
        let whole = self.protocol.records[id.0].whole_name();
        let state =
            format!("{}::{}", module(self.protocol, self.path, &self.protocol.records[id.0]), names::type_name(whole));
        let before = match base {
            Base::Field(id) => {
                let base = around.fields[id.0].name.as_deref().unwrap_or_default();
                format!("value.{}", ident(&names::field_name(base)))
            }
            Base::Zero | Base::Inside(_) => format!("{state}::default()"),
        };
        let (getter, field) = (ident(&names::delta_getter_name(name)), ident(&names::field_name(name)));
        let one = |value: &str| {
            format!(
                "{{ let change = view.to_value(); {look}(&view, &change, seen, &join(path, {name:?})); \
                 same(&change.resolve(&{before}), {value}); }}"
            )
        };
        match optional {
            false => format!("{{ let view = view.{getter}(); {} }}", one(&format!("&value.{field}"))),
            true => format!(
                "match (view.{getter}(), &value.{field}) {{ (Some(view), Some(state)) => {}, (None, None) => {{}}, \
                 _ => panic!(\"{name} is there in one of both\") }}",
                one("state")
            ),
        }
    }

    /// What asks for more than one value.
    fn look(&mut self, record: &Record, (of, id): (RecordId, FieldId), wire: &Wire) -> Option<Look> {
        let by = |function: String, called: &'static str| Some(Look { function, called, more: None });
        let helper = |function: &str, called: &'static str| {
            Some(Look { function: function.to_owned(), called, more: Some(String::new()) })
        };
        match wire {
            Wire::Group { name, body, .. } => {
                let types = self.types(record, name);
                let name = format!("g{}_{}", of.0, id.0);
                by(self.function(&name, (&types.0, &types.1), |all| all.fields(record, of, body)), "")
            }
            Wire::Match { name, tag, arms } => by(self.choice(record, (of, id), name, tag, arms), ""),
            Wire::Record { record, .. } => by(self.record(*record), self.looked_at(*record)),
            Wire::Family { family, .. } => by(self.family(*family), ""),
            Wire::List { item: Item::Family { family, .. }, extent: Extent::Rest } => Some(self.stream(*family)),
            Wire::List { item, extent } if is_array_of(self.protocol, item, extent) => None,
            Wire::List { extent: Extent::Fixed { or_end: false, .. }, .. } => helper("array", ""),
            Wire::List { item, .. } => {
                let compared = self.hooks.item(item).is_empty();
                helper("list", if compared { "" } else { ".without_verifying()" })
            }
            Wire::Sparse { .. } => helper("sparse", ""),
            Wire::Scalar { .. }
            | Wire::Chosen { .. }
            | Wire::Float { .. }
            | Wire::Bits { .. }
            | Wire::Padding { .. }
            | Wire::Octets { content: Content::Constant(_), .. }
            | Wire::Octets { content: Content::Free | Content::Text(_), .. }
            | Wire::Nested { .. }
            | Wire::Within { .. } => None,
        }
    }

    /// Messages that are read when they are reached; what they tell nobody compares, since each is a target itself.
    fn stream(&mut self, id: FamilyId) -> Look {
        let look = self.family(id);
        let to_value = if self.hooks.family(id).is_empty() { "to_value" } else { "to_value_unverified" };
        let each = format!(", |view| {look}(&view, &view.{to_value}(), &mut Seen::default(), \"\")");
        Look { function: "stream".to_owned(), called: "", more: Some(each) }
    }

    fn choice(
        &mut self,
        record: &Record,
        (of, id): (RecordId, FieldId),
        name: &str,
        tag: &Tag,
        arms: &[Arm],
    ) -> String {
        let (view, plain) = self.types(record, name);
        self.function(&format!("m{}_{}", of.0, id.0), (&view, &plain), |all| {
            let mut made = String::new();
            for (index, arm) in arms.iter().enumerate() {
                let variant = names::variant_name(&arm.name);
                let code = stored_code(record, tag, arm).map(|(name, _)| ident(&names::field_name(name)));
                let codes = code.as_ref().map_or(String::new(), |_| "same(one, other);".to_owned());
                let (of_view, of_plain, body) = match (arm.transparent, arm.body.is_empty(), &code) {
                    (true, _, code) => {
                        let body =
                            arm.body.first().map(|inner| all.transparent(record, (of, *inner))).unwrap_or_default();
                        match code {
                            Some(name) => (
                                format!(" {{ {name}: one, value: view }}"),
                                format!(" {{ {name}: other, value }}"),
                                format!("{codes} {body}"),
                            ),
                            None => ("(view)".to_owned(), "(value)".to_owned(), body),
                        }
                    }
                    (false, true, Some(name)) => {
                        (format!(" {{ {name}: one }}"), format!(" {{ {name}: other }}"), codes)
                    }
                    (false, true, None) => (String::new(), String::new(), String::new()),
                    (false, false, code) => {
                        let types = all.types(record, &format!("{name}{}", arm.name));
                        let look = all.function(&format!("a{}_{}_{index}", of.0, id.0), (&types.0, &types.1), |all| {
                            let kept = code.as_ref().and_then(|_| stored_code(record, tag, arm)).map(|(name, _)| {
                                let (getter, field) = (names::getter_name(name), names::field_name(name));
                                format!("same(&view.{}(), &value.{});\n    ", ident(&getter), ident(&field))
                            });
                            format!("{}{}", kept.unwrap_or_default(), all.fields(record, of, &arm.body))
                        });
                        ("(view)".to_owned(), "(value)".to_owned(), format!("{look}(view, value, seen, path);"))
                    }
                };
                made +=
                    &format!("({view}::{variant}{of_view}, {plain}::{variant}{of_plain}) => {{ {body} }}\n        ");
            }
            format!("match (view, value) {{\n        {made}_ => panic!(\"{{value:?}} is another shape\"),\n    }}")
        })
    }

    /// What is asked of a shape that is a wire. Its number is kept as it stands on the wire, which the plain value decodes.
    fn transparent(&mut self, record: &Record, (of, id): (RecordId, FieldId)) -> String {
        let field = &record.fields[id.0];
        if let Some(look) = self.look(record, (of, id), &field.wire) {
            let called = match look.function.as_str() {
                "list" if look.called.is_empty() => ".to_list()",
                _ => look.called,
            };
            let view = if called.is_empty() { "view".to_owned() } else { format!("&view{called}") };
            return format!("{};", look.at(&view, "value", &field.label));
        }
        match &field.wire {
            Wire::Octets { extent, content: Content::Free } if is_array(extent) => "same(&**view, value);".to_owned(),
            Wire::Octets { content: Content::Free | Content::Text(_), .. } | Wire::List { .. } => {
                "same(view, value);".to_owned()
            }
            _ => "let _ = (view, value);".to_owned(),
        }
    }
}

/// What asks a view, or a list.
struct Look {
    function: String,
    /// What is called on what the getter gives.
    called: &'static str,
    /// What it is handed behind view and value; if nothing is said, who is told what stands on the wire, and the path.
    more: Option<String>,
}

impl Look {
    fn at(&self, view: &str, value: &str, name: &str) -> String {
        let more = self.more.clone().unwrap_or_else(|| format!(", seen, &join(path, {name:?})"));
        format!("{}({view}, {value}{more})", self.function)
    }
}

fn is_bytes_array(wire: &Wire) -> bool {
    matches!(wire, Wire::Octets { extent, content: Content::Free } if is_array(extent))
}

/// Whether a number in front chooses a shape beside it, or in groups beside it: the view has both. If something of that may be
/// absent, one number has to say so.
fn chooses(record: &Record, field: &Field, cell: &Cell) -> bool {
    let Source::Derived(Demand::Arm { field: choice, .. }) = cell.source else { return false };
    let mut at = &record.fields[choice.0];
    let Wire::Match { arms, .. } = &at.wire else { return false };
    let is_region = |id: &FieldId| matches!(record.fields[id.0].wire, Wire::Within { .. });
    let is_measured = |arm: &Arm| matches!(&arm.written, ArmCode::Counted(by) if by.fields().iter().any(is_region));
    if arms.iter().any(is_measured) {
        return false;
    }
    loop {
        if at.presence != Presence::Always && cell.absent.is_none() {
            return false;
        }
        match at.parent.filter(|_| at.parent != field.parent).map(|parent| &record.fields[parent.0]) {
            None => return at.parent == field.parent,
            Some(group) if matches!(group.wire, Wire::Group { delta: None, .. }) => at = group,
            Some(_) => return false,
        }
    }
}

/// Tells what stands in a carrier of bits, in what is `truthy`, in what a rule repairs, or chooses a shape.
fn on_the_wire(record: &Record, field: &Field) -> Option<String> {
    let tell = |name: &str, how: &str| {
        let (getter, path) = (ident(&names::wire_getter_name(name)), format!("join(path, {name:?})"));
        format!("seen.{how}({path}, view.{getter}());")
    };
    if field.shows_carrier() {
        return Some(tell(&field.label, "number"));
    }
    let name = field.name.as_deref()?;
    let repaired = field.rule.as_ref().is_some_and(|rule| rule.repair.is_some());
    let cell = field.wire.number().map(|cell| &record.cells[cell.0]);
    let (kind, users) = (cell.map(|cell| cell.value), cell.is_none_or(|cell| cell.source == Source::User));
    if cell.is_some_and(|cell| chooses(record, field, cell)) {
        let how = if kind == Some(Value::Int(Some(Notation::Hex))) { "hex" } else { "value" };
        return Some(format!("seen.{how}(join(path, {name:?}), view.{}());", ident(&names::getter_name(name))));
    }
    // It may be absent, whatever it is worth then.
    let optional = field.presence.absent().is_some();
    match (kind, optional) {
        _ if !users => None,
        (Some(Value::Truthy), false) => Some(tell(name, "number")),
        (Some(Value::Truthy), true) => Some(tell(name, "number_or_none")),
        // A value that holds it prints it so.
        (Some(Value::Int(Some(Notation::Hex))), false) if repaired => Some(tell(name, "hex")),
        (_, false) if repaired => Some(tell(name, "value")),
        (_, true) if repaired => Some(tell(name, "value_or_none")),
        _ => None,
    }
}
