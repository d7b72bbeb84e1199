//! Pieces of the model in the words of the schema language.

use super::tree::{all, flag, get, inner, number, object_of, objects, text};
use crate::model::json::json;
use crate::model::tree::{Object, Tree};

/// The largest amount of bytes or elements.
const MOST: i128 = wireform_build::model::Expr::MOST;

/// The bytes of a field: `u16be`, `utf8[u8]`, `[Hit; u8]`.
pub fn wire(field: &Object) -> String {
    let Some(word) = text(field, "wire") else { return scalar(field).unwrap_or_default() };
    let named = |key: &str| text(field, key).unwrap_or_default().to_owned();
    let args = || {
        let args: Vec<String> = all(field, "arguments").iter().map(expr).collect();
        if args.is_empty() { String::new() } else { format!("({})", args.join(", ")) }
    };
    match word {
        "number" => scalar(field).unwrap_or_default(),
        "width_by_match" => {
            format!("match {} {{ {} }}", tags(field), list(objects(field, "forms").into_iter().map(form)))
        }
        "float" => {
            let bits = number(field, "bytes").unwrap_or(0).saturating_mul(8);
            format!("f{bits}{}", order(field))
        }
        "inline_bits" => format!("bits {}", scalar(field).unwrap_or_default()),
        "reserved_space" => {
            let fill = number(field, "fill").map(|fill| format!(" fill {fill}")).unwrap_or_default();
            let checked = if flag(field, "checked") { " checked" } else { "" };
            let space = match (number(field, "bytes"), number(field, "align"), get(field, "extent")) {
                (Some(bytes), ..) => format!("bytes[{bytes}]"),
                (_, Some(multiple), _) => format!("align({multiple})"),
                (_, _, Some(length)) => format!("bytes[{}]", extent(length)),
                _ => String::new(),
            };
            let filled = if flag(field, "filled") { " to the end" } else { "" };
            format!("_: {space}{filled}{fill}{checked}")
        }
        "constant_bytes" => format!("hex \"{}\"", named("hex")),
        "bytes" => format!("bytes[{}]", get(field, "extent").map(extent).unwrap_or_default()),
        "text" => {
            let fill = number(field, "fill").map(|fill| format!(" fill {fill}")).unwrap_or_default();
            let unit = inner(field, "unit").and_then(scalar).map(|unit| format!("{unit}; ")).unwrap_or_default();
            format!("{}[{unit}{}{fill}]", named("encoding"), get(field, "extent").map(extent).unwrap_or_default())
        }
        "group" => if get(field, "delta").is_some() { "delta { .. }" } else { "{ .. }" }.to_owned(),
        "record" => {
            let from = get(field, "from").map(|from| format!(" from {}", short(from))).unwrap_or_default();
            format!("{}{}{from}", named("record"), args())
        }
        "family" => {
            let by = text(field, "by").map(|by| format!(" by {by}")).unwrap_or_default();
            format!("{}{}{by}", named("family"), args())
        }
        "nested" => {
            let part = text(field, "record").or_else(|| text(field, "family"));
            format!("nested {}{}", part.unwrap_or_default(), args())
        }
        "list" => {
            let element = inner(field, "element").map(element).unwrap_or_default();
            format!("[{element}; {}]", get(field, "extent").map(extent).unwrap_or_default())
        }
        "list_with_mask" => {
            let element = inner(field, "element").map(element).unwrap_or_default();
            format!("[{element} if {}; {}]", named("mask"), number(field, "slots").unwrap_or(0))
        }
        "shape_by_match" => format!("match {}", tags(field)),
        "region" => format!("within({})", get(field, "extent").map(extent).unwrap_or_default()),
        other => other.to_owned(),
    }
}

/// An element of a list, with its meaning.
fn element(field: &Object) -> String {
    match meaning(field) {
        Some(meaning) => format!("{} as {meaning}", wire(field)),
        None => wire(field),
    }
}

fn tags(field: &Object) -> String {
    match (get(field, "tag"), inner(field, "code")) {
        (Some(tag), _) => expr(tag),
        (None, Some(code)) => element(code),
        (None, None) => format!("({})", list(all(field, "tags").iter().map(expr))),
    }
}

fn form(form: &Object) -> String {
    let columns = all(form, "pattern").iter().map(|codes| match set(codes) {
        codes if codes.is_empty() => "_".to_owned(),
        codes => codes,
    });
    format!("{} => {}", list(columns), scalar(form).unwrap_or_else(|| "absent".to_owned()))
}

fn list(all: impl Iterator<Item = String>) -> String {
    all.collect::<Vec<_>>().join(", ")
}

/// An integer: `i24be`, `VarInt`, `u3` of a part of bits.
pub fn scalar(of: &Object) -> Option<String> {
    if let Some(name) = text(of, "varint") {
        return Some(name.to_owned());
    }
    let part = inner(of, "part").or(Some(of)).filter(|part| get(part, "width").is_some());
    let sign = |of: &Object| if flag(of, "signed") { 'i' } else { 'u' };
    match inner(of, "integer") {
        Some(integer) => {
            let bits = number(integer, "bytes").unwrap_or(0).saturating_mul(8);
            Some(format!("{}{bits}{}", sign(integer), order(integer)))
        }
        None => part.map(|part| format!("{}{}", sign(part), number(part, "width").unwrap_or(0))),
    }
}

/// A form of a varint: `-126..=127 => 0x80 i16`.
pub fn varint_form(form: &Object) -> String {
    let marker = number(form, "marker").map(|marker| format!("{marker:#04x} ")).unwrap_or_default();
    let values = get(form, "interval").map(interval).unwrap_or_default();
    format!("{values} => {marker}{}", scalar(form).unwrap_or_default())
}

/// The order of bytes: of the protocol's own nothing is said.
fn order(of: &Object) -> &'static str {
    match text(of, "order") {
        Some("big") => "be",
        Some(_) => "le",
        None => "",
    }
}

/// The meaning of a number: `hex`, `bool`, the name of a type.
pub fn meaning(field: &Object) -> Option<String> {
    let value = get(field, "value")?;
    Some(match value {
        Tree::Object(object) => object.0.first().map(|(_, name)| short(name)).unwrap_or_default(),
        other => short(other),
    })
}

/// A length.
pub fn extent(extent: &Tree) -> String {
    let object = match extent {
        Tree::Text(_) => return "..".to_owned(),
        other => object_of(other),
    };
    let Some(object) = object else { return short(extent) };
    let Some((key, tree)) = object.0.first() else { return String::new() };
    let or_end = if flag(object, "or_end") { " or end" } else { "" };
    match (*key, tree) {
        ("fixed", count) => format!("{}{or_end}", short(count)),
        ("number", name) => {
            let times = number(object, "times").map(|times| format!(" * {times}")).unwrap_or_default();
            let plus = number(object, "plus").map(|plus| format!(" + {plus}")).unwrap_or_default();
            format!("{}{times}{plus}", short(name))
        }
        ("given", given) => expr(given),
        ("count", Tree::Object(count)) => scalar(count).unwrap_or_default(),
        (word @ ("until" | "through" | "before"), Tree::Object(end)) => {
            let most = number(object, "bound").map(|most| format!(", ..={most}")).unwrap_or_default();
            let path =
                text(end, "number").or(text(end, "empty_text")).map(|path| format!("{path}: ")).unwrap_or_default();
            let texts = all(end, "texts").iter().map(|text| format!("hex {}", short(text)));
            let read = get(end, "read").map(set).filter(|set| !set.is_empty());
            let left = number(end, "remaining_bytes").map(|bytes| format!("left() <= {bytes}"));
            let ends = list(read.into_iter().chain(texts).chain(left));
            format!("{word} {path}{ends}{or_end}{most}")
        }
        ("all_but", bytes) => format!("..-{}", short(bytes)),
        _ => short(extent),
    }
}

/// `1 | 4..=7`
pub fn set(set: &Tree) -> String {
    let Tree::List(all) = set else { return String::new() };
    all.iter().map(interval).collect::<Vec<_>>().join(" | ")
}

/// `4..=7`
pub fn interval(one: &Tree) -> String {
    match one {
        Tree::List(ends) => match ends.as_slice() {
            [min, max] if min == max => short(min),
            // No packet is longer.
            [min, Tree::Number(MOST)] => format!("{}..", short(min)),
            [min, max] => format!("{}..={}", short(min), short(max)),
            _ => short(one),
        },
        other => short(other),
    }
}

/// A condition.
pub fn test(of: &Object) -> String {
    conjuncts(of).join(" && ")
}

/// The conditions that all have to hold.
pub fn conjuncts(of: &Object) -> Vec<String> {
    match of.0.first() {
        Some(("all", Tree::List(all))) => all.iter().filter_map(object_of).map(operand).collect(),
        _ => vec![conjunct(of)],
    }
}

/// A condition that holds together with others.
fn operand(of: &Object) -> String {
    match of.0.first() {
        Some(("any", _)) => format!("({})", test(of)),
        _ => test(of),
    }
}

/// A condition that is not several that all have to hold.
fn conjunct(of: &Object) -> String {
    let two = |all: &Tree| match all {
        Tree::List(all) => all.clone(),
        _ => Vec::new(),
    };
    match of.0.first() {
        Some(("in", all)) => match two(all).as_slice() {
            [value, codes] => format!("{} in {}", expr(value), set(codes)),
            _ => String::new(),
        },
        Some(("compare", all)) => match two(all).as_slice() {
            [left, Tree::Text(op), right] => format!("{} {op} {}", expr(left), expr(right)),
            _ => String::new(),
        },
        Some(("any", Tree::List(all))) => all.iter().filter_map(object_of).map(test).collect::<Vec<_>>().join(" || "),
        _ => String::new(),
    }
}

/// A condition of a field that calls it `it`, as the schema does.
pub fn with_it(of: &Object, path: &str) -> Object {
    let own = |(key, tree): &(&'static str, Tree)| {
        let tree = match tree {
            Tree::Text(text) if matches!(*key, "number" | "len" | "size") && text == path => "it".into(),
            Tree::Object(inner) => Tree::Object(with_it(inner, path)),
            Tree::List(all) => Tree::List(all.iter().map(|one| element_with_it(one, path)).collect()),
            other => other.clone(),
        };
        (*key, tree)
    };
    Object(of.0.iter().map(own).collect())
}

fn element_with_it(of: &Tree, path: &str) -> Tree {
    match of {
        Tree::Object(object) => Tree::Object(with_it(object, path)),
        Tree::List(all) => Tree::List(all.iter().map(|one| element_with_it(one, path)).collect()),
        other => other.clone(),
    }
}

/// A computation.
pub fn expr(of: &Tree) -> String {
    let Tree::Object(object) = of else { return short(of) };
    let Some((key, tree)) = object.0.first() else { return String::new() };
    let two = |op: &str| match tree {
        Tree::List(all) => match all.as_slice() {
            [left, right] => format!("({} {op} {})", expr(left), expr(right)),
            _ => String::new(),
        },
        _ => String::new(),
    };
    match *key {
        "number" | "parameter" => short(tree),
        "session" => format!("session.{}", short(tree)),
        "part" => match object_of(tree) {
            Some(part) => {
                let low = number(part, "low").unwrap_or(0);
                let high = low.saturating_add(number(part, "width").unwrap_or(0)).saturating_sub(1);
                format!("{}[bits {low}..={high}]", get(part, "of").map(expr).unwrap_or_default())
            }
            None => String::new(),
        },
        "len" => format!("len({})", short(tree)),
        "size" => format!("size({})", short(tree)),
        "negate" => format!("-{}", expr(tree)),
        "add" => two("+"),
        "subtract" => two("-"),
        "multiply" => two("*"),
        "divide" => two("/"),
        "remainder" => two("%"),
        _ => short(of),
    }
}

/// When a field is there; none: always.
pub fn presence(field: &Object) -> Option<String> {
    let presence = inner(field, "presence")?;
    let otherwise = inner(presence, "default").map(|default| {
        let value = default.0.first().map(|(_, value)| short(value)).unwrap_or_default();
        format!(" else {value}")
    });
    let condition = match (inner(presence, "if"), get(presence, "remaining_bytes")) {
        (Some(condition), _) => format!("if {}", text(presence, "text").map_or_else(|| test(condition), str::to_owned)),
        (None, Some(lengths)) => format!("if left() in {}", set(lengths)),
        (None, None) => "if its width has bytes".to_owned(),
    };
    Some(condition + &otherwise.unwrap_or_default())
}

/// The rule of a field, if it has one.
pub fn rule(field: &Object) -> Option<String> {
    let rule = inner(field, "rule")?;
    let repair = inner(rule, "repair").and_then(|repair| Some(format!(" else {}", short(&repair.0.first()?.1))));
    let condition = text(rule, "text").map_or_else(|| inner(rule, "test").map(test).unwrap_or_default(), str::to_owned);
    Some(format!("where {condition}{}", repair.unwrap_or_default()))
}

/// The owner of a number that is not the user's, in words.
#[derive(Clone, PartialEq, Eq)]
pub enum Owner {
    /// The schema: the number is a constant.
    Constant(String),
    /// The writer, or nobody.
    Other(String),
}

impl Owner {
    /// Its words.
    pub fn words(self) -> String {
        match self {
            Self::Constant(words) | Self::Other(words) => words,
        }
    }

    /// The words of a constant.
    pub fn constant(self) -> Option<String> {
        if let Self::Constant(words) = self { Some(words) } else { None }
    }
}

/// The owner of a number; none: the user.
pub fn owner(field: &Object) -> Option<Owner> {
    let owner = get(field, "owner")?;
    // A number that has neither user nor writer is reserved.
    let Some(object) = object_of(owner) else { return Some(Owner::Other("reserved, any number is read".to_owned())) };
    let (key, tree) = object.0.first()?;
    if *key == "schema" {
        return Some(Owner::Constant(format!("= {}", short(tree))));
    }
    let Some((word, of)) = object_of(tree).and_then(|demand| demand.0.first()) else {
        return Some(Owner::Other(format!("set by the writer: {}", short(tree))));
    };
    let of = object_of(of).map(|of| match (text(of, "field"), get(of, "fields")) {
        (Some(field), _) => field.to_owned(),
        (None, Some(Tree::List(fields))) => list(fields.iter().map(short)),
        _ => String::new(),
    });
    Some(Owner::Other(format!("set by the writer: {} of {}", word.replace('_', " "), of.unwrap_or_default())))
}

/// A piece as JSON in a line, a text without its quotes.
pub fn short(tree: &Tree) -> String {
    match tree {
        Tree::Text(text) => text.clone(),
        other => json(other).split_whitespace().collect::<Vec<_>>().join(" "),
    }
}
