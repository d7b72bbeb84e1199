//! The options of a dissector: what the command line says, by the names of the model, as a table of Lua.

use wireform_build::model::{Code, Protocol, Schema};

use super::lua;
use super::places::{Place, Wanted, beside, find, record};
use super::ports::ports;
use super::proof;
use super::roots::{Packets, Transport, chosen};
use super::subject::Subject;
use crate::args::Dissector;
use crate::model::tree::{Object, Tree, kind};
use crate::with;

/// The choices that the engine has to know besides the model.
pub struct Options<'s> {
    /// Choices that no option made, and values that nobody knows: a line for each.
    pub chosen: Vec<String>,
    /// The keys of the table, in order.
    table: Vec<(&'static str, Tree)>,
    /// The target of a packet.
    pub packets: Packets<'s>,
    /// The version that a conversation starts with.
    pub protocol: &'s Protocol,
    /// The ports of UDP, if some are given.
    pub udp: Option<String>,
    /// Those of TCP.
    pub tcp: Option<String>,
    /// Numbers by the names of parameters and session values.
    pub with: Vec<(String, Code)>,
}

impl<'s> Options<'s> {
    /// Resolves the names of the command line.
    pub fn new(schema: &'s Schema, what: &Dissector) -> Result<Self, String> {
        let [udp, tcp] = [("--udp", &what.udp), ("--tcp", &what.tcp)]
            .map(|(option, given)| given.as_deref().map(|text| ports(option, text)).transpose());
        let (udp, tcp) = (udp?, tcp?);
        let transport = match (&udp, &tcp) {
            (Some(_), None) => Transport::Udp,
            (None, Some(_)) => Transport::Tcp,
            _ => Transport::Any,
        };
        let (packets, told) = packets(schema, what, transport)?;
        let fixed = proof::fixed(schema, &packets);
        let protocol = version(schema, what.version.as_deref())?;
        let learn = what.learn.iter().map(|text| learn(schema, text)).collect::<Result<Vec<_>, _>>()?;
        let follow = what.follow.iter().map(|text| follow(schema, text)).collect::<Result<Vec<_>, _>>()?;
        let hand = what.hand.iter().map(|text| hand(schema, text)).collect::<Result<Vec<_>, _>>()?;
        let inflate = what.inflate.iter().map(|text| inflate(schema, text)).collect::<Result<Vec<_>, _>>()?;
        let (name, renamed) = name(schema, what.name.as_deref())?;
        // Wireshark has each title once, too.
        let title = if name == schema.name() { name.clone() } else { format!("{name} ({})", schema.name()) };
        let mut table = vec![("name", name.into()), ("title", title.into())];
        let mut add = |key, tree: Option<Tree>| table.extend(tree.map(|tree| (key, tree)));
        add("udp", udp.clone().map(Tree::from));
        add("tcp", tcp.clone().map(Tree::from));
        match packets {
            Packets::Same(one) => add("packet", Some(subject(&one))),
            Packets::Directed([to, from]) => {
                add("to_server", Some(subject(&to)));
                add("to_client", Some(subject(&from)));
            }
        }
        add("version", version_name(protocol).map(Tree::from));
        let several = |all: Vec<Tree>| (!all.is_empty()).then_some(Tree::List(all));
        add("learn", several(learn));
        add("follow", several(follow));
        add("hand", several(hand));
        add("inflate", several(inflate));
        add("fixed", several(fixed.iter().map(proof::Run::tree).collect()));
        let with = with::codes(schema, &with::from_options(&what.with)?)?;
        let unknown = unknown_parameters(&packets, protocol, &with);
        let chosen = told.into_iter().chain(renamed).chain(unknown).collect();
        Ok(Self { chosen, table, packets, protocol, udp, tcp, with })
    }

    /// The table, an expression.
    pub fn lua(&self) -> String {
        let own = self.table.iter().map(|(key, tree)| ((*key).to_owned(), lua::expression(tree)));
        let with: Vec<(String, String)> =
            self.with.iter().map(|(name, code)| (name.clone(), lua::number(*code))).collect();
        let with = (!with.is_empty()).then(|| ("with".to_owned(), lua::entries(&with, false)));
        lua::entries(&own.chain(with).collect::<Vec<_>>(), true)
    }
}

/// `{kind = "record", name = "Datagram"}`
fn subject(one: &Subject<'_>) -> Tree {
    kind("kind", one.kind()).with("name", one.name()).into()
}

/// The target of a packet, and a line that names it if no option has.
fn packets<'s>(
    schema: &'s Schema,
    what: &Dissector,
    transport: Transport,
) -> Result<(Packets<'s>, Option<String>), String> {
    let named = |name: &str| Subject::find(schema, name).map_err(|unknown| unknown.to_string());
    match (&what.packet, &what.to_server, &what.to_client) {
        (Some(one), _, _) => return Ok((Packets::Same(named(one)?), None)),
        (None, Some(to), Some(from)) => return Ok((Packets::Directed([named(to)?, named(from)?]), None)),
        // The command line has both or none.
        (None, Some(one), None) | (None, None, Some(one)) => return Ok((Packets::Same(named(one)?), None)),
        (None, None, None) => {}
    }
    let packets = chosen(schema.newest(), transport).map_err(|roots| undecided(schema, &roots))?;
    let told = match &packets {
        Packets::Same(one) => format!("packets are `{}` (--packet chooses another)", one.name()),
        Packets::Directed([to, from]) => format!(
            "packets to the port are `{}`, those from it `{}` (--to-server and --to-client choose others)",
            to.name(),
            from.name()
        ),
    };
    Ok((packets, Some(told)))
}

fn undecided(schema: &Schema, roots: &[Subject<'_>]) -> String {
    if roots.is_empty() {
        return format!("`{}` has no message, struct or family that a packet could be", schema.name());
    }
    let names: Vec<String> = roots.iter().map(|root| format!("`{}`", root.name())).collect();
    format!(
        "packets of `{}` could be {}; choose with `--packet NAME`, or with `--to-server NAME --to-client NAME`",
        schema.name(),
        names.join(", ")
    )
}

/// A line about the parameters of packets that have no value at the beginning of a conversation.
fn unknown_parameters(packets: &Packets<'_>, protocol: &Protocol, with: &[(String, Code)]) -> Option<String> {
    let subjects = match packets {
        Packets::Same(one) => vec![one],
        Packets::Directed(both) => both.iter().collect(),
    };
    let is_known = |name: &str| with.iter().any(|(known, _)| known == name);
    let mut names = Vec::new();
    for one in subjects.into_iter().filter_map(|one| one.within(protocol)) {
        for param in one.target.params(protocol) {
            let name = format!("`{}`", param.name);
            if !is_known(&param.name) && !names.contains(&name) {
                names.push(name);
            }
        }
    }
    let are = if let [_] = names.as_slice() { "is" } else { "are" };
    (!names.is_empty()).then(|| {
        let names = names.join(", ");
        format!("{names} {are} not known when a conversation begins: say it by --with, or in Wireshark's preferences")
    })
}

/// Words of Wireshark's filters (`reserved_filter_names` of its `proto.c`): it ends at a protocol of such a name.
const RESERVED: [&str; 26] = [
    "eq",
    "ne",
    "all_eq",
    "any_eq",
    "all_ne",
    "any_ne",
    "gt",
    "ge",
    "lt",
    "le",
    "bitand",
    "bitwise_and",
    "contains",
    "matches",
    "not",
    "and",
    "or",
    "xor",
    "in",
    "any",
    "all",
    "true",
    "false",
    "nan",
    "inf",
    "infinity",
];

/// A name that Wireshark's filters take, and a line that names it if the schema's own is none.
fn name(schema: &Schema, given: Option<&str>) -> Result<(String, Option<String>), String> {
    let name = given.unwrap_or(schema.name());
    let is_first = |one: char| one.is_ascii_lowercase();
    let is_more = |one: char| is_first(one) || one.is_ascii_digit() || ['_', '-'].contains(&one);
    if name.starts_with(is_first) && name.chars().all(is_more) {
        return match (name.len() < 2 || RESERVED.contains(&name), given) {
            (false, _) => Ok((name.to_owned(), None)),
            (true, None) => {
                let told = format!("the protocol is `{name}_wire` in Wireshark (--name chooses another)");
                Ok((format!("{name}_wire"), Some(told)))
            }
            (true, Some(_)) => Err(format!(
                "`{name}` is no name in Wireshark: it has two characters or more, and is no word of its filters"
            )),
        };
    }
    Err(format!("`{name}` is no name in Wireshark: it has small letters, digits, `_` and `-`, a letter first"))
}

/// The name of a version, if the schema has versions.
fn version_name(protocol: &Protocol) -> Option<String> {
    protocol.version.as_ref().map(|version| version.name.clone())
}

/// The version that a conversation starts with.
fn version<'s>(schema: &'s Schema, given: Option<&str>) -> Result<&'s Protocol, String> {
    let Some(given) = given.map(str::trim) else { return Ok(schema.newest()) };
    let known: Vec<String> = schema.protocols().filter_map(version_name).collect();
    schema.version(given).ok_or_else(|| match known.as_slice() {
        [] => format!("the schema has no version `{given}`; it has only one, without a name"),
        known => format!("the schema has no version `{given}`; there are {}", known.join(", ")),
    })
}

/// `NAME=MESSAGE.FIELD`, or `NAME=VALUE:MESSAGE`
fn learn(schema: &Schema, text: &str) -> Result<Tree, String> {
    let (name, path) = sides("--learn", text, "NAME=MESSAGE.FIELD or NAME=VALUE:MESSAGE")?;
    let is_version = name == "version" && schema.newest().version.is_some();
    if !is_version {
        with::parameter(schema, name)?;
    }
    if let Some((value, message)) = path.split_once(':').filter(|_| !is_version) {
        let record = record(schema, "--learn", message.trim())?;
        let with = with::from_options(&[format!("{name}={value}")])?;
        let code = with::codes(schema, &with)?.first().map_or(0, |(_, code)| *code);
        return Ok(kind("name", name).with("record", record).with("value", code).into());
    }
    let place = find(schema, "--learn", path, Wanted::Number)?;
    Ok(kind("name", name).with("record", place.record).with("number", place.path).into())
}

/// `MESSAGE.FIELD`, `MESSAGE.FIELD=KEY`, or `MESSAGE.FIELD=KEY:BASE`
fn follow(schema: &Schema, text: &str) -> Result<Tree, String> {
    let (path, keys) = match text.split_once('=') {
        Some((path, keys)) => (path.trim(), Some(keys.trim())),
        None => (text.trim(), None),
    };
    let place = find(schema, "--follow", path, Wanted::Difference)?;
    let number = |path: &str| -> Result<Tree, String> {
        let found = beside(schema, "--follow", &place, path.trim())?;
        Ok(kind("record", found.record).with("number", found.path).into())
    };
    let (key, base) = match keys.and_then(|keys| keys.split_once(':')) {
        Some((key, base)) => (Some(number(key)?), Some(number(base)?)),
        None => (keys.map(number).transpose()?, None),
    };
    Ok(field(place).with_some("key", key).with_some("base", base).into())
}

/// `MESSAGE.FIELD=DISSECTOR`, or `MESSAGE.FIELD=DISSECTOR:KEY=NUMBER`
fn hand(schema: &Schema, text: &str) -> Result<Tree, String> {
    const FORM: &str = "MESSAGE.FIELD=DISSECTOR[:KEY=NUMBER]";
    let (path, rest) = sides("--hand", text, FORM)?;
    let place = find(schema, "--hand", path, Wanted::Bytes)?;
    let Some((dissector, key)) = rest.split_once(':') else {
        return Ok(field(place).with("dissector", rest).into());
    };
    let (key, number) = sides("--hand", key, "KEY=NUMBER")?;
    let number: Code = number.parse().map_err(|_| format!("`{number}` in `--hand {text}` is no whole number"))?;
    let key = beside(schema, "--hand", &place, key)?;
    let key = kind("record", key.record).with("number", key.path);
    Ok(field(place).with("dissector", dissector.trim()).with("key", key).with("value", number).into())
}

/// `MESSAGE.FIELD=NAME`
fn inflate(schema: &Schema, text: &str) -> Result<Tree, String> {
    let (path, packet) = sides("--inflate", text, "MESSAGE.FIELD=NAME")?;
    let place = find(schema, "--inflate", path, Wanted::Bytes)?;
    let packet = Subject::find(schema, packet).map_err(|unknown| unknown.to_string())?;
    Ok(field(place).with("packet", subject(&packet)).into())
}

fn field(place: Place) -> Object {
    kind("record", place.record).with("field", place.path)
}

/// The two sides of a `=`, neither of them empty.
fn sides<'t>(option: &str, text: &'t str, form: &str) -> Result<(&'t str, &'t str), String> {
    let sides = text.split_once('=').map(|(left, right)| (left.trim(), right.trim()));
    let sides = sides.filter(|(left, right)| !left.is_empty() && !right.is_empty());
    sides.ok_or_else(|| format!("`{option} {text}` is not of the form {form}"))
}
