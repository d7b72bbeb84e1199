//! Whether a field is there: what is asked, of what the user sets and the receiver knows.

use super::Schema;
use super::body::{Scope, User};

impl Schema {
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
    pub(super) fn test(&mut self, scope: &mut Scope) -> Option<String> {
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
