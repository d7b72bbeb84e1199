//! Messages and their families.

use std::fmt::Write as _;

use super::body::{Scope, declared};
use super::{FamilyType, Schema};

impl Schema {
    pub(super) fn family(&mut self) {
        let name = self.names.upper(&mut self.dice);
        let (carrier, most) = if !self.varints.is_empty() && self.dice.percent(40) {
            let (name, _, max) = self.dice.pick(&self.varints).clone();
            (name, max.min(300))
        } else {
            let carrier = *self.dice.pick(&["u8", "u16", "u16be"]);
            (carrier.to_owned(), 250)
        };
        let params = if self.dice.percent(35) { self.params() } else { Vec::new() };
        let open = self.dice.percent(40);
        let (mut text, mut code, mut ends) = (String::new(), 0, false);
        for _ in 0..self.dice.below(3) + 1 {
            code += self.dice.between(0, 3);
            let outside = self.dice.percent(25);
            let message = self.names.upper(&mut self.dice);
            if self.dice.percent(20) {
                write!(text, "message {message} = {code}; ").unwrap();
                code += 1;
                continue;
            }
            let own = if outside && self.dice.percent(50) { self.params() } else { Vec::new() };
            let seen = if outside { &own } else { &params };
            let budget = self.dice.below(8) + 1;
            let mut scope = Scope::of(seen, budget);
            for param in seen {
                scope.names.take(&param.name);
            }
            let last = self.dice.percent(35);
            let (body, to_the_end) = self.entries(&mut scope, last, usize::MAX);
            ends |= to_the_end;
            if outside {
                writeln!(self.text, "message {message}{} = {code} {{ {body}}}", declared(&own)).unwrap();
                let mut inner = Scope::of(&params, 0);
                let args = self.args(&mut inner, &own);
                write!(text, "{message}{args}, ").unwrap();
            } else {
                write!(text, "message {message} = {code} {{ {body}}} ").unwrap();
            }
            code += 1;
        }
        assert!(code < most, "codes of messages are small");
        let open_mark = if open { ".." } else { "" };
        let by = self.dice.percent(30).then(|| carrier.clone());
        let in_front = if by.is_some() { String::new() } else { format!(": {carrier}") };
        writeln!(self.text, "family {name}{}{in_front} {{ {text}{open_mark} }}", declared(&params)).unwrap();
        self.families.push(FamilyType { name, params, to_the_end: ends, open, by });
    }
}
