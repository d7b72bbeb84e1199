//! Prints trees as Lua that 5.2 to 5.4 read alike.
//!
//! Lua limits how deep tables may be nested, and how many unfinished elements of lists there are at a time: deep tables, and
//! records, are locals of their own, the elements of the table `part`.

use std::fmt::Write as _;

use wireform_build::model::Code;

use crate::model::tree::{Object, Tree};

/// The longest line, unless a single text is longer.
const WIDTH: usize = 110;
/// The most tables in each other. Lua reads at most some 60.
const DEEPEST: usize = 16;
/// So many elements of a list wait until they are put into it, each in a register.
const WAITING: usize = 50;
/// The most registers of what is around a table, which may take as many as a list for itself. A function has some 250.
const REGISTERS: usize = 120;
/// The largest number that 5.2 has exactly, as all smaller ones: 2^53.
const EXACT: u128 = 1 << 53;

/// The words that are no names.
const WORDS: [&str; 22] = [
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in", "local", "nil",
    "not", "or", "repeat", "return", "then", "true", "until", "while",
];

/// The body of a function that returns the tree.
pub fn returned(tree: &Tree) -> String {
    let mut printer = Printer::default();
    let whole = printer.whole(tree);
    let mut body = String::from("local part = {}\n");
    for (index, part) in (1_usize..).zip(&printer.parts) {
        // Writing to a string does not fail.
        let _ = writeln!(body, "part[{index}] = {part}");
    }
    body + "return " + &whole + "\n"
}

/// A small tree as an expression.
pub fn expression(tree: &Tree) -> String {
    let mut out = String::new();
    Printer::default().print(tree, Place { indent: 1, ..Place::default() }, &mut out);
    out
}

/// A table of expressions, on one line or on a line for each.
pub fn entries(all: &[(String, String)], lines: bool) -> String {
    let (open, between, close) = if lines { ("{\n  ", ",\n  ", ",\n}") } else { ("{", ", ", "}") };
    let all: Vec<String> = all.iter().map(|(name, value)| format!("{}{value}", key(name))).collect();
    format!("{open}{}{close}", all.join(between))
}

/// A whole number; as text if a double does not have it.
pub fn number(number: Code) -> String {
    if number.unsigned_abs() <= EXACT { number.to_string() } else { format!("\"{number}\"") }
}

fn float(float: f64) -> String {
    // The shortest digits that are read as this number.
    match float {
        float if float.is_finite() => format!("{float:?}"),
        float if float.is_nan() => "(0/0)".to_owned(),
        float if float > 0.0 => "math.huge".to_owned(),
        _ => "-math.huge".to_owned(),
    }
}

/// A text, of which printable ASCII stands as it is.
fn string(text: &str) -> String {
    let mut out = String::from("\"");
    for byte in text.bytes() {
        match byte {
            b'"' | b'\\' => out.extend(['\\', char::from(byte)]),
            b' '..=b'~' => out.push(char::from(byte)),
            // Three digits, or a digit behind them would be one of theirs.
            _ => {
                let _ = write!(out, "\\{byte:03}");
            }
        }
    }
    out.push('"');
    out
}

/// A key with its `=`.
fn key(name: &str) -> String {
    let is_letter = |one: char| one.is_ascii_alphabetic() || one == '_';
    let is_name = name.starts_with(is_letter) && name.chars().all(|one| is_letter(one) || one.is_ascii_digit());
    if is_name && !WORDS.contains(&name) { format!("{name} = ") } else { format!("[{}] = ", string(name)) }
}

/// Where a piece is printed.
#[derive(Debug, Clone, Copy, Default)]
struct Place {
    /// The levels of the line.
    indent: usize,
    /// The tables around it.
    depth: usize,
    /// The registers of these.
    registers: usize,
    /// The piece is the list of records.
    is_records: bool,
    /// The piece is one of them.
    is_record: bool,
}

impl Place {
    /// The place of a piece of a table: the key, or how many elements are before it.
    fn inside(self, name: Option<&str>, index: usize) -> Self {
        let waiting = if name.is_none() { index % WAITING } else { 0 };
        Self {
            indent: self.indent.saturating_add(1),
            depth: self.depth.saturating_add(1),
            // A table has one, and so has its next key.
            registers: self.registers.saturating_add(waiting).saturating_add(2),
            is_records: name == Some("records"),
            is_record: self.is_records,
        }
    }

    /// Whether a table has to be a part of its own here.
    fn is_apart(self) -> bool {
        self.is_record || self.depth >= DEEPEST || self.registers > REGISTERS
    }
}

#[derive(Default)]
struct Printer {
    /// The expressions of all parts; each comes after those that it contains.
    parts: Vec<String>,
}

/// The pieces of a table with their keys; none of what is no table.
fn pieces(tree: &Tree) -> Option<Vec<(Option<&'static str>, &Tree)>> {
    match tree {
        Tree::List(list) => Some(list.iter().map(|piece| (None, piece)).collect()),
        Tree::Object(Object(entries)) => Some(entries.iter().map(|(key, piece)| (Some(*key), piece)).collect()),
        Tree::Number(_) | Tree::Float(_) | Tree::Bool(_) | Tree::Text(_) => None,
    }
}

/// A value that is no table.
fn single(tree: &Tree) -> String {
    match tree {
        Tree::Number(code) => number(*code),
        Tree::Float(one) => float(*one),
        Tree::Bool(flag) => flag.to_string(),
        Tree::Text(text) => string(text),
        Tree::List(_) | Tree::Object(_) => String::new(),
    }
}

impl Printer {
    /// A table that begins a line of its own.
    fn whole(&mut self, tree: &Tree) -> String {
        let mut out = String::new();
        self.print(tree, Place::default(), &mut out);
        out
    }

    /// Prints a piece on its line, or on a line for each of its own pieces.
    fn print(&mut self, tree: &Tree, place: Place, out: &mut String) {
        let Some(pieces) = pieces(tree) else { return out.push_str(&single(tree)) };
        if place.is_apart() {
            let part = self.whole(tree);
            self.parts.push(part);
            let _ = write!(out, "part[{}]", self.parts.len());
            return;
        }
        let before = out.len();
        let start = out.rfind('\n').map_or(0, |end| end.saturating_add(1));
        if in_line(tree, place, start.saturating_add(WIDTH), out) {
            return;
        }
        out.truncate(before);
        out.push('{');
        for (index, (name, piece)) in pieces.into_iter().enumerate() {
            let inside = place.inside(name, index);
            let _ = write!(out, "\n{}", "  ".repeat(inside.indent));
            out.extend(name.map(key));
            self.print(piece, inside, out);
            out.push(',');
        }
        let _ = write!(out, "\n{}}}", "  ".repeat(place.indent));
    }
}

/// Prints a piece without an end of line, and says whether the output has at most this length and no part.
fn in_line(tree: &Tree, place: Place, most: usize, out: &mut String) -> bool {
    let Some(pieces) = pieces(tree) else {
        out.push_str(&single(tree));
        return out.len() <= most;
    };
    if place.is_apart() {
        return false;
    }
    out.push('{');
    for (index, (name, piece)) in pieces.into_iter().enumerate() {
        out.push_str(if index == 0 { "" } else { ", " });
        out.extend(name.map(key));
        if !in_line(piece, place.inside(name, index), most, out) {
            return false;
        }
    }
    out.push('}');
    out.len() <= most
}

#[cfg(test)]
mod tests {
    use super::{entries, expression, float, key, number, returned, string};
    use crate::model::tree::{Object, Tree, kind, list};

    #[test]
    fn texts_have_printable_bytes_only() {
        assert_eq!(string("a\"b\\c"), r#""a\"b\\c""#);
        assert_eq!(string("\u{e9}1\n\0"), r#""\195\1691\010\000""#);
    }

    #[test]
    fn numbers_that_are_not_exact_are_texts() {
        assert_eq!(number(5), "5");
        assert_eq!(number(-(1 << 53)), "-9007199254740992");
        assert_eq!(number((1 << 53) + 1), "\"9007199254740993\"");
        assert_eq!(number(u64::MAX.into()), "\"18446744073709551615\"");
        assert_eq!([0.0625, 1.0, -0.0, 1e300, 5e-324].map(float), ["0.0625", "1.0", "-0.0", "1e300", "5e-324"]);
        assert_eq!([f64::INFINITY, f64::NEG_INFINITY, f64::NAN].map(float), ["math.huge", "-math.huge", "(0/0)"]);
    }

    #[test]
    fn words_of_the_language_are_no_names() {
        assert_eq!(
            ["name", "end", "until", "a b", "1"].map(key),
            ["name = ", "[\"end\"] = ", "[\"until\"] = ", "[\"a b\"] = ", "[\"1\"] = ",]
        );
        assert_eq!(entries(&[("in".to_owned(), "1".to_owned())], false), "{[\"in\"] = 1}");
    }

    #[test]
    fn what_fits_is_on_one_line() {
        let small = kind("in", list([Tree::from(1_u8), true.into()])).with("to", "x");
        assert_eq!(expression(&small.into()), r#"{["in"] = {1, true}, to = "x"}"#);
        let long = list((0_u32..60).map(|_| 10_u32));
        let printed = returned(&long);
        assert!(printed.starts_with("local part = {}\nreturn {\n  10,\n"), "{printed}");
    }

    #[test]
    fn deep_tables_are_parts() {
        let mut tree = Tree::from(7_u8);
        for _ in 0..100 {
            tree = kind("a", [tree]).into();
        }
        let printed = returned(&tree);
        assert!(printed.lines().all(|line| line.len() < 120), "{printed}");
        assert!(printed.contains("\npart[2] = {"), "{printed}");
        let records = kind("records", list([kind("name", "A"), kind("name", "B")]));
        let lines = "local part = {}\npart[1] = {name = \"A\"}\npart[2] = {name = \"B\"}\nreturn {";
        assert!(returned(&records.into()).starts_with(lines));
        assert_eq!(returned(&Object::default().into()), "local part = {}\nreturn {}\n");
    }
}
