//! Rules of values, and conditions that end a list.

use super::No;
use super::expr::Expr;
use super::kinds::{Number, number};
use super::made::Made;
use super::said::{Kind, Said, letters};
use super::say::Place;
use super::yaml::Node;
use crate::reason::Reason;

/// The rule of a value.
pub enum Rule {
    /// There is none.
    None,
    /// It is a constant.
    Constant(String),
    /// A condition or a range.
    Where(String),
}

impl Made<'_> {
    /// The rule of a field, at a place where `_` is its value.
    pub fn rule(&self, place: &Place, field: &Node, node: &Node) -> Result<Rule, No> {
        let is_float = matches!(field.text_of("type").and_then(number), Some(Number::Float(..)));
        if let Some(text) = node.text().or_else(|| node.text_of("eq")) {
            return if is_float { Ok(Rule::Constant(fraction(text)?.text)) } else { equal(place, text) };
        }
        if let Some(list) = node.get("any-of") {
            return any_of(place, list);
        }
        if let Some(text) = node.text_of("expr") {
            return match place.condition(&Expr::parse(text)?).map_err(|no| no.or_detail(text))? {
                Said { value: Some(_), .. } => Err(No::new(Reason::construct("a rule of constants"), text)),
                said => Ok(Rule::Where(said.text)),
            };
        }
        if node.flag("in-enum") {
            return self.in_enum(place);
        }
        if !is_float && !place.it.is_some_and(Said::is_int) {
            return Err(No::because("an order of what are no numbers"));
        }
        let number = |text| if is_float { fraction(text) } else { place.number(text) };
        let [least, most] = ["min", "max"].map(|key| node.text_of(key).map(number).transpose());
        Ok(Rule::Where(match (least?, most?) {
            (None, None) => return Err(No::because("a rule of another kind")),
            (Some(Said { value: Some(least), .. }), Some(Said { value: Some(most), .. })) => {
                format!("{least}..={most}")
            }
            (Some(least), Some(most)) => format!("it >= {} && it <= {}", least.text, most.text),
            (Some(least), None) => format!("it >= {}", least.text),
            (None, Some(most)) => format!("it <= {}", most.text),
        }))
    }

    /// An enum whose numbers have names everywhere is closed; elsewhere the names are listed.
    fn in_enum(&self, place: &Place) -> Result<Rule, No> {
        let Some(Said { kind: Kind::Enum(number, _), .. }) = place.it else {
            return Err(No::because("a rule of an enum"));
        };
        if !self.closed.borrow().contains(&(*number, false)) {
            return Ok(Rule::None);
        }
        let names = self.spec.enums.get(*number).map(|own| own.values.iter().map(|value| value.name.name.as_str()));
        Ok(Rule::Where(format!("it in {}", names.into_iter().flatten().collect::<Vec<_>>().join(" | "))))
    }

    /// The extent of a list up to an element, at a place where `_` is the element; and the rule of the list.
    pub fn until(&self, place: &Place, text: &str) -> Result<(String, Option<String>), No> {
        let expr = Expr::parse(text)?;
        let is_end =
            |expr: &Expr| matches!(expr, Expr::Dot(io, eof) if **io == Expr::Name("_io".to_owned()) && eof == "eof");
        // One element is read in every case.
        let rule = Some("len(it) >= 1".to_owned());
        let (expr, or_end) = match &expr {
            expr if is_end(expr) => return Ok(("..".to_owned(), rule)),
            Expr::Binary("or", a, b) if is_end(a) => (&**b, " or end"),
            Expr::Binary("or", a, b) if is_end(b) => (&**a, " or end"),
            expr => (expr, ""),
        };
        let (subject, pattern) = pattern(place, expr).map_err(|no| no.or_detail(text))?;
        let path = subject.strip_prefix("_.").unwrap_or(&subject);
        // The writer knows a tag by the shape that it chooses.
        let shapes = match place.it {
            Some(Said { kind: Kind::Struct(number), .. }) => {
                let tag = path.strip_prefix("value.").unwrap_or(path);
                let within = path.strip_suffix(tag).unwrap_or_default();
                let shapes = self.known.shapes(*number, tag, &pattern);
                shapes.map(|(field, names)| (format!("{within}{field}"), names))
            }
            _ => None,
        };
        let (path, pattern) = shapes.unwrap_or((path.to_owned(), pattern));
        let label = if path == "_" { String::new() } else { format!("{path}: ") };
        Ok((format!("through {label}{pattern}{or_end}"), rule.filter(|_| !or_end.is_empty())))
    }
}

/// The number of an element that a condition is about, and its pattern.
fn pattern(place: &Place, expr: &Expr) -> Result<(String, String), No> {
    let other = || No::because("a list that ends by another condition");
    let own = place.it.map(|it| it.text.as_str()).unwrap_or_default();
    let is_own = |said: &Said| {
        said.is_path() && (said.text == own || said.text.strip_prefix(own).is_some_and(|rest| rest.starts_with('.')))
    };
    match expr {
        Expr::Binary("or", a, b) => {
            let ((first, one), (second, other_one)) = (pattern(place, a)?, pattern(place, b)?);
            if first == second { Ok((first, format!("{one} | {other_one}"))) } else { Err(other()) }
        }
        Expr::Binary(sign @ ("==" | "!=" | "<" | "<=" | ">" | ">="), a, b) => {
            let (a, b) = (place.say(a)?, place.say(b)?);
            if !is_own(&a) {
                return Err(other());
            }
            let pattern = match (&a.kind, &b.kind, b.value) {
                (Kind::Int(least, _), Kind::Int(..), Some(n)) => numbers(sign, n, *least),
                (Kind::Enum(x, _), Kind::Enum(y, _), Some(_)) if x == y && *sign == "==" => b.text,
                (Kind::Chars(count), Kind::Text(text), _) if *sign == "==" => {
                    letters(text, *count)?.ok_or_else(other)?
                }
                _ => return Err(other()),
            };
            Ok((a.text, pattern))
        }
        Expr::Unary("not", of) => match place.say(of)? {
            said if said.kind == Kind::Bool && is_own(&said) => Ok((said.text, "0".to_owned())),
            _ => Err(other()),
        },
        expr => match place.say(expr)? {
            said if said.kind == Kind::Bool && is_own(&said) => Ok((said.text, "1".to_owned())),
            _ => Err(other()),
        },
    }
}

/// The numbers that compare so with one.
fn numbers(sign: &str, n: i128, least: i128) -> String {
    match sign {
        "==" => n.to_string(),
        "!=" if n == least => format!("{}..", n + 1),
        "!=" => format!("..{n} | {}..", n + 1),
        "<" => format!("..{n}"),
        "<=" => format!("..={n}"),
        ">" => format!("{}..", n + 1),
        _ => format!("{n}.."),
    }
}

/// A number with a fraction, or without one.
fn fraction(text: &str) -> Result<Said, No> {
    let words = "a fraction in an expression";
    match Expr::parse(text)? {
        Expr::Float(text) => Ok(Said::new(text, Kind::Other(words))),
        Expr::Unary("-", of) => match *of {
            Expr::Float(text) => Ok(Said::new(format!("-{text}"), Kind::Other(words))),
            _ => Err(No::because(words)),
        },
        Expr::Int(n) => Ok(Said::int(n)),
        _ => Err(No::because(words)),
    }
}

fn equal(place: &Place, text: &str) -> Result<Rule, No> {
    let Some(it) = place.it else { return Err(No::because("a rule of nothing")) };
    let said = place.text(text)?;
    let literal = match (&it.kind, &said.kind, said.value) {
        (Kind::Int(..), Kind::Int(..), Some(n)) => Some(n.to_string()),
        (Kind::Enum(a, _), Kind::Enum(b, _), Some(_)) if a == b => Some(said.text.clone()),
        (Kind::Bool, Kind::Bool, Some(n)) => Some((n == 1).to_string()),
        (Kind::Chars(count), Kind::Text(text), _) => letters(text, *count)?,
        _ => None,
    };
    match literal {
        Some(literal) => Ok(Rule::Constant(literal)),
        None if matches!(it.kind, Kind::Other(_)) => Err(No::because("a rule of bytes or text")),
        None => super::said::binary("==", it, &said).map(|said| Rule::Where(said.text)),
    }
}

fn any_of(place: &Place, list: &Node) -> Result<Rule, No> {
    let Some(it) = place.it else { return Err(No::because("a rule of nothing")) };
    let mut patterns = Vec::new();
    for text in list.list().iter().filter_map(Node::text) {
        let said = place.text(text)?;
        patterns.push(match (&it.kind, &said.kind, said.value) {
            (Kind::Int(..), Kind::Int(..), Some(n)) => n.to_string(),
            (Kind::Enum(a, _), Kind::Enum(b, _), Some(_)) if a == b => said.text,
            _ => return Err(No::new(Reason::construct("a rule by values of another kind"), text)),
        });
    }
    Ok(Rule::Where(format!("it in {}", patterns.join(" | "))))
}
