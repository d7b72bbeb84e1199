//! A `switch`: a condition where one case has bytes, and a `match` otherwise.

use serde_json::Value;

use crate::draft::{Arm, Wire};
use crate::names::{Scope, snake, upper};
use crate::reason::Reason;

use super::container::lost;
use super::types::{list, number, pair, required, text};
use super::wire::{Names, Presence, Translator, Typed};

/// The field that a switch compares to.
struct Tag {
    /// Its path in the schema.
    path: String,
    is_flag: bool,
    /// Its values and their patterns, if it has names for them.
    names: Option<Names>,
    /// How many values it has, if they are few.
    total: Option<u64>,
}

/// The cases of one type: the pattern and the name of each; none are all others.
struct Case {
    codes: Vec<(String, String)>,
    ty: Value,
}

impl Translator<'_> {
    /// The path in the schema and the type of a field: `../` leads out of a container, `a/b` into one.
    pub fn seen(&self, path: &str) -> Result<(String, Value), Reason> {
        let missing = || Reason::construct("a choice by a field that is not in front of it");
        let ups = path.matches("../").count();
        let mut names = path.trim_start_matches("../").split('/');
        let first = names.next().unwrap_or_default();
        let mut levels = std::iter::once(&self.level.seen).chain(self.around.iter().rev()).skip(ups);
        let seen = levels.find_map(|level| level.iter().rfind(|seen| seen.source == first)).ok_or_else(missing)?;
        let (mut path, mut ty) = (seen.ours.clone(), self.types.resolved(&seen.ty));
        for name in names {
            path = format!("{path}.{}", snake(name));
            ty = self.types.resolved(&part(&ty, name).ok_or_else(missing)?);
        }
        Ok((path, ty))
    }

    fn tag(&mut self, path: &str) -> Result<Tag, Reason> {
        let (path, ty) = self.seen(path)?;
        let mut tag = Tag { path, is_flag: false, names: None, total: None };
        match (ty.as_str(), pair(&ty)) {
            (Some("bool"), _) => {
                let names = [("true", "1"), ("false", "0")].map(|(value, code)| (value.to_owned(), code.to_owned()));
                tag = Tag { is_flag: true, names: Some(names.into()), total: Some(2), ..tag };
            }
            (Some("cstring"), _) | (_, Some(("pstring", _))) => return Err(Reason::construct("a choice by a text")),
            (Some(number), _) => tag.total = codes_of_part(number),
            (_, Some(("count", _))) => {}
            (_, Some(("mapper", args))) => tag.names = Some(self.mapper(args, &tag.path)?.1),
            (_, Some(("option", _))) => return Err(Reason::construct("a choice by a field that may be absent")),
            _ => return Err(Reason::construct("a choice by a field that is no number")),
        }
        Ok(tag)
    }

    /// A switch.
    pub fn switch(&mut self, args: &Value, hint: &str) -> Result<Typed, Reason> {
        let tag = self.tag(required(args, "compareTo")?.as_str().unwrap_or_default())?;
        let mut cases = tag.cases(args)?;
        // Any other number is kept, by a mapper too. ProtoDef reads nothing where no case is.
        if tag.total != Some(cases.iter().map(|case| case.codes.len() as u64).sum()) {
            let ty = args.get("default").cloned().unwrap_or_else(|| Value::from("void"));
            cases.push(Case { codes: Vec::new(), ty });
        }
        let (empty, full): (Vec<&Case>, Vec<&Case>) =
            cases.iter().partition(|case| self.types.resolved(&case.ty) == "void");
        let [one] = full.as_slice() else {
            let on = tag.path.clone();
            return match full.is_empty() {
                true => self.wire(&Value::from("void"), hint),
                false => Ok(Typed::new(Wire::Match { on, arms: self.arms(&tag, &cases, hint) })),
            };
        };
        let typed = self.wire(&one.ty, hint)?;
        let is = !one.codes.is_empty();
        let of = if is { &full } else { &empty };
        let patterns: Vec<&str> = of.iter().flat_map(|case| &case.codes).map(|(pattern, _)| pattern.as_str()).collect();
        if patterns.is_empty() {
            return Ok(typed);
        }
        Ok(Typed { presence: Presence::When(tag.condition(&patterns, is)), ..Typed::new(typed.alone(hint)) })
    }

    fn arms(&mut self, tag: &Tag, cases: &[Case], hint: &str) -> Vec<Arm> {
        let mut scope = Scope::default();
        let own = tag.path.rsplit('.').next().unwrap_or(&tag.path);
        let mut arms = Vec::new();
        for Case { codes, ty } in cases {
            // A shape of several codes stores the code under the name of the tag, which a field of it may have.
            let together = if has_field(&self.types.resolved(ty), own) { 1 } else { codes.len().max(1) };
            for codes in codes.chunks(together) {
                let (patterns, names): (Vec<_>, Vec<_>) = codes.iter().cloned().unzip();
                let name = match names.as_slice() {
                    [one] => one.clone(),
                    [one, two] => upper(&format!("{one}_or_{two}")),
                    [one, ..] => upper(&format!("{one}_or_others")),
                    [] => continue,
                };
                arms.push(self.arm(&patterns.join(" | "), scope.fresh(&name), ty, hint));
            }
            if codes.is_empty() {
                arms.push(self.arm("_", scope.fresh("Other"), ty, hint));
            }
        }
        arms
    }

    /// The codes of a pattern, and what they have.
    pub fn arm(&mut self, pattern: &str, name: String, ty: &Value, hint: &str) -> Arm {
        let hint = format!("{hint}.{name}");
        let wire = match self.wire(ty, &hint) {
            Ok(Typed { presence: Presence::Never, .. }) => None,
            Ok(typed) => Some(typed.alone(&hint)),
            Err(reason) => Some(Wire::Group { when: None, fields: vec![lost(hint, &mut Scope::default(), reason)] }),
        };
        Arm { pattern: pattern.to_owned(), name: Some(name), wire }
    }
}

impl Tag {
    /// The cases of a switch, those of one type together, in the order of the source. A code that the tag never has is
    /// no case.
    fn cases(&self, args: &Value) -> Result<Vec<Case>, Reason> {
        let mut cases: Vec<Case> = Vec::new();
        for (code, ty) in args.get("fields").and_then(Value::as_object).into_iter().flatten() {
            if code.starts_with('/') {
                return Err(Reason::construct("a choice by a value of the program's own"));
            }
            let (pattern, name) = if let Some(names) = &self.names {
                let patterns: Vec<&str> =
                    names.iter().filter(|(value, _)| value == code).map(|(_, pattern)| pattern.as_str()).collect();
                let Some(first) = patterns.first() else { continue };
                (patterns.join(" | "), if self.is_flag { upper(code) } else { (*first).to_owned() })
            } else {
                let is_code = |code: &i64| self.total.is_none_or(|total| code.cast_unsigned() < total);
                let Some(number) = number(code).filter(is_code) else { continue };
                (number.to_string(), format!("Case{number}").replace('-', "Minus"))
            };
            match cases.iter_mut().find(|case| case.ty == *ty) {
                Some(case) => case.codes.push((pattern, name)),
                None => cases.push(Case { codes: vec![(pattern, name)], ty: ty.clone() }),
            }
        }
        Ok(cases)
    }

    /// The condition that the tag has one of some codes, or none of them.
    fn condition(&self, patterns: &[&str], is: bool) -> String {
        let path = &self.path;
        match patterns {
            [one] if self.is_flag => format!("{}{path}", if (*one == "1") == is { "" } else { "!" }),
            [one] if !one.contains('|') => format!("{path} {} {one}", if is { "==" } else { "!=" }),
            _ if is => format!("{path} in {}", patterns.join(" | ")),
            _ => format!("!({path} in {})", patterns.join(" | ")),
        }
    }
}

/// A field of a container, or a part of bits.
fn part(ty: &Value, name: &str) -> Option<Value> {
    let (kind, args) = pair(ty)?;
    if kind == "bitflags" {
        return Some(Value::from("bool"));
    }
    // Two names of one spelling would be one here.
    let mut spelled = list(args).iter().filter(|field| is_named(field, &snake(name)));
    let one = spelled.next().filter(|one| spelled.next().is_none() && text(one, "name") == Some(name))?;
    match kind {
        "container" => one.get("type").cloned(),
        "bitfield" => one.get("size").map(|size| Value::from(format!("u{size}"))),
        _ => None,
    }
}

/// The codes of a part of less than a byte: `u3`.
fn codes_of_part(name: &str) -> Option<u64> {
    let bits: u32 = name.strip_prefix('u')?.parse().ok()?;
    (bits < 8).then(|| 1 << bits)
}

fn is_named(field: &Value, ours: &str) -> bool {
    text(field, "name").is_some_and(|name| snake(name) == ours)
}

fn has_field(ty: &Value, ours: &str) -> bool {
    matches!(pair(ty), Some(("container", fields)) if list(fields).iter().any(|field| is_named(field, ours)))
}
