//! The functions that ask generated code, one for each target: where its types stand, and what it is handed.

use wireform_build::interpret::Target;
use wireform_build::layout::{Inside, sessions_inside};
use wireform_build::model::{Family, FamilyId, Param, ParamKind, Protocol, Quantity, Record, RecordId, SessionId};
use wireform_build::names;

use super::changing;
use crate::schemas::witness;

/// Asks about one protocol of one schema.
pub struct Asker<'p> {
    protocol: &'p Protocol,
    code: &'p str,
    needs: Inside<SessionId>,
    /// `schemas::s12`, or `schemas::s12::v259`.
    path: String,
}

impl<'p> Asker<'p> {
    pub fn new(seed: u64, protocol: &'p Protocol, code: &'p str) -> Self {
        let version = protocol.version.as_ref().map(|version| format!("::{}", version.name));
        let path = format!("schemas::s{seed}{}", version.unwrap_or_default());
        Self { protocol, code, needs: sessions_inside(protocol), path }
    }

    /// The function that asks for one target. `known` are numbers for its parameters, and for all of the session.
    pub fn asked(&self, name: &str, target: Target) -> String {
        let asks = match target {
            Target::Record(id) => self.record(id),
            Target::Family(id) => self.family(id, false),
            Target::Stream(id) => self.family(id, true),
        };
        format!("fn {name}(bytes: &[u8], known: &[Option<i128>]) -> String {{\n    let _ = known;\n    {asks}\n}}")
    }

    /// The function that asks for a quantity: of a raw number, and of a value as text.
    pub fn quantity(&self, name: &str, quantity: &Quantity) -> String {
        let path = format!("{}::{}", self.path, names::type_name(&quantity.name));
        format!("fn {name}(bytes: &[u8], known: &[Option<i128>]) -> String {{\n    quantity!({path}, bytes, known)\n}}")
    }

    fn record(&self, id: RecordId) -> String {
        let record = &self.protocol.records[id.0];
        let path = self.module(record);
        let view = format!("{path}::{}", names::view_name(&record.name));
        let fields = self.fields(&record.params, self.needs.record(id).iter().copied());
        let args = match fields.len() {
            0..=3 => fields.into_iter().map(|(_, value)| value).collect::<Vec<_>>().join(", "),
            _ => known(&path, &record.name, &fields),
        };
        let changed = self.changed(record, (&path, &view, &args));
        let on_the_wire: Vec<String> = witness::on_the_wire(record).map(names::wire_getter_name).collect();
        format!("{changed}asked!({view}, bytes, ({args}) {})", on_the_wire.join(" "))
    }

    fn family(&self, id: FamilyId, stream: bool) -> String {
        let family: &Family = &self.protocol.families[id.0];
        let fields = self.fields(&family.params, self.needs.family(id).iter().copied());
        let (path, name) = (&self.path, &family.name);
        let args = if fields.is_empty() { String::new() } else { known(path, name, &fields) };
        if !stream {
            return format!("asked!({path}::{}, bytes, ({args}))", names::view_name(name));
        }
        let stream = format!("{path}::{}", names::stream_name(name));
        match args.as_str() {
            "" => format!("streamed!({stream}, bytes, (), ())"),
            _ => format!("streamed!({stream}, bytes, {args}, (known))"),
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
    fn changed(&self, record: &Record, (path, view, args): (&str, &str, &str)) -> String {
        let name = names::mut_name(&record.name);
        let version = self.protocol.version.as_ref().map(|version| version.name.as_str());
        let module = record.module.map(|id| ident(&names::module_name(&self.protocol.families[id.0].name)));
        let setters: Vec<String> = changing::setters(self.code, (version, module.as_deref()), &name)
            .iter()
            .map(|setter| {
                let field = &setter.field;
                let kind = if setter.refuses { "refuses" } else { "sets" };
                let rewrites = if setter.rewrites { format!(" rewrite_{field}") } else { String::new() };
                format!("{} {kind} set_{field}{rewrites};", ident(field))
            })
            .collect();
        if setters.is_empty() {
            return String::new();
        }
        format!("changed!({view}, {path}::{name}, bytes, ({args}), {});\n    ", setters.join(" "))
    }

    fn module(&self, record: &Record) -> String {
        match record.module {
            Some(id) => {
                format!("{}::{}", self.path, ident(&names::module_name(&self.protocol.families[id.0].name)))
            }
            None => self.path.clone(),
        }
    }
}

/// `schemas::s12::ToClientKnown { mode: .. }`
fn known(path: &str, owner: &str, fields: &[(String, String)]) -> String {
    let fields: Vec<String> = fields.iter().map(|(name, value)| format!("{name}: {value}")).collect();
    format!("{path}::{} {{ {} }}", names::known_name(owner), fields.join(", "))
}

fn ident(name: &str) -> String {
    if names::is_keyword(name) { format!("r#{name}") } else { name.to_owned() }
}
