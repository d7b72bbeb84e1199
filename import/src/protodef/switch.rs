//! A `switch`: a condition where one case has bytes, and a `match` otherwise.

use serde_json::Value;

use crate::draft::{Arm, Entry, Field, Wire};
use crate::names::{Scope, snake, upper};
use crate::reason::Reason;

use super::container::lost;
use super::types::{Types, number, pair};
use super::wire::{Names, Translator, Typed};

/// The field that a switch compares to.
#[derive(Debug)]
pub struct Tag {
    /// Its path in the schema.
    pub path: String,
    codes: Codes,
}

/// The values of a field that decides.
#[derive(Debug)]
enum Codes {
    /// A number; of few bits, how many codes there are.
    Number(Option<u64>),
    Bool,
    Names(Names),
    /// It decides nothing here, for this reason.
    Others(&'static str),
}

/// The cases of one type.
struct Case {
    patterns: Vec<String>,
    names: Vec<String>,
    ty: Value,
}

impl Translator {
    /// The field of a path: `../` leads out of a container, `a/b` into one.
    pub fn tag(&mut self, path: &str, types: &Types<'_>) -> Result<Tag, Reason> {
        let ups = path.matches("../").count();
        let mut names = path.trim_start_matches("../").split('/');
        let first = names.next().unwrap_or_default();
        // The containers around that a path counts; the groups in them belong to these.
        let mut left = ups;
        let mut end = self.levels.len();
        while left > 0 && end > 0 {
            end -= 1;
            left -= usize::from(self.levels.get(end).is_some_and(|level| level.counts));
        }
        let around = self.levels.get(..end).unwrap_or_default();
        let seen = around.iter().rev().find_map(|level| level.fields.iter().rfind(|seen| seen.source == first));
        let seen = seen.ok_or_else(|| Reason::construct("a choice by a field that is not in front of it"))?;
        let (mut path, mut ty) = (seen.ours.clone(), types.resolved(&seen.ty));
        for name in names {
            let inner =
                part(&ty, name).ok_or_else(|| Reason::construct("a choice by a field that is not in front of it"))?;
            path = format!("{path}.{}", snake(name));
            ty = types.resolved(&inner);
        }
        let codes = match (ty.as_str(), pair(&ty)) {
            (Some("bool"), _) => Codes::Bool,
            (Some("cstring"), _) | (_, Some(("pstring", _))) => Codes::Others("a choice by a text"),
            (Some(number), _) => Codes::Number(codes_of_part(number)),
            (_, Some(("count", _))) => Codes::Number(None),
            (_, Some(("mapper", args))) => Codes::Names(self.mapper(args, types, first)?.1),
            (_, Some(("option", _))) => Codes::Others("a choice by a field that may be absent"),
            _ => Codes::Others("a choice by a field that is no number"),
        };
        Ok(Tag { path, codes })
    }

    /// A switch.
    pub fn switch(&mut self, args: &Value, types: &Types<'_>, hint: &str) -> Result<Typed, Reason> {
        let path =
            args.get("compareTo").and_then(Value::as_str).ok_or_else(|| Reason::construct("a choice by nothing"))?;
        let tag = self.tag(path, types)?;
        if let Codes::Others(why) = tag.codes {
            return Err(Reason::construct(why));
        }
        // ProtoDef reads nothing where no case is.
        let void = Value::from("void");
        let default = args.get("default").unwrap_or(&void);
        let cases = cases(args, &tag)?;
        // Any other number is kept, by a mapper too.
        let said = cases.iter().map(|case| case.patterns.len() as u64).sum::<u64>();
        let is_complete = match tag.codes {
            Codes::Bool => said == 2,
            Codes::Number(Some(codes)) => said == codes,
            _ => false,
        };
        let has_others = !is_complete && types.resolved(default) != "void";
        let (empty, full): (Vec<&Case>, Vec<&Case>) = cases.iter().partition(|case| types.resolved(&case.ty) == "void");
        let patterns = |cases: &[&Case]| cases.iter().flat_map(|case| case.patterns.clone()).collect::<Vec<_>>();
        match (full.as_slice(), has_others) {
            ([], false) => self.wire(&void, types, hint),
            ([one], false) => self.present(condition(&tag, &one.patterns, true), &one.ty, types, hint),
            ([], true) if empty.is_empty() => self.wire(default, types, hint),
            ([], true) => self.present(condition(&tag, &patterns(&empty), false), default, types, hint),
            _ => {
                let arms = self.arms(&tag, &cases, Some(default).filter(|_| !is_complete), types, hint);
                Ok(Typed::new(Wire::Match { on: tag.path.clone(), arms }))
            }
        }
    }

    /// A type under a condition.
    fn present(&mut self, when: String, ty: &Value, types: &Types<'_>, hint: &str) -> Result<Typed, Reason> {
        let typed = self.wire(ty, types, hint)?;
        let wire = typed.alone(hint);
        Ok(Typed { when: Some(when), ..Typed::new(wire) })
    }

    fn arms(&mut self, tag: &Tag, cases: &[Case], default: Option<&Value>, types: &Types<'_>, hint: &str) -> Vec<Arm> {
        let mut scope = Scope::default();
        let mut arms = Vec::new();
        for case in cases {
            let own = tag.path.rsplit('.').next().unwrap_or(&tag.path);
            // A shape of several codes stores the code under the name of the tag, which a field of it may have.
            let apart = case.patterns.len() > 1 && has_field(&types.resolved(&case.ty), own);
            let together = [(case.patterns.join(" | "), joined(&case.names))];
            let alone: Vec<_> = case.patterns.iter().cloned().zip(case.names.iter().cloned()).collect();
            for (pattern, name) in if apart { alone.as_slice() } else { &together[..] } {
                arms.push(self.arm(pattern.clone(), scope.fresh(name), &case.ty, types, hint));
            }
        }
        if let Some(ty) = default {
            arms.push(self.arm("_".to_owned(), scope.fresh("Other"), ty, types, hint));
        }
        arms
    }

    fn arm(&mut self, pattern: String, name: String, ty: &Value, types: &Types<'_>, hint: &str) -> Arm {
        let hint = format!("{hint}.{name}");
        let wire = match self.wire(ty, types, &hint) {
            Ok(typed) if typed.empty => None,
            Ok(typed) => Some(typed.alone(&hint)),
            Err(reason) => Some(Wire::Group { when: None, fields: vec![lost(hint, &mut Scope::default(), reason)] }),
        };
        Arm { pattern, name: Some(name), wire }
    }
}

/// A field of a container, or a part of bits.
fn part(ty: &Value, name: &str) -> Option<Value> {
    let (kind, args) = pair(ty)?;
    let fields = args.as_array();
    let named = |field: &&Value| field.get("name").and_then(Value::as_str) == Some(name);
    // Two names of one spelling would be one here.
    let spelled =
        |field: &&Value| field.get("name").and_then(Value::as_str).is_some_and(|other| snake(other) == snake(name));
    let one =
        || fields?.iter().find(named).filter(|_| fields.is_some_and(|all| all.iter().filter(spelled).count() == 1));
    match kind {
        "container" => one()?.get("type").cloned(),
        "bitfield" => one()?.get("size").map(|size| Value::from(format!("u{size}"))),
        "bitflags" => Some(Value::from("bool")),
        _ => None,
    }
}

/// The cases of a switch, those of one type together, in the order of the source.
fn cases(args: &Value, tag: &Tag) -> Result<Vec<Case>, Reason> {
    let mut cases: Vec<Case> = Vec::new();
    for (code, ty) in args.get("fields").and_then(Value::as_object).into_iter().flatten() {
        let (pattern, name) = match &tag.codes {
            _ if code.starts_with('/') => return Err(Reason::construct("a choice by a value of the program's own")),
            Codes::Bool => match code.as_str() {
                "true" => ("1".to_owned(), "True".to_owned()),
                "false" => ("0".to_owned(), "False".to_owned()),
                // A flag is no number: this case never comes.
                _ => continue,
            },
            Codes::Names(names) => {
                let mut patterns = names.iter().filter(|(value, _)| value == code).map(|(_, name)| name.clone());
                let Some(first) = patterns.next() else { continue };
                (patterns.fold(first.clone(), |all, next| format!("{all} | {next}")), first)
            }
            // A code that the number never has is no case.
            Codes::Number(Some(codes)) if number(code).is_some_and(|code| code.cast_unsigned() >= *codes) => continue,
            _ => match number(code) {
                Some(number) => (number.to_string(), format!("Case{number}").replace('-', "Minus")),
                None => continue,
            },
        };
        match cases.iter_mut().find(|case| case.ty == *ty) {
            Some(case) => {
                case.patterns.push(pattern);
                case.names.push(name);
            }
            None => cases.push(Case { patterns: vec![pattern], names: vec![name], ty: ty.clone() }),
        }
    }
    Ok(cases)
}

/// The condition that the tag has one of some codes, or none of them.
fn condition(tag: &Tag, patterns: &[String], is: bool) -> String {
    let path = &tag.path;
    match (&tag.codes, patterns) {
        (Codes::Bool, [one]) => format!("{}{path}", if (one == "1") == is { "" } else { "!" }),
        (_, [one]) if !one.contains('|') => format!("{path} {} {one}", if is { "==" } else { "!=" }),
        _ if is => format!("{path} in {}", patterns.join(" | ")),
        _ => format!("!({path} in {})", patterns.join(" | ")),
    }
}

/// The codes of a part of less than a byte: `u3`.
fn codes_of_part(name: &str) -> Option<u64> {
    let bits: u32 = name.strip_prefix('u')?.parse().ok()?;
    (bits < 8).then(|| 1 << bits)
}

fn has_field(ty: &Value, ours: &str) -> bool {
    pair(ty).is_some_and(|(kind, fields)| {
        let named = |field: &Value| field.get("name").and_then(Value::as_str).is_some_and(|name| snake(name) == ours);
        kind == "container" && fields.as_array().is_some_and(|fields| fields.iter().any(named))
    })
}

/// The name of an arm of several codes.
fn joined(names: &[String]) -> String {
    match names {
        [] => "Nothing".to_owned(),
        [one] => one.clone(),
        [one, two] => upper(&format!("{one}_or_{two}")),
        [one, ..] => upper(&format!("{one}_or_others")),
    }
}

/// Fields as one.
pub fn group(fields: Vec<Field>) -> Wire {
    Wire::Group { when: None, fields }
}

/// A field without a name in the source.
pub fn made(name: &str, wire: Wire, at: &str) -> Field {
    Field::new(
        at,
        Entry::Named { name: crate::draft::Name::plain(name), wire, meaning: String::new(), when: None, rule: None },
    )
}
