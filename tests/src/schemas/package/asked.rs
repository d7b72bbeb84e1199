//! The functions that ask generated code, one for each target: where its types stand, and what it is handed.

use wireform_build::interpret::Target;
use wireform_build::model::{
    Checksum, Family, FamilyId, Hook, HookId, Param, ParamKind, Protocol, Quantity, Record, RecordId, Schema, SessionId,
};
use wireform_build::model::{Nested, nested_hooks, session_params};
use wireform_build::names;

use super::changing;
use crate::crates::{ident, module};

/// Asks about one protocol of one schema.
pub struct Asker<'p> {
    schema: &'p Schema,
    protocol: &'p Protocol,
    code: &'p str,
    needs: Nested<SessionId>,
    hooks: Nested<HookId>,
    /// `schemas0::s12`, or `schemas0::s12::v259`.
    path: String,
    /// The type that has the functions of the program.
    functions: String,
}

impl<'p> Asker<'p> {
    /// Of the schema whose code stands in that module.
    pub fn new(module: &str, (schema, protocol): (&'p Schema, &'p Protocol), code: &'p str) -> Self {
        let version = protocol.version.as_ref().map(|version| version.name.as_str());
        let path = version.map_or_else(String::new, |version| format!("::{version}"));
        let path = format!("{module}{path}");
        let functions = path.replace("::", "_").to_uppercase();
        let (needs, hooks) = (session_params(protocol), nested_hooks(protocol));
        Self { schema, protocol, code, needs, hooks, path, functions }
    }

    /// The program: all functions that the protocol's messages need.
    pub fn program(&self) -> String {
        let functions: Vec<String> = self.protocol.hooks.iter().map(|hook| self.function(hook)).collect();
        let name = &self.functions;
        if functions.is_empty() { String::new() } else { format!("struct {name};\n{}", functions.join("")) }
    }

    fn function(&self, hook: &Hook) -> String {
        let (path, functions, name) = (&self.path, &self.functions, names::type_name(&hook.name));
        let inputs = hook.params.iter().enumerate().map(|(at, param)| match param.kind {
            ParamKind::Bool => (format!(", input{at}: bool"), format!("i128::from(input{at}), ")),
            ParamKind::Int(holds) => {
                let bits = [8, 16, 32, 64].into_iter().find(|bits| holds.max < 1 << (bits - u32::from(holds.min < 0)));
                let sign = if holds.min < 0 { 'i' } else { 'u' };
                (format!(", input{at}: {sign}{}", bits.unwrap_or(64)), format!("i128::from(input{at}), "))
            }
            ParamKind::Enum(id) => {
                let kind = names::type_name(&self.protocol.enums[id.0].name);
                (format!(", input{at}: {path}::{kind}"), format!("i128::from(input{at}.code()), "))
            }
        });
        let (declared, given): (Vec<String>, Vec<String>) = inputs.unzip();
        let (declared, given) = (declared.concat(), given.concat());
        let (function, bits) = (ident(&names::field_name(&hook.name)), (u32::from(hook.bytes) * 8).next_power_of_two());
        format!(
            "impl {path}::{name} for {functions} {{\n    fn {function}(&self, data: &[u8]{declared}) -> u{bits} {{\n        \
             number({:?}, data, &[{given}]) as u{bits}\n    }}\n}}\n",
            hook.name
        )
    }

    /// How what is read is handed out: as it is, or with numbers that the program has to compare.
    fn handed(&self, hooks: bool, own: bool) -> String {
        match (own, hooks) {
            (true, _) => format!("(own {})", self.functions),
            (false, true) => format!("(inside {})", self.functions),
            (false, false) => "(plain)".to_owned(),
        }
    }

    /// The function that asks for one target. `known` are numbers for its parameters, and for all of the session.
    /// What is read is asked by the function `look`.
    pub fn asked(&self, name: &str, target: Target, look: &str) -> String {
        let asks = match target {
            Target::Record(id) => self.record(id, look),
            Target::Family(id) => self.family(id, false, look),
            Target::Stream(id) => self.family(id, true, look),
        };
        format!("fn {name}(bytes: &[u8], known: &[Option<i128>]) -> String {{\n    let _ = known;\n    {asks}\n}}")
    }

    /// The function that asks for a quantity: of a raw number, and of a value as text.
    pub fn quantity(&self, name: &str, quantity: &Quantity) -> String {
        let path = format!("{}::{}", self.path, names::type_name(&quantity.name));
        format!("fn {name}(bytes: &[u8], known: &[Option<i128>]) -> String {{\n    quantity!({path}, bytes, known)\n}}")
    }

    /// The function that makes a value of words, by that `maker`, and writes it.
    pub fn written(&self, name: &str, target: Target, maker: &str) -> String {
        let (args, handed) = match target {
            Target::Record(id) => {
                let record = &self.protocol.records[id.0];
                (self.args(record, id), self.handed(!self.hooks.record(id).is_empty(), false))
            }
            Target::Family(id) | Target::Stream(id) => {
                (self.family_args(id), self.handed(!self.hooks.family(id).is_empty(), false))
            }
        };
        let lengths = self.lengths(target);
        let asks = format!("made!({maker}, bytes, {handed}, ({args}) {lengths})");
        format!("fn {name}(bytes: &[u8], known: &[Option<i128>]) -> String {{\n    let _ = known;\n    {asks}\n}}")
    }

    /// Where the types of the protocol are.
    pub fn path(&self) -> &str {
        &self.path
    }

    fn args(&self, record: &Record, id: RecordId) -> String {
        let fields = self.fields(&record.params, self.needs.record(id).iter().copied());
        if fields.is_empty() { String::new() } else { known(&self.module(record), &record.name, &fields) }
    }

    fn record(&self, id: RecordId, look: &str) -> String {
        let record = &self.protocol.records[id.0];
        let path = self.module(record);
        let view = format!("{path}::{}", names::view_name(&record.name));
        let args = self.args(record, id);
        let changed = self.changed(id, record, (&path, &view, &args));
        let own = record.checksums.iter().any(|one: &Checksum| one.hook().is_some());
        let handed = self.handed(!self.hooks.record(id).is_empty(), own);
        let owned = module(self.protocol, &format!("{}::owned", self.path), record);
        let owned = format!("{owned}::{}", names::type_name(&record.name));
        // What the program has to compare is not changed in place.
        let lengths = self.lengths(Target::Record(id));
        let asked = format!("asked!({view}, {owned}, bytes, {handed}, ({args}) {look} {lengths})");
        if handed == "(plain)" && !changed.is_empty() { format!("{asked} + &{changed}") } else { asked }
    }

    fn family_args(&self, id: FamilyId) -> String {
        let family: &Family = &self.protocol.families[id.0];
        let fields = self.fields(&family.params, self.needs.family(id).iter().copied());
        if fields.is_empty() { String::new() } else { known(&self.path, &family.name, &fields) }
    }

    fn family(&self, id: FamilyId, stream: bool, look: &str) -> String {
        let (path, name) = (&self.path, &self.protocol.families[id.0].name);
        let args = self.family_args(id);
        let handed = self.handed(!self.hooks.family(id).is_empty(), false);
        if !stream {
            let (view, lengths) = (names::view_name(name), self.lengths(Target::Family(id)));
            let owned = names::type_name(name);
            return format!(
                "asked!({path}::{view}, {path}::owned::{owned}, bytes, {handed}, ({args}) {look} {lengths})"
            );
        }
        let stream = format!("{path}::{}", names::stream_name(name));
        match args.as_str() {
            "" => format!("streamed!({stream}, bytes, {handed}, (), () {look})"),
            _ => format!("streamed!({stream}, bytes, {handed}, {args}, (known) {look})"),
        }
    }

    /// What a function is handed: parameters, and behind them the session's values.
    fn fields(&self, params: &[Param], session: impl Iterator<Item = SessionId>) -> Vec<(String, String)> {
        let own = params.iter().enumerate().map(|(at, one)| {
            let value = self.value(one.kind, "code");
            (one.name.as_str(), format!("known[{at}].map(|code| {value}).unwrap()"))
        });
        let said = session.map(|id| {
            let one = &self.protocol.sessions[id.0];
            let (at, value) = (params.len() + id.0, self.value(one.kind, "code"));
            (one.name.as_str(), format!("known[{at}].map(|code| {value})"))
        });
        own.chain(said).map(|(name, value)| (ident(&names::field_name(name)), value)).collect()
    }

    /// A number as what a parameter is.
    fn value(&self, kind: ParamKind, code: &str) -> String {
        match kind {
            ParamKind::Bool => format!("{code} != 0"),
            ParamKind::Int(_) => format!("{code}.try_into().unwrap()"),
            ParamKind::Enum(id) => {
                let name = format!("{}::{}", self.path, names::type_name(&self.protocol.enums[id.0].name));
                format!("Option::<{name}>::from({name}::from_code({code}.try_into().unwrap())).unwrap()")
            }
        }
    }

    /// Sets each field that can be changed in place.
    fn changed(&self, id: RecordId, record: &Record, (path, view, args): (&str, &str, &str)) -> String {
        let name = names::mut_name(&record.name);
        let version = self.protocol.version.as_ref().map(|version| version.name.as_str());
        let module = record.module.map(|id| ident(&names::module_name(&self.protocol.families[id.0].name)));
        let setters = changing::setters(self.code, (version, module.as_deref()), &name);
        for field in changing::surely(self.schema, self.protocol, id) {
            let field = names::field_name(field);
            let found = setters.iter().any(|setter| setter.field == field);
            assert!(found, "{}: {name} has no `set_{field}`", self.path);
        }
        let setters: Vec<String> = setters
            .iter()
            .map(|setter| {
                let field = &setter.field;
                let kind = match setter {
                    changing::Setter { replaces: true, .. } => "replaces",
                    changing::Setter { refuses: true, .. } => "refuses",
                    _ => "sets",
                };
                let rewrites = if setter.rewrites { format!(" rewrite_{field}") } else { String::new() };
                format!("{} {kind} set_{field}{rewrites};", ident(field))
            })
            .collect();
        if setters.is_empty() {
            return String::new();
        }
        format!("changed!({view}, {path}::{name}, bytes, ({args}), {})", setters.join(" "))
    }

    /// `(schemas0::s12::Pos, schemas0::s12::PosView, 3, 28)`: a plain type and its view, the fewest bytes that are read and, if there is such a number, the most
    /// that are written.
    fn lengths(&self, target: Target) -> String {
        let (module, name, lengths) = match target {
            Target::Record(id) => {
                let record = &self.protocol.records[id.0];
                (self.module(record), &record.name, record.lengths)
            }
            Target::Family(id) | Target::Stream(id) => {
                let family = &self.protocol.families[id.0];
                (self.path.clone(), &family.name, family.lengths)
            }
        };
        // No buffer is longer.
        let most = lengths.canonical.max.filter(|most| i32::try_from(*most).is_ok());
        let most = most.map(|most| format!(", {most}")).unwrap_or_default();
        let (plain, view) = (names::type_name(name), names::view_name(name));
        format!("({module}::{plain}, {module}::{view}, {}{most})", lengths.accepted.min)
    }

    fn module(&self, record: &Record) -> String {
        module(self.protocol, &self.path, record)
    }
}

/// `schemas0::s12::ToClientKnown { mode: .. }`
fn known(path: &str, owner: &str, fields: &[(String, String)]) -> String {
    let fields: Vec<String> = fields.iter().map(|(name, value)| format!("{name}: {value}")).collect();
    format!("{path}::{} {{ {} }}", names::known_name(owner), fields.join(", "))
}
