//! ProtoDef: the JSON of `minecraft-data` and its kin.
//!
//! `types` at the top has what all namespaces share. A namespace, `play.toClient`, has types of its own; its `packet` says the
//! code of each packet. It becomes a family, and its packets the messages. Types become structs, enums, layouts of bits
//! and `type`s; what uses fields around it is written in place.

mod container;
mod holders;
mod native;
mod switch;
mod types;
mod versions;
mod wire;

use serde_json::{Map, Value};

use crate::circles::unnest;
use crate::draft::{Body, Draft, Item, Message, Name};
use crate::names::{Scope, snake, upper};
use crate::reason::Reason;
use crate::settle::settle;
use crate::{Imported, Unreadable, finish};

use types::{Types, pair};
use wire::Translator;

/// Imports one protocol, in one version or several: the number of each and its JSON.
///
/// # Errors
/// A file that is no ProtoDef; versions that are missing or no numbers.
pub fn protodef(files: &[(Option<&str>, &str)], name: &str) -> Result<Imported, Unreadable> {
    let named = |draft: Draft| {
        let settings = ["byte_order: big".to_owned()].into_iter().chain(draft.settings).collect();
        Draft { name: snake(name), settings, ..draft }
    };
    let mut drafts = Vec::new();
    for (_, text) in files {
        drafts.push(named(draft(text)?));
    }
    if let [draft] = drafts.as_slice() {
        return finish(draft.clone());
    }
    let numbers = versions::checked(files.iter().map(|(number, _)| *number).collect())?;
    for draft in &mut drafts {
        // A construct that one version cannot say is cut in that version alone.
        settle(draft)?;
        unnest(draft);
    }
    finish(named(versions::merged(&drafts, &numbers)))
}

/// One version.
fn draft(text: &str) -> Result<Draft, Unreadable> {
    let json: Value = serde_json::from_str(text).map_err(|wrong| {
        Unreadable::new(format!("this is no JSON: {wrong}")).help("name a `protocol.json` of ProtoDef")
    })?;
    let top = json.as_object().ok_or_else(|| Unreadable::new("this is no object of types"))?;
    if !top.values().any(Value::is_object) {
        return Err(Unreadable::new("this has no types").help("a description has `types`, or namespaces with `types`"));
    }
    // Bedrock, which has `lnbt` too, writes `nbt` in another way.
    let java_nbt = top.get("types").is_none_or(|types| types.get("lnbt").is_none());
    let mut translator = Translator::new(java_nbt);
    namespace(top, &mut Types::default(), "", &mut translator)?;
    if translator.draft.items.is_empty() {
        return Err(
            Unreadable::new("this has no containers").help("a description has packets or containers in `types`")
        );
    }
    Ok(translator.draft)
}

/// The types of a namespace, and the namespaces in it.
fn namespace<'j>(
    of: &'j Map<String, Value>,
    types: &mut Types<'j>,
    path: &str,
    to: &mut Translator,
) -> Result<(), Unreadable> {
    let own = of.get("types").and_then(Value::as_object);
    let inner: Vec<_> = of.iter().filter(|(name, value)| *name != "types" && value.is_object()).collect();
    if let Some(own) = own {
        types.enter(join(path, "types"), own);
        let is_packet = |name: &&String| name.to_lowercase().ends_with("packet");
        match own.keys().filter(is_packet).find_map(|name| packets(own.get(name)?, types)) {
            Some(packets) if packets.all.is_empty() => {}
            Some(packets) => family(&packets, path, types, to),
            None if inner.is_empty() => own.keys().for_each(|name| to.declare_container(name, types)),
            // Types that the namespaces share come as they are used.
            None => {}
        }
        if to.is_too_large() {
            return Err(Unreadable::new("this is too large: its types refer to each other more than 200,000 times"));
        }
    }
    for (name, inner) in inner {
        if let Some(inner) = inner.as_object() {
            namespace(inner, types, &join(path, name), to)?;
        }
    }
    if own.is_some() {
        types.leave();
    }
    Ok(())
}

/// `play.toClient`
fn join(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}

/// The packets of a namespace: the wire of their code, and each with its code, its name and its type.
struct Packets {
    code: Value,
    all: Vec<(String, String, Value)>,
}

/// Reads `packet`: a container of a mapper, and of a switch over its names.
fn packets(packet: &Value, types: &Types<'_>) -> Option<Packets> {
    let (kind, fields) = pair(packet)?;
    let [code, body] = fields.as_array().filter(|_| kind == "container")?.as_slice() else { return None };
    let (mapper, mapping) = pair(code.get("type")?)?;
    let (switch, choice) = pair(body.get("type")?)?;
    if mapper != "mapper" || switch != "switch" {
        return None;
    }
    let names = mapping.get("mappings")?.as_object()?;
    let bodies = choice.get("fields")?.as_object()?;
    let all = names
        .iter()
        .filter_map(|(code, name)| {
            let name = name.as_str()?;
            Some((code.clone(), name.to_owned(), types.resolved(bodies.get(name)?)))
        })
        .collect();
    Some(Packets { code: mapping.get("type")?.clone(), all })
}

/// A family of the packets of a namespace.
fn family(packets: &Packets, path: &str, types: &Types<'_>, to: &mut Translator) {
    let at = join(path, "types");
    let name = Name::plain(to.names.fresh(&upper(if path.is_empty() { "packet" } else { path })));
    let carrier = to.wire(&packets.code, types, "Code").ok().and_then(|typed| typed.carrier());
    let mut scope = Scope::default();
    let mut messages = Vec::new();
    for (code, source, body) in &packets.all {
        let at = format!("{at}.{source}");
        let fields = match pair(body) {
            Some(("container", fields)) => Ok(to.container(fields, types, &at, &upper(source))),
            _ if body == "void" => Ok(Vec::new()),
            _ => Err(Reason::construct("a packet that is no container")),
        };
        let left_out = fields.as_ref().err().cloned();
        let (name, fields) = (scope.upper(source), fields.unwrap_or_default());
        let code = types::number(code).map_or_else(|| code.clone(), |code| code.to_string());
        messages.push(Message {
            at,
            docs: String::new(),
            name,
            code,
            guard: None,
            fields,
            notes: Vec::new(),
            left_out,
        });
    }
    // A packet without a code here is kept with its code: servers have more than descriptions do.
    let body = Body::Family { params: Vec::new(), carrier, messages, open: true };
    to.draft.items.push(Item::new(at, name, body));
}
