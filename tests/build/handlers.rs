//! Makes the handlers of the tests: for each family of a schema one that records every message, by its method.

use std::fmt::Write as _;

use wireform_build::model::{Family, FamilyId, Protocol, Record, Schema, nested_hooks, session_params};
use wireform_build::names;

/// The Rust of the handlers of some schemas, each with the path of its module.
pub fn handlers(schemas: &[(String, Schema)]) -> String {
    let (mut code, mut all, mut number) = (String::new(), String::new(), 0_usize);
    for (path, schema) in schemas {
        for protocol in schema.protocols() {
            let version = protocol.version.as_ref().map_or("", |version| version.name.as_str());
            let path = if version.is_empty() { path.clone() } else { format!("{path}::{version}") };
            let (needs, hooks) = (session_params(protocol), nested_hooks(protocol));
            for (id, family) in protocol.families.iter().enumerate().filter(|(_, one)| one.carrier.is_some()) {
                let view = format!("{path}::{}<'a>", names::view_name(&family.name));
                // Versions share families, so each handler has a number.
                number += 1;
                code += &recorder(protocol, family, &path, &view, number);
                let hooked = hooks.family(FamilyId(id));
                let rewrite = match hooked.is_empty() {
                    true => format!("Some(rewriting!({path}::{}, {view}))", names::type_name(&family.name)),
                    // Its values are written with functions of the program.
                    false => "None".to_owned(),
                };
                let is_known = !family.params.is_empty() || !needs.family(FamilyId(id)).is_empty();
                let known = if is_known { "known, " } else { "" };
                writeln!(
                    all,
                    "Handler {{ schema: {:?}, version: {version:?}, family: {:?}, check: {{\n    \
                     fn check<'a>(bytes: &'a [u8]) -> Tally {{ compare::<{view}, {number}, _>(bytes, |bytes, known, recorder| {{ \
                     let _ = known; <{view}>::dispatch(bytes, {known}recorder) }}) }}\n    check\n}}, rewrite: {rewrite} }},",
                    protocol.name, family.name
                )
                .expect("a string");
            }
        }
    }
    format!("{code}/// The families of all schemas.\npub const ALL: &[Handler] = &[\n{all}];\n")
}

/// A handler that records messages as the enum that it need not make.
fn recorder(protocol: &Protocol, family: &Family, path: &str, view: &str, number: usize) -> String {
    let enumeration = view.trim_end_matches("<'a>");
    let handler = names::handler_name(&family.name);
    // Messages of unknown codes, which an open family has, have no method of their own.
    let has_method = "panic!(\"{} has a method\", message.name())";
    let other = match (family.open, family.members.is_empty()) {
        (false, _) => has_method.to_owned(),
        (true, true) => "self.record(message)".to_owned(),
        (true, false) => format!(
            "if let {enumeration}::Unknown {{ .. }} = message {{ self.record(message) }} else {{ {has_method} }}"
        ),
    };
    let mut code = format!(
        "impl<'a> {path}::{handler}<'a> for Recorder<{view}, {number}> {{\n    type Error = Stopped;\n    \
         fn at(&mut self, offset: usize) {{ self.at = offset; }}\n    \
         fn other(&mut self, message: {view}) -> Result<(), Stopped> {{ {other} }}\n"
    );
    for member in &family.members {
        let record = &protocol.records[member.record.0];
        let (method, variant) = (ident(names::handler_method_name(&member.name)), names::variant_name(&member.name));
        let message = message(protocol, record, path);
        writeln!(
            code,
            "    fn {method}(&mut self, message: {message}) -> Result<(), Stopped> \
             {{ self.record({enumeration}::{variant}(message)) }}"
        )
        .expect("a string");
    }
    writeln!(
        code,
        "}}\nimpl<'a> {path}::{handler}<'a> for Forwarder<{view}, {number}> {{\n    type Error = Stopped;\n    \
         fn other(&mut self, message: {view}) -> Result<(), Stopped> {{\n        \
         self.packet.extend_from_slice(message.as_bytes());\n        Ok(())\n    }}\n}}"
    )
    .expect("a string");
    code
}

/// The type that a method takes.
fn message(protocol: &Protocol, record: &Record, path: &str) -> String {
    let module = record.module.map(|id| ident(names::module_name(&protocol.families[id.0].name)) + "::");
    let view = format!("{path}::{}{}<'a>", module.unwrap_or_default(), names::view_name(&record.name));
    let is_hooked = record.checksums.iter().any(|one| one.hook().is_some());
    if is_hooked { format!("wireform::Unverified<{view}>") } else { view }
}

fn ident(name: String) -> String {
    if names::is_keyword(&name) { format!("r#{name}") } else { name }
}
