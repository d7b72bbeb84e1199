//! What a crate exports of generated code: all that is public, by its address, and functions that read and write.

use std::fmt::Write as _;

use wireform_build::interpret::Target;
use wireform_build::model::{Family, HookId, Protocol, Record, Schema, SessionId};
use wireform_build::model::{Nested, nested_hooks, session_params};
use wireform_build::names;

use super::functions::{Alias, Found, Function, plain, resolved};
use crate::crates::{ident, module};
use crate::schemas::package::targets;

/// What is known besides the bytes, of which the optimiser knows nothing.
const KNOWN: &str = "core::hint::black_box(Default::default())";

/// What a crate exports.
pub struct Exported {
    pub code: String,
    /// The names of its functions.
    pub symbols: Vec<String>,
}

impl Exported {
    pub fn add(&mut self, other: Self) {
        self.code += &other.code;
        self.symbols.extend(other.symbols);
    }

    fn function(&mut self, symbol: String, takes: &str, body: &str) {
        write!(self.code, "\n#[unsafe(no_mangle)]\npub fn {symbol}({takes} {{\n{body}\n}}\n").expect("a string");
        self.symbols.push(symbol);
    }
}

/// Functions that together name all that is public in generated code: nothing of it can be left out, and nobody knows
/// what it is given. What is one type for each of some constants has code only where somebody names it: so functions that it
/// has of these traits are named as well, or they alone.
pub fn addresses(name: &str, found: &Found, traits: &[&str], with_own: bool) -> Exported {
    let mut exported = Exported { code: String::new(), symbols: Vec::new() };
    let mut all = String::new();
    for function in &found.functions {
        let Some(of) = &function.of else { continue };
        let asked = function.of_trait.as_deref().filter(|asked| traits.contains(asked) && function.is_of_constants);
        if asked.is_none() && (function.of_trait.is_some() || !function.is_public || !with_own) {
            continue;
        }
        // There is one for each handler: a round trip has one.
        if function.name == "dispatch" {
            continue;
        }
        let is_of = |alias: &&Alias| alias.of == *of;
        let types = if function.is_of_constants {
            found.aliases.iter().filter(is_of).map(|alias| format!("{}::{}", alias.module, alias.name)).collect()
        } else {
            vec![of.clone()]
        };
        for of in types {
            if let Some(item) = function.takes.iter().find_map(|takes| takes.split("Item = ").nth(1)) {
                // What goes from one state to the next does nothing until somebody asks for these.
                let item = resolved(&function.module, plain(item).trim_end_matches('>'));
                let symbol = format!("{name}_{}_{}", function.name, exported.symbols.len());
                let steps = format!(
                    "    <{of}>::{}(base, change).for_each(|one| _ = core::hint::black_box(one));",
                    function.name
                );
                exported.function(symbol, &format!("base: {of}, change: Option<{item}>)"), &steps);
            } else {
                let address = address(&of, asked, function);
                writeln!(all, "    core::hint::black_box({address} as *const ());").expect("a string");
            }
        }
    }
    let symbol = if with_own { format!("{name}_all") } else { format!("{name}_traits") };
    exported.function(symbol, ")", &all);
    exported
}

/// A function as a pointer.
fn address(of: &str, of_trait: Option<&str>, function: &Function) -> String {
    let hooks = if function.takes.iter().any(|takes| takes.ends_with(" H")) { "::<wireform::NoHooks>" } else { "" };
    let takes = function.takes.iter().map(|takes| if takes.contains("impl ") { "&wireform::NoHooks" } else { "_" });
    let takes: Vec<&str> = takes.collect();
    let of_trait = of_trait.map(|of_trait| format!(" as {}", of_trait.replace("TryFrom", "TryFrom<&[u8]>")));
    let of_trait = of_trait.unwrap_or_default();
    format!("<{of}{of_trait}>::{}{hooks} as fn({}) -> _", ident(&function.name), takes.join(", "))
}

/// A function for each target of each version of a schema, which reads and writes it.
pub fn round_trips(schema: &Schema, path: &str) -> Exported {
    let mut exported = Exported { code: String::new(), symbols: Vec::new() };
    for (index, protocol) in schema.protocols().enumerate() {
        let path = match &protocol.version {
            Some(version) => format!("{path}::{}", version.name),
            None => path.to_owned(),
        };
        let (needs, hooks) = (session_params(protocol), nested_hooks(protocol));
        let module = Module { protocol, path, needs, hooks };
        for (at, target) in targets(protocol).into_iter().enumerate() {
            let symbol = format!("{}_{index}_{at}", schema.name());
            exported.function(symbol, "bytes: &[u8], out: &mut [u8]) -> usize", &module.round_trip(target));
        }
    }
    exported
}

/// One version's module.
struct Module<'p> {
    protocol: &'p Protocol,
    path: String,
    needs: Nested<SessionId>,
    hooks: Nested<HookId>,
}

impl Module<'_> {
    fn of(&self, record: &Record) -> String {
        module(self.protocol, &self.path, record)
    }

    /// How many things have to be known besides the bytes.
    fn known(&self, target: Target) -> usize {
        let session = match target {
            Target::Record(id) => self.needs.record(id).len(),
            Target::Family(id) | Target::Stream(id) => self.needs.family(id).len(),
        };
        target.params(self.protocol).len() + session
    }

    /// What verifies `view`, where the target has checksums of the program, what makes its value, and what a writer is
    /// given then.
    fn verified(&self, target: Target) -> (String, &'static str, &'static str) {
        let (hooks, handed_out) = match target {
            Target::Record(id) => {
                let own = self.protocol.records[id.0].checksums.iter().any(|one| one.hook().is_some());
                (self.hooks.record(id), own)
            }
            Target::Family(id) | Target::Stream(id) => (self.hooks.family(id), false),
        };
        if hooks.is_empty() {
            return (String::new(), "to_value", "");
        }
        let (look, value) =
            if handed_out { ("let view = view.without_verifying();", "to_value") } else { ("", "to_value_unverified") };
        let verify = "let right = usize::from(::wireform::Verify::verify(&view, &::wireform::NoHooks).is_ok());";
        (format!("{verify} {look} let rest = rest.get(right..).unwrap_or_default();"), value, ", &::wireform::NoHooks")
    }

    /// Hands messages to a handler that takes all of them by the methods that a handler has anyway.
    fn dispatched(&self, family: &Family, known: &str) -> String {
        let (path, stream) = (&self.path, names::stream_name(&family.name));
        let (view, handler) = (names::view_name(&family.name), names::handler_name(&family.name));
        let (declared, passed) = match known {
            "()" => (String::new(), ""),
            known => (format!("let mut known = {known};"), "&mut known, "),
        };
        format!(
            "struct Every(usize);\n    impl<'a> {path}::{handler}<'a> for Every {{ type Error = ::wireform::Error; }}\n    \
             let mut every = Every(bytes.len());\n    {declared}\n    \
             all = all.wrapping_add({path}::{view}::dispatch(bytes, {passed}&mut every).map_or(0, |rest| rest.len()));\n    \
             let ended = {path}::{stream}::new(bytes, {known}).dispatch(&mut every);\n    \
             for one in {path}::{stream}::new(bytes, {known}).placed() {{\n        \
             all = all.wrapping_add(one.map_or(0, |one| one.offset));\n    }}\n    \
             all = all.wrapping_add(usize::from(ended.is_ok()).wrapping_add(every.0));"
        )
    }

    /// Reads a target, and writes it.
    fn round_trip(&self, target: Target) -> String {
        let (verify, value, hooks) = self.verified(target);
        match target {
            Target::Record(id) => {
                let record = &self.protocol.records[id.0];
                let path = self.of(record);
                let args = if self.known(target) > 0 { format!(", {KNOWN}") } else { String::new() };
                let view = names::view_name(&record.name);
                format!(
                    "match {path}::{view}::parse(bytes{args}) {{\n        Ok((view, rest)) => {{\n            {verify}\
                     let value = view.{value}();\n            \
                     let written = value.write(out{args}{hooks}).unwrap_or(0);\n            \
                     written.wrapping_add(rest.len()).wrapping_add(view.as_bytes().len())\n        }}\n        \
                     Err(error) => error.offset().unwrap_or(0),\n    }}"
                )
            }
            Target::Family(id) | Target::Stream(id) => {
                let family = &self.protocol.families[id.0];
                let (known, arg) =
                    if self.known(target) > 0 { (KNOWN, format!(", {KNOWN}")) } else { ("()", String::new()) };
                let stream = names::stream_name(&family.name);
                let path = &self.path;
                format!(
                    "let mut all = 0_usize;\n    for view in {path}::{stream}::new(bytes, {known}) {{\n        \
                     all = match view {{\n            \
                     Ok(view) => {{ let rest = bytes; {verify} \
                     all.wrapping_add(rest.len()).wrapping_add(view.{value}().write(out{arg}{hooks}).unwrap_or(0)) }}\n            \
                     Err(error) => all.wrapping_add(error.offset().unwrap_or(0)),\n        }};\n    }}\n    {}\n    all",
                    self.dispatched(family, known)
                )
            }
        }
    }
}
