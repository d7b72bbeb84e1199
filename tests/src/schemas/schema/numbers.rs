//! Fields that are one number each: what it means, and what must hold of it.

use super::body::{Scope, User};
use super::{Kind, Schema, whole};

impl Schema {
    pub(super) fn number(&mut self, scope: &mut Scope) -> String {
        let name = scope.names.field(&mut self.dice, true);
        let (wire, min, max) = whole(&mut self.dice, 8);
        if let Some((presence, bare)) = self.presence(scope, 30) {
            let default = match self.dice.below(5) {
                0 if bare => " else zero".to_owned(),
                1 if bare => format!(" else {}", self.dice.between(0, 9)),
                _ => String::new(),
            };
            return format!("{name}: {wire}{presence}{default}");
        }
        scope.held = Some(super::bytes_of(min, max));
        let small = max < 1 << 40;
        if self.dice.percent(10)
            && let Some(meaning) = self.meaning((min, max), (min, max))
        {
            if let Kind::Enum(kind) = meaning.kind
                && small
            {
                scope.tags.push((name.clone(), kind, meaning.name.clone()));
            }
            return format!("{name}: {wire} as {}", meaning.name);
        }
        if small
            && self.dice.percent(10)
            && let Some(promised) = &mut scope.promised
        {
            let other = scope.names.field(&mut self.dice, true);
            let (later, ..) = whole(&mut self.dice, 3);
            promised.push(format!("{other}: {later}"));
            let rule = *self.dice.pick(&[
                "it <= LATER",
                "it != LATER",
                "LATER != it * 3 - 1",
                "it < 5 || LATER >= it",
                "it / 2 > LATER || -it < LATER",
                "it == LATER",
            ]);
            return format!("{name}: {wire} where {}", rule.replace("LATER", &other));
        }
        if small && self.dice.percent(20) {
            let (low, high) = (self.dice.between(1, 2), self.dice.between(3, 120));
            let repair = if self.dice.percent(40) { format!(" else {low}") } else { String::new() };
            if repair.is_empty() {
                scope.numbers.push((name.clone(), low, high));
            }
            let rule = *self.dice.pick(&["..=", ".."]);
            return match self.dice.below(4) {
                0 => format!("{name}: {wire} where {low} <= it <= {high}{repair}"),
                1 if rule == ".." => format!("{name}: {wire} where {low}..{}{repair}", high + 1),
                2 => match scope.users.iter().find_map(|one| match one {
                    User::Int(other, 0, 3..) => Some(other.clone()),
                    _ => None,
                }) {
                    Some(other) => {
                        // Nothing narrows this one.
                        scope.numbers.retain(|(one, ..)| *one != name);
                        format!("{name}: {wire} where it * 2 + 1 != {other}")
                    }
                    None => format!("{name}: {wire} where {low}..={high}{repair}"),
                },
                _ => format!("{name}: {wire} where {low}..={high}{repair}"),
            };
        }
        if small {
            scope.numbers.push((name.clone(), min, max));
        }
        format!("{name}: {wire}")
    }

    pub(super) fn truth(&mut self, scope: &mut Scope) -> String {
        let name = scope.names.field(&mut self.dice, true);
        let wire = match self.dice.below(4) {
            0 => "bool".to_owned(),
            1 => "u16be as bool".to_owned(),
            2 if !self.varints.is_empty() => format!("{} as truthy", self.dice.pick(&self.varints).0),
            _ => "i8 as truthy".to_owned(),
        };
        match self.presence(scope, 30) {
            Some((presence, bare)) => {
                let default = if bare && self.dice.percent(40) { " else true" } else { "" };
                format!("{name}: {wire}{presence}{default}")
            }
            None => {
                // Any number but zero is true, so it is no `bool` that could be passed on.
                let truthy = wire.ends_with("truthy");
                scope.held = ["bool", "i8 as truthy"].contains(&wire.as_str()).then_some(1);
                scope.users.push(if truthy { User::Part(name.clone()) } else { User::Bool(name.clone()) });
                format!("{name}: {wire}")
            }
        }
    }

    pub(super) fn declared(&mut self, scope: &mut Scope) -> String {
        if self.scalars.is_empty() {
            return self.number(scope);
        }
        let one = self.dice.pick(&self.scalars).clone();
        let name = scope.names.field(&mut self.dice, true);
        let wire = &one.name;
        if let Some((presence, bare)) = self.presence(scope, 35) {
            let default = match &one.kind {
                _ if !bare || self.dice.percent(50) => String::new(),
                Kind::Int(min, max) => format!(" else {}", self.dice.between(*min.max(&-3), *max.min(&9))),
                Kind::Enum(kind) => format!(" else {}", self.dice.pick(&kind.names)),
                Kind::Quantity(value, ..) => format!(" else {value}"),
                Kind::Float => " else 0.5".to_owned(),
                Kind::Bits(..) | Kind::Alone => String::new(),
            };
            return format!("{name}: {wire}{presence}{default}");
        }
        if let Some(rule) = self.rule_of_value(&one.kind) {
            return format!("{name}: {wire}{rule}");
        }
        match one.kind {
            Kind::Int(min, max) if max < 1 << 40 => scope.numbers.push((name.clone(), min, max)),
            Kind::Enum(kind) => scope.tags.push((name.clone(), kind, wire.clone())),
            Kind::Bits(flags, numbers) => {
                scope.users.extend(flags.iter().map(|part| User::Bool(format!("{name}.{part}"))));
                let number = |(part, min, max): &(String, i128, i128)| User::Int(format!("{name}.{part}"), *min, *max);
                scope.users.extend(numbers.iter().map(number));
            }
            Kind::Int(..) | Kind::Quantity(..) | Kind::Alone | Kind::Float => {}
        }
        format!("{name}: {wire}")
    }

    /// A rule about what a value is made of.
    fn rule_of_value(&mut self, kind: &Kind) -> Option<String> {
        if !self.dice.percent(20) {
            return None;
        }
        Some(match kind {
            Kind::Quantity(_, min, max) if self.dice.percent(50) => {
                format!(" where it.raw != {}", self.dice.between(*min, max.min(&(min + 99)).to_owned()))
            }
            Kind::Quantity(..) => " where (it.raw - 1) / 2 != 3 || -it.raw == -7".to_owned(),
            Kind::Enum(one) if one.names.len() > 1 => {
                let at = self.dice.below(one.names.len());
                let rules = [" where it != NAME", " where !(it == NAME)", " where it.raw != 0 || it in NAME"];
                // Together with the name of zero, the last one always holds.
                let rules = &rules[..if one.codes[at] == 0 { 2 } else { 3 }];
                self.dice.pick(rules).replace("NAME", &one.names[at])
            }
            Kind::Bits(flags, numbers) => match (flags.first(), numbers.first()) {
                (Some(flag), Some((number, ..))) => format!(" where !it.{flag} || it.{number}.raw * 2 < 3"),
                (Some(flag), None) => format!(" where !it.{flag} || it.raw != 1"),
                (None, Some((number, _, max))) => format!(" where it.{number} in 0..{max}"),
                (None, None) => return None,
            },
            Kind::Int(..) | Kind::Enum(_) | Kind::Alone | Kind::Float => return None,
        })
    }

    pub(super) fn float(&mut self, scope: &mut Scope) -> String {
        let name = scope.names.field(&mut self.dice, false);
        let wire = *self.dice.pick(&["f32", "f64", "f32be", "f64le"]);
        match self.presence(scope, 35) {
            Some((presence, bare)) => {
                // Zero has two spellings.
                let worth = if name.len().is_multiple_of(2) { " else 0.0" } else { " else -0.5" };
                let default = if bare && self.dice.percent(75) { worth } else { "" };
                format!("{name}: {wire}{presence}{default}")
            }
            None => {
                scope.held = Some(if wire.starts_with("f32") { 4 } else { 8 });
                let rule = *self.dice.pick(&["", "", " where -1.0..=1.0", " where -100.0 < it < 100.0 else 1.5"]);
                format!("{name}: {wire}{rule}")
            }
        }
    }
}
