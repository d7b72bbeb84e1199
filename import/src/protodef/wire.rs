//! Types as wires.

use std::collections::HashMap;

use serde_json::Value;

use crate::draft::{Body, Draft, Item, Name, Part, Variant, Wire};
use crate::names::{Scope, upper};
use crate::reason::Reason;

use super::container::{GROUP, Level};
use super::native;
use super::types::{Types, escapes, number, pair};

/// The most types that are looked at: types in place may be used many times.
const MOST_STEPS: usize = 200_000;

/// The most types in each other.
const MOST_DEPTH: usize = 40;

/// Makes declarations of types.
#[derive(Debug, Default)]
pub struct Translator {
    /// The declarations.
    pub draft: Draft,
    /// The names of all declarations.
    pub names: Scope,
    /// The containers around, outer ones first.
    pub levels: Vec<Level>,
    /// Whether `nbt` is that of Minecraft's Java edition.
    pub java_nbt: bool,
    /// The types that are declared, by their paths.
    declared: HashMap<String, String>,
    /// The enums, by their wires and names.
    enums: HashMap<String, String>,
    steps: usize,
    depth: usize,
}

/// A type as a wire.
#[derive(Debug, Clone)]
pub struct Typed {
    /// The wire.
    pub wire: Wire,
    /// The condition under which it is present.
    pub when: Option<String>,
    /// Whether a byte in front says if it is present.
    pub optional: bool,
    /// Whether it has no bytes.
    pub empty: bool,
    /// The documentation of a field of this type.
    pub docs: &'static str,
}

impl Typed {
    /// A wire that is always present.
    pub fn new(wire: Wire) -> Self {
        Self { wire, when: None, optional: false, empty: false, docs: "" }
    }

    /// The wire as the carrier of a code or the count of a list.
    pub fn carrier(&self) -> Option<String> {
        match &self.wire {
            Wire::Text(text) if self.when.is_none() && !self.optional => Some(text.clone()),
            Wire::Named { name, args, .. } if args.is_empty() => Some(name.clone()),
            _ => None,
        }
    }
}

impl Translator {
    /// A translator of one version, without declarations.
    pub fn new(java_nbt: bool) -> Self {
        Self { java_nbt, ..Self::default() }
    }

    /// Whether it gave up.
    pub fn is_too_large(&self) -> bool {
        self.steps > MOST_STEPS
    }

    /// The wire of a type. `hint` leads to it: `SpawnEntity.kind`.
    pub fn wire(&mut self, ty: &Value, types: &Types<'_>, hint: &str) -> Result<Typed, Reason> {
        self.deeper(|to| to.of(ty, types, hint))
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

    fn of(&mut self, ty: &Value, types: &Types<'_>, hint: &str) -> Result<Typed, Reason> {
        if let Some(name) = ty.as_str() {
            return self.by_name(name, types, hint);
        }
        let Some((kind, args)) = pair(ty) else { return Err(Reason::construct("a type that is no name and no pair")) };
        let wire = match kind {
            "container" => match self.container(args, types, hint, hint) {
                fields if fields.is_empty() => return self.by_name("void", types, hint),
                fields => Wire::Group { when: None, fields },
            },
            // The number of elements of a field behind it, whose `count` names it.
            "count" => return self.wire(args.get("type").unwrap_or(args), types, hint),
            GROUP => Wire::Group { when: None, fields: self.level(args, types, hint, hint, false) },
            "option" => {
                let inner = self.wire(args, types, hint)?;
                let wire = inner.alone(hint);
                return Ok(Typed { optional: true, ..Typed::new(wire) });
            }
            "array" => self.array(args, types, hint)?,
            "pstring" | "buffer" => self.bytes(kind, args, types, hint)?,
            "mapper" => Wire::declared(self.mapper(args, types, hint)?.0, Vec::new()),
            "bitfield" => {
                let (carrier, parts) = bitfield(args)?;
                Wire::Bits { carrier, parts }
            }
            "bitflags" => {
                let (carrier, parts) = self.bitflags(args, types, hint)?;
                Wire::Bits { carrier, parts }
            }
            "switch" => return self.switch(args, types, hint),
            "entityMetadataLoop" => self.metadata_loop(args, types, hint)?,
            "topBitSetTerminatedArray" => self.top_bit_array(args, types, hint)?,
            "registryEntryHolder" => {
                let docs = "The number is 0 in front of the value itself, and otherwise one more than its identifier.";
                return Ok(Typed { docs, ..Typed::new(self.holder(args, types, hint)?) });
            }
            "registryEntryHolderSet" => self.holder_set(args, types, hint)?,
            _ => {
                let resolved = types.resolved(ty);
                if resolved == *ty {
                    return Err(native_type(kind));
                }
                return self.wire(&resolved, types, hint);
            }
        };
        Ok(Typed::new(wire))
    }

    fn by_name(&mut self, name: &str, types: &Types<'_>, hint: &str) -> Result<Typed, Reason> {
        if name == "void" {
            return Ok(Typed { empty: true, ..Typed::new(Wire::Group { when: None, fields: Vec::new() }) });
        }
        if let Some(wire) = native::wire(name, self) {
            return Ok(Typed::new(wire));
        }
        if let Some(name) = self.declare(name, types)? {
            return Ok(Typed::new(Wire::declared(name, Vec::new())));
        }
        match types.find(name) {
            Some((_, value)) if value != "native" => self.wire(value, types, hint),
            _ => Err(native_type(name)),
        }
    }

    /// Declares a container by itself.
    pub fn declare_container(&mut self, name: &str, types: &Types<'_>) {
        if types.find(name).and_then(|(_, value)| pair(value)).is_some_and(|(kind, _)| kind == "container") {
            // It is declared, or it uses fields around it and is no type of its own.
            let _ = self.declare(name, types);
        }
    }

    /// The declaration of a type, if it has one: others are written in place.
    fn declare(&mut self, source: &str, types: &Types<'_>) -> Result<Option<String>, Reason> {
        let Some((path, value)) = types.find(source) else { return Ok(None) };
        if let Some(name) = self.declared.get(&path) {
            return Ok(Some(name.clone()));
        }
        let Some((kind, args)) = pair(value) else {
            // Another name of a number; of anything else, the declaration is that.
            let Some(wire) =
                value.as_str().filter(|name| native::is_known(name)).and_then(|name| native::wire(name, self))
            else {
                return Ok(None);
            };
            let Some(wire) = Typed::new(wire).carrier() else { return Ok(None) };
            return Ok(Some(self.item(path, source, Body::Plain("type", format!("= {wire};")))));
        };
        let body = match kind {
            "container" if !escapes(source, value, types) => {
                // The name is known before the fields are, which may lead back.
                let name = self.names.upper(source);
                self.declared.insert(path.clone(), name.name.clone());
                let outer = std::mem::take(&mut self.levels);
                let fields = self.container(args, types, &path, &name.name);
                self.levels = outer;
                let mut item = Item::new(path, name.clone(), Body::Struct { params: Vec::new(), depth: None, fields });
                item.counts = true;
                self.draft.items.push(item);
                return Ok(Some(name.name));
            }
            "mapper" => {
                let (name, _) = self.mapper(args, types, source)?;
                self.declared.insert(path, name.clone());
                return Ok(Some(name));
            }
            "pstring" | "buffer" if args.get("countType").is_some() => {
                let Wire::Text(wire) = self.bytes(kind, args, types, source)? else { return Ok(None) };
                Body::Plain("type", format!("= {wire};"))
            }
            "bitfield" => {
                let (carrier, parts) = bitfield(args)?;
                Body::Bits { carrier, parts }
            }
            "bitflags" => {
                let (carrier, parts) = self.bitflags(args, types, source)?;
                Body::Bits { carrier, parts }
            }
            _ => return Ok(None),
        };
        Ok(Some(self.item(path, source, body)))
    }

    fn item(&mut self, path: String, source: &str, body: Body) -> String {
        let name = self.names.upper(source);
        self.declared.insert(path.clone(), name.name.clone());
        self.draft.items.push(Item::new(path, name.clone(), body));
        name.name
    }

    /// Bytes, or text in one of the encodings of Node.
    fn bytes(&mut self, kind: &str, args: &Value, types: &Types<'_>, hint: &str) -> Result<Wire, Reason> {
        let extent = self.extent(args, types, hint)?;
        if kind == "buffer" {
            return Ok(Wire::Text(format!("bytes[{extent}]")));
        }
        let encoding = args.get("encoding").and_then(Value::as_str).unwrap_or("utf8");
        match encoding.to_ascii_lowercase().as_str() {
            "utf8" | "utf-8" => Ok(Wire::Text(format!("utf8[{extent}]"))),
            "latin1" | "binary" => Ok(Wire::Text(format!("latin1[{extent}]"))),
            "ascii" => Ok(Wire::Text(format!("ascii[{extent}]"))),
            // The extent counts bytes.
            "utf16le" | "utf-16le" | "ucs2" | "ucs-2" => {
                Ok(Wire::Region { extent, wire: Box::new(Wire::text("utf16le[..]")) })
            }
            _ => Err(Reason::construct(format!("text in {}", encoding.chars().take(20).collect::<String>()))),
        }
    }

    /// `countType`, a wire in front; `count`, a number or the name of a field.
    pub fn extent(&mut self, args: &Value, types: &Types<'_>, hint: &str) -> Result<String, Reason> {
        if let Some(count) = args.get("countType") {
            let count = self.wire(count, types, hint)?;
            return count.carrier().ok_or_else(|| Reason::construct("a count that is no number"));
        }
        match args.get("count") {
            Some(Value::Number(count)) => Ok(count.to_string()),
            Some(Value::String(path)) => match number(path) {
                Some(count) => Ok(count.to_string()),
                None => Ok(self.tag(path, types)?.path),
            },
            _ => Err(Reason::construct("a list without a count")),
        }
    }

    fn array(&mut self, args: &Value, types: &Types<'_>, hint: &str) -> Result<Wire, Reason> {
        let extent = self.extent(args, types, hint)?;
        let element = args.get("type").ok_or_else(|| Reason::construct("a list of nothing"))?;
        let element = self.wire(element, types, hint)?;
        if element.empty {
            return Err(Reason::construct("a list of nothing"));
        }
        Ok(Wire::List { element: Box::new(element.alone(hint)), extent })
    }

    /// The enum of a mapper, and for each value of the source its names in the schema.
    pub fn mapper(&mut self, args: &Value, types: &Types<'_>, hint: &str) -> Result<(String, Names), Reason> {
        let ty = args.get("type").ok_or_else(|| Reason::construct("a mapper without a type"))?;
        let carrier =
            self.wire(ty, types, hint)?.carrier().ok_or_else(|| Reason::construct("names for what is no number"))?;
        let mappings =
            args.get("mappings").and_then(Value::as_object).ok_or_else(|| Reason::construct("a mapper of nothing"))?;
        let mut scope = Scope::default();
        let mut values: Names = Vec::new();
        let mut names = Vec::new();
        for (code, value) in mappings {
            let code = number(code).ok_or_else(|| Reason::construct("names for what is no number"))?;
            let value = value.as_str().map_or_else(|| value.to_string(), ToOwned::to_owned);
            let name = scope.name(&value, upper(value.strip_prefix("minecraft:").unwrap_or(&value)));
            values.push((value, name.name.clone()));
            names.push(Variant { docs: String::new(), name, codes: code.to_string() });
        }
        if names.is_empty() {
            return Err(Reason::construct("a mapper of nothing"));
        }
        let content = format!("{carrier}{names:?}");
        let name = match self.enums.get(&content) {
            Some(name) => name.clone(),
            None => self.enumeration(content, carrier, names, hint),
        };
        Ok((name, values))
    }

    fn enumeration(&mut self, content: String, carrier: String, names: Vec<Variant>, hint: &str) -> String {
        let last = hint.rsplit('.').next().unwrap_or(hint);
        let short = upper(last);
        let long = hint.split('.').map(upper).collect::<String>();
        let wanted = if self.names.has(&short) { upper(&long) } else { short };
        let name = self.names.fresh(&wanted);
        let source = (name != last && hint == last).then(|| last.to_owned());
        let item = Item::new(hint, Name { name: name.clone(), source }, Body::Enum { carrier, names, open: true });
        self.draft.items.push(item);
        self.enums.insert(content, name.clone());
        name
    }

    /// Flags by their places: a list, the lowest first, or an object of masks or, with `shift`, of places.
    fn bitflags(&mut self, args: &Value, types: &Types<'_>, hint: &str) -> Result<(String, Vec<Part>), Reason> {
        let ty = args.get("type").ok_or_else(|| Reason::construct("flags without a type"))?;
        let carrier =
            self.wire(ty, types, hint)?.carrier().ok_or_else(|| Reason::construct("flags in what is no number"))?;
        let width: u64 = match carrier.as_str() {
            "VarInt" => 32,
            "VarLong" => 64,
            plain => plain.trim_start_matches(['u', 'i']).trim_end_matches("le").parse().unwrap_or(0),
        };
        let shifts = args.get("shift").and_then(Value::as_bool).unwrap_or(false);
        let mut flags: Vec<(u64, String)> = match args.get("flags") {
            Some(Value::Array(names)) => {
                (0..).zip(names).filter_map(|(at, name)| Some((at, name.as_str()?.to_owned()))).collect()
            }
            Some(Value::Object(masks)) => masks
                .iter()
                .map(|(name, mask)| {
                    let mask = mask.as_u64().or_else(|| mask.as_i64().map(i64::cast_unsigned))?;
                    let place = if shifts { mask } else { u64::from(mask.trailing_zeros()) };
                    (shifts || mask.is_power_of_two()).then(|| (place, name.clone()))
                })
                .collect::<Option<Vec<_>>>()
                .ok_or_else(|| Reason::construct("flags of several bits"))?,
            _ => return Err(Reason::construct("flags without names")),
        };
        flags.sort();
        let mut scope = Scope::default();
        let mut parts = Vec::new();
        let mut next = 0;
        for (at, name) in flags {
            if at < next || at >= width {
                return Err(Reason::construct("flags of several bits"));
            }
            if at > next {
                parts.push(plain_part(scope.fresh("unknown"), format!(": u{}", at - next)));
            }
            parts.push(Part { docs: String::new(), name: scope.field(&name), rest: ": bool".to_owned() });
            next = at + 1;
        }
        if next < width {
            parts.push(plain_part(scope.fresh("unknown"), ": ..".to_owned()));
        }
        Ok((carrier, parts))
    }
}

/// The values of a mapper, each with its name in the schema, in order of their codes.
pub type Names = Vec<(String, String)>;

/// Parts of a number, the highest first.
fn bitfield(args: &Value) -> Result<(String, Vec<Part>), Reason> {
    let mut scope = Scope::default();
    let mut parts = Vec::new();
    let mut width = 0;
    for field in args.as_array().map_or(&[][..], Vec::as_slice) {
        let name = field.get("name").and_then(Value::as_str).unwrap_or_default();
        let size = field.get("size").and_then(Value::as_u64).filter(|size| (1..=64).contains(size));
        let size = size.ok_or_else(|| Reason::construct("a part of more than 64 bits"))?;
        let sign = if field.get("signed").and_then(Value::as_bool).unwrap_or(false) { 'i' } else { 'u' };
        let unused = matches!(name, "unused" | "_unused" | "");
        let name = if unused { Name::plain("_") } else { scope.field(name) };
        parts.push(Part { docs: String::new(), name, rest: format!(": {}{size}", if unused { 'u' } else { sign }) });
        width += size;
    }
    if width % 8 != 0 || width > 64 || width == 0 {
        return Err(Reason::BIT_CURSOR);
    }
    Ok((format!("u{width} high_first"), parts))
}

fn plain_part(name: String, rest: String) -> Part {
    Part { docs: String::new(), name: Name::plain(name), rest }
}

fn native_type(name: &str) -> Reason {
    Reason::construct(format!("`{}`, a type of the program's own", name.chars().take(40).collect::<String>()))
}
