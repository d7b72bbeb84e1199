//! One field: its wire, whether it is there, what must hold.

use std::fmt::Write as _;

use super::body::{Scope, User};
use super::{Kind, Param, ParamKind, Schema, interval, whole};

impl Schema {
    /// A field, and whether it asks where its region ends.
    pub(super) fn field(&mut self, scope: &mut Scope, last: bool) -> (String, bool) {
        if last && !scope.element && self.dice.percent(15) {
            return (self.left(scope), true);
        }
        match self.dice.below(26) {
            0..=2 => (self.number(scope), false),
            3 => (self.truth(scope), false),
            25 => (self.wire_of_a_name(scope), false),
            4..=6 => (self.declared(scope), false),
            7 => (self.float(scope), false),
            8..=10 => (self.bits_field(scope), false),
            11 | 12 => self.run_of_bytes(scope, last),
            13..=15 => self.list(scope, last),
            16 => self.group(scope, last),
            17 | 18 => (self.width(scope), false),
            19 | 20 => self.shape(scope, last),
            21 => self.reference(scope, last),
            22 => (self.region(scope), false),
            _ => (self.reserved(scope), false),
        }
    }

    fn number(&mut self, scope: &mut Scope) -> String {
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

    fn truth(&mut self, scope: &mut Scope) -> String {
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

    fn declared(&mut self, scope: &mut Scope) -> String {
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
                Kind::Bits(..) | Kind::Packed => String::new(),
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
            Kind::Int(..) | Kind::Quantity(..) | Kind::Packed | Kind::Float => {}
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
                let name = self.dice.pick(&one.names).clone();
                let rules = [" where it != NAME", " where !(it == NAME)", " where it.raw != 0 || it in NAME"];
                self.dice.pick(&rules).replace("NAME", &name)
            }
            Kind::Bits(flags, numbers) => match (flags.first(), numbers.first()) {
                (Some(flag), Some((number, ..))) => format!(" where !it.{flag} || it.{number}.raw * 2 < 3"),
                (Some(flag), None) => format!(" where !it.{flag} || it.raw != 1"),
                (None, Some((number, _, max))) => format!(" where it.{number} in 0..{max}"),
                (None, None) => return None,
            },
            Kind::Int(..) | Kind::Enum(_) | Kind::Packed | Kind::Float => return None,
        })
    }

    /// A wire that has a name.
    fn wire_of_a_name(&mut self, scope: &mut Scope) -> String {
        if self.wires.is_empty() {
            return self.truth(scope);
        }
        let name = scope.names.field(&mut self.dice, true);
        let (wire, element) = self.dice.pick(&self.wires).clone();
        // What is always the same is there or not as somebody else says.
        let presence = if element { self.presence(scope, 30) } else { None };
        let presence = presence.map(|(presence, _)| presence).unwrap_or_default();
        format!("{name}: {wire}{presence}")
    }

    fn float(&mut self, scope: &mut Scope) -> String {
        let name = scope.names.field(&mut self.dice, false);
        let wire = *self.dice.pick(&["f32", "f64", "f32be", "f64le"]);
        match self.presence(scope, 35) {
            Some((presence, bare)) => {
                let default = if bare && self.dice.percent(40) { " else -0.5" } else { "" };
                format!("{name}: {wire}{presence}{default}")
            }
            None => {
                scope.held = Some(if wire.starts_with("f32") { 4 } else { 8 });
                let rule = *self.dice.pick(&["", "", " where -1.0..=1.0", " where -100.0 < it < 100.0 else 1.5"]);
                format!("{name}: {wire}{rule}")
            }
        }
    }

    fn bits_field(&mut self, scope: &mut Scope) -> String {
        let named = self.dice.percent(35).then(|| scope.names.field(&mut self.dice, true));
        let varint = !self.varints.is_empty() && self.dice.percent(30);
        let (carrier, width) = if varint {
            let (name, _, max) = self.dice.pick(&self.varints).clone();
            (name, max.ilog2())
        } else {
            let width = *self.dice.pick(&[8, 16, 24, 32, 64]);
            (format!("u{width}{}", if width > 8 && self.dice.percent(30) { "be" } else { "" }), width)
        };
        let path = |part: &String| named.as_ref().map_or_else(|| part.clone(), |name| format!("{name}.{part}"));
        let mut left = width;
        let mut text = String::new();
        for _ in 0..self.dice.below(7) + 1 {
            if left < 2 {
                break;
            }
            let part = scope.names.field(&mut self.dice, true);
            let bits = (self.dice.below(6) as u32 + 2).min(left - 1);
            let (spelled, bits) = match self.dice.below(15) {
                0 => {
                    scope.users.push(User::Bool(path(&part)));
                    (format!("{part}: bool"), 1)
                }
                12 => match self.part_type(left - 1) {
                    Some((one, bits)) => (format!("{part}: {one}"), bits),
                    None => continue,
                },
                13 => match self.part(left - 1) {
                    Some(one) => (format!("{part}: u{} as {}", one.bits, one.name), one.bits),
                    None => continue,
                },
                14 => (format!("{part}: u{bits} = {}", self.dice.between(0, (1 << bits) - 1)), bits),
                1 => (format!("_: u{bits}"), bits),
                2 => (format!("_: u{bits} = {}", self.dice.between(0, (1 << bits) - 1)), bits),
                3 | 4 => {
                    let (min, max) = interval(bits, false);
                    scope.numbers.push((path(&part), min, max));
                    (format!("{part}: u{bits}"), bits)
                }
                5 => (format!("{part}: i{bits}"), bits),
                6 => match self.part(left - 1) {
                    Some(one) => {
                        scope.tags.push((path(&part), one.kind, one.name.clone()));
                        (format!("{part}: {}", one.name), one.bits)
                    }
                    None => continue,
                },
                _ => {
                    scope.flags.push(path(&part));
                    (part, 1)
                }
            };
            let docs = self.docs(5);
            write!(text, "{docs}{spelled}, ").unwrap();
            left -= bits;
        }
        scope.held = (!varint).then_some(u64::from(width / 8));
        let rest = match self.dice.below(10) {
            0 | 1 if !varint => format!("_: u{left} = 0"),
            2 => format!("{}: ..", scope.names.field(&mut self.dice, true)),
            _ => "_: ..".to_owned(),
        };
        let head = named.as_ref().map_or_else(|| "bits".to_owned(), |name| format!("{name}: bits"));
        format!("{head} {carrier} {{ {text}{rest} }}")
    }

    fn group(&mut self, scope: &mut Scope, last: bool) -> (String, bool) {
        if scope.depth > 1 || scope.budget == 0 {
            return (self.number(scope), false);
        }
        let name = scope.names.field(&mut self.dice, true);
        let head = match self.presence(scope, 80) {
            Some((presence, _)) => format!("{presence} ").trim_start().to_owned(),
            None => String::new(),
        };
        let named =
            if self.dice.percent(20) { format!("struct {} ", self.names.upper(&mut self.dice)) } else { String::new() };
        let always = head.is_empty().then_some(name.as_str());
        // A group has fields in every version.
        let around = std::mem::replace(&mut scope.whole, true);
        let (body, to_the_end) = self.inner_body(scope, &head, always, last);
        scope.whole = around;
        (format!("{name}: {head}{named}{body}"), to_the_end)
    }

    /// A struct or a member of a family.
    fn reference(&mut self, scope: &mut Scope, last: bool) -> (String, bool) {
        if scope.tight {
            return (self.number(scope), false);
        }
        let fits = |to_the_end: bool, hooked: bool| (last || !to_the_end) && !(scope.compared && hooked);
        let records: Vec<_> = self.records.iter().filter(|one| fits(one.to_the_end, one.hooked)).cloned().collect();
        let families: Vec<_> =
            self.families.iter().filter(|one| fits(one.to_the_end || one.open, one.hooked)).cloned().collect();
        let family = !families.is_empty() && (records.is_empty() || self.dice.percent(30));
        let (mut chooser, mut delta) = (None, false);
        let (wire, params, to_the_end) = if family {
            let one = self.dice.pick(&families).clone();
            self.hooked += usize::from(one.hooked);
            chooser = one.by.then_some(one.carrier);
            (one.name, one.params, one.to_the_end || one.open)
        } else if records.is_empty() {
            return (self.number(scope), false);
        } else {
            let one = self.dice.pick(&records).clone();
            self.hooked += usize::from(one.hooked);
            delta = one.delta;
            (one.name, one.params, one.to_the_end)
        };
        let front = self.bits_to_pass(scope, &params);
        let name = scope.names.field(&mut self.dice, true);
        let args = self.args(scope, &params);
        let presence = self.presence(scope, 40).map(|(presence, _)| presence).unwrap_or_default();
        let from = if delta { self.state(scope, &name, &wire, presence.is_empty()) } else { String::new() };
        if !from.is_empty() && presence.is_empty() && self.dice.percent(50) {
            let next = scope.names.field(&mut self.dice, true);
            return (format!("{front}{name}: {wire}{from}, {next}: {wire} from {name}"), false);
        }
        let Some(carrier) = chooser else {
            return (format!("{front}{name}: {wire}{args}{from}{presence}"), to_the_end);
        };
        let kind = scope.names.field(&mut self.dice, true);
        (format!("{front}{kind}: {carrier}, {name}: {wire}{args} by {kind}{presence}"), to_the_end)
    }

    /// A named layout in front, whose parts can be passed on.
    fn bits_to_pass(&mut self, scope: &mut Scope, params: &[Param]) -> String {
        let bits = self.scalars.iter().find_map(|one| match &one.kind {
            Kind::Bits(flags, numbers) => Some((one.name.clone(), flags.clone(), numbers.clone())),
            _ => None,
        });
        let Some((wire, flags, numbers)) = bits.filter(|_| !params.is_empty() && self.dice.percent(40)) else {
            return String::new();
        };
        let name = scope.names.field(&mut self.dice, true);
        scope.users.extend(flags.iter().map(|part| User::Bool(format!("{name}.{part}"))));
        let number = |(part, min, max): &(String, i128, i128)| User::Int(format!("{name}.{part}"), *min, *max);
        scope.users.extend(numbers.iter().map(number));
        format!("{name}: {wire}, ")
    }

    /// Arguments: literals, or what is known of the right type. What is passed on is the user's.
    pub(super) fn args(&mut self, scope: &mut Scope, params: &[Param]) -> String {
        let same = |param: &Param| {
            let known = scope.users.iter().filter_map(|user| passed(&param.kind, user));
            known.into_iter().any(|name| name == param.name)
        };
        if params.iter().all(same) && self.dice.percent(50) {
            return String::new();
        }
        let mut args = Vec::new();
        for param in params {
            let fitting = scope.users.iter().filter_map(|user| passed(&param.kind, user));
            // The session is everywhere, and not passed on.
            let fitting: Vec<String> = fitting.filter(|name| !name.starts_with("session.")).collect();
            let literal = fitting.is_empty() || self.dice.percent(30);
            args.push(match &param.kind {
                _ if !literal => self.dice.pick(&fitting).clone(),
                ParamKind::Bool => (*self.dice.pick(&["true", "false"])).to_owned(),
                ParamKind::Int(max) => self.dice.between(0, *max.min(&9)).to_string(),
                ParamKind::Enum(_, one) => self.dice.pick(&one.names).clone(),
            });
        }
        if args.is_empty() { String::new() } else { format!("({})", args.join(", ")) }
    }

    fn reserved(&mut self, scope: &mut Scope) -> String {
        let kind = self.dice.below(12);
        scope.held = [2, 3, 1, 4, 2, 3].get(kind).copied();
        match kind {
            8 => "_: bytes[4] = \"\\xFF\\\"a\\n\"".to_owned(),
            9 => match self.test(scope) {
                Some(test) => format!("_: [u8; 2] if {test}"),
                None => "_: [u8; 3] = [1, 0x2, 'c']".to_owned(),
            },
            10 => {
                let name = scope.names.field(&mut self.dice, true);
                let test = self.test(scope).map(|test| format!(" if {test}")).unwrap_or_default();
                format!("{name}: latin1[5] = \"ab\"{test}")
            }
            11 => format!("{}: f32 = 0.5", scope.names.field(&mut self.dice, true)),
            0 => "_: u16".to_owned(),
            1 => "_: [u8; 3]".to_owned(),
            2 => format!("_: u8 = {}", self.dice.between(0, 255)),
            3 => "_: ascii[4] = \"RIFF\"".to_owned(),
            4 => "_: bytes[2]".to_owned(),
            5 if !self.of_versions.is_empty() => {
                scope.held = Some(4);
                format!("{}: u32be = VERSION", scope.names.field(&mut self.dice, true))
            }
            5 => format!("{}: u24be = 0x123456", scope.names.field(&mut self.dice, true)),
            6 => match self.test(scope) {
                Some(test) => format!("_: u16 if {test}"),
                None => "_: f32".to_owned(),
            },
            _ => match self.varints.first() {
                Some((name, ..)) => format!("_: {name} = 5"),
                None => "_: i8 = -1".to_owned(),
            },
        }
    }

    /// ` if ..`, and whether a bare bit says it.
    pub(super) fn presence(&mut self, scope: &mut Scope, chance: usize) -> Option<(String, bool)> {
        if !scope.whole
            && let Some(version) = self.of_a_version(15)
        {
            return Some((format!(" if {version}"), false));
        }
        if !self.dice.percent(chance) {
            return None;
        }
        if let Some(flag) = self.dice.draw(&mut scope.flags) {
            let not = if self.dice.percent(20) { "!" } else { "" };
            let version = self.of_a_version(10).filter(|version| !scope.whole && !version.contains("||"));
            let version = version.map(|version| format!(" && {version}")).unwrap_or_default();
            return Some((format!(" if {not}{flag}{version}"), true));
        }
        self.test(scope).map(|test| (format!(" if {test}"), false))
    }

    /// A condition over what the user sets.
    fn test(&mut self, scope: &mut Scope) -> Option<String> {
        let first = self.atom(scope)?;
        if !self.dice.percent(20) {
            return Some(first);
        }
        let second = self.atom(scope)?;
        let (a, b) = (first.trim_start_matches('!'), second.trim_start_matches('!'));
        let word = |text: &str| text.split(' ').next().map(str::to_owned);
        // The same thing twice might be always true.
        if word(a) == word(b) {
            return Some(first);
        }
        let op = *self.dice.pick(&["&&", "||"]);
        let both = format!("{first} {op} {second}");
        Some(if self.dice.percent(20) { format!("!({both})") } else { both })
    }

    fn atom(&mut self, scope: &mut Scope) -> Option<String> {
        if !scope.element && self.dice.percent(40) {
            if let Some((name, min, max)) = self.dice.draw(&mut scope.numbers) {
                scope.users.push(User::Int(name, min, max));
            }
            if self.dice.percent(30)
                && let Some((name, kind, of)) = self.dice.draw(&mut scope.tags)
            {
                scope.users.push(User::Enum(name, kind, of));
            }
        }
        if scope.users.is_empty() {
            return None;
        }
        Some(match self.dice.pick(&scope.users).clone() {
            User::Bool(name) | User::Part(name) => format!("{}{name}", if self.dice.percent(25) { "!" } else { "" }),
            User::Int(name, min, max) => {
                let middle = self.dice.between(min + 1, max.min(min + 40));
                match self.dice.below(4) {
                    0 => format!("{name} >= {middle}"),
                    1 => format!("{name} == {middle}"),
                    2 if middle < max => format!("{name} in {min}..{middle} | {max}"),
                    2 => format!("{name} in {min}..{middle}"),
                    _ => format!("{name} != {middle}"),
                }
            }
            User::Enum(name, kind, _) => {
                let one = self.dice.pick(&kind.names).clone();
                match self.dice.below(3) {
                    0 => format!("{name} == {one}"),
                    1 => format!("{name} != {one}"),
                    _ => format!("{name} in {one}"),
                }
            }
        })
    }
}

/// What can be passed for a parameter.
fn passed(kind: &ParamKind, user: &User) -> Option<String> {
    match (kind, user) {
        (ParamKind::Bool, User::Bool(name)) => Some(name.clone()),
        (ParamKind::Int(most), User::Int(name, 0.., max)) if max <= most => Some(name.clone()),
        (ParamKind::Enum(wanted, _), User::Enum(name, _, of)) if wanted == of => Some(name.clone()),
        _ => None,
    }
}
