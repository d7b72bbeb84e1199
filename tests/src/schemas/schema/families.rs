//! Messages and their families.

use std::fmt::Write as _;

use super::body::{Scope, declared};
use super::{FamilyType, Schema};

impl Schema {
    pub(super) fn family(&mut self) {
        let name = self.names.upper(&mut self.dice);
        let inner = if self.dice.percent(35) { self.families.last().cloned() } else { None };
        let (says, inner) = match self.says.clone() {
            Some(says) if self.families.iter().all(|one| !one.says) || self.dice.percent(50) => {
                (Some(says), inner.filter(|inner| !inner.says && !inner.by && inner.carrier == "u8"))
            }
            _ => (None, inner),
        };
        let (carrier, most) = match &inner {
            None if says.is_some() => ("u8".to_owned(), 90),
            Some(inner) => (inner.carrier.clone(), 127),
            None if !self.varints.is_empty() && self.dice.percent(40) => {
                let (name, _, max) = self.dice.pick(&self.varints).clone();
                (name, max.min(300))
            }
            None => ((*self.dice.pick(&["u8", "u16", "u16be"])).to_owned(), 250),
        };
        let by = says.is_none() && inner.as_ref().map_or_else(|| self.dice.percent(40), |inner| inner.by);
        // What a family in it must know, this one must know under the same name.
        let mut params = inner.as_ref().map(|inner| inner.params.clone()).unwrap_or_default();
        if params.is_empty() && self.dice.percent(35) {
            params = self.params();
        }
        let open = self.dice.percent(40);
        let (mut text, mut code, mut ends) = (String::new(), 0, false);
        if let Some(inner) = &inner {
            write!(text, "{}, ", inner.name).unwrap();
            (code, ends) = (inner.end, inner.to_the_end);
        }
        if let Some(says) = &says {
            write!(text, "{says}, ").unwrap();
        }
        let (mut first, hooked) = (says.is_none(), self.hooked);
        for _ in 0..self.dice.below(3) + 1 {
            code += self.dice.between(0, 3);
            let outside = self.dice.percent(25);
            let message = self.names.upper(&mut self.dice);
            let mut head = code.to_string();
            if let Some(version) = self.of_a_version(20) {
                head = format!("{code} + (if {version} {{ 2 }} else {{ 0 }})");
                code += 2;
            }
            if !std::mem::take(&mut first)
                && let Some(version) = self.of_a_version(20)
            {
                write!(head, " if {version}").unwrap();
            }
            if self.dice.percent(20) {
                write!(text, "message {message} = {head}; ").unwrap();
                code += 1;
                continue;
            }
            let own = if outside && self.dice.percent(50) { self.params() } else { Vec::new() };
            let seen = if outside { &own } else { &params };
            let budget = self.dice.below(8) + 1;
            let mut scope = Scope::of(seen, &self.said, budget);
            for param in seen {
                scope.names.take(&param.name);
            }
            let last = self.dice.percent(35);
            // Behind a code of any width nothing stands at a place of its own.
            let front = if by || carrier.starts_with('u') { self.sum_in_front(&mut scope) } else { None };
            let (mut body, to_the_end) = self.entries(&mut scope, last, usize::MAX);
            let behind = if to_the_end { None } else { self.sum_behind(&mut scope, None, front.is_some()) };
            body = format!("{}{body}{}", front.unwrap_or_default(), behind.unwrap_or_default());
            ends |= to_the_end;
            if outside {
                writeln!(self.text, "message {message}{} = {head} {{ {body}}}", declared(&own)).unwrap();
                let mut inner = Scope::of(&params, &[], 0);
                let args = self.args(&mut inner, &own);
                write!(text, "{message}{args}, ").unwrap();
            } else {
                write!(text, "message {message} = {head} {{ {body}}} ").unwrap();
            }
            code += 1;
        }
        assert!(code < most, "codes of messages are small");
        let open_mark = if open { ".." } else { "" };
        let in_front = if by { String::new() } else { format!(": {carrier}") };
        let docs = self.docs(30);
        writeln!(self.text, "{docs}family {name}{}{in_front} {{ {text}{open_mark} }}", declared(&params)).unwrap();
        let inner_hooked = inner.as_ref().is_some_and(|inner| inner.hooked);
        let says = says.is_some() || inner.is_some_and(|inner| inner.says);
        let hooked = self.hooked > hooked || inner_hooked;
        self.families.push(FamilyType { name, params, to_the_end: ends, open, carrier, end: code, says, by, hooked });
    }
}
