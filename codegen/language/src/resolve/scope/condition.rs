//! Conditions over cells and parameters, split into conjuncts; constant ones are rejected.

use crate::ast::{self, BinaryOp, BitOrder, ExprKind, UnaryOp};
use crate::diagnostic::{Diagnostic, Edit, Help};
use crate::model::{CellId, Code, Comparison, Expr, Input, Interval, Ratio, Test, Value, sets};
use crate::near::proposal;
use crate::quantity::{self, Amount};
use crate::resolve::wanted::Wanted;
use crate::source::Span;

use crate::resolve::ownership::uses::{Conjunct, Read};
use crate::resolve::record::builder::Builder;
use crate::resolve::scope::known::{self, Fact};
use crate::resolve::scope::operand::Operand;
use crate::resolve::versions::condition::Folded;

impl Builder<'_, '_> {
    /// The conjuncts of a condition. Later ones may use names that earlier ones make present.
    pub(in crate::resolve) fn condition(&mut self, expr: &ast::Expr) -> Option<Vec<Conjunct>> {
        let assumed = self.frame.assumed.len();
        let mut all = Vec::new();
        let whole = self.conjuncts(expr, false, &mut all);
        self.frame.assumed.truncate(assumed);
        whole?;
        self.open(&all)?;
        Some(all)
    }

    fn conjuncts(&mut self, expr: &ast::Expr, negated: bool, all: &mut Vec<Conjunct>) -> Option<()> {
        match self.resolver.fold(expr) {
            Folded::Open => {}
            Folded::Broken => return None,
            Folded::Always if !negated => return Some(()),
            Folded::Never if negated => return Some(()),
            Folded::Always | Folded::Never => {
                let version = Interval::only(self.resolver.version_number(expr.span)?);
                return self.constant_test(false, expr.span, version).map(|_| ());
            }
        }
        match &expr.kind {
            ExprKind::Unary { op: UnaryOp::Not, value } => self.conjuncts(value, !negated, all),
            ExprKind::Binary { op: op @ (BinaryOp::And | BinaryOp::Or), left, right }
                if (*op == BinaryOp::And) != negated =>
            {
                let left = self.conjuncts(left, negated, all);
                let right = self.conjuncts(right, negated, all);
                left.and(right)
            }
            ExprKind::Binary { op: BinaryOp::And | BinaryOp::Or, left, right } => {
                let left = self.alternative(left, negated);
                let right = self.alternative(right, negated);
                let ((left, mut reads), (right, more)) = (left?, right?);
                reads.extend(more);
                let test = Test::Any(vec![left, right]);
                self.add(Conjunct { test, flag: None, reads, span: expr.span }, all)
            }
            ExprKind::Compare { first, rest } => {
                let mut left: &ast::Expr = first;
                let mut tests = Vec::new();
                for (op, right) in rest {
                    tests.push(self.comparison(left, *op, right, negated));
                    left = right;
                }
                let tests = tests.into_iter().collect::<Option<Vec<Conjunct>>>()?;
                if negated && tests.len() > 1 {
                    let reads = tests.iter().flat_map(|one| one.reads.clone()).collect();
                    let test = Test::Any(tests.into_iter().map(|one| one.test).collect());
                    return self.add(Conjunct { test, flag: None, reads, span: expr.span }, all);
                }
                tests.into_iter().try_for_each(|one| self.add(one, all))
            }
            ExprKind::In { value, pattern } => {
                let value = self.number(value)?;
                let set = self.resolver.pattern(pattern, value.interval, value.value)?;
                let one = self.within(value, &set, negated, expr.span)?;
                self.add(one, all)
            }
            _ => {
                let one = self.flag(expr, negated)?;
                self.add(one, all)
            }
        }
    }

    fn add(&mut self, one: Conjunct, all: &mut Vec<Conjunct>) -> Option<()> {
        let earlier: Vec<Fact> = all.iter().map(|one| Fact::Test(one.test.clone())).collect();
        if known::excluded(&one.test, &earlier) {
            let wrong = Diagnostic::new("this never holds", one.span, "the condition before it requires the opposite");
            self.complain(wrong.help("let both be true of some number"));
        }
        self.frame.assumed.push(Fact::Test(one.test.clone()));
        all.push(one);
        Some(())
    }

    /// Rejects tautologies: an `||` whose sides together hold for every number.
    fn open(&mut self, all: &[Conjunct]) -> Option<()> {
        for one in all {
            let always = |value: &&Expr| sets::covers(&known::certain(&one.test, value), &[self.interval(value)]);
            if matches!(one.test, Test::Any(_)) && known::compared(&one.test).iter().any(always) {
                self.never_changes(true, one.span, "whatever the number is, one of these holds".to_owned())?;
            }
        }
        Some(())
    }

    /// The interval of an expression that is compared with sets, or counted.
    pub(in crate::resolve) fn interval(&self, value: &Expr) -> Interval {
        let cell = |id: CellId| self.frame.cells.get(id.0).map(|cell| cell.interval);
        let kind = match value {
            Expr::Cell(id) => return cell(*id).unwrap_or(Interval::ANYTHING),
            Expr::Param(id) => self.frame.params.get(id.0).map(|param| param.kind),
            Expr::Session(id) => self.resolver.protocol.sessions.get(id.0).map(|session| session.kind),
            // The bound of a computed number is open, so its sets are unbounded.
            _ => return Interval::of_bits(64, true),
        };
        kind.map_or(Interval::ANYTHING, |kind| self.resolver.param_type(kind).0)
    }

    /// One side of an `||`.
    fn alternative(&mut self, expr: &ast::Expr, negated: bool) -> Option<(Test, Vec<Read>)> {
        let assumed = self.frame.assumed.len();
        let mut all = Vec::new();
        let whole = self.conjuncts(expr, negated, &mut all);
        self.frame.assumed.truncate(assumed);
        whole?;
        if all.len() > 1 {
            self.open(&all)?;
        }
        let reads = all.iter().flat_map(|one| one.reads.clone()).collect();
        let mut tests: Vec<Test> = all.into_iter().map(|one| one.test).collect();
        let test = if tests.len() == 1 { tests.pop()? } else { Test::All(tests) };
        Some((test, reads))
    }

    /// A number as a condition: a flag.
    fn flag(&mut self, expr: &ast::Expr, negated: bool) -> Option<Conjunct> {
        if let ExprKind::Path(path) = &expr.kind
            && !self.knows(path)
            && (self.resolver.is_constant(path) || expr.is_word("true") || expr.is_word("false"))
        {
            let holds = self.resolver.static_bool(expr)?;
            return self.never_changes(holds != negated, expr.span, format!("it is {holds}"));
        }
        let value = self.number(expr)?;
        let yes = match value.value {
            Value::Bool => vec![Interval::only(1)],
            Value::Truthy => sets::complement(&[Interval::only(0)], value.interval),
            Value::Int(_) | Value::Enum(_) | Value::Bits(_) | Value::Quantity(_) | Value::Packed(_) => {
                let wrong = Diagnostic::new("this is not a condition", expr.span, "a number, neither true nor false");
                let sources = self.resolver.sources;
                let whole = sources.with_word("!", expr.span).filter(|_| negated).unwrap_or(expr.span);
                let helps = match &expr.kind {
                    ExprKind::Binary { op: BinaryOp::Subtract, left, right } if self.frame.it.is_some() => {
                        let [low, high] = [left, right].map(|end| sources.text(end.span));
                        vec![Help::write(expr.span, format!("{low}..={high}"))]
                    }
                    _ => self.compared(&value, negated, whole),
                };
                return self.refuse(helps.into_iter().fold(wrong, Diagnostic::help));
            }
        };
        let cell = match value.input {
            Some(Input::Cell(cell)) => Some(cell),
            _ => None,
        };
        let mut one = self.within(value, &yes, negated, expr.span)?;
        one.flag = cell.map(|cell| (cell, negated));
        Some(one)
    }

    /// Proposals for a number used as a condition, replacing the whole condition.
    fn compared(&self, value: &Operand, negated: bool, whole: Span) -> Vec<Help> {
        let sources = self.resolver.sources;
        let name = sources.text(value.span);
        match value.value {
            Value::Enum(_) => return vec![format!("compare it with a name: `{name} == ..`").into()],
            Value::Bits(_) => return vec![format!("name one of its parts: `{name}.part`").into()],
            _ => {}
        }
        let test = format!("{name} {} 0", if negated { "==" } else { "!=" });
        let mut compared = Help::write(whole, &test).said(format!("compare it: `{test}`"));
        if self.frame.places.last().is_some_and(|place| sources.text(place.wire).starts_with('[')) {
            // The number may be the mask of a sparse list.
            compared.edits.clear();
        }
        // Such a number only encodes a presence, so the writer sets it.
        let field = match value.input {
            Some(Input::Cell(cell)) if self.outer.is_empty() => self.frame.cells.get(cell.0).map(|cell| cell.field),
            _ => None,
        };
        let place = field.map(|id| self.frame.place(id)).filter(|_| name.starts_with("has_") && !negated);
        let Some(place) = place.filter(|place| sources.text(place.wire) == "u8") else { return vec![compared] };
        let order = self.resolver.listed(BitOrder::LowFirst);
        let bits = format!("bits u8 {order}{{ {name}, _: .. }}");
        let said = format!("let the writer set it, as a flag: `{bits}`");
        let edits = [Edit::new(place.name.to(place.wire), bits), Edit::new(whole, name)];
        vec![Help::new(said, edits), compared.text.into()]
    }

    /// Rejects comparisons with `true` or `false`, and of a flag with 1 or 0: the flag itself is a condition.
    fn no_truth(&mut self, value: &Operand, op: Comparison, other: &ast::Expr, span: Span) -> Option<()> {
        let written = self.resolver.sources.text(other.span);
        let is_flag = matches!(value.value, Value::Bool | Value::Truthy);
        let yes = match (&other.kind, written.to_ascii_lowercase().as_str()) {
            (ExprKind::Path(_), "true" | "false") if is_flag && matches!(written, "true" | "false") => return Some(()),
            (ExprKind::Path(_), "true") => true,
            (ExprKind::Path(_), "false") => false,
            (ExprKind::Int(code @ (0 | 1)), _) if is_flag => *code == 1,
            _ => return Some(()),
        };
        let negated = match op {
            Comparison::Equal => !yes,
            Comparison::NotEqual => yes,
            _ => return Some(()),
        };
        let name = self.resolver.sources.text(value.span);
        let (label, helps) = if is_flag {
            let flag = format!("{}{name}", if negated { "!" } else { "" });
            ("a flag is a condition by itself", vec![Help::write(span, flag)])
        } else {
            ("a number, neither true nor false", self.compared(value, negated, span))
        };
        let wrong = Diagnostic::new(format!("`{name}` is not compared with `{written}`"), value.span, label);
        self.refuse(helps.into_iter().fold(wrong, Diagnostic::help))
    }

    fn comparison(&mut self, left: &ast::Expr, op: Comparison, right: &ast::Expr, negated: bool) -> Option<Conjunct> {
        let span = left.span.to(right.span);
        let op = if negated { op.opposite() } else { op };
        for (name, value, turned) in [(right, left, false), (left, right, true)] {
            if let Some(word) = self.bare_word(name) {
                let value = self.number(value)?;
                let op = if turned { op.turned() } else { op };
                self.no_truth(&value, op, name, span)?;
                return self.compare_name(value, op, &word, span);
            }
        }
        for (text, value, turned) in [(right, left, false), (left, right, true)] {
            if let (ExprKind::Text(written), ExprKind::Path(_)) = (&text.kind, &value.kind) {
                let value = self.number(value)?;
                let Some(notation) = value.value.notation() else {
                    if let Some(help) = self.noted_cell(&value, written) {
                        let wrong = Diagnostic::new("a whole number is needed here", text.span, "this is text");
                        return self.refuse(wrong.help(help));
                    }
                    continue;
                };
                let code = self.resolver.code_of_text(notation, written, text.span);
                self.frame.broken |= code.is_none();
                let set = satisfying(if turned { op.turned() } else { op }, code?, value.interval);
                return self.within(value, &set, false, span);
            }
        }
        let (first, second) = (left, right);
        let left = self.number(first)?;
        let is_flag = matches!(left.value, Value::Bool | Value::Truthy);
        if is_flag && matches!(&second.kind, ExprKind::Path(path) if !self.knows(path)) {
            // Unknown, or a constant.
            self.number_or_flag(second, true)?;
        }
        let left = self.comparable(left, op, second, span)?;
        let right = self.number(second)?;
        let right = self.comparable(right, op.turned(), first, span)?;
        let (left, op, right) = if left.constant().is_some() { (right, op.turned(), left) } else { (left, op, right) };
        if let Some(code) = right.constant() {
            let set = satisfying(op, code, left.interval);
            return self.within(left, &set, false, span);
        }
        let (left, right) = (self.fitting(left)?, self.fitting(right)?);
        if let Some(always) = op.over(left.interval, right.interval) {
            return self.constant_test(always, span, left.interval);
        }
        let mut reads = left.reads;
        reads.extend(right.reads);
        let test = Test::Compare { left: left.expr, op, right: right.expr };
        Some(Conjunct { test, flag: None, reads, span })
    }

    /// A name that is no field, parameter or constant: a name of an enum, `true` or `false`.
    fn bare_word(&self, expr: &ast::Expr) -> Option<ast::Name> {
        let ExprKind::Path(path) = &expr.kind else { return None };
        let name = path.word()?;
        let word =
            name.text == "true" || name.text == "false" || name.text.starts_with(|c: char| c.is_ascii_uppercase());
        (word && !self.knows(path) && !self.resolver.is_constant(path)).then(|| name.clone())
    }

    fn compare_name(&mut self, value: Operand, op: Comparison, word: &ast::Name, span: Span) -> Option<Conjunct> {
        let negated = match op {
            Comparison::Equal => false,
            Comparison::NotEqual => true,
            _ if !matches!(value.value, Value::Enum(_) | Value::Bool | Value::Truthy) => {
                return self.unknown_word(word);
            }
            _ => {
                return self.refuse(
                    Diagnostic::new("names have no order", span, "compared by size")
                        .help("compare with `==` or `!=`, list names with `in A | B`, or use the number: `.raw`"),
                );
            }
        };
        let set = match value.value {
            Value::Bool | Value::Truthy if word.text == "true" => {
                sets::complement(&[Interval::only(0)], value.interval)
            }
            Value::Bool | Value::Truthy if word.text == "false" => vec![Interval::only(0)],
            _ => self.codes_of(value.value, value.interval, word)?,
        };
        self.within(value, &set, negated, span)
    }

    /// All codes of an enum's name.
    fn codes_of(&mut self, value: Value, interval: Interval, word: &ast::Name) -> Option<Vec<Interval>> {
        if !matches!(value, Value::Enum(_)) {
            return self.unknown_word(word);
        }
        let alternative = ast::Alternative { kind: ast::AlternativeKind::Name(word.clone()), span: word.span };
        self.resolver.alternative(&alternative, interval, value).map(|codes| codes.read)
    }

    /// Reports a name that is compared with a number without names.
    pub(in crate::resolve) fn unknown_word<T>(&mut self, word: &ast::Name) -> Option<T> {
        if self.may_lack(&word.text) {
            self.frame.broken = true;
            return None;
        }
        let constants = self.resolver.names_of(Wanted::Constant);
        let near = proposal(word.span, &word.text, constants.iter().copied());
        let wrong =
            Diagnostic::new(format!("`{}` is not known", word.text), word.span, "no field, parameter or constant")
                .knowing(&constants);
        let is_constant = word.text.len() > 1 && !word.text.contains(|c: char| c.is_ascii_lowercase());
        self.refuse(match near {
            Some(near) => wrong.help(self.everywhere(near, word.span)),
            None if is_constant => wrong.help(format!("declare it: `const {} = ..;`", word.text)),
            None => wrong.note("names of an enum are known only where the other side is of that enum"),
        })
    }

    /// Proposes a wire with a notation for a number that is compared with text.
    fn noted_cell(&self, value: &Operand, text: &str) -> Option<Help> {
        let Some(Input::Cell(cell)) = value.input.filter(|_| value.value.is_number()) else { return None };
        let field = self.frame.cells.get(cell.0)?.field;
        self.resolver.noted(text, self.frame.place(field).wire)
    }

    /// Proposes the raw number of a quantity that is compared with a value.
    fn raw_number(&self, operand: &Operand, other: &ast::Expr) -> Option<Help> {
        let Value::Quantity(id) = operand.value else { return None };
        let quantity = self.resolver.protocol.quantities.get(id.0).filter(|quantity| quantity.increasing)?;
        let ratio = match &other.kind {
            ExprKind::Int(code) => Ratio::whole(*code),
            ExprKind::Float(text) => Ratio::parse(text)?,
            _ => return None,
        };
        let value = Amount::from_ratio(quantity.number, ratio)?;
        let raw = quantity::raw(quantity, value).ok().filter(|raw| quantity::value(quantity, *raw) == value)?;
        let raw_of = Edit::new(operand.span.behind(), ".raw");
        let said =
            format!("compare the number on the wire: `{}.raw` with {raw}", self.resolver.sources.text(operand.span));
        Some(Help::new(said, [raw_of, Edit::new(other.span, raw.to_string())]))
    }

    /// Proposes the name of an enum for its text, or for one of its codes.
    fn name_of_code(&self, id: crate::model::EnumId, other: &ast::Expr) -> Option<Help> {
        let names = &self.resolver.protocol.enums.get(id.0)?.codes;
        let name = names.iter().find(|one| match &other.kind {
            ExprKind::Text(text) => text.eq_ignore_ascii_case(&one.name),
            ExprKind::Int(code) => one.written == *code && !one.stores_code(),
            _ => false,
        })?;
        Some(Help::write(other.span, &name.name))
    }

    /// A number that can be compared.
    fn comparable(&mut self, operand: Operand, op: Comparison, other: &ast::Expr, span: Span) -> Option<Operand> {
        let raw = |said: &str| Help::new(said, [Edit::new(operand.span.behind(), ".raw")]);
        let with = if matches!(other.kind, ExprKind::Text(_)) { "text" } else { "a number" };
        let wrong = Diagnostic::new("this is no plain number", operand.span, format!("compared with {with}"));
        let help = match operand.value {
            Value::Int(_) => return Some(operand),
            Value::Bool | Value::Truthy => {
                self.no_truth(&operand, op, other, span)?;
                "a flag is a condition by itself, or compare its number: `.raw`"
            }
            Value::Quantity(_) if let Some(help) = self.raw_number(&operand, other) => {
                return self.refuse(wrong.help(help));
            }
            Value::Enum(id) if let Some(help) = self.name_of_code(id, other) => return self.refuse(wrong.help(help)),
            Value::Enum(_) => "compare with a name, or compare its number: `.raw`",
            Value::Bits(_) => "name one of its parts, or compare its number: `.raw`",
            Value::Quantity(_) | Value::Packed(_) => "compare its number on the wire: `.raw`",
        };
        self.refuse(wrong.help(raw(help)))
    }

    fn within(&mut self, value: Operand, set: &[Interval], negated: bool, span: Span) -> Option<Conjunct> {
        let interval = value.interval;
        // A plain number of any width is compared in its own type, without arithmetic.
        let alone = matches!(value.expr, Expr::Literal(_) | Expr::Cell(_) | Expr::Param(_) | Expr::Session(_));
        let value = if alone { value } else { self.fitting(value)? };
        let set = if negated { sets::complement(set, interval) } else { sets::clip(set, interval) };
        if set.is_empty() {
            return self.constant_test(false, span, interval);
        }
        if sets::covers(&set, &[interval]) {
            return self.constant_test(true, span, interval);
        }
        let intervals = match &value.expr {
            Expr::Cell(_) | Expr::Param(_) | Expr::Session(_) => set,
            _ => open_ended(set, interval),
        };
        let test = Test::In { value: value.expr, intervals };
        Some(Conjunct { test, flag: None, reads: value.reads, span })
    }

    fn constant_test(&mut self, always: bool, span: Span, interval: Interval) -> Option<Conjunct> {
        let label = match interval.min == interval.max {
            true => format!("it is always {}", interval.min),
            false => format!("it lies in {interval}"),
        };
        self.never_changes(always, span, label)
    }

    fn never_changes(&mut self, always: bool, span: Span, label: String) -> Option<Conjunct> {
        let (title, help) = match always {
            true => ("this always holds", "drop the condition"),
            false if self.frame.it.is_some() => ("this never holds", "compare with something that it can be"),
            false => ("this never holds", "drop what depends on it, or compare with something that can be"),
        };
        let word = if self.frame.it.is_some() { "where" } else { "if" };
        let help = if always { self.resolver.dropped(word, span, help) } else { help.into() };
        self.refuse(Diagnostic::new(title, span, label).help(help))
    }
}

/// Extends the sets at the ends of `interval` to infinity, so that a computed number is not compared with bounds that
/// it cannot exceed.
fn open_ended(set: Vec<Interval>, interval: Interval) -> Vec<Interval> {
    let opened = |one: Interval| Interval {
        min: if one.min == interval.min { i64::MIN.into() } else { one.min },
        max: if one.max == interval.max { i64::MAX.into() } else { one.max },
    };
    set.into_iter().map(opened).collect()
}

/// The values in `interval` for which the comparison with a constant holds.
pub(in crate::resolve) fn satisfying(op: Comparison, code: Code, interval: Interval) -> Vec<Interval> {
    let only = [Interval::only(code)];
    let below = [Interval::new(Code::MIN, code.saturating_sub(1))];
    let above = [Interval::new(code.saturating_add(1), Code::MAX)];
    match op {
        Comparison::Equal => sets::clip(&only, interval),
        Comparison::NotEqual => sets::complement(&only, interval),
        Comparison::Less => sets::clip(&below, interval),
        Comparison::LessOrEqual => sets::complement(&above, interval),
        Comparison::Greater => sets::clip(&above, interval),
        Comparison::GreaterOrEqual => sets::complement(&below, interval),
    }
}
