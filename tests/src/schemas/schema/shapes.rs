//! Widths and shapes that earlier numbers choose.

use std::fmt::Write as _;

use super::super::words::Names;
use super::Schema;
use super::body::{Scope, User, may_stand};

impl Schema {
    /// A number whose width is chosen.
    pub(super) fn width(&mut self, scope: &mut Scope) -> String {
        let name = scope.names.field(&mut self.dice, true);
        let wires: &[&str; 4] = self.dice.pick(&[
            ["u8", "u16", "u24", "u32"],
            ["i8", "i16be", "i24", "i32"],
            ["u8", "i16", "i24be", "i64"],
            ["u16", "i24", "i32", "i48"],
        ]);
        let all = wires
            .map(|wire| wire.trim_end_matches(['b', 'e']))
            .map(|wire| (wire.as_bytes()[0], wire[1..].parse().unwrap()));
        let holds = all.map(|(sign, bits)| super::interval(bits, sign == b'i'));
        let ends =
            |pick: fn(i128, i128) -> i128, end: fn((i128, i128)) -> i128| holds.map(end).into_iter().reduce(pick);
        let all = (ends(i128::min, |(min, _)| min).unwrap(), ends(i128::max, |(_, max)| max).unwrap());
        let surely = (ends(i128::max, |(min, _)| min).unwrap(), ends(i128::min, |(_, max)| max).unwrap());
        let meaning = if self.dice.percent(25) { self.meaning(all, surely) } else { None };
        let meaning = meaning.map(|one| format!(" as {}", one.name)).unwrap_or_default();
        let none = self.dice.percent(25);
        let default = if none && meaning.is_empty() && self.dice.percent(40) { " else 7" } else { "" };
        // Of a number that may be absent nothing is said.
        let ruled = !none && meaning.is_empty() && self.dice.percent(20);
        let default = if ruled { " where it != 7".to_owned() } else { format!("{meaning}{default}") };
        let nothing = if none { "none" } else { wires[0] };
        let wires = if none { &wires[..] } else { &wires[1..] };
        if scope.flags.len() >= 2 && self.dice.percent(60) {
            let (a, b) = (self.dice.draw(&mut scope.flags).unwrap(), self.dice.draw(&mut scope.flags).unwrap());
            let arms = *self.dice.pick(&[
                "(0, 0) => N, (1, 0) => A, (0, 1) => B, (1, 1) => C",
                "(0, _) => N, (1, 0) => A, (1, 1) => B",
                "(1, 1) => N, (0, _) => A, (1, 0) => B",
                "(0, 0) => N, (1, 0) | (0, 1) => A, (1, 1) => B",
            ]);
            let arms = arms.replace('N', nothing).replace('A', wires[0]).replace('B', wires[1]).replace('C', wires[2]);
            let comma = if self.dice.percent(50) { "," } else { "" };
            return format!("{name}: match ({a}, {b}{comma}) {{ {arms} }}{default}");
        }
        if self.dice.percent(10)
            && let Some((tag, kind, _)) = self.dice.draw(&mut scope.tags)
            && kind.names.len() > 1
        {
            // A number that means more than a width is the user's.
            let last = *self.dice.pick(&[wires[0], wires[1]]);
            return format!(
                "{name}: match {tag} {{ {} => {}, {} => {last} }}{default}",
                kind.names[0],
                if none { nothing } else { wires[1] },
                kind.names[1],
            );
        }
        if let Some(at) = scope.numbers.iter().position(|(_, min, max)| *min == 0 && *max >= 3 && *max < 1 << 20)
            && self.dice.percent(50)
        {
            let (tag, _, max) = scope.numbers.remove(at);
            let arms = if max == 3 && self.dice.percent(50) {
                format!("0 => {nothing}, 1 => {}, 2 | 3 => {}", wires[0], wires[1])
            } else if self.dice.percent(50) {
                format!("0 => {nothing}, 2 => {}, _ => {}", wires[0], wires[1])
            } else {
                format!("0 | 2 => {nothing}, 1 => {}", wires[0])
            };
            return format!("{name}: match {tag} {{ {arms} }}{default}");
        }
        // A whole field that a match reads would be derived; what is passed in is not.
        let given = scope.given.iter().find_map(|user| match user {
            User::Bool(name) if is_whole(name) => Some(name.clone()),
            _ => None,
        });
        let given = given.filter(|_| scope.flags.is_empty() || self.dice.percent(40));
        let flag = self.dice.draw(&mut scope.flags);
        let last = wires[wires.len() - 1];
        match (given, flag) {
            (Some(given), Some(flag)) => {
                let arms = *self.dice.pick(&[
                    "(0, 0) => N, (1, 0) | (0, 1) => A, (1, 1) => B",
                    "(0, _) => N, (1, 0) => A, (1, 1) => B",
                    "(0, 0) => N, (0, 1) => A, (1, 0) => B, (1, 1) => C",
                ]);
                let arms = arms.replace('N', nothing).replace('A', wires[0]).replace('B', wires[1]).replace('C', last);
                format!("{name}: match ({flag}, {given}) {{ {arms} }}{default}")
            }
            (Some(given), None) => format!("{name}: match {given} {{ 0 => {nothing}, 1 => {last} }}{default}"),
            (None, Some(flag)) => {
                let arms = if self.dice.percent(70) { (0, 1) } else { (1, 0) };
                format!("{name}: match {flag} {{ {} => {nothing}, {} => {} }}{default}", arms.0, arms.1, wires[0])
            }
            (None, None) => format!("{name}: {}{meaning}", wires[1]),
        }
    }

    /// One of several shapes.
    pub(super) fn shape(&mut self, scope: &mut Scope, last: bool) -> (String, bool) {
        if scope.depth > 1 || scope.budget < 2 {
            return (format!("{}: u8", scope.names.field(&mut self.dice, true)), false);
        }
        let name = scope.names.field(&mut self.dice, true);
        let mut variants = Names::default();
        // The view of the shape itself is called so.
        variants.take("View");
        let (tag, codes): (String, Vec<String>) = if let Some(tag) = self.tag(scope) {
            tag
        } else {
            let carrier = match self.dice.below(3) {
                0 if !self.varints.is_empty() => self.dice.pick(&self.varints).0.clone(),
                1 => "u16be".to_owned(),
                _ => "u8".to_owned(),
            };
            let bytes = [("u8", 1), ("u16be", 2)].into_iter().find(|(name, _)| *name == carrier);
            scope.at = scope.at.zip(bytes).map(|(at, (_, bytes))| at + bytes);
            (carrier, self.codes())
        };
        let presence = self.presence(scope, 20);
        let presence = presence.map(|(presence, _)| presence).unwrap_or_default();
        // What was asked outside is not asked again inside.
        let asked = format!("{tag}{presence}");
        let mut text = String::new();
        let mut to_the_end = false;
        for code in codes {
            let variant = variants.upper(&mut self.dice);
            let (arm, ends) = match self.named_arm(scope, &mut variants) {
                Some(arm) => (arm, false),
                None => self.arm(scope, (&variant, &asked), last),
            };
            let docs = self.docs(6);
            write!(text, "{docs}{code} => {arm}, ").unwrap();
            to_the_end |= ends;
        }
        (format!("{name}: match {tag} {{ {text}}}{presence}"), to_the_end)
    }

    /// A tag that stands earlier, and the codes of its arms.
    fn tag(&mut self, scope: &mut Scope) -> Option<(String, Vec<String>)> {
        if self.dice.percent(50)
            && let Some((name, kind, _)) = self.dice.draw(&mut scope.tags)
        {
            let mut codes = kind.names.clone();
            codes.truncate(3);
            if self.dice.percent(40) && (kind.open || kind.names.len() > 3) {
                codes.push("_".to_owned());
            }
            return Some((name, codes));
        }
        if self.dice.percent(25) {
            // Nothing in the record says it.
            let given = scope.given.iter().find_map(|user| match user {
                User::Int(name, 0, 15..) if is_whole(name) => Some((name.clone(), None)),
                User::Enum(name, kind, _) if is_whole(name) => Some((name.clone(), Some(kind.clone()))),
                _ => None,
            });
            match given {
                Some((name, Some(kind))) => return Some((name, kind.names.iter().take(3).cloned().collect())),
                Some((name, None)) => return Some((name, self.codes())),
                None => {}
            }
        }
        let at = scope.numbers.iter().position(|(_, min, max)| *min == 0 && *max >= 15 && *max < 1 << 30)?;
        if self.dice.percent(50) {
            return None;
        }
        let (name, ..) = scope.numbers.remove(at);
        Some((name, self.codes()))
    }

    /// A type whose name the variant has.
    fn named_arm(&mut self, scope: &mut Scope, variants: &mut Names) -> Option<String> {
        if scope.tight || !self.dice.percent(10) {
            return None;
        }
        let fits = |one: &&super::RecordType| !one.to_the_end && !one.delta && may_stand(scope, one.hooked);
        let records: Vec<_> = self.records.iter().filter(fits).cloned().collect();
        let one = records.last().filter(|one| variants.claim(&one.name))?;
        self.hooked += usize::from(one.hooked);
        Some(format!("{}{}", one.name, self.args(scope, &one.params)))
    }

    fn codes(&mut self) -> Vec<String> {
        let mut codes = vec![
            (*self.dice.pick(&["0", "0 | 4", "0..=1"])).to_owned(),
            (*self.dice.pick(&["2", "2 | 5", "'\\x03' | 2"])).to_owned(),
            (*self.dice.pick(&["6", "6..=9", "10..13"])).to_owned(),
        ];
        codes.truncate(self.dice.below(3) + 1);
        if self.dice.percent(35) {
            codes.push("_".to_owned());
        }
        codes
    }

    fn arm(&mut self, scope: &mut Scope, (variant, asked): (&str, &str), last: bool) -> (String, bool) {
        let fits = |one: &&super::RecordType| (last || !one.to_the_end) && may_stand(scope, one.hooked);
        let records: Vec<_> = self.records.iter().filter(fits).cloned().collect();
        let records = if scope.tight { Vec::new() } else { records };
        match self.dice.below(5) {
            0 => (format!("{variant}: {}", super::whole(&mut self.dice, 8).0), false),
            1 => {
                let wire = *self.dice.pick(&["latin1[u8]", "bytes[3]", "utf8[until 0]", "[u16; u8]", "f32", "bool"]);
                // These dice are a fork, so no other choice depends on them.
                let mut fork = super::Dice::new(self.dice.clone().next());
                let named = !scope.tight && !self.wires.is_empty() && fork.percent(50);
                let wire = if named { fork.pick(&self.wires).0.clone() } else { wire.to_owned() };
                (format!("{variant}: {wire}"), false)
            }
            2 if !records.is_empty() => {
                let one = self.dice.pick(&records).clone();
                self.hooked += usize::from(one.hooked);
                let args = self.args(scope, &one.params);
                (format!("{variant}: {}{args}", one.name), one.to_the_end)
            }
            3 => (format!("{variant} {{}}"), false),
            _ => {
                let (body, to_the_end) = self.inner_body(scope, asked, None, last);
                (format!("{variant} {body}"), to_the_end)
            }
        }
    }
}

/// Whether a name is no part of a named layout: such parts are the user's, and choose nothing.
fn is_whole(name: &str) -> bool {
    !name.contains('.') || name.starts_with("session.")
}
