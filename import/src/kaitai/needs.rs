//! Numbers of what is around a type: parameters of it.

use super::No;
use super::expr::Expr;
use super::said::{Kind, Said};
use super::say::{Place, is_name};
use crate::names::{Scope, snake};

/// How many numbers of what is around a type may need.
const MOST: usize = 32;

/// A number of what is around a type, `_parent.x`: a parameter of it.
#[derive(Debug, Clone)]
pub struct Need {
    /// The path in the type itself.
    path: Expr,
    /// The path in the type that uses it.
    outer: Expr,
    /// The parameter.
    pub name: String,
    /// Its kind, if a use is known.
    pub kind: Option<Kind>,
    /// Why a use could not give it.
    lost: Option<&'static str>,
}

impl Place<'_> {
    /// `_parent.x`, `_root.x`: a parameter, unless this is the root itself.
    pub fn around(&self, path: &Expr) -> Result<Said, No> {
        let spec = self.known.spec;
        if !self.prefix.is_empty() {
            return Err(No::because("a number around another struct"));
        }
        let own = spec.of(self.owner).ok_or_else(|| No::because("an unknown type"))?;
        let is_root = base(path) == Some("_root");
        if is_root && own.file == self.owner {
            if self.known.inner_roots.borrow().contains(&self.owner) {
                return Err(No::because("the root in a type that contains itself"));
            }
            return self.say(&without(path, "_root"));
        }
        let outer = if is_root { path.clone() } else { without(path, "_parent") };
        if matches!(outer, Expr::Dot(..) | Expr::Name(_)) && base(&outer) != Some("_io") {
            return self.need(path, outer);
        }
        Err(No::because("a whole struct or stream as a value"))
    }

    /// A number of what is around, as a parameter.
    pub fn need(&self, path: &Expr, outer: Expr) -> Result<Said, No> {
        let mut all = self.known.needs.borrow_mut();
        let needs = all.get_mut(self.owner).ok_or_else(|| No::because("an unknown type"))?;
        if let Some(need) = needs.iter().find(|need| need.path == *path) {
            let kind = match need.kind.clone() {
                Some(Kind::Other(words)) => return Err(No::because(words)),
                Some(kind) => kind,
                None if self.known.last.get() => {
                    return Err(No::because(need.lost.unwrap_or("a number of what is around")));
                }
                None => {
                    self.known.is_guess.set(true);
                    Kind::Int(i128::from(i64::MIN), i128::from(i64::MAX))
                }
            };
            return Ok(Said::new(need.name.clone(), kind));
        }
        // Uses that are made already would not give it.
        if needs.len() >= MOST || self.known.last.get() {
            return Err(No::because("too many numbers of what is around"));
        }
        let mut scope = self.known.spec.of(self.owner).map_or_else(Scope::default, |own| own.scope.clone());
        needs.iter().for_each(|need| {
            scope.fresh(&need.name);
        });
        let last = if let Expr::Dot(_, name) = path { snake(name) } else { snake("outer") };
        needs.push(Need { path: path.clone(), outer, name: scope.fresh(&last), kind: None, lost: None });
        self.known.changed.set(true);
        self.known.is_guess.set(true);
        Ok(Said::new(last, Kind::Int(i128::from(i64::MIN), i128::from(i64::MAX))))
    }

    /// The arguments for what a type needs of this one, in which it is used.
    pub fn needed(&self, of: usize, given: &[(&str, &Expr)]) -> Result<Vec<String>, No> {
        let needs = self.known.needs.borrow().get(of).cloned().unwrap_or_default();
        let mut args = Vec::new();
        for (number, need) in needs.iter().enumerate() {
            let spec = self.known.spec;
            let file = |number: usize| spec.of(number).map(|own| own.file);
            if base(&need.path) == Some("_root") && file(of) != file(self.owner) {
                return Err(No::because("the root of another file"));
            }
            // Nobody can give it: it is lost where it is needed, and the use is not.
            if matches!(need.kind, Some(Kind::Other(_))) || (need.kind.is_none() && self.known.last.get()) {
                continue;
            }
            self.known.is_guess.set(false);
            let arg = given.iter().find(|(param, _)| base(&need.path) == Some(param));
            let said = match arg {
                Some((param, arg)) => self.say(&replaced(&need.path, param, arg)),
                None => self.say(&need.outer),
            };
            match said {
                Ok(said) => {
                    if !self.known.is_guess.get() {
                        self.learn(of, number, &said.kind);
                    }
                    args.push(said.text);
                }
                Err(no) if need.kind.is_none() => self.lose(of, number, &no),
                Err(no) => return Err(no),
            }
        }
        Ok(args)
    }

    /// Notes why a use cannot give a parameter.
    fn lose(&self, of: usize, number: usize, no: &No) {
        let mut all = self.known.needs.borrow_mut();
        if let Some(need) = all.get_mut(of).and_then(|needs| needs.get_mut(number)) {
            need.lost = need.lost.or(no.reason.fixed());
        }
    }

    /// Notes what a parameter has to hold.
    fn learn(&self, of: usize, number: usize, kind: &Kind) {
        let mut all = self.known.needs.borrow_mut();
        let Some(need) = all.get_mut(of).and_then(|needs| needs.get_mut(number)) else { return };
        let kind = kind.as_parameter();
        let joined = match &need.kind {
            None => kind,
            Some(before) => before.join(&kind),
        };
        if need.kind.as_ref() != Some(&joined) {
            need.kind = Some(joined);
            self.known.changed.set(true);
        }
    }
}

/// The name with which a path begins.
pub fn base(expr: &Expr) -> Option<&str> {
    match expr {
        Expr::Name(name) => Some(name),
        Expr::Dot(of, _) => base(of),
        _ => None,
    }
}

/// A path from another value.
fn replaced(path: &Expr, first: &str, by: &Expr) -> Expr {
    match path {
        Expr::Name(name) if name == first => by.clone(),
        Expr::Dot(of, name) => Expr::Dot(Box::new(replaced(of, first, by)), name.clone()),
        other => other.clone(),
    }
}

/// A path without its first name.
fn without(path: &Expr, first: &str) -> Expr {
    match path {
        Expr::Dot(of, name) if is_name(of, first) => Expr::Name(name.clone()),
        Expr::Dot(of, name) => Expr::Dot(Box::new(without(of, first)), name.clone()),
        other => other.clone(),
    }
}
