//! One item of a schema in short, for tools that show it beside its name: the words of the pages without their links.

mod field;
mod plain;
mod record;
mod rust;
mod types;

use crate::block::merge::merge;
use crate::block::{Block, Row, list, text, write};
use crate::book::{Book, Thing};
use crate::model::{HookId, Node, Param, Protocol, RecordId, Schema, SessionId};
use crate::record::param;
use crate::references::Subject;
use crate::text as words;

/// More rows of a table than these are only counted.
const MOST_ROWS: usize = 20;

/// The key of the list of facts.
const FACTS: &str = "facts";

/// Explains the items of a schema.
pub struct Explainer<'s> {
    books: Vec<Book<'s>>,
}

/// An item in Markdown.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Explanation {
    /// A sentence, and a list of facts.
    pub facts: String,
    /// Tables: the layout of a record, the codes of an enum.
    pub tables: String,
    /// The first sentence about the type of a field, which the field's own comment may replace.
    pub about: String,
}

/// The explanation in one version.
#[derive(Default)]
struct Told {
    facts: Vec<Block>,
    tables: Vec<Block>,
    about: String,
    /// The name in generated code, or several.
    rust: String,
}

impl<'s> Explainer<'s> {
    /// Measures the records of all versions.
    #[must_use]
    pub fn new(schema: &'s Schema) -> Self {
        // Nothing leads from one page to another here.
        Self { books: schema.protocols().map(|one| Book::new(one, one)).collect() }
    }

    /// Explains the items that a name declares, each in the version of an index. Of several in one version the first is
    /// explained; the others are named.
    #[must_use]
    pub fn explain(&self, name: &str, items: &[(usize, Subject)]) -> Explanation {
        let (mut facts, mut tables) = (Vec::new(), Vec::new());
        let (mut about, mut rust) = (String::new(), String::new());
        for (version, book) in self.books.iter().enumerate() {
            let mut own = items.iter().filter(|(of, _)| *of == version).map(|(_, subject)| *subject);
            let Some(mut told) = own.next().and_then(|subject| tell(book, name, subject)) else { continue };
            told.facts.extend(field::others(book, own));
            facts.push((book.version(), told.facts));
            tables.push((book.version(), told.tables));
            // The newest version is the last one.
            (about, rust) = (told.about, told.rust);
        }
        if facts.len() < self.books.len() {
            let names: Vec<&str> = facts.iter().map(|(version, _)| *version).collect();
            let only = format!("Only in {}.", names.join(", "));
            facts.iter_mut().for_each(|(_, told)| add(told, "only", only.clone()));
        }
        if !rust.is_empty() {
            facts.iter_mut().for_each(|(_, told)| add(told, "rust", format!("In Rust {rust}.")));
        }
        let markdown = |versions| plain::plain(&write::write(&merge(versions)));
        Explanation { facts: markdown(facts), tables: markdown(tables), about: plain::plain(&about) }
    }
}

fn tell(book: &Book<'_>, name: &str, subject: Subject) -> Option<Told> {
    if !is_in(book.protocol, subject) {
        return None;
    }
    Some(match subject {
        Subject::Constant => types::constant(book, name)?,
        Subject::Alias(id) => types::alias(book, id),
        Subject::Varint(id) => types::varint(book, id),
        Subject::Value(value) => types::value(book, value)?,
        Subject::Member(value) => types::member(book, name, value)?,
        Subject::Record(id) => record::record(book, id),
        Subject::Field(record, id) => field::field(book, record, id, name),
        Subject::Cell(record, id) => field::cell(book, record, id),
        Subject::Shape(record, id) => field::shape(book, record, id, name)?,
        Subject::Family(id) => record::family(book, id),
        Subject::Param(node) => param_of(book, name, node)?,
        Subject::HookParam(id) => hook_param(book, name, id)?,
        Subject::Session(id) => session(book, id),
        Subject::Hook(id) => hook(book, id),
    })
}

/// Whether a protocol has an item: an editor may have that of an older text.
fn is_in(protocol: &Protocol, subject: Subject) -> bool {
    let record = |id: RecordId| protocol.records.get(id.0);
    match subject {
        Subject::Alias(id) => id.0 < protocol.aliases.len(),
        Subject::Record(id) => record(id).is_some(),
        Subject::Field(id, field) | Subject::Shape(id, field) => {
            record(id).is_some_and(|one| field.0 < one.fields.len())
        }
        Subject::Cell(id, cell) => record(id).is_some_and(|one| cell.0 < one.cells.len()),
        // These are looked up where they are told.
        Subject::Constant
        | Subject::Varint(_)
        | Subject::Value(_)
        | Subject::Member(_)
        | Subject::Family(_)
        | Subject::Param(_)
        | Subject::HookParam(_)
        | Subject::Session(_)
        | Subject::Hook(_) => true,
    }
}

/// A sentence, and facts in a list; those without text are left out.
fn facts(what: impl Into<String>, facts: impl IntoIterator<Item = (&'static str, String)>) -> Vec<Block> {
    let said = facts.into_iter().filter(|(_, said)| !said.is_empty());
    // A fact without a key of its own is another one if it says something else.
    let rows = said.map(|(key, said)| Row::new(if key.is_empty() { said.clone() } else { key.to_owned() }, [said]));
    std::iter::once(text("what", what)).chain(list(FACTS, "", rows.collect())).collect()
}

/// Adds a fact to the list of facts, if there is one.
fn add(told: &mut Vec<Block>, key: &str, said: String) {
    let list = told.iter_mut().find_map(|block| match block {
        Block::List { key, items, .. } if key == FACTS => Some(items),
        _ => None,
    });
    match list {
        Some(items) => items.push(Row::new(key, [said])),
        None => told.push(text(key, said)),
    }
}

fn param_of(book: &Book<'_>, name: &str, node: Node) -> Option<Told> {
    let p = book.protocol;
    let (params, thing) = match node {
        Node::Record(id) => (&p.records.get(id.0)?.params, Thing::Record(id)),
        Node::Family(id) => (&p.families.get(id.0)?.params, Thing::Family(id)),
    };
    let found = params.iter().find(|one| one.name == name)?;
    let what = format!("Parameter of {}, which its bytes do not contain: {}.", book.link(thing), values(book, found));
    Some(Told { facts: facts(what, []), ..Told::default() })
}

/// The values of a parameter.
fn values(book: &Book<'_>, found: &Param) -> String {
    let said = param(book, &Param { docs: crate::model::Docs::default(), ..found.clone() }, "");
    said.split_once(": ").map_or(String::new(), |(_, values)| values.to_owned())
}

fn hook_param(book: &Book<'_>, name: &str, id: HookId) -> Option<Told> {
    let hook = book.protocol.hooks.get(id.0)?;
    let of = words::quoted(&hook.name);
    let what = match hook.params.iter().find(|one| one.name == name) {
        Some(found) => format!("Parameter of the hook {of}: {}.", values(book, found)),
        None => format!("The bytes that the hook {of} covers."),
    };
    Some(Told { facts: facts(what, []), ..Told::default() })
}

fn session(book: &Book<'_>, id: SessionId) -> Told {
    let Some(session) = book.protocol.sessions.get(id.0) else { return Told::default() };
    let message = &book.protocol.records[session.message.0];
    let (cell, link) = (&message.cells[session.cell.0].path, book.link(Thing::Record(session.message)));
    let values = record::kind(book, session.kind);
    let what = format!("Value of the session: {} of the last {link}; {values}.", words::quoted(cell));
    Told { facts: facts(what, [("", "Unknown before the first such message.".to_owned())]), ..Told::default() }
}

fn hook(book: &Book<'_>, id: HookId) -> Told {
    let Some(hook) = book.protocol.hooks.get(id.0) else { return Told::default() };
    let gives = words::quoted(&format!("u{}", u32::from(hook.bytes).saturating_mul(8)));
    let given = hook.params.iter().map(|param| param_text(book, param));
    let given: Vec<String> = std::iter::once("the bytes".to_owned()).chain(given).collect();
    let what = format!("Checksum that your program supplies: from {} to {gives}.", words::and(&given));
    let users = field::with_hook(book, id);
    let used = if users.is_empty() { String::new() } else { format!("Computes {}.", words::and(&users)) };
    let rust = format!("the trait `{}`", rust::in_version(book, &crate::names::type_name(&hook.name)));
    Told { facts: facts(what, [("used", used)]), rust, ..Told::default() }
}

fn param_text(book: &Book<'_>, param: &Param) -> String {
    format!("{} ({})", words::quoted(&param.name), values(book, param))
}
