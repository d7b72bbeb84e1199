//! The content of a field or an element: numbers, bytes, structs, and choices of these.

use super::No;
use super::arms::Arms;
use super::expr::{Expr, int};
use super::flow::Takes;
use super::kinds::{self, Number, number, type_name};
use super::made::Made;
use super::said::{Kind, Said, character, letters};
use super::say::Place;
use super::spec::Type;
use super::text;
use super::yaml::Node;
use crate::draft::{Arm, Body, Entry, Field, Item, Name, Wire};
use crate::names::upper;
use crate::reason::Reason;

/// The content of a field or an element.
#[derive(Debug)]
pub struct Content {
    /// The wire.
    pub wire: Wire,
    /// `as Kind`, `= 5`
    pub meaning: String,
    /// The size of the region around it.
    pub region: Option<String>,
    /// Whether bytes may follow in the region that nobody reads.
    pub fill: bool,
    /// How many bytes it has.
    pub size: Option<String>,
    /// All that is not said, each with whether bytes are lost by that.
    pub notes: Vec<(No, bool)>,
}

impl Default for Content {
    fn default() -> Self {
        let wire = Wire::text("bytes[..]");
        Self { wire, meaning: String::new(), region: None, fill: false, size: None, notes: Vec::new() }
    }
}

/// Whether bytes that nobody reads may be behind a content that has no region of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Room {
    /// They may not.
    Shared,
    /// It is the last of a struct that stands in such a region everywhere.
    Last,
    /// It is the last of all: bytes behind it are left over.
    End,
}

impl Made<'_> {
    /// The content of a field, or of one of its elements.
    pub fn content(&self, place: &Place, field: &Node, room: Room) -> Result<Content, No> {
        if field.get("process").is_some() {
            let raw = text::content(place, field, None, (false, room))?;
            let no = No::new(Reason::COMPRESSION, field.text_of("process").unwrap_or_default());
            return Ok(Content { notes: vec![(no, true)], ..raw });
        }
        match field.get("type") {
            None => self.plain(place, field, None, (false, room)),
            Some(node) => match node.text() {
                Some(name) => self.plain(place, field, Some(name), (false, room)),
                None => self.switch(place, field, node, room),
            },
        }
    }

    /// The content of a type with a name. `sized` is in a region of its own.
    fn plain(
        &self,
        place: &Place,
        field: &Node,
        name: Option<&str>,
        (sized, room): (bool, Room),
    ) -> Result<Content, No> {
        let own = self.spec.of(place.owner).ok_or_else(|| No::because("an unknown type"))?;
        if name.is_none_or(|name| name == "str")
            && let Kind::Chars(size) = kinds::value(self.spec, place.owner, field)
        {
            let (wire, meaning) = if size == 1 { ("u8", "") } else { ("bytes[4]", "as fourcc") };
            let size = Some(size.to_string());
            return Ok(Content { wire: Wire::text(wire), meaning: meaning.to_owned(), size, ..Content::default() });
        }
        match name {
            Some(name) if number(name).is_some() => self.number(place, own, field, name),
            Some(name @ ("str" | "strz")) => {
                text::content(place, field, Some((name, field.text_of("encoding").or(own.encoding))), (sized, room))
            }
            Some(name) => self.user(place, field, name, sized),
            None => text::content(place, field, None, (sized, room)),
        }
    }

    /// The suffix of an order of bytes.
    pub fn suffix(&self, order: &str) -> String {
        if order == self.order { String::new() } else { order.to_owned() }
    }

    fn number(&self, place: &Place, own: &Type, field: &Node, name: &str) -> Result<Content, No> {
        let unknown = || No::because("a number without an order of bytes");
        let (sign, bits, order) = match number(name).ok_or_else(unknown)? {
            Number::Int(signed, 8, _) => (if signed { 'i' } else { 'u' }, 8, ""),
            Number::Int(signed, bits, order) => {
                (if signed { 'i' } else { 'u' }, bits, order.or(own.endian).ok_or_else(unknown)?)
            }
            Number::Float(bits, order) => ('f', bits, order.or(own.endian).ok_or_else(unknown)?),
            Number::Bits(bits, high_first) if bits % 8 == 0 => {
                ('u', bits, if high_first.unwrap_or(own.high_first) { "be" } else { "le" })
            }
            Number::Bits(..) => return Err(No::new(Reason::BIT_CURSOR, "")),
        };
        let suffix = if bits == 8 { String::new() } else { self.suffix(order) };
        let mut content = Content {
            wire: Wire::text(format!("{sign}{bits}{suffix}")),
            size: Some((bits / 8).to_string()),
            ..Content::default()
        };
        if let Some(kind) = field.text_of("enum") {
            match self.enum_on(place, (field, kind), &format!("{sign}{bits}"), &suffix, (sign == 'i', bits)) {
                Ok((Some(own), _)) => content.wire = Wire::text(own),
                Ok((None, meaning)) => content.meaning = meaning,
                Err(no) => content.notes.push((no, true)),
            }
        }
        Ok(content)
    }

    /// An enum on a wire: its name alone if this is its own wire, or `as Kind`.
    pub fn enum_on(
        &self,
        place: &Place,
        (field, kind): (&Node, &str),
        wire: &str,
        suffix: &str,
        (signed, bits): (bool, u32),
    ) -> Result<(Option<String>, String), No> {
        let path: Vec<&str> = kind.split("::").collect();
        let found = self
            .spec
            .find_enum(place.owner, &path)
            .ok_or_else(|| No::new(Reason::construct("an enum that is not there"), kind))?;
        let own = self.spec.enums.get(found).ok_or_else(|| No::because("an enum that is not there"))?;
        let is_closed = field.get("valid").is_some_and(|rule| rule.get("in-enum").is_some());
        self.closed.borrow_mut().insert((found, is_closed));
        if let Kind::Int(low, high) = kinds::ints(signed, bits) {
            let before = self.ranges.borrow().get(&found).copied();
            let (one, other) = before.unwrap_or((low, high));
            let after = (one.min(low), other.max(high));
            if before != Some(after) {
                self.ranges.borrow_mut().insert(found, after);
                self.known.changed.set(true);
            }
            if own.values.iter().any(|value| !(low..=high).contains(&value.code) && self.has_wire(found, value.code)) {
                return Err(No::new(Reason::construct("an enum with numbers that its wire does not hold"), kind));
            }
        }
        let named = self.carrier(found) == wire && suffix.is_empty();
        Ok((named.then(|| own.name.name.clone()), format!("as {}", own.name.name)))
    }

    /// A struct.
    fn user(&self, place: &Place, field: &Node, name: &str, sized: bool) -> Result<Content, No> {
        let unknown = || No::new(Reason::construct("a type of another program"), name);
        let found = self.spec.find(place.owner, &type_name(name)).ok_or_else(unknown)?;
        let own = self.spec.of(found).ok_or_else(unknown)?;
        let given = match Expr::parse(name)? {
            Expr::Call(_, args) => args,
            _ => Vec::new(),
        };
        let params: Vec<&Node> = super::spec::entries(own.node, "params").collect();
        if params.len() != given.len() {
            return Err(No::new(Reason::construct("arguments that are missing"), name));
        }
        let (mut args, mut wide) = (Vec::new(), Vec::new());
        for (param, arg) in params.iter().zip(&given) {
            let declared = self.known.parameter(found, param);
            if let Kind::Other(_) = declared {
                wide.push((param.text_of("id").unwrap_or_default(), arg));
                continue;
            }
            // It is asked behind the bytes of the struct, if that has a size.
            let mut asks = false;
            arg.names(&mut |name| asks |= name == "_io");
            if asks {
                return Err(No::because("the bytes that are left, as an argument"));
            }
            self.known.is_guess.set(false);
            let said = place.say(arg).map_err(|no| no.or_detail(name))?;
            match (&declared, &said.kind) {
                (Kind::Int(..), Kind::Int(..)) => self.known.widen(found, param, declared.join(&said.kind)),
                (Kind::Bool, Kind::Bool) => {}
                (Kind::Enum(a, _), Kind::Enum(b, _)) if a == b => {}
                _ => return Err(No::new(Reason::construct("an argument of another kind"), name)),
            }
            args.push(said.text);
        }
        let parent = field.text_of("parent").map(Expr::parse).transpose()?;
        wide.extend(parent.iter().map(|parent| ("_parent", parent)));
        args.extend(place.needed(found, &wide)?);
        let size = field.text_of("size").filter(|_| !sized).map(|text| place.number(text)).transpose()?;
        let is_full = self.fills(found, size.as_ref().and_then(|size| size.value));
        let size = size.map(|size| size.text);
        let end = text::end(field, false, false)?;
        let is_own = sized || size.is_some() || field.flag("size-eos") || end.is_some();
        self.uses(found, is_own, place.owner);
        let mut content = Content {
            wire: match self.in_place(found).filter(|_| args.is_empty()) {
                Some(fields) => Wire::Group { when: None, fields },
                None => Wire::declared(own.name.name.clone(), args),
            },
            size: size.clone(),
            region: size,
            ..Content::default()
        };
        if is_full && end.is_none() {
            return Ok(Content { region: None, ..content });
        }
        content.fill = is_own && self.takes(found) != Takes::Always;
        if let Some(end) = end {
            if field.flag("include") || field.text_of("consume") == Some("false") || field.get("pad-right").is_some() {
                return Err(No::because("a struct with an end that it has, or leaves"));
            }
            let is_inner = content.region.is_some() || sized || field.flag("size-eos");
            let or_end = if is_inner || field.text_of("eos-error") == Some("false") { " or end" } else { "" };
            let extent = format!("until {end}{or_end}");
            if is_inner {
                content.wire = Wire::Region { extent, wire: Box::new(filled(content.wire, content.fill)) };
                content.fill = true;
            } else {
                content.region = Some(extent);
            }
        }
        Ok(content)
    }

    /// A choice.
    fn switch(&self, place: &Place, field: &Node, node: &Node, room: Room) -> Result<Content, No> {
        let on = node.text_of("switch-on").ok_or_else(|| No::because("a choice by nothing"))?;
        let tag = place.text(on)?;
        // A number that is computed is the parameter of a struct of its own.
        let is_computed = !tag.is_path();
        let may_be = (tag.is_int() || tag.is_code) && tag.value.is_none() && !tag.text.contains("left()");
        if is_computed && !may_be {
            return Err(No::new(Reason::construct("a choice by an expression"), on));
        }
        let size = field.text_of("size").map(|text| place.number(text)).transpose()?;
        // A constant size is that of each arm, which the writer fills.
        let value = size.as_ref().and_then(|size| size.value);
        let constant = value.map(|value| value.to_string());
        let size = size.map(|size| size.text);
        let sized = size.is_some() || field.flag("size-eos");
        if (field.get("terminator").is_some() && !sized) || field.get("enum").is_some() {
            return Err(No::because("a choice with an end or an enum"));
        }
        let (mut arms, mut notes) = (Arms::new(self.known, place.owner, &tag.text), Vec::new());
        for (key, case) in node.entries_of("cases") {
            let Some(name) = case.text() else { return Err(No::new(Reason::construct("a choice of nothing"), key)) };
            if sized && number(name).is_some() {
                return Err(No::because("a number in a region"));
            }
            let wanted = upper(type_name(name).last().copied().unwrap_or(name));
            let (pattern, wanted) = if key == "_" {
                (key.clone(), wanted)
            } else {
                match self.pattern(place, &tag, key)? {
                    Some((pattern, wanted_by_tag)) => (pattern, wanted_by_tag.unwrap_or(wanted)),
                    // No text of another length is there, and no number that the wire does not hold.
                    None => continue,
                }
            };
            let mut content = match self.plain(place, field, Some(name), (sized, room)) {
                Err(no) if sized => Content { notes: vec![(no, true)], ..Content::default() },
                content => content?,
            };
            notes.append(&mut content.notes);
            let found = self.spec.find(place.owner, &type_name(name));
            if !found.is_some_and(|found| self.fills(found, value)) {
                content.region = content.region.or_else(|| constant.clone());
            }
            let takes = match &content.wire {
                _ if constant.is_some() => Takes::Never,
                _ if sized && !content.fill => Takes::Always,
                Wire::Named { .. } if !sized => {
                    self.spec.find(place.owner, &type_name(name)).map_or(Takes::Never, |found| self.takes(found))
                }
                _ => Takes::Never,
            };
            let wire = match content.region {
                Some(extent) => Wire::Region { extent, wire: Box::new(filled(content.wire, content.fill)) },
                None => content.wire,
            };
            arms.add(pattern, wanted, wire, takes);
        }
        let is_full = match tag.kind {
            Kind::Bool => arms.count() == 2,
            Kind::Int(least, most) => i128::try_from(arms.count()).is_ok_and(|count| count > most - least),
            _ => false,
        };
        if is_full {
            arms.all.retain(|(arm, _)| arm.pattern != "_");
        } else if arms.all.iter().all(|(arm, _)| arm.pattern != "_") {
            let (wire, takes) = match &constant {
                Some(size) => (Some(Wire::text(format!("bytes[{size}]"))), Takes::Never),
                None if sized => (Some(Wire::text("bytes[..]")), Takes::Always),
                None => (None, Takes::Never),
            };
            arms.all.push((Arm { pattern: "_".to_owned(), name: Some(arms.names.fresh("Other")), wire }, takes));
        }
        arms.finish(self.known, place);
        let has_room = constant.is_none() && (sized || room == Room::Last);
        let some_take = arms.all.iter().any(|(_, takes)| *takes != Takes::Never);
        let none_takes = arms.all.iter().all(|(_, takes)| *takes == Takes::Never);
        let all = arms.all.into_iter().map(|(arm, takes)| match arm {
            Arm { pattern, name, wire } if has_room && some_take && takes == Takes::Never => {
                let wire = Some(
                    wire.map_or_else(|| Wire::Group { when: None, fields: vec![filler()] }, |wire| filled(wire, true)),
                );
                Arm { pattern, name, wire }
            }
            arm => arm,
        });
        let arms: Vec<Arm> = all.collect();
        let wire =
            if is_computed { self.chosen(place, field, &tag, arms)? } else { Wire::Match { on: tag.text, arms } };
        let region = size.clone().filter(|_| constant.is_none());
        Ok(Content { wire, region, fill: has_room && none_takes, size, notes, ..Content::default() })
    }

    /// A choice by a computed number: a struct that is given the number, which knows nothing else of what is around.
    fn chosen(&self, place: &Place, field: &Node, tag: &Said, arms: Vec<Arm>) -> Result<Wire, No> {
        let wire = Wire::Match { on: "tag".to_owned(), arms };
        let id = field.text_of("id").unwrap_or("choice");
        let value = Field::named(id, Name::plain("value"), wire);
        let has_args = value.wires().iter().any(|wire| matches!(wire, Wire::Named { args, .. } if !args.is_empty()));
        let kind = match &tag.kind {
            Kind::Enum(_, Some((least, most))) => Kind::Int(*least, *most),
            kind => kind.clone(),
        };
        let param = kinds::wire(self.spec, &kind.as_parameter());
        let param = param.filter(|_| !has_args).ok_or_else(|| No::because("a choice by an expression"))?;
        let body = Body::Struct { params: vec![("tag".to_owned(), param)], depth: None, fields: vec![value] };
        Ok(Wire::declared(self.helper(place.owner, id, body), vec![tag.text.clone()]))
    }

    /// Declares a type of a wire with a meaning, and gives its name.
    pub fn alias(&self, owner: usize, id: &str, wire: String) -> String {
        self.helper(owner, id, Body::Plain("type", format!("= {wire};")))
    }

    /// Declares something that the source has without a name.
    fn helper(&self, owner: usize, id: &str, body: Body) -> String {
        let mut items = self.helpers.borrow_mut();
        if let Some(item) = items.iter().find(|item| item.body == body) {
            return item.name.name.clone();
        }
        let outer = self.spec.of(owner).map_or("", |own| &own.name.name);
        let name = self.scope.borrow_mut().fresh(&format!("{outer}{}", upper(id)));
        items.push(Item::new(id, Name::plain(name.clone()), body));
        name
    }

    /// The pattern of a case, and the name that the tag gives it.
    fn pattern(&self, place: &Place, tag: &Said, key: &str) -> Result<Option<(String, Option<String>)>, No> {
        if let Kind::Chars(count) = tag.kind {
            let literal = match Expr::parse(key)? {
                Expr::Text(text) => letters(&text, count)?,
                list => character(
                    &text::constant(&list).ok_or_else(|| No::because("a choice by values of another kind"))?,
                    count,
                ),
            };
            return Ok(literal.map(|literal| (literal, None)));
        }
        let case = place.text(key)?;
        match (&tag.kind, &case.kind, case.value) {
            (Kind::Int(least, most), Kind::Int(..), Some(n)) if (*least..=*most).contains(&n) => {
                let is_kept = key.starts_with("0x") && int(key) == Some(n);
                Ok(Some((if is_kept { key.to_owned() } else { n.to_string() }, None)))
            }
            (Kind::Int(..), Kind::Int(..), Some(_)) => Ok(None),
            (Kind::Enum(a, Some((least, most))), Kind::Enum(b, _), Some(code))
                if a == b && !(*least..=*most).contains(&code) =>
            {
                Ok(None)
            }
            (Kind::Enum(a, _), Kind::Enum(b, _), Some(code)) if a == b => {
                let pattern = if tag.is_code { code.to_string() } else { case.text.clone() };
                Ok(Some((pattern, Some(case.text))))
            }
            (Kind::Bool, Kind::Bool, Some(n)) => Ok(Some((n.to_string(), None))),
            _ => Err(No::new(Reason::construct("a choice by values of another kind"), key)),
        }
    }
}

/// `_: bytes[..]`
pub fn filler() -> Field {
    Field::named("", Name::plain("_"), Wire::text("bytes[..]"))
}

/// A wire, and behind it a filler if it needs one.
pub fn filled(wire: Wire, fill: bool) -> Wire {
    if !fill {
        return wire;
    }
    let value = Entry::Named { name: Name::plain("value"), wire, meaning: String::new(), when: None, rule: None };
    Wire::Group { when: None, fields: vec![Field::new("", value), filler()] }
}
