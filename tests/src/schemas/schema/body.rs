//! Bodies of records, groups and shapes; what a name in them may be used for.

use super::super::words::Names;
use super::{EnumType, Param, ParamKind, RecordType, Schema};
use std::fmt::Write as _;

/// What the fields of a body may refer to. A cell stands in one list: who uses it decides who sets it.
#[derive(Debug, Clone, Default)]
pub(super) struct Scope {
    /// One set for the whole record, so that nothing is hidden.
    pub(super) names: Names,
    /// Bare bits that nobody owns yet.
    pub(super) flags: Vec<String>,
    /// Numbers that nobody uses yet: with what they hold.
    pub(super) numbers: Vec<(String, i128, i128)>,
    /// Counts of lists that are always there: further lists may share them.
    pub(super) counts: Vec<String>,
    /// Fields of an enum that nobody uses yet.
    pub(super) tags: Vec<(String, EnumType, String)>,
    /// What the user sets, or the receiver knows: tests may read it.
    pub(super) users: Vec<User>,
    /// Numbers in a region that has ended: no other can measure itself by them.
    pub(super) enclosed: Vec<String>,
    /// States of this body, each with its delta.
    pub(super) states: Vec<(String, String)>,
    /// Fields that may still come.
    pub(super) budget: usize,
    pub(super) depth: usize,
    /// Inside of a list: what is outside can be read and not demanded.
    pub(super) element: bool,
    /// Inside of a region whose size may be a byte: nothing in it has many bytes at least.
    pub(super) tight: bool,
    /// Inside of a region: what is in it is there in all versions.
    pub(super) whole: bool,
    /// Where the next field begins, as far as that is always the same; `held` is what the field before it takes.
    pub(super) at: Option<u64>,
    pub(super) held: Option<u64>,
    /// Fields that rules of earlier ones name, each with its wire; they stand last. `None` where nothing may follow.
    pub(super) promised: Option<Vec<String>>,
    /// In a state, or in what stands in as many places as are always the same: only plain values are left of it, of which
    /// nobody could compare a number of the program.
    pub(super) compared: bool,
    /// What is known before the first field: parameters, and outside of a list what the user sets.
    pub(super) given: Vec<User>,
}

#[derive(Debug, Clone)]
pub(super) enum User {
    Bool(String),
    /// A part of a declared layout of bits, or what is `truthy`: to be tested, and nothing else.
    Part(String),
    Int(String, i128, i128),
    Enum(String, EnumType, String),
}

impl Scope {
    /// With parameters, and what the session has said.
    pub(super) fn of(params: &[Param], said: &[User], budget: usize) -> Self {
        let mut scope = Self { budget, at: Some(0), ..Self::default() };
        for param in params {
            scope.users.push(match &param.kind {
                ParamKind::Bool => User::Bool(param.name.clone()),
                ParamKind::Int(max) => User::Int(param.name.clone(), 0, *max),
                ParamKind::Enum(name, one) => User::Enum(param.name.clone(), one.clone(), name.clone()),
            });
        }
        scope.users.extend(said.iter().cloned());
        scope.given.clone_from(&scope.users);
        scope
    }

    /// The names that a group sees; where it may be absent, its condition is not asked again.
    fn inner(&self, condition: &str) -> Self {
        let mut inner = self.clone();
        inner.depth += 1;
        inner.states.clear();
        // What keeps the code of a shape of several codes is called so.
        inner.names.take("code");
        if !condition.is_empty() {
            inner.tags.clear();
            let asked = |name: &str| condition.split([' ', '!', '(', ')']).any(|word| word == name);
            inner.users.retain(|user| !asked(user.name()));
        }
        inner
    }

    /// What is left when a group is complete: what it used up is gone. What it declared is known by its path, if the
    /// group is always there.
    fn leave(&mut self, inner: Self, group: Option<&str>) {
        let declared = group.map(|group| self.declared_in(&inner, group)).unwrap_or_default();
        let used: Vec<String> = self.numbers.iter().map(|(name, ..)| name.clone()).collect();
        for name in used {
            if let Some(User::Int(..)) = inner.users.iter().find(|one| one.name() == name) {
                let at = self.numbers.iter().position(|(one, ..)| *one == name).unwrap();
                let (name, min, max) = self.numbers.remove(at);
                self.users.push(User::Int(name, min, max));
            }
        }
        self.flags.retain(|flag| inner.flags.contains(flag));
        self.numbers.retain(|(name, ..)| inner.numbers.iter().any(|(one, ..)| one == name));
        if group.is_some() {
            let read = |name: &str| inner.users.iter().find(|user| user.name() == name).cloned();
            self.users.extend(self.tags.iter().filter_map(|(name, ..)| read(name)));
            self.tags.retain(|(name, ..)| inner.tags.iter().any(|(one, ..)| one == name));
            let Self { flags, numbers, tags, users, .. } = declared;
            self.flags.extend(flags);
            self.numbers.extend(numbers);
            self.tags.extend(tags);
            self.users.extend(users);
        }
        self.enclosed = inner.enclosed;
        self.names = inner.names;
        self.budget = inner.budget;
    }

    /// What a group declared and nobody in it used up, as it is called outside.
    fn declared_in(&self, inner: &Self, group: &str) -> Self {
        let path = |name: &String| format!("{group}.{name}");
        let known = |name: &str| {
            self.numbers.iter().any(|(one, ..)| one == name)
                || self.tags.iter().any(|(one, ..)| one == name)
                || self.users.iter().any(|one| one.name() == name)
        };
        let flags = inner.flags.iter().filter(|flag| !self.flags.contains(flag)).map(path).collect();
        let numbers = inner.numbers.iter().filter(|(name, ..)| !known(name));
        let tags = inner.tags.iter().filter(|(name, ..)| !known(name));
        let users = inner.users.iter().filter(|user| !known(user.name())).cloned().map(|user| match user {
            User::Bool(name) => User::Bool(path(&name)),
            User::Part(name) => User::Part(path(&name)),
            User::Int(name, min, max) => User::Int(path(&name), min, max),
            User::Enum(name, kind, of) => User::Enum(path(&name), kind, of),
        });
        Self {
            flags,
            numbers: numbers.map(|(name, min, max)| (path(name), *min, *max)).collect(),
            tags: tags.map(|(name, kind, of)| (path(name), kind.clone(), of.clone())).collect(),
            users: users.collect(),
            ..Self::default()
        }
    }
}

impl User {
    fn name(&self) -> &str {
        match self {
            Self::Bool(name) | Self::Part(name) | Self::Int(name, ..) | Self::Enum(name, ..) => name,
        }
    }
}

impl Schema {
    /// A struct that stands by itself.
    pub(super) fn structure(&mut self) {
        let name = self.names.upper(&mut self.dice);
        let params = match self.dice.below(100) {
            0..25 => self.params(),
            // What is called alike need not be handed on.
            25..35 => self.records.last().map(|one| one.params.clone()).unwrap_or_default(),
            _ => Vec::new(),
        };
        let budget = self.dice.below(9) + 2;
        let mut scope = Scope::of(&params, &self.said, budget);
        for param in &params {
            scope.names.take(&param.name);
        }
        let (last, hooked) = (self.dice.percent(50), self.hooked);
        let front = self.sum_in_front(&mut scope);
        let (first, mut body, to_the_end) = self.solid_body(&mut scope, last);
        let behind = if to_the_end { None } else { self.sum_behind(&mut scope, Some(&first), front.is_some()) };
        let (front, behind) = (front.unwrap_or_default(), behind.unwrap_or_default());
        body = format!("{{ {front}{body}{behind}\n{}{name}\n}}", super::examples::MARK);
        let guard = self.guard();
        writeln!(self.text, "/// A [{name}] of *parts*.\nstruct {name}{}{guard} {body}", declared(&params)).unwrap();
        let hooked = self.hooked > hooked;
        self.records.push(RecordType { name, params, to_the_end, delta: false, hooked });
    }

    pub(super) fn params(&mut self) -> Vec<Param> {
        let mut names = Names::default();
        // What the session knows stands beside them.
        self.session_names.iter().for_each(|name| names.take(name));
        let count = self.dice.below(5) + 1;
        let mut params = Vec::new();
        for _ in 0..count {
            let name = names.field(&mut self.dice, true);
            let enums: Vec<_> = self.enums();
            let kind = match self.dice.below(4) {
                0 | 1 => ParamKind::Bool,
                2 if !enums.is_empty() => {
                    let (name, one) = self.dice.pick(&enums).clone();
                    ParamKind::Enum(name, one)
                }
                _ => ParamKind::Int(*self.dice.pick(&[7, 255])),
            };
            let docs = self.docs(10);
            params.push(Param { name, kind, docs });
        }
        params
    }

    /// The fields of a body, of which the first has at least a byte; and the name of that.
    pub(super) fn solid_body(&mut self, scope: &mut Scope, last: bool) -> (String, String, bool) {
        let name = scope.names.field(&mut self.dice, true);
        let (wire, min, max) = super::whole(&mut self.dice, 2);
        scope.numbers.push((name.clone(), min, max));
        scope.at = scope.at.map(|at| at + super::bytes_of(min, max));
        let (rest, to_the_end) = self.entries(scope, last, usize::MAX);
        let body = format!("{name}: {wire}, {rest}");
        (name, body, to_the_end)
    }

    /// Fields, each with a comma.
    pub(super) fn entries(&mut self, scope: &mut Scope, last: bool, most: usize) -> (String, bool) {
        let mut text = String::new();
        let count = (self.dice.below(scope.budget.max(1)) + 1).min(most);
        let around = std::mem::replace(&mut scope.promised, (!last).then(Vec::new));
        for index in 0..count {
            if scope.budget == 0 {
                break;
            }
            scope.budget -= 1;
            let at_the_end = last && (index + 1 == count || scope.budget == 0);
            let begins = scope.at;
            let at = begins.filter(|_| self.dice.percent(20));
            text.push_str(&self.docs(6));
            scope.held = None;
            let (field, to_the_end) = self.field(scope, at_the_end);
            scope.at = begins.zip(scope.held).map(|(at, held)| at + held);
            match at {
                // A field without a name cannot state its offset.
                Some(at) if !["bits ", "within "].iter().any(|word| field.starts_with(word)) => {
                    write!(text, "@{at} {field}, ").unwrap();
                }
                _ => write!(text, "{field}, ").unwrap(),
            }
            if to_the_end {
                scope.promised = around;
                return (text, true);
            }
        }
        let promised = std::mem::replace(&mut scope.promised, around);
        for field in promised.into_iter().flatten() {
            write!(text, "{field}, ").unwrap();
            scope.at = None;
        }
        (text, false)
    }

    /// The body of a group or of a shape, which belong to their record. A group without a condition is known by its
    /// name from then on.
    pub(super) fn inner_body(
        &mut self,
        scope: &mut Scope,
        condition: &str,
        group: Option<&str>,
        last: bool,
    ) -> (String, bool) {
        let mut inner = scope.inner(condition);
        let (entries, to_the_end) = self.entries(&mut inner, last, 4);
        // Only that of a group that is always there goes on behind it.
        scope.held = inner.at.zip(scope.at).map(|(end, at)| end - at).filter(|_| group.is_some());
        scope.leave(inner, group);
        (format!("{{ {entries}}}"), to_the_end)
    }

    /// Those that stand on a wire by themselves.
    pub(super) fn enums_of_their_own(&self) -> Vec<(String, EnumType)> {
        let one = |one: &super::Declared| match &one.kind {
            super::Kind::Enum(kind) => Some((one.name.clone(), kind.clone())),
            _ => None,
        };
        self.scalars.iter().filter_map(one).collect()
    }

    pub(super) fn enums(&self) -> Vec<(String, EnumType)> {
        let parts = self.parts.iter().map(|part| (part.name.clone(), part.kind.clone()));
        self.enums_of_their_own().into_iter().chain(parts).collect()
    }
}

/// Whether something that may have numbers of the program can stand here.
pub(super) fn may_stand(scope: &Scope, hooked: bool) -> bool {
    !(scope.compared && hooked)
}

/// `(flag: bool, limit: u8)`
pub(super) fn declared(params: &[Param]) -> String {
    let one = |param: &Param| {
        let kind = match &param.kind {
            ParamKind::Bool => "bool".to_owned(),
            ParamKind::Int(max) => format!("u{}", (max + 1).ilog2()),
            ParamKind::Enum(name, _) => name.clone(),
        };
        format!("{}{}: {kind}", param.docs, param.name)
    };
    if params.is_empty() {
        return String::new();
    }
    format!("({})", params.iter().map(one).collect::<Vec<_>>().join(", "))
}
