//! ProtoDef: the JSON of `minecraft-data` and its kin.
//!
//! `types` at the top has what all namespaces share. A namespace, `play.toClient`, has types of its own; its `packet`
//! says the code of each packet. It becomes a family, and its packets the messages. Types become structs, enums, bits
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

use types::{list, number, pair};
use wire::Translator;

/// Imports one protocol, in one version or several: the number of each and its JSON.
///
/// # Errors
/// A file that is no ProtoDef; versions that are missing or no numbers.
pub fn protodef(files: &[(Option<&str>, &str)], name: &str) -> Result<Imported, Unreadable> {
    let drafts = files.iter().map(|(_, text)| draft(text, snake(name)));
    let mut drafts = drafts.collect::<Result<Vec<_>, _>>()?;
    if let [draft] = drafts.as_slice() {
        return finish(draft.clone());
    }
    let numbers = versions::checked(files.iter().map(|(number, _)| *number).collect())?;
    for draft in &mut drafts {
        // A construct that one version cannot say is cut in that version alone.
        settle(draft)?;
        unnest(draft);
    }
    finish(versions::merged(&drafts, &numbers))
}

/// One version.
fn draft(text: &str, name: String) -> Result<Draft, Unreadable> {
    let json: Value = serde_json::from_str(text).map_err(|wrong| {
        Unreadable::new(format!("this is no JSON: {wrong}")).help("name a `protocol.json` of ProtoDef")
    })?;
    let top = json.as_object().ok_or_else(|| Unreadable::new("this is no object of types"))?;
    if !top.values().any(Value::is_object) {
        return Err(Unreadable::new("this has no types").help("a description has `types`, or namespaces with `types`"));
    }
    let mut translator = Translator::default();
    namespace(top, "", &mut translator)?;
    if translator.draft.items.is_empty() {
        return Err(
            Unreadable::new("this has no containers").help("a description has packets or containers in `types`")
        );
    }
    let settings = vec!["byte_order: big".to_owned()];
    Ok(Draft { name, settings, ..translator.draft })
}

/// The types of a namespace, and the namespaces in it.
fn namespace<'j>(of: &'j Map<String, Value>, path: &str, to: &mut Translator<'j>) -> Result<(), Unreadable> {
    let own = of.get("types").and_then(Value::as_object);
    let others = of.iter().filter(|(name, _)| *name != "types");
    let inner: Vec<_> = others.filter_map(|(name, value)| Some((name, value.as_object()?))).collect();
    if let Some(own) = own {
        to.types.0.push((join(path, "types"), own));
        let mut packets = own.iter().filter(|(name, _)| name.to_lowercase().ends_with("packet"));
        let is_family = packets.any(|(_, packet)| family(packet, path, to).is_some());
        // Types that the namespaces share come as they are used.
        if !is_family && inner.is_empty() {
            for (name, _) in own.iter().filter(|(_, ty)| pair(ty).is_some_and(|(kind, _)| kind == "container")) {
                // It is declared, or it uses fields around it and is no type of its own.
                let _ = to.wire(&Value::from(name.as_str()), name);
            }
        }
        if to.is_too_large() {
            return Err(Unreadable::new("this is too large: its types refer to each other more than 200,000 times"));
        }
    }
    for (name, inner) in inner {
        namespace(inner, &join(path, name), to)?;
    }
    if own.is_some() {
        to.types.0.pop();
    }
    Ok(())
}

/// `play.toClient`
fn join(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}

/// A family of the packets of a namespace, if `packet` is a container of a mapper, and of a switch over its names.
fn family(packet: &Value, path: &str, to: &mut Translator<'_>) -> Option<()> {
    let ("container", fields) = pair(packet)? else { return None };
    let [code, body] = list(fields) else { return None };
    let ("mapper", mapping) = pair(code.get("type")?)? else { return None };
    let ("switch", choice) = pair(body.get("type")?)? else { return None };
    let codes = mapping.get("mappings")?.as_object()?;
    let bodies = choice.get("fields")?.as_object()?;
    let carrier = mapping.get("type")?;
    let packets = codes.iter().filter_map(|(code, name)| Some((code, name.as_str()?, bodies.get(name.as_str()?)?)));
    let at = join(path, "types");
    let name = Name::plain(to.names.fresh(&upper(if path.is_empty() { "packet" } else { path })));
    let carrier = to.carrier(carrier, "Code").ok();
    let mut scope = Scope::default();
    let mut messages = Vec::new();
    for (code, source, body) in packets {
        let at = format!("{at}.{source}");
        let body = to.types.resolved(body);
        let (fields, left_out) = match pair(&body) {
            Some((kind @ "container", fields)) => (to.container(kind, fields, &at, &upper(source)), None),
            _ if body == "void" => (Vec::new(), None),
            _ => (Vec::new(), Some(Reason::construct("a packet that is no container"))),
        };
        let (docs, name, notes) = (String::new(), scope.upper(source), Vec::new());
        let code = number(code).map_or_else(|| code.clone(), |code| code.to_string());
        messages.push(Message { at, docs, name, code, guard: None, fields, notes, left_out });
    }
    if !messages.is_empty() {
        // A packet without a code here is kept with its code: servers have more than descriptions do.
        let body = Body::Family { params: Vec::new(), carrier, messages, open: true };
        to.draft.items.push(Item::new(at, name, body));
    }
    Some(())
}
