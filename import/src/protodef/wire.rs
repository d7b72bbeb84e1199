//! Types as wires.

use std::collections::HashMap;

use serde_json::Value;

use crate::draft::{Body, Draft, Item, Name, Part, Variant, Wire};
use crate::names::{Scope, upper};
use crate::reason::Reason;

use super::container::{GROUP, Level, Seen, part};
use super::native;
use super::types::{Types, list, number, pair, required, text};

/// The most types that are looked at: types in place may be used many times.
const MOST_STEPS: usize = 200_000;

/// The most types in each other.
const MOST_DEPTH: usize = 40;

/// Makes declarations of types.
#[derive(Debug, Default)]
pub struct Translator<'j> {
    /// The declarations.
    pub draft: Draft,
    /// The names of all declarations.
    pub names: Scope,
    /// The types that are known here.
    pub types: Types<'j>,
    /// The container that is read.
    pub level: Level,
    /// The fields seen in the containers around, outer ones first.
    pub around: Vec<Vec<Seen>>,
    /// The types that are declared, by their paths.
    declared: HashMap<String, String>,
    /// The enums, by their wires and names.
    enums: HashMap<String, String>,
    steps: usize,
    depth: usize,
}

/// A type as a wire.
#[derive(Debug)]
pub struct Typed {
    /// The wire.
    pub wire: Wire,
    /// When it is there.
    pub presence: Presence,
    /// The documentation of a field of this type.
    pub docs: &'static str,
}

/// When a type is there.
#[derive(Debug)]
pub enum Presence {
    Always,
    /// Under this condition.
    When(String),
    /// If a byte in front says so.
    Flag,
    /// It has no bytes.
    Never,
}

/// The values of a mapper, each with its name in the schema, in order of their codes.
pub type Names = Vec<(String, String)>;

impl Typed {
    /// A wire that is always present.
    pub fn new(wire: Wire) -> Self {
        Self { wire, presence: Presence::Always, docs: "" }
    }

    /// A wire that may be named: a number, or what is declared.
    fn name(self) -> Option<String> {
        match self {
            Self { wire: Wire::Text(name) | Wire::Named { name, .. }, presence: Presence::Always, .. } => Some(name),
            _ => None,
        }
    }
}

impl Translator<'_> {
    /// Whether it gave up.
    pub fn is_too_large(&self) -> bool {
        self.steps > MOST_STEPS
    }

    /// The wire of a type. `hint` leads to it: `SpawnEntity.kind`.
    pub fn wire(&mut self, ty: &Value, hint: &str) -> Result<Typed, Reason> {
        self.deeper(|to| to.of(ty, hint))
    }

    /// The wire of a number: the carrier of a code, the count of a list.
    pub fn carrier(&mut self, ty: &Value, hint: &str) -> Result<String, Reason> {
        self.wire(ty, hint)?.name().ok_or_else(no_number)
    }

    /// Looks at a type in a type, up to a limit.
    pub fn deeper<T>(&mut self, look: impl FnOnce(&mut Self) -> Result<T, Reason>) -> Result<T, Reason> {
        self.steps += 1;
        if self.depth >= MOST_DEPTH || self.is_too_large() {
            return Err(Reason::construct("types in each other without end"));
        }
        self.depth += 1;
        let found = look(self);
        self.depth -= 1;
        found
    }

    fn of(&mut self, ty: &Value, hint: &str) -> Result<Typed, Reason> {
        if let Some(name) = ty.as_str() {
            return self.by_name(name, hint);
        }
        let Some((kind, args)) = pair(ty) else { return Err(Reason::construct("a type that is no name and no pair")) };
        let wire = match kind {
            "container" | GROUP => match self.container(kind, args, hint, hint) {
                fields if fields.is_empty() => return self.by_name("void", hint),
                fields => Wire::Group { when: None, fields },
            },
            // The number of elements of a field behind it, whose `count` names it.
            "count" => return self.wire(args.get("type").unwrap_or(args), hint),
            "option" => {
                let wire = self.wire(args, hint)?.alone(hint);
                return Ok(Typed { presence: Presence::Flag, ..Typed::new(wire) });
            }
            "array" => {
                let extent = self.extent(args, hint)?;
                let element = self.wire(required(args, "type")?, hint)?;
                if matches!(element.presence, Presence::Never) {
                    return Err(Reason::construct("a list of nothing"));
                }
                Wire::List { element: Box::new(element.alone(hint)), extent }
            }
            "pstring" | "buffer" => self.bytes(kind, args, hint)?,
            "mapper" => Wire::declared(self.mapper(args, hint)?.0, Vec::new()),
            "bitfield" => bitfield(args)?,
            "bitflags" => self.bitflags(args, hint)?,
            "switch" => return self.switch(args, hint),
            "entityMetadataLoop" => self.metadata_loop(args, hint)?,
            "topBitSetTerminatedArray" => self.top_bit_array(args, hint)?,
            "registryEntryHolder" => {
                let docs = "The number is 0 in front of the value itself, and otherwise one more than its identifier.";
                return Ok(Typed { docs, ..Typed::new(self.holder(args, hint)?) });
            }
            "registryEntryHolderSet" => self.holder_set(args, hint)?,
            _ => match self.types.resolved(ty) {
                resolved if resolved == *ty => return Err(native_type(kind)),
                resolved => return self.wire(&resolved, hint),
            },
        };
        Ok(Typed::new(wire))
    }

    /// A type that has a name. It is declared if it can be: others are written in place.
    fn by_name(&mut self, source: &str, hint: &str) -> Result<Typed, Reason> {
        if source == "void" {
            let nothing = Wire::Group { when: None, fields: Vec::new() };
            return Ok(Typed { presence: Presence::Never, ..Typed::new(nothing) });
        }
        if let Some(wire) = native::wire(source, self) {
            return Ok(Typed::new(wire));
        }
        let Some((path, value)) = self.types.find(source).filter(|(_, value)| *value != "native") else {
            return Err(native_type(source));
        };
        if let Some(name) = self.declared.get(&path) {
            return Ok(Typed::new(Wire::declared(name, Vec::new())));
        }
        if let Some((kind @ "container", fields)) = pair(value)
            && !self.types.escapes(value, 0, &mut vec![source.to_owned()], 0)
        {
            // The name is known before the fields are, which may lead back.
            let (name, wire) = self.declared(&path, source);
            let outer = (std::mem::take(&mut self.level), std::mem::take(&mut self.around));
            let fields = self.container(kind, fields, &path, &name.name);
            (self.level, self.around) = outer;
            let item = Item::new(path, name, Body::Struct { params: Vec::new(), depth: None, fields });
            self.draft.items.push(Item { counts: true, ..item });
            return Ok(wire);
        }
        let is_enum = matches!(pair(value), Some(("mapper", _)));
        let is_apart = match pair(value) {
            Some(("pstring" | "buffer", args)) => args.get("countType").is_some(),
            Some((kind, _)) => is_enum || matches!(kind, "bitfield" | "bitflags"),
            // Another name of a number; of anything else, the declaration is that.
            None => value.as_str().is_some_and(native::is_known),
        };
        let typed = self.wire(value, if is_apart { source } else { hint })?;
        let body = match typed.wire {
            Wire::Bits { carrier, parts } if is_apart => Body::Bits { carrier, parts },
            Wire::Text(wire) | Wire::Named { name: wire, .. } if is_apart && !is_enum => {
                Body::Plain("type", format!("= {wire};"))
            }
            wire => return Ok(Typed { wire, ..typed }),
        };
        let (name, wire) = self.declared(&path, source);
        self.draft.items.push(Item::new(path, name, body));
        Ok(wire)
    }

    /// The name of a type that is declared, and its use.
    fn declared(&mut self, path: &str, source: &str) -> (Name, Typed) {
        let name = self.names.upper(source);
        self.declared.insert(path.to_owned(), name.name.clone());
        let wire = Wire::declared(&name.name, Vec::new());
        (name, Typed::new(wire))
    }

    /// Bytes, or text in one of the encodings of Node.
    fn bytes(&mut self, kind: &str, args: &Value, hint: &str) -> Result<Wire, Reason> {
        let extent = self.extent(args, hint)?;
        let encoding = text(args, "encoding").unwrap_or("utf8");
        let wire = match (kind, encoding.to_ascii_lowercase().as_str()) {
            ("buffer", _) => "bytes",
            (_, "utf8" | "utf-8") => "utf8",
            (_, "latin1" | "binary") => "latin1",
            (_, "ascii") => "ascii",
            // The extent counts bytes.
            (_, "utf16le" | "utf-16le" | "ucs2" | "ucs-2") => {
                return Ok(Wire::Region { extent, wire: Box::new(Wire::text("utf16le[..]")) });
            }
            _ => return Err(Reason::construct(format!("text in {}", encoding.chars().take(20).collect::<String>()))),
        };
        Ok(Wire::Text(format!("{wire}[{extent}]")))
    }

    /// `countType`, a wire in front; `count`, a number or the name of a field.
    fn extent(&mut self, args: &Value, hint: &str) -> Result<String, Reason> {
        if let Some(count) = args.get("countType") {
            return self.carrier(count, hint);
        }
        match required(args, "count")? {
            Value::Number(count) => Ok(count.to_string()),
            Value::String(path) => number(path).map_or_else(|| Ok(self.seen(path)?.0), |count| Ok(count.to_string())),
            _ => Err(no_number()),
        }
    }

    /// The enum of a mapper, and for each value of the source its names in the schema.
    pub fn mapper(&mut self, args: &Value, hint: &str) -> Result<(String, Names), Reason> {
        let carrier = self.carrier(required(args, "type")?, hint)?;
        let mut scope = Scope::default();
        let (mut values, mut names) = (Vec::new(), Vec::new());
        for (code, value) in required(args, "mappings")?.as_object().into_iter().flatten() {
            let value = value.as_str().map_or_else(|| value.to_string(), ToOwned::to_owned);
            let name = scope.name(&value, upper(value.strip_prefix("minecraft:").unwrap_or(&value)));
            let codes = number(code).ok_or_else(no_number)?.to_string();
            values.push((value, name.name.clone()));
            names.push(Variant { docs: String::new(), name, codes });
        }
        let content = format!("{carrier}{names:?}");
        if let Some(name) = self.enums.get(&content) {
            return Ok((name.clone(), values));
        }
        let last = hint.rsplit('.').next().unwrap_or(hint);
        let wanted = Some(upper(last)).filter(|short| !self.names.has(short));
        let long = || upper(&hint.split('.').map(upper).collect::<String>());
        let name = self.names.fresh(&wanted.unwrap_or_else(long));
        let source = (name != last && hint == last).then(|| last.to_owned());
        let item = Item::new(hint, Name { name: name.clone(), source }, Body::Enum { carrier, names, open: true });
        self.draft.items.push(item);
        self.enums.insert(content, name.clone());
        Ok((name, values))
    }

    /// Flags by their places: a list, the lowest first, or an object of masks or, with `shift`, of places.
    fn bitflags(&mut self, args: &Value, hint: &str) -> Result<Wire, Reason> {
        let several = || Reason::construct("flags of several bits");
        let carrier = self.carrier(required(args, "type")?, hint)?;
        let width: u64 = match carrier.as_str() {
            "VarInt" => 32,
            "VarLong" => 64,
            plain => plain.trim_start_matches(['u', 'i']).trim_end_matches("le").parse().unwrap_or(0),
        };
        let shifts = args.get("shift").and_then(Value::as_bool).unwrap_or(false);
        let place = |mask: &Value| {
            let mask = mask.as_u64().or_else(|| mask.as_i64().map(i64::cast_unsigned))?;
            (shifts || mask.is_power_of_two()).then(|| if shifts { mask } else { u64::from(mask.trailing_zeros()) })
        };
        let mut flags: Vec<(u64, &str)> = match required(args, "flags")? {
            Value::Object(masks) => {
                let flags = masks.iter().map(|(name, mask)| Some((place(mask)?, name.as_str())));
                flags.collect::<Option<_>>().ok_or_else(several)?
            }
            names => (0..).zip(list(names)).filter_map(|(at, name)| Some((at, name.as_str()?))).collect(),
        };
        flags.sort_unstable();
        let mut scope = Scope::default();
        let mut parts = Vec::new();
        let mut next = 0;
        for (at, name) in flags {
            if at < next || at >= width {
                return Err(several());
            }
            if at > next {
                parts.push(part(Name::plain(scope.fresh("unknown")), format!(": u{}", at - next)));
            }
            parts.push(part(scope.field(name), ": bool"));
            next = at + 1;
        }
        if next < width {
            parts.push(part(Name::plain(scope.fresh("unknown")), ": .."));
        }
        Ok(Wire::Bits { carrier, parts })
    }
}

/// Parts of a number, the highest first.
fn bitfield(args: &Value) -> Result<Wire, Reason> {
    let mut scope = Scope::default();
    let mut parts: Vec<Part> = Vec::new();
    let mut width = 0;
    for field in list(args) {
        let size = field.get("size").and_then(Value::as_u64).filter(|size| (1..=64).contains(size));
        let size = size.ok_or_else(|| Reason::construct("a part of more than 64 bits"))?;
        let is_signed = field.get("signed").and_then(Value::as_bool).unwrap_or(false);
        parts.push(match text(field, "name").unwrap_or_default() {
            "unused" | "_unused" | "" => part(Name::plain("_"), format!(": u{size}")),
            name => part(scope.field(name), format!(": {}{size}", if is_signed { 'i' } else { 'u' })),
        });
        width += size;
    }
    if width % 8 != 0 || width > 64 || width == 0 {
        return Err(Reason::BIT_CURSOR);
    }
    Ok(Wire::Bits { carrier: format!("u{width} high_first"), parts })
}

/// A reason, where a number must be.
pub fn no_number() -> Reason {
    Reason::construct("what is no number in the place of one")
}

fn native_type(name: &str) -> Reason {
    Reason::construct(format!("`{}`, a type of the program's own", name.chars().take(40).collect::<String>()))
}
