//! `where`: conditions on fields, checked when the scope of the field is complete, with rejection or repair.
//!
//! A rule about its own field only is bound at once, because it narrows the field's interval for later uses (unless it
//! repairs: then any number may come). A rule that names other fields waits until its scope is complete.

mod amounts;
mod checksum;
pub(super) mod pending;

use crate::ast::{self, ExprKind, RuleCheck};
use crate::catalogue;
use crate::diagnostic::{Diagnostic, Edit, Help};
use crate::model::{
    CellId, Check, Comparison, Content, Expr, FieldId, FloatWidth, Interval, Ratio, Rule, Test, Value, Wire, sets,
};
use crate::source::Span;

use crate::resolve::ownership::uses::{Conjunct, Use};
use crate::resolve::record::builder::Builder;
use crate::resolve::rule::pending::PendingRule;
use crate::resolve::scope::known::Fact;

impl<'a> Builder<'_, 'a> {
    /// The rule of a field; `facts` hold whenever the field is present.
    pub(super) fn rule(&mut self, id: FieldId, rule: &'a ast::Rule, facts: Vec<Fact>) -> Option<()> {
        if let Some(check) = self.ascending(id, rule) {
            return self.set_rule(id, rule, check?);
        }
        let wire = self.frame.fields.get(id.0)?.wire.clone();
        match (&wire, &rule.check) {
            (Wire::Float { width, .. }, check) => {
                let check = self.float_check(*width, check)?;
                self.set_rule(id, rule, check)
            }
            (
                Wire::Scalar { cell, .. } | Wire::Chosen { cell, .. },
                RuleCheck::Range { low, high, inclusive, span },
            ) => {
                let set = self.range(*cell, (low.as_ref(), high.as_ref()), *inclusive, *span)?;
                if rule.repair.is_none() {
                    self.narrow(*cell, &set);
                }
                let check = Check::Test(Test::In { value: Expr::Cell(*cell), intervals: set });
                self.set_rule(id, rule, check)
            }
            (_, RuleCheck::Range { span, .. }) => self.refuse(
                Diagnostic::new("a range of what?", *span, "this field is not one number")
                    .help("name what must lie in it: `where it.first.raw in 0..=7`"),
            ),
            (_, RuleCheck::Expr(expr)) => {
                self.no_constant(id, rule, expr)?;
                let scope = self.frame.at;
                let pending = PendingRule { field: id, scope, facts, rule };
                if only_it(expr) {
                    self.bind_rule(&pending, expr)
                } else {
                    self.frame.rules.push(pending);
                    Some(())
                }
            }
        }
    }

    /// Rejects a rule that is a constant: `where it == "abc"`, `where it == crc_16_modbus(before(sum))`.
    fn no_constant(&mut self, id: FieldId, rule: &ast::Rule, expr: &ast::Expr) -> Option<()> {
        let ExprKind::Compare { first, rest } = &expr.kind else { return Some(()) };
        let [(Comparison::Equal, constant)] = rest.as_slice() else { return Some(()) };
        let wire = self.frame.fields.get(id.0).map(|field| &field.wire);
        let is_text = matches!(wire, Some(Wire::Octets { content: Content::Free | Content::Text(_), .. }));
        let is_one = match &constant.kind {
            ExprKind::Call { function, .. } => catalogue::check(self.resolver.sources.text(function.span)).is_some(),
            ExprKind::Text(_) | ExprKind::List(_) => is_text,
            _ => false,
        };
        if !first.is_word("it") || !is_one {
            return Some(());
        }
        let help = Help::write(rule.span, format!("= {}", self.resolver.sources.text(constant.span)));
        let wrong = Diagnostic::new("this is a constant, not a rule", rule.span, "always the same, so no user sets it");
        self.refuse(wrong.help(help))
    }

    /// Binds the rules that name other fields of the completed scope. Later fields are not known yet, as in a reader.
    pub(super) fn late_rules(&mut self) {
        let (here, others) =
            std::mem::take(&mut self.frame.rules).into_iter().partition(|pending| pending.scope == self.frame.at);
        self.frame.rules = others;
        let here: Vec<PendingRule<'a>> = here;
        for pending in here {
            let RuleCheck::Expr(expr) = &pending.rule.check else { continue };
            if self.resolver.diagnostics.is_full() {
                break;
            }
            let bound = self.bind_rule(&pending, expr);
            self.frame.broken |= bound.is_none();
        }
    }

    fn bind_rule(&mut self, pending: &PendingRule<'a>, expr: &ast::Expr) -> Option<()> {
        let id = pending.field;
        let own = self.frame.fields.get(id.0)?.wire.number();
        let assumed = std::mem::replace(&mut self.frame.assumed, pending.facts.clone());
        let it = std::mem::replace(&mut self.frame.it, own);
        self.frame.rule_of = Some(id);
        let conjuncts = self.condition(expr);
        self.frame.rule_of = None;
        self.frame.assumed = assumed;
        self.frame.it = it;
        let conjuncts = conjuncts?;
        if let Some(own) = own.filter(|_| pending.rule.repair.is_none()) {
            for one in &conjuncts {
                self.narrow_by(own, one);
            }
        }
        let others = conjuncts.iter().flat_map(|one| &one.reads).filter(|read| Some(read.cell) != own);
        self.frame.uses.extend(others.map(|read| Use::Ruled { cell: read.cell, span: read.span }));
        let mut tests: Vec<Test> = conjuncts.into_iter().map(|one| one.test).collect();
        let test = if tests.len() == 1 { tests.pop()? } else { Test::All(tests) };
        self.set_rule(id, pending.rule, Check::Test(test))
    }

    fn set_rule(&mut self, id: FieldId, rule: &'a ast::Rule, check: Check) -> Option<()> {
        let repair = match &rule.repair {
            Some(repair) => Some(self.worth(id, repair)?),
            None => None,
        };
        let span = rule.check.span();
        let text = self.resolver.sources.one_line(span);
        if let Some(place) = self.frame.places.get_mut(id.0) {
            place.rule = Some(span);
            place.repair = rule.repair.as_ref().map(|repair| repair.span);
        }
        let field = self.frame.field(id)?;
        field.rule = Some(Rule { check, repair, text });
        Some(())
    }

    fn narrow_by(&mut self, own: CellId, one: &Conjunct) {
        if let Test::In { value: Expr::Cell(cell), intervals } = &one.test
            && *cell == own
        {
            self.narrow(own, &intervals.clone());
        }
    }

    fn narrow(&mut self, cell: CellId, set: &[Interval]) {
        if let (Some(cell), Some(hull)) = (self.frame.cells.get_mut(cell.0), sets::hull(set))
            && let Some(narrower) = cell.interval.meet(hull)
        {
            cell.interval = narrower;
        }
    }

    /// `where 1..=7`, over the raw numbers.
    fn range(
        &mut self,
        cell: CellId,
        (low, high): (Option<&ast::Expr>, Option<&ast::Expr>),
        inclusive: bool,
        span: Span,
    ) -> Option<Vec<Interval>> {
        let found = self.frame.cells.get(cell.0)?.clone();
        if let Value::Quantity(_) | Value::Packed(_) | Value::Bits(_) = found.value {
            return self.refuse(
                Diagnostic::new("a range of plain numbers", span, "this field has a meaning of its own")
                    .help(Help::new("compare the number on the wire", [Edit::new(span.front(), "it.raw in ")])),
            );
        }
        let min = match low {
            Some(low) => self.resolver.integer(low)?,
            None => found.interval.min,
        };
        let max = match high {
            Some(high) if inclusive => self.resolver.integer(high)?,
            Some(high) => self.resolver.integer(high)?.saturating_sub(1),
            None => found.interval.max,
        };
        let Some(both) = Interval::new(min, max).meet(found.interval).filter(|_| min <= max) else {
            let label = format!("the field holds {}", found.interval);
            let text = |end: Option<&ast::Expr>| Some(self.resolver.sources.text(end?.span));
            let turned = text(high).zip(text(low)).filter(|_| max < min);
            let help = turned
                .map(|(low, high)| Help::write(span, format!("{low}{}{high}", if inclusive { "..=" } else { ".." })));
            return self.refuse(Diagnostic::new("no number meets this rule", span, label).help_if(help));
        };
        if both == found.interval {
            let label = format!("the field holds only {}", found.interval);
            let wrong = Diagnostic::new("this rule always holds", span, label);
            return self.refuse(wrong.help(self.resolver.dropped("where", span, "drop it")));
        }
        Some(vec![both])
    }

    /// `-100000.0 < it < 100000.0`, `0.0..=1.0`: bounds of a range, in the field's float type.
    fn float_check(&mut self, width: FloatWidth, check: &'a RuleCheck) -> Option<Check> {
        let (mut low, mut high) = (None, None);
        match check {
            RuleCheck::Range { low: from, high: to, inclusive, .. } => {
                if let Some(from) = from {
                    low = Some((self.resolver.rational(from)?.rounded_to(width), true));
                }
                if let Some(to) = to {
                    high = Some((self.resolver.rational(to)?.rounded_to(width), *inclusive));
                }
            }
            RuleCheck::Expr(expr) => self.float_ends(width, expr, &mut low, &mut high)?,
        }
        if let (Some((low, _)), Some((high, _))) = (low, high)
            && low > high
        {
            let label = format!("from {low} to {high}");
            return self.refuse(Diagnostic::new("no number meets this rule", check.span(), label));
        }
        Some(Check::Float { low, high })
    }

    fn float_ends(
        &mut self,
        width: FloatWidth,
        expr: &'a ast::Expr,
        low: &mut Option<(f64, bool)>,
        high: &mut Option<(f64, bool)>,
    ) -> Option<()> {
        if let ExprKind::Binary { op: ast::BinaryOp::And, left, right } = &expr.kind {
            self.float_ends(width, left, low, high)?;
            return self.float_ends(width, right, low, high);
        }
        let ExprKind::Compare { first, rest } = &expr.kind else { return self.no_float_rule(expr.span) };
        let mut left: &ast::Expr = first;
        for (op, right) in rest {
            // Normalised to `it op number`.
            let (op, number) = match (left.is_word("it"), right.is_word("it")) {
                (true, false) => (*op, right),
                (false, true) => (op.turned(), left),
                _ => return self.no_float_rule(expr.span),
            };
            let number: Ratio = self.resolver.rational(number)?;
            let number = number.rounded_to(width);
            let end = match op {
                Comparison::Less | Comparison::LessOrEqual => &mut *high,
                Comparison::Greater | Comparison::GreaterOrEqual => &mut *low,
                Comparison::Equal | Comparison::NotEqual => return self.no_float_rule(expr.span),
            };
            if end.is_some() {
                return self.no_float_rule(expr.span);
            }
            *end = Some((number, matches!(op, Comparison::LessOrEqual | Comparison::GreaterOrEqual)));
            left = right;
        }
        Some(())
    }

    fn no_float_rule(&mut self, span: Span) -> Option<()> {
        let wrong =
            Diagnostic::new("a rule about an IEEE number is a range", span, "not a range of `it`").knowing(["it"]);
        self.refuse(wrong.help("write `where -1.0 <= it < 1.0` or `where -1.0..=1.0`"))
    }
}

/// Whether an expression names only `it` and constants.
fn only_it(expr: &ast::Expr) -> bool {
    expr.all().into_iter().all(|expr| match &expr.kind {
        ExprKind::Path(path) => {
            let first = path.segments.first().map_or("", |name| name.text.as_str());
            first == "it" || first.starts_with(|c: char| c.is_ascii_uppercase())
        }
        ExprKind::Call { .. }
        | ExprKind::Tuple(_)
        | ExprKind::List(_)
        | ExprKind::Fields(_)
        | ExprKind::Named { .. }
        | ExprKind::Range { .. } => false,
        _ => true,
    })
}
