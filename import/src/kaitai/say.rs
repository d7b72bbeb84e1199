//! Expressions of Kaitai as expressions of the schema, where they mean the same.

use std::cell::Cell;

use super::No;
use super::expr::Expr;
use super::flow::{self, Flow};
use super::known::Known;
use super::needs::base;
use super::said::{Kind, Said, binary, flag, not};
use super::yaml::Node;
use crate::reason::Reason;

/// How many calculated values may be in one another.
const DEEPEST: u32 = 16;
/// How many calculated values one expression may have.
const MOST: u32 = 200;

/// A place in a type, where an expression stands.
#[derive(Clone, Copy)]
pub struct Place<'p> {
    /// All that is known.
    pub known: &'p Known<'p>,
    /// The type.
    pub owner: usize,
    /// How many fields are in front.
    pub seen: usize,
    /// The path to the type from the one that is written.
    pub prefix: &'p str,
    depth: u32,
    budget: &'p Cell<u32>,
    /// Conditions of which the answer is known.
    answers: &'p [(Expr, bool)],
    /// The value of `_`.
    pub it: Option<&'p Said>,
}

impl<'p> Place<'p> {
    /// A place behind so many fields of a type.
    pub fn new(known: &'p Known<'p>, owner: usize, seen: usize, budget: &'p Cell<u32>) -> Self {
        budget.set(MOST);
        Self { known, owner, seen, prefix: "", depth: 0, budget, answers: &[], it: None }
    }

    /// The same place, where `_` is a value.
    pub fn about<'q>(&self, it: &'q Said) -> Place<'q>
    where
        'p: 'q,
    {
        Place { it: Some(it), ..*self }
    }

    /// The same place, where the answers to some conditions are known.
    pub fn answered<'q>(&self, answers: &'q [(Expr, bool)]) -> Place<'q>
    where
        'p: 'q,
    {
        Place { answers, ..*self }
    }

    /// Says an expression.
    pub fn text(&self, text: &str) -> Result<Said, No> {
        self.say(&Expr::parse(text)?).map_err(|no| no.or_detail(text))
    }

    /// Says a condition.
    pub fn condition(&self, expr: &Expr) -> Result<Said, No> {
        let said = self.say(expr)?;
        if said.kind == Kind::Bool { Ok(said) } else { Err(No::because("a condition that is no bool")) }
    }

    /// Says a number.
    pub fn number(&self, text: &str) -> Result<Said, No> {
        let said = self.text(text)?;
        if said.is_int() { Ok(said) } else { Err(No::new(Reason::construct("a number that is none"), text)) }
    }

    /// Says an expression.
    pub fn say(&self, expr: &Expr) -> Result<Said, No> {
        match expr {
            Expr::Int(n) => Ok(Said::int(*n)),
            Expr::Bool(b) => Ok(Said { value: Some(i128::from(*b)), ..Said::new(b.to_string(), Kind::Bool) }),
            Expr::Text(text) => Ok(Said::new(String::new(), Kind::Text(text.clone()))),
            Expr::Float(text) => Ok(Said::new(text.clone(), Kind::Other("a fraction in an expression"))),
            Expr::List(_) => Err(No::because("a list in an expression")),
            Expr::Size(name) => size(&flow::named(self.known.spec, self.owner, name)),
            Expr::Other(words) => Err(No::because(*words)),
            Expr::Path(path) => self.literal(path),
            Expr::Name(name) => self.name(name),
            Expr::Dot(of, name) => self.dot(expr, of, name),
            // A short text that is a number here is the same as its bytes.
            Expr::Call(of, args) => match (&**of, args.as_slice()) {
                (Expr::Dot(bytes, to_s), [Expr::Text(name)]) if to_s == "to_s" && is_narrow(name) => {
                    match self.say(bytes)? {
                        said if matches!(said.kind, Kind::Chars(_)) => Ok(said),
                        _ => Err(No::new(Reason::TEXT, "")),
                    }
                }
                _ => Err(No::new(Reason::TEXT, "")),
            },
            Expr::Unary("not", of) => match &**of {
                Expr::Dot(io, eof) if is_name(io, "_io") && eof == "eof" => self.left("left() > 0"),
                of => not(self.say(of)?),
            },
            Expr::Unary("-", of) => binary("-", &Said::int(0), &self.say(of)?),
            Expr::Unary(..) => Err(No::because("inverted bits")),
            Expr::Binary("-", a, b) if is_io(a, "size") && is_io(b, "pos") => {
                Ok(Said { kind: Kind::Int(0, i128::from(u32::MAX)), ..self.left("left()")? }.level(6))
            }
            Expr::Binary(sign, a, b) => binary(sign, &self.say(a)?, &self.say(b)?),
            Expr::Ternary(all) => {
                let [asked, a, b] = &**all;
                let is_own = self.prefix.is_empty() && self.it.is_none();
                if let Some((_, answer)) = self.answers.iter().find(|(known, _)| is_own && known == asked) {
                    return self.say(if *answer { a } else { b });
                }
                let condition = self.say(asked)?;
                match condition.value {
                    Some(0) => self.say(b),
                    Some(_) => self.say(a),
                    None => self
                        .say(a)
                        .and_then(|a| chosen(&condition, &a, &self.say(b)?))
                        .map_err(|no| No { chosen_by: is_own.then(|| Box::new(asked.clone())), ..no }),
                }
            }
        }
    }

    /// A condition about the bytes that are left in the stream, which is the region around.
    fn left(&self, text: &str) -> Result<Said, No> {
        if !self.prefix.is_empty() || self.depth > 0 || self.it.is_some() {
            return Err(No::because("the bytes that are left, asked elsewhere"));
        }
        Ok(Said::new(text.to_owned(), Kind::Bool).level(2))
    }

    /// `kind::first`
    fn literal(&self, path: &[String]) -> Result<Said, No> {
        let path: Vec<&str> = path.iter().map(String::as_str).collect();
        let unknown = || No::new(Reason::construct("a name of an enum that is not there"), path.join("::"));
        let (value, of) = path.split_last().ok_or_else(unknown)?;
        let number = self.known.spec.find_enum(self.owner, of).ok_or_else(unknown)?;
        let (name, code) = self.known.spec.enums.get(number).and_then(|kind| kind.value(value)).ok_or_else(unknown)?;
        Ok(Said { value: Some(code), ..Said::new(name.to_owned(), Kind::Enum(number, None)) })
    }

    fn name(&self, name: &str) -> Result<Said, No> {
        match name {
            "_" => return self.it.cloned().ok_or_else(|| No::because("`_` outside of an element")),
            "_io" | "_parent" | "_root" => return Err(No::because("a whole struct or stream as a value")),
            "_sizeof" => return size(&self.known.spec.flows.get(self.owner).copied().unwrap_or(Flow::NONE)),
            "_index" => return Err(No::because("the number of an element")),
            _ => {}
        }
        let own = self.known.spec.of(self.owner).ok_or_else(|| No::because("an unknown type"))?;
        if let Some(at) = own.places.get(name).copied()
            && let (Some(field), Some(named)) = (super::spec::entries(own.node, "seq").nth(at), own.fields.get(at))
        {
            if at >= self.seen {
                return Err(No::because("a field behind this one"));
            }
            let kind = super::kinds::field(self.known.spec, self.owner, field);
            return Ok(Said::new(format!("{}{}", self.prefix, named.name), kind));
        }
        let mut params = super::spec::entries(own.node, "params").zip(&own.params);
        if let Some((param, named)) = params.find(|(param, _)| param.text_of("id") == Some(name)) {
            if !self.prefix.is_empty() {
                return Err(No::because("a parameter of another struct"));
            }
            return Ok(Said::new(named.clone(), self.known.parameter(self.owner, param)));
        }
        let instance = own.node.entries_of("instances").iter().find(|(id, _)| id == name);
        let (_, instance) = instance.ok_or_else(|| No::new(Reason::construct("a name that is not there"), name))?;
        self.instance(instance)
    }

    fn is_wide_parameter(&self, name: &str) -> bool {
        let Some(own) = self.known.spec.of(self.owner) else { return false };
        super::spec::entries(own.node, "params").any(|param| {
            let kind = super::kinds::parameter(self.known.spec, self.owner, param);
            param.text_of("id") == Some(name) && matches!(kind, Kind::Other(_))
        })
    }

    /// The expression of a calculated value, in place of its name.
    fn instance(&self, node: &Node) -> Result<Said, No> {
        let Some(value) = node.text_of("value") else { return Err(No::new(Reason::OFFSETS, "")) };
        let left = self.budget.get();
        if self.depth >= DEEPEST || left == 0 {
            return Err(No::because("too many calculated values"));
        }
        self.budget.set(left - 1);
        // It has a value where a field asks that has the same condition.
        if let Some(condition) = node.text_of("if") {
            let answer = (Expr::parse(condition)?, true);
            if !self.prefix.is_empty() || !self.answers.contains(&answer) {
                return Err(No::because("a calculated value with a condition"));
            }
        }
        let inner = Self { depth: self.depth + 1, it: None, ..*self };
        let said = inner.say(&Expr::parse(value)?)?;
        match node.text_of("enum") {
            None => Ok(said),
            Some(name) => match self.known.spec.find_enum(self.owner, &name.split("::").collect::<Vec<_>>()) {
                // The number stays a number: it is compared by codes.
                Some(number) if said.is_int() => {
                    Ok(Said { kind: Kind::Enum(number, said.range()), is_code: true, ..said })
                }
                _ => Err(No::because("an enum that is not there")),
            },
        }
    }

    fn dot(&self, whole: &Expr, of: &Expr, name: &str) -> Result<Said, No> {
        if name == "_sizeof" {
            return self.size_of(of);
        }
        match base(whole) {
            Some("_parent" | "_root") => return self.around(whole),
            Some("_io") => {
                return match (of, name) {
                    (Expr::Name(_), "eof") => self.left("left() == 0"),
                    _ => Err(No::new(Reason::OFFSETS, "")),
                };
            }
            // A number of a struct that is a parameter is a parameter itself.
            Some(first) if self.prefix.is_empty() && self.is_wide_parameter(first) => {
                return self.need(whole, whole.clone());
            }
            _ => {}
        }
        let said = self.say(of)?;
        match (&said.kind, name) {
            (Kind::Struct(number), _) => match self.known.spec.varint(*number) {
                Some((_, most)) if name == "value" => Ok(Said::new(said.text, Kind::Int(0, most))),
                Some(_) => Err(No::because("a part of a varint")),
                None => {
                    // A path leads to the numbers of a struct, and through groups, but not through structs in it.
                    if said.text.contains('.') {
                        self.known.in_place.borrow_mut().entry(*number).or_insert_with(|| {
                            self.known.changed.set(true);
                            true
                        });
                    }
                    let prefix = format!("{}.", said.text);
                    Place { owner: *number, seen: usize::MAX, prefix: &prefix, it: None, ..*self }.name(name)
                }
            },
            (Kind::Int(..), "to_i") => Ok(said),
            (Kind::Bool, "to_i") if said.is_path() => Ok(flag(&said)),
            (Kind::Enum(_, range), "to_i") => match (said.value, range) {
                (Some(code), _) => Ok(Said::int(code)),
                (None, Some((least, most))) => {
                    let text = if said.is_code { said.text.clone() } else { format!("{}.raw", said.text) };
                    Ok(Said { text, kind: Kind::Int(*least, *most), is_code: false, ..said.clone() })
                }
                _ => Err(No::because("the number of an enum")),
            },
            (Kind::Other(words), _) => Err(No::because(*words)),
            _ => Err(No::new(Reason::TEXT, "")),
        }
    }

    /// The size of a field, which says nothing about its place.
    fn size_of(&self, field: &Expr) -> Result<Said, No> {
        let unknown = || No::because("the size of what has no constant size");
        let (owner, name) = match field {
            Expr::Name(name) => (self.owner, name),
            Expr::Dot(root, name) if is_name(root, "_root") => {
                (self.known.spec.of(self.owner).map_or(0, |own| own.file), name)
            }
            Expr::Dot(of, name) => match self.say(of)?.kind {
                Kind::Struct(number) => (number, name),
                _ => return Err(unknown()),
            },
            _ => return Err(unknown()),
        };
        let own = self.known.spec.of(owner).ok_or_else(unknown)?;
        let place = own.places.get(name.as_str()).ok_or_else(unknown)?;
        let node = super::spec::entries(own.node, "seq").nth(*place).ok_or_else(unknown)?;
        match ["if", "repeat"].iter().any(|key| node.get(key).is_some()) {
            true => Err(unknown()),
            false => size(&flow::field(self.known.spec, owner, node)),
        }
    }
}

/// The bytes of what has the same number of them in every case.
fn size(flow: &Flow) -> Result<Said, No> {
    let bytes = flow.bytes().ok_or_else(|| No::because("the size of what has no constant size"))?;
    Ok(Said::int(bytes.into()))
}

/// A number that a flag chooses of two constants, or a condition that is chosen.
fn chosen(condition: &Said, a: &Said, b: &Said) -> Result<Said, No> {
    if a.kind == Kind::Bool && b.kind == Kind::Bool {
        let first = binary("and", condition, a)?;
        let second = binary("and", &not(condition.clone())?, b)?;
        return binary("or", &first, &second);
    }
    match (a.value, b.value) {
        (Some(x), Some(y)) if condition.is_path() && a.is_int() && b.is_int() && condition.kind == Kind::Bool => {
            let more = binary("*", &flag(condition), &Said::int((x - y).abs()))?;
            if y == 0 && x > 0 { Ok(more) } else { binary(if x < y { "-" } else { "+" }, &Said::int(y), &more) }
        }
        _ => Err(No::because("a number that a condition chooses")),
    }
}

/// Whether an encoding has ASCII's characters in a byte each.
fn is_narrow(name: &str) -> bool {
    super::kinds::encoding(name).is_some_and(|name| !name.starts_with("utf16"))
}

/// Whether an expression is a name.
pub fn is_name(expr: &Expr, name: &str) -> bool {
    matches!(expr, Expr::Name(own) if own == name)
}

fn is_io(expr: &Expr, what: &str) -> bool {
    matches!(expr, Expr::Dot(io, name) if is_name(io, "_io") && name == what)
}
