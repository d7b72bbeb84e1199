//! Presence tests and defaults of fields.

use crate::ast;
use crate::diagnostic::Diagnostic;
use crate::model::{Absent, FieldId, Presence, Test};

use crate::resolve::ownership::uses::{Conjunct, Use};
use crate::resolve::record::builder::Builder;
use crate::resolve::scope::known::{self, Fact};

impl Builder<'_, '_> {
    /// Binds a presence test and returns the facts that it implies. `owned`: the user decides the presence (not so for
    /// reserved space and constants, which follow the existing bits).
    pub(in crate::resolve) fn presence(&mut self, field: FieldId, test: &ast::Expr, owned: bool) -> Option<Vec<Fact>> {
        if self.asks_left(test) {
            return self.left_presence(field, test, owned);
        }
        self.frame.in_test = true;
        let conjuncts = self.condition(test);
        self.frame.in_test = false;
        let conjuncts = conjuncts?;
        let known = self.frame.facts();
        let mut open: Vec<Conjunct> = Vec::new();
        for one in conjuncts {
            if known::excluded(&one.test, &known) {
                return self.refuse(
                    Diagnostic::new("this never holds here", one.span, "what surrounds it requires the opposite")
                        .help("drop the field, or the condition"),
                );
            }
            if !known::holds(&one.test, &known) {
                open.push(one);
            }
        }
        if open.is_empty() {
            let wrong = Diagnostic::new("this always holds here", test.span, "what surrounds it requires it already");
            return self.refuse(wrong.help("drop the condition"));
        }
        let mut tests: Vec<Test> = open.iter().map(|one| one.test.clone()).collect();
        let facts = tests.iter().cloned().map(Fact::Test).collect();
        let test_of_field = if tests.len() == 1 { tests.pop()? } else { Test::All(tests) };
        let text = self.resolver.sources.one_line(test.span);
        if let Some(field) = self.frame.field(field) {
            // The test becomes a check if ownership later gives the decision to the user.
            field.presence = Presence::When { test: test_of_field, text, checked: false, absent: Absent::Nothing };
        }
        self.frame.uses.push(Use::Tested { field, conjuncts: open, owned });
        Some(facts)
    }
}
