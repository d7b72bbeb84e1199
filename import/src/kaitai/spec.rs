//! The types and enums of a `.ksy` and of the files that it imports.

use std::collections::{HashMap, HashSet};

use super::expr::{Expr, int};
use super::flow::{Flow, flows};
use super::kinds::number;
use super::yaml::Node;
use crate::draft::Name;
use crate::names::{Scope, snake, upper};

/// Types of Kaitai's common library that are varints here: the declaration, and the largest number.
const VARINTS: [(&str, &str, i128); 2] = [
    ("vlq_base128_le", ": u64 = leb128;", u64::MAX as i128),
    ("vlq_base128_be", ": u56 = groups(7, 7, 7, 7, 7, 7, 7, 7) high_first;", (1 << 56) - 1),
];

/// How many types there may be around a type.
const DEEPEST: usize = 32;

/// All files.
#[derive(Debug, Default)]
pub struct Spec<'k> {
    /// The types, that of the first file first.
    pub types: Vec<Type<'k>>,
    /// The enums.
    pub enums: Vec<Enum<'k>>,
    /// The type of each file.
    roots: Vec<usize>,
    /// All names in expressions.
    pub named: HashSet<String>,
    /// Names of texts that are compared, or choose what follows.
    pub choosing: HashSet<String>,
    /// Names of types that fields with choices have in Rust.
    made: HashSet<String>,
    /// The names of all types and enums.
    pub scope: Scope,
    /// How the types begin and end.
    pub flows: Vec<Flow>,
}

/// A type.
#[derive(Debug)]
pub struct Type<'k> {
    /// Its path: `types.slot`; empty for that of the first file.
    pub at: String,
    id: String,
    outer: Option<usize>,
    /// The type of its file.
    pub file: usize,
    /// Its description.
    pub node: &'k Node,
    /// `be` or `le`; any other text if a field chooses.
    pub endian: Option<&'k str>,
    /// Whether the highest bit is read first.
    pub high_first: bool,
    /// The encoding of its texts.
    pub encoding: Option<&'k str>,
    /// The name in the schema.
    pub name: Name,
    inner: HashMap<&'k str, usize>,
    enums: HashMap<&'k str, usize>,
    /// The numbers of the fields that have a name.
    pub places: HashMap<&'k str, usize>,
    /// The names of the fields in the order of `seq`; `_` for one without a name.
    pub fields: Vec<Name>,
    /// The names of the parameters.
    pub params: Vec<String>,
    /// All names in it.
    pub scope: Scope,
}

/// An enum.
#[derive(Debug)]
pub struct Enum<'k> {
    /// Its path.
    pub at: String,
    /// Its description.
    pub node: &'k Node,
    /// The name in the schema.
    pub name: Name,
    /// The values.
    pub values: Vec<Value<'k>>,
}

/// Keys of expressions.
const EXPRESSIONS: [&str; 11] =
    ["size", "if", "repeat-expr", "repeat-until", "switch-on", "value", "valid", "type", "pos", "io", "process"];

/// A value of an enum.
#[derive(Debug)]
pub struct Value<'k> {
    id: &'k str,
    /// The code.
    pub code: i128,
    /// How the code is written.
    pub key: &'k str,
    /// Its description.
    pub node: &'k Node,
    /// The name in the schema.
    pub name: Name,
}

impl<'k> Spec<'k> {
    /// The types of all files, each with its name.
    pub fn new(files: &'k [(String, Node)]) -> Self {
        let mut spec = Self::default();
        for (_, node) in files {
            spec.note_names(node);
        }
        for (_, node) in files {
            node.walk(&mut |node| spec.note_alias(node));
        }
        for (number, (id, node)) in files.iter().enumerate() {
            let at = if number == 0 { String::new() } else { id.clone() };
            let root = spec.types.len();
            spec.roots.push(root);
            spec.add(id, node, at, (None, root), 0);
        }
        // Types first: the names of enums are the ones that give way.
        for number in 0..spec.types.len() {
            spec.add_enums(number);
        }
        flows(&mut spec);
        spec
    }

    /// Notes all names in expressions, and those of declarations that a field makes.
    fn note_names(&mut self, node: &Node) {
        node.walk(&mut |node| {
            for (id, inner) in node.entries_of("types") {
                let choices = entries(inner, "seq").filter(|field| {
                    field.get("type").is_some_and(|node| node.text().is_none()) || field.get("size").is_some()
                });
                choices.filter_map(|field| field.text_of("id")).for_each(|field| {
                    self.made.insert(format!("{}{}", upper(id), upper(field)));
                });
            }
            for (key, inner) in node.entries().iter().filter(|(key, _)| EXPRESSIONS.contains(&key.as_str())) {
                inner.walk(&mut |text| self.note_text(key, text));
            }
            if node.entries_of("cases").iter().any(|(key, _)| key.starts_with(['"', '\'', '['])) {
                let on = node.text_of("switch-on").and_then(|text| Expr::parse(text).ok());
                on.iter().for_each(|on| {
                    on.compared(true, &mut |name| {
                        self.choosing.insert(name.to_owned());
                    })
                });
            }
        });
    }

    /// Bytes that are compared under the name of a calculated value: `type` is `type_raw.to_s("ASCII")`.
    fn note_alias(&mut self, node: &Node) {
        for (id, instance) in node.entries_of("instances") {
            let value = instance.text_of("value").and_then(|text| Expr::parse(text).ok());
            if let Some(Expr::Call(of, _)) = value
                && let Expr::Dot(bytes, to_s) = *of
                && let Expr::Name(name) = *bytes
                && to_s == "to_s"
                && self.choosing.contains(id)
            {
                self.choosing.insert(name);
            }
        }
    }

    fn note_text(&mut self, key: &str, node: &Node) {
        // A type is an expression if it has arguments.
        let text = node.text().filter(|text| key != "type" || text.contains('('));
        let Some(expr) = text.and_then(|text| Expr::parse(text).ok()) else { return };
        expr.names(&mut |name| {
            self.named.insert(name.to_owned());
        });
        expr.compared(false, &mut |name| {
            self.choosing.insert(name.to_owned());
        });
    }

    fn add(&mut self, id: &str, node: &'k Node, at: String, (outer, file): (Option<usize>, usize), depth: usize) {
        let number = self.types.len();
        let around = outer.and_then(|outer| self.types.get(outer));
        let meta = node.get("meta");
        let own = |key: &str| meta.and_then(|meta| meta.get(key));
        let endian = own("endian")
            .map(|node| node.text().unwrap_or("chosen"))
            .or_else(|| around.and_then(|around| around.endian));
        let high_first = own("bit-endian").and_then(Node::text).map(|text| text == "be");
        let high_first = high_first.or_else(|| around.map(|around| around.high_first)).unwrap_or(true);
        let encoding = own("encoding").and_then(Node::text).or_else(|| around.and_then(|around| around.encoding));
        let wanted = match around {
            Some(around) if self.scope.has(&upper(id)) => format!("{}{}", around.name.name, upper(id)),
            _ => upper(id),
        };
        let wanted = if self.made.contains(&wanted) { wanted + "Type" } else { wanted };
        let name = self.scope.renamed(orig_id(node).or_else(|| meta.and_then(orig_id)), wanted);
        let mut scope = Scope::default();
        // Where a field of such a name is left out, its name in an extent would be a number in front.
        for wire in self.named.iter().filter(|name| is_wire(name)) {
            scope.fresh(wire);
        }
        let params =
            entries(node, "params").map(|param| scope.fresh(&snake(param.text_of("id").unwrap_or_default()))).collect();
        let fields = entries(node, "seq")
            .map(|field| match field.text_of("id") {
                Some(id) => scope.renamed(orig_id(field), snake(id)),
                None if is_reserved(field) => Name::plain("_"),
                None => Name::plain(scope.fresh("unnamed")),
            })
            .collect();
        let ids = entries(node, "seq").enumerate().filter_map(|(at, field)| Some((field.text_of("id")?, at)));
        // The first of two counts.
        let places = ids.rev().collect();
        let (inner, enums) = (HashMap::new(), HashMap::new());
        let id = id.to_owned();
        self.types.push(Type {
            at: at.clone(),
            id,
            outer,
            file,
            node,
            endian,
            high_first,
            encoding,
            name,
            inner,
            enums,
            places,
            fields,
            params,
            scope,
        });
        for (id, inner) in node.entries_of("types").iter().filter(|_| depth < DEEPEST) {
            let next = self.types.len();
            self.add(id, inner, join(&at, "types", id), (Some(number), file), depth + 1);
            if let Some(own) = self.types.get_mut(number) {
                own.inner.insert(id, next);
            }
        }
    }

    fn add_enums(&mut self, number: usize) {
        let Some(own) = self.types.get_mut(number) else { return };
        for (id, node) in own.node.entries_of("enums") {
            let wanted = if self.scope.has(&upper(id)) { format!("{}{}", own.name.name, upper(id)) } else { upper(id) };
            let name = self.scope.renamed(None, wanted);
            let mut scope = Scope::default();
            // An open enum has it.
            scope.fresh("Other");
            let (mut values, mut codes) = (Vec::new(), HashSet::new());
            for (key, value) in node.entries() {
                let code = int(key).or(match key.as_str() {
                    "true" => Some(1),
                    "false" => Some(0),
                    _ => None,
                });
                let Some(code) = code.filter(|code| codes.insert(*code)) else { continue };
                let id = value.text().or_else(|| value.text_of("id")).unwrap_or_default();
                values.push(Value { id, code, key, node: value, name: scope.renamed(orig_id(value), upper(id)) });
            }
            own.enums.insert(id, self.enums.len());
            self.enums.push(Enum { at: join(&own.at, "enums", id), node, name, values });
        }
    }

    /// The type of a number.
    pub fn of(&self, number: usize) -> Option<&Type<'k>> {
        self.types.get(number)
    }

    /// The declaration of a varint that stands for a file, and the largest number.
    pub fn varint(&self, number: usize) -> Option<(&'static str, i128)> {
        let own = self.of(number).filter(|own| own.file == number)?;
        let has_value = own.node.entries_of("instances").iter().any(|(id, _)| id == "value");
        let (_, rest, most) = VARINTS.iter().find(|(id, ..)| *id == own.id && has_value)?;
        Some((rest, *most))
    }

    /// The type that a name means in another type.
    pub fn find(&self, from: usize, path: &[&str]) -> Option<usize> {
        let descend =
            |from: usize, path: &[&str]| path.iter().try_fold(from, |at, part| self.of(at)?.inner.get(part).copied());
        let mut at = Some(from);
        while let Some(number) = at {
            if let Some(found) = descend(number, path) {
                return Some(found);
            }
            at = self.of(number)?.outer;
        }
        let (first, rest) = path.split_first()?;
        let root = self.roots.iter().find(|root| self.of(**root).is_some_and(|file| file.id == *first))?;
        descend(*root, rest)
    }

    /// The enum that a name means in a type.
    pub fn find_enum(&self, from: usize, path: &[&str]) -> Option<usize> {
        let (name, types) = path.split_last()?;
        if !types.is_empty() {
            return self.of(self.find(from, types)?)?.enums.get(name).copied();
        }
        let mut at = Some(from);
        while let Some(number) = at {
            let own = self.of(number)?;
            if let Some(found) = own.enums.get(name) {
                return Some(*found);
            }
            at = own.outer;
        }
        None
    }
}

impl Enum<'_> {
    /// The name and the code of a value.
    pub fn value(&self, id: &str) -> Option<(&str, i128)> {
        self.values.iter().find(|value| value.id == id).map(|value| (value.name.name.as_str(), value.code))
    }

    /// The least and the largest code.
    pub fn range(&self) -> (i128, i128) {
        self.values.iter().fold((0, 0), |(least, most), value| (least.min(value.code), most.max(value.code)))
    }
}

/// The elements of a list in a map.
pub fn entries<'k>(node: &'k Node, key: &str) -> std::slice::Iter<'k, Node> {
    node.get(key).map_or::<&[Node], _>(&[], Node::list).iter()
}

/// The text of all documentation.
pub fn docs(node: &Node) -> String {
    let one = |key: &str| -> Vec<&str> {
        let Some(node) = node.get(key) else { return Vec::new() };
        node.text().into_iter().chain(node.list().iter().filter_map(Node::text)).collect()
    };
    [one("doc"), one("doc-ref")].concat().join("\n")
}

fn is_wire(name: &str) -> bool {
    let digits = name.strip_prefix(['u', 'i']).unwrap_or_default();
    let is_int = digits.parse().is_ok_and(|bits: u8| (1..=64).contains(&bits));
    is_int || matches!(name, "it" | "bool" | "f32" | "f64")
}

/// Whether a field without a name may be reserved space: numbers and bytes of a known length.
fn is_reserved(field: &Node) -> bool {
    let is_plain =
        ["repeat", "terminator", "pad-right", "process", "enum", "if"].iter().all(|key| field.get(key).is_none());
    let is_constant = field.get("valid").is_none_or(|rule| rule.text().is_some() || rule.get("eq").is_some());
    let is_number = field.text_of("type").is_none_or(|name| number(name).is_some());
    field.get("contents").is_some()
        || (is_plain && is_number && is_constant && field.get("type").is_none_or(|node| node.text().is_some()))
}

fn orig_id(node: &Node) -> Option<&str> {
    let id = node.get("-orig-id")?;
    id.text().or_else(|| id.list().first()?.text())
}

/// `types.slot`
pub fn join(at: &str, key: &str, id: &str) -> String {
    if at.is_empty() { format!("{key}.{id}") } else { format!("{at}.{key}.{id}") }
}
