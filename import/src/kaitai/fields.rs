//! The fields of a struct.

use std::cell::Cell;

use super::No;
use super::content::{Content, Room, filled, filler};
use super::expr::Expr;
use super::flow::{self, Takes};
use super::kinds::{self, Number, number};
use super::made::Made;
use super::rules::Rule;
use super::said::{Kind, Said, binary, not};
use super::say::Place;
use super::spec::{Type, docs, entries};
use super::text;
use super::yaml::Node;
use crate::draft::{Entry, Field, Name, Note, Part, Wire};
use crate::reason::Reason;

/// How many conditions may choose how one field is read.
const MOST_ANSWERS: usize = 4;

/// The fields of a struct.
#[derive(Default)]
pub struct Fields {
    /// The fields.
    pub fields: Vec<Field>,
    /// Whether the last one holds all that could not be said.
    pub is_cut: bool,
}

/// Bits that are not complete.
#[derive(Default)]
struct Run {
    at: String,
    parts: Vec<Part>,
    notes: Vec<Note>,
    width: u32,
    high_first: bool,
}

impl Fields {
    /// The fields of a type.
    pub fn of(made: &Made, owner: usize) -> Self {
        let mut fields = Self::default();
        let Some(own) = made.spec.of(owner) else { return fields };
        let budget = Cell::new(0);
        let mut run = Run::default();
        // Whether the bits before go on in the next field: a struct that ends within a byte.
        let mut is_open = false;
        let count = entries(own.node, "seq").count();
        // In its regions it takes all that is left, in the cases where its fields do not, too.
        let is_full = made.has_room(owner) && made.flow(owner) == Takes::Sometimes;
        for (index, (field, name)) in entries(own.node, "seq").zip(&own.fields).enumerate() {
            let place = Place::new(made.known, owner, index, &budget);
            let at = place_of(own, field, index);
            let bits = bits_of(field, own);
            if let Some((width, high_first)) = bits
                && !is_open
                && ["if", "repeat"].iter().all(|key| field.get(key).is_none())
            {
                // The other order begins at a whole byte, where no bits are left.
                let is_other = run.width > 0 && run.high_first != high_first;
                if is_other || run.width + width > 64 {
                    fields.rest(&std::mem::take(&mut run.at), No::new(Reason::BIT_CURSOR, ""));
                    return fields;
                }
                if run.width == 0 {
                    run = Run { at, high_first, ..Run::default() };
                }
                run.add(made, &place, own, (field, name), (width, index));
                if run.width.is_multiple_of(8) {
                    fields.complete(made, &mut run);
                }
                continue;
            }
            // Bits behind bits that are no whole bytes.
            let is_within = bits.is_some() && run.width > 0;
            fields.complete(made, &mut run);
            let is_last = index + 1 == count;
            let room = match (is_last, is_full, made.is_whole(owner)) {
                (true, true, _) => Room::Last,
                (true, _, true) => Room::End,
                _ => Room::Shared,
            };
            let flow = flow::field(made.spec, owner, field);
            let is_whole = bits.is_none_or(|(width, _)| width.is_multiple_of(8));
            // With bits left over there is no end of the stream, even behind its last byte.
            let mut asks = field.text_of("repeat") == Some("eos");
            field.walk(&mut |node| asks |= node.text().is_some_and(|text| text.contains("_io")));
            let is_list = field.get("repeat").is_some();
            let is_again = is_list && bits.is_none() && flow.ends && (flow.begins || asks);
            let is_split = !is_whole || is_within || is_again || (is_open && (flow.begins || asks));
            let may_be_nothing = is_list || field.get("if").is_some();
            is_open = bits.is_none() && (flow.ends || (is_open && may_be_nothing));
            let one = One { made, place, field, name, at: at.clone() };
            let done = if is_split { Err(No::new(Reason::BIT_CURSOR, "")) } else { one.fields(room) };
            match done {
                Ok(more) => fields.fields.extend(more),
                Err(no) => match one.lost(no) {
                    Ok(field) => fields.fields.push(field),
                    Err(no) => {
                        fields.rest(&at, no);
                        return fields;
                    }
                },
            }
        }
        fields.complete(made, &mut run);
        // Bytes behind the fields are read by nobody; in a region they have a line.
        if is_full && !fields.fields.last().is_some_and(has_fillers) {
            fields.fields.push(filler());
        }
        fields
    }

    /// Ends bits at a whole byte.
    fn complete(&mut self, made: &Made, run: &mut Run) {
        let mut run = std::mem::take(run);
        if run.width == 0 {
            return;
        }
        let bits = run.width.div_ceil(8) * 8;
        if bits > run.width {
            run.parts.push(Part {
                docs: String::new(),
                name: Name::plain("_"),
                rest: format!(": u{}", bits - run.width),
            });
        }
        let suffix = if bits == 8 { String::new() } else { made.suffix(if run.high_first { "be" } else { "le" }) };
        let order = match (run.high_first, made.high_first) {
            (true, false) => " high_first",
            (false, true) => " low_first",
            _ => "",
        };
        let entry = Entry::Bits { carrier: format!("u{bits}{suffix}{order}"), parts: run.parts };
        self.fields.push(Field { notes: run.notes, size: Some((bits / 8).to_string()), ..Field::new(run.at, entry) });
    }

    /// All bytes that are left, of which nothing is said.
    fn rest(&mut self, at: &str, no: No) {
        let mut name = "rest".to_owned();
        let taken = |fields: &[Field], name: &str| {
            fields.iter().any(|field| matches!(&field.entry, Entry::Named { name: own, .. } if own.name == name))
        };
        while taken(&self.fields, &name) {
            name.push_str("_of_it");
        }
        let notes = vec![no.note(at, true)];
        self.fields.push(Field { notes, cut: true, ..Field::named(at, Name::plain(name), Wire::text("bytes[..]")) });
        self.is_cut = true;
    }
}

/// Whether a filler is there already, or in the arms of a choice.
fn has_fillers(field: &Field) -> bool {
    let is_filler = |name: &Name, wire: &Wire| name.name == "_" && *wire == Wire::text("bytes[..]");
    matches!(&field.entry, Entry::Named { name, wire, when: None, .. } if matches!(wire, Wire::Match { .. }) || is_filler(name, wire))
}

/// `types.slot.count`, `seq[2]`
fn place_of(own: &Type, field: &Node, index: usize) -> String {
    let last = field.text_of("id").map_or_else(|| format!("seq[{index}]"), str::to_owned);
    if own.at.is_empty() { last } else { format!("{}.{last}", own.at) }
}

fn bits_of(field: &Node, own: &Type) -> Option<(u32, bool)> {
    match number(field.text_of("type")?)? {
        Number::Bits(width, high_first) => Some((width, high_first.unwrap_or(own.high_first))),
        _ => None,
    }
}

impl Run {
    fn add(
        &mut self,
        made: &Made,
        place: &Place,
        own: &Type,
        (field, name): (&Node, &Name),
        (width, index): (u32, usize),
    ) {
        let mut rest =
            if width == 1 && field.get("enum").is_none() { ": bool".to_owned() } else { format!(": u{width}") };
        let at = place_of(own, field, index);
        if let Some(kind) = field.text_of("enum") {
            match made.enum_on(place, (field, kind), &format!("u{width}"), "", (false, width)) {
                Ok((_, meaning)) => rest = format!(": u{width} {meaning}"),
                Err(no) => self.notes.push(no.note(&at, true)),
            }
        }
        if let Some(rule) = field.get("valid") {
            let it = Said::new("it".to_owned(), kinds::field(made.spec, place.owner, field));
            match made.rule(&place.about(&it), field, rule) {
                Ok(Rule::Constant(constant)) => rest.push_str(&format!(" = {constant}")),
                Ok(Rule::None) => {}
                Ok(Rule::Where(rule)) => {
                    self.notes.push(No::new(Reason::construct("a rule of bits"), rule).note(&at, true))
                }
                Err(no) => self.notes.push(no.note(&at, true)),
            }
        }
        self.parts.push(Part { docs: docs(field), name: name.clone(), rest });
        self.width += width;
    }
}

/// A field that is made.
struct One<'o> {
    made: &'o Made<'o>,
    place: Place<'o>,
    field: &'o Node,
    name: &'o Name,
    at: String,
}

impl One<'_> {
    /// The entries of it. A condition that chooses its size or its kind makes two of it, one of which is there.
    fn fields(&self, room: Room) -> Result<Vec<Field>, No> {
        match self.field.text_of("if") {
            Some(condition) => self.under(&[(Expr::parse(condition)?, true)], room),
            None => self.under(&[], room),
        }
    }

    /// The entries where the answers to some conditions are known.
    fn under(&self, answers: &[(Expr, bool)], room: Room) -> Result<Vec<Field>, No> {
        let one = One { place: self.place.answered(answers), at: self.at.clone(), ..*self };
        let condition = match one.entries(answers, room) {
            Err(No { chosen_by: Some(condition), .. }) if answers.len() < MOST_ANSWERS => *condition,
            done => return done,
        };
        let mut both = Vec::new();
        for answer in [true, false] {
            both.extend(self.under(&[answers, &[(condition.clone(), answer)]].concat(), Room::Shared)?);
        }
        // No bytes are no field.
        both.retain(|field| match field.wire() {
            Some(Wire::Text(wire)) => wire != "bytes[0]",
            Some(Wire::List { extent, .. }) => extent != "0",
            _ => true,
        });
        let mut scope = self.made.spec.of(self.place.owner).map(|own| own.scope.clone()).unwrap_or_default();
        for field in both.iter_mut().skip(1) {
            if let Entry::Named { name, .. } = &mut field.entry {
                *name = Name::plain(scope.fresh(&self.name.name));
            }
        }
        Ok(both)
    }

    /// The entries, which are there with these answers: none, if that is never so.
    fn entries(&self, answers: &[(Expr, bool)], room: Room) -> Result<Vec<Field>, No> {
        let mut when: Option<Said> = None;
        for (condition, answer) in answers {
            let said = self.place.answered(&[]).condition(condition);
            let said = said.map_err(|no| no.or_detail(self.field.text_of("if").unwrap_or_default()))?;
            let said = if *answer { said } else { not(said)? };
            when = Some(match when {
                Some(when) => binary("and", &when, &said)?,
                None => said,
            });
        }
        let when = match when {
            Some(Said { value: Some(0), .. }) => return Ok(Vec::new()),
            Some(Said { value: Some(_), .. }) | None => None,
            Some(said) => Some(said.text),
        };
        let room = if when.is_some() || self.field.get("repeat").is_some() { Room::Shared } else { room };
        let mut content = match self.field.get("contents") {
            Some(node) => constant(&text::contents(node).ok_or_else(|| No::because("contents that are no bytes"))?),
            None => self.made.content(&self.place, self.field, room)?,
        };
        let mut notes: Vec<Note> = content.notes.drain(..).map(|(no, loses)| no.note(&self.at, loses)).collect();
        let mut rule = match self.rule(&mut content, when.is_some()) {
            Ok(rule) => rule,
            Err(no) => {
                notes.push(no.note(&self.at, true));
                None
            }
        };
        let (docs, size) = (docs(self.field), content.size.clone());
        let named = |name: &Name, wire: Wire, meaning: String, when: Option<String>, rule: Option<String>| {
            Field::new(&*self.at, Entry::Named { name: name.clone(), wire, meaning, when, rule })
        };
        if self.field.get("repeat").is_some() {
            let (wire, extent) = self.list(content, rule.take())?;
            let (extent, rule) = extent;
            let wire = Wire::List { element: Box::new(wire), extent };
            return Ok(vec![Field { docs, notes, ..named(self.name, wire, String::new(), when, rule) }]);
        }
        let fill = content.fill && (content.region.is_some() || self.field.flag("size-eos") || room == Room::Last);
        match (content.region, fill) {
            (None, false) => {
                Ok(vec![Field { docs, notes, size, ..named(self.name, content.wire, content.meaning, when, rule) }])
            }
            (None, true) if when.is_none() => {
                let first = Field { docs, notes, ..named(self.name, content.wire, content.meaning, None, rule) };
                Ok(vec![first, Field { at: self.at.clone(), ..filler() }])
            }
            // A region with one field that fills it is short.
            (Some(extent), false) => {
                let wire = Wire::Region { extent, wire: Box::new(content.wire) };
                Ok(vec![Field { docs, notes, size, ..named(self.name, wire, content.meaning, when, rule) }])
            }
            (Some(extent), true) if when.is_none() => {
                let inner = Field { docs, notes, ..named(self.name, content.wire, content.meaning, None, rule) };
                let fields = vec![inner, Field { at: self.at.clone(), ..filler() }];
                Ok(vec![Field { size, ..Field::new(&*self.at, Entry::Within { extent, fields }) }])
            }
            (region, true) => {
                let value = named(&Name::plain("value"), content.wire, content.meaning, None, rule);
                let fields = vec![value, Field { at: self.at.clone(), ..filler() }];
                let fields = match region {
                    Some(extent) => vec![Field::new(&*self.at, Entry::Within { extent, fields })],
                    None => fields,
                };
                Ok(vec![Field {
                    docs,
                    notes,
                    size,
                    ..named(self.name, Wire::Group { when, fields }, String::new(), None, None)
                }])
            }
        }
    }

    /// The rule of its value, or of each element. A constant is a meaning.
    fn rule(&self, content: &mut Content, is_optional: bool) -> Result<Option<String>, No> {
        let Some(rule) = self.field.get("valid") else { return Ok(None) };
        if let Some(bytes) =
            rule.text().or_else(|| rule.text_of("eq")).and_then(|text| text::constant(&Expr::parse(text).ok()?))
        {
            let is_exact = content.size.as_deref() == Some(&*bytes.len().to_string())
                && !content.fill
                && content.meaning.is_empty();
            // The bytes of the text are those of the expression in UTF-8, and in ASCII everywhere but in UTF-16.
            let same = |wire: &str| {
                ["bytes", "utf8"].iter().any(|base| wire.starts_with(base))
                    || (bytes.is_ascii() && !wire.starts_with("utf16"))
            };
            if is_exact && matches!(&content.wire, Wire::Text(wire) if same(wire) && wire != "u8") {
                *content = constant(&bytes);
                return Ok(None);
            }
        }
        let it = Said::new("it".to_owned(), self.element());
        let place = self.place.about(&it);
        match self.made.rule(&place, self.field, rule)? {
            Rule::None => Ok(None),
            Rule::Where(rule) => Ok(Some(rule)),
            Rule::Constant(constant) => {
                let is_named = self.field.text_of("id").is_some_and(|id| self.made.spec.named.contains(id));
                if is_named || is_optional {
                    return Ok(Some(format!("it == {constant}")));
                }
                let gap = if content.meaning.is_empty() { "" } else { " " };
                content.meaning.push_str(&format!("{gap}= {constant}"));
                Ok(None)
            }
        }
    }

    /// The kind of an element.
    fn element(&self) -> Kind {
        kinds::value(self.made.spec, self.place.owner, self.field)
    }

    /// The element of a list, its extent, and its rule.
    fn list(&self, content: Content, rule: Option<String>) -> Result<(Wire, (String, Option<String>)), No> {
        let fill = content.fill && (content.region.is_some() || self.field.flag("size-eos"));
        let has_value = content.region.is_some() || fill;
        let clauses = [content.meaning.as_str(), rule.as_deref().unwrap_or_default()];
        let mut wire = match (content.wire, clauses) {
            (wire, ["", ""]) => wire,
            (Wire::Text(wire), [meaning, rule]) => {
                let gap = if meaning.is_empty() { "" } else { " " };
                let rule = if rule.is_empty() { String::new() } else { format!(" where {rule}") };
                let id = self.field.text_of("id").unwrap_or("element");
                Wire::declared(self.made.alias(self.place.owner, id, format!("{wire}{gap}{meaning}{rule}")), Vec::new())
            }
            _ => return Err(No::because("a rule of elements")),
        };
        wire = filled(wire, fill);
        if let Some(extent) = content.region {
            wire = Wire::Region { extent, wire: Box::new(wire) };
        }
        let extent = match self.field.text_of("repeat") {
            Some("eos") => ("..".to_owned(), None),
            Some("expr") => (self.place.number(self.field.text_of("repeat-expr").unwrap_or_default())?.text, None),
            Some("until") => {
                let text = self.field.text_of("repeat-until").unwrap_or_default();
                let it = Said::new(if has_value { "value" } else { "_" }.to_owned(), self.element());
                self.made.until(&self.place.about(&it), text)?
            }
            _ => return Err(No::because("a repetition of another kind")),
        };
        Ok((wire, extent))
    }

    /// Bytes in place of it, if it is known how many. Otherwise nothing behind it can be said.
    fn lost(&self, no: No) -> Result<Field, No> {
        let field = self.field;
        let size = || {
            if field.get("repeat").is_some() {
                return None;
            }
            let constant = match field.text_of("type").and_then(number) {
                Some(Number::Int(_, bits, _) | Number::Float(bits, _)) => Some((bits / 8).to_string()),
                Some(Number::Bits(..)) => None,
                None => field.text_of("size").and_then(|text| self.place.number(text).ok()).map(|size| size.text),
            };
            constant.filter(|_| field.get("contents").is_none())
        };
        let said = |text| self.place.condition(&Expr::parse(text)?);
        let when = match field.text_of("if").map(said) {
            None => None,
            Some(Ok(said)) if said.value.is_none() => Some(said.text),
            Some(_) => return Err(no),
        };
        let Some(size) = size() else { return Err(no) };
        let entry = Entry::Named {
            name: self.name.clone(),
            wire: Wire::text(format!("bytes[{size}]")),
            meaning: String::new(),
            when,
            rule: None,
        };
        let name_docs = docs(field);
        Ok(Field {
            docs: name_docs,
            size: Some(size),
            notes: vec![no.note(&self.at, true)],
            cut: true,
            ..Field::new(&*self.at, entry)
        })
    }
}

/// Bytes that are always the same.
fn constant(bytes: &[u8]) -> Content {
    let size = bytes.len().to_string();
    Content {
        wire: Wire::text(format!("bytes[{size}]")),
        meaning: format!("= {}", text::quoted(bytes)),
        size: Some(size),
        ..Content::default()
    }
}
