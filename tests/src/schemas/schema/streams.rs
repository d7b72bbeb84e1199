//! Messages up to the end of something, which are checked when they are met.

use std::fmt::Write as _;

use super::body::{Scope, declared};
use super::{FamilyType, RecordType, Schema};

impl Schema {
    /// A struct of messages, of a family of which each says itself how far it goes. They go to its end, or to that of a
    /// region, behind which more may follow.
    pub(super) fn stream(&mut self) {
        let fits = |one: &&FamilyType| !one.to_the_end && !one.by;
        // Not every random one fits.
        for _ in 0..3 {
            if !self.families.iter().any(|one| fits(&one)) {
                self.family();
            }
        }
        let families: Vec<FamilyType> = self.families.iter().filter(fits).cloned().collect();
        if families.is_empty() {
            return self.structure();
        }
        let family = self.dice.pick(&families).clone();
        let name = self.names.upper(&mut self.dice);
        // What is called alike need not be handed on.
        let params = if self.dice.percent(50) { family.params.clone() } else { Vec::new() };
        let (mut scope, hooked) = (Scope::of(&params, &self.said, 3), self.hooked);
        self.hooked += usize::from(family.hooked);
        params.iter().for_each(|param| scope.names.take(&param.name));
        let (_, mut body, _) = self.solid_body(&mut scope, false);
        let args = self.args(&mut scope, &family.params);
        let messages = scope.names.field(&mut self.dice, true);
        let list = format!("{messages}: [{}{args}; ..]", family.name);
        let region = self.dice.percent(50);
        if region {
            // How far it goes its size says.
            scope.at = None;
            let size = *self.dice.pick(&["u8", "u16be", "i32"]);
            let (behind, _) =
                if self.dice.percent(50) { self.entries(&mut scope, false, 2) } else { Default::default() };
            write!(body, "within ({size}) {{ {list}, }}, {behind}").unwrap();
        } else {
            write!(body, "{list}, ").unwrap();
        }
        let docs = self.docs(30);
        let mark = super::examples::MARK;
        writeln!(self.text, "{docs}struct {name}{} {{ {body}\n{mark}{name}\n}}", declared(&params)).unwrap();
        let hooked = self.hooked > hooked;
        self.records.push(RecordType { name, params, to_the_end: !region, delta: false, hooked });
    }
}
