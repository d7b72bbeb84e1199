//! Conditions on `VERSION`, evaluated for the resolved version.
//!
//! A schema is resolved once per version, with `VERSION` as a constant. So each version has its own fields, and later
//! passes need not know about versions.

use std::collections::HashSet;

use crate::ast::{self, BinaryOp, Expr, ExprKind, UnaryOp};
use crate::diagnostic::{Diagnostic, Edit, Help};
use crate::source::Span;

use crate::resolve::resolver::{Declared, Resolver};
use crate::resolve::scope;
use crate::resolve::words::VERSION;
use crate::walk::Node;

/// The name of an example's version.
pub(in crate::resolve) const ARGUMENT: &str = "version";

/// The remainder of a condition for a known `VERSION`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::resolve) enum Folded {
    /// It never holds in this version.
    Never,
    /// It depends on the version only, and holds.
    Always,
    /// The remainder depends on the packet.
    Open,
    /// An error, already reported.
    Broken,
}

impl Resolver<'_> {
    /// The value of `VERSION`.
    pub(in crate::resolve) fn version_number(&mut self, span: Span) -> Option<i128> {
        if let Some(version) = &self.protocol.version {
            return Some(version.number);
        }
        if self.unread.header {
            return None;
        }
        let help = self.versions_of_condition(span).unwrap_or("declare them in the header: `versions: [1, 2]`".into());
        let wrong = Diagnostic::new("this schema has no versions", span, "not known").help(help);
        self.refuse(
            wrong.help("the header has them, `versions: [1, 2]`, and an example its own: `example \"a\" (version: 2)`"),
        )
    }

    /// Proposes `VERSION` in place of a name in a condition, and its declaration if necessary.
    pub(in crate::resolve) fn by_version(&self, name: Span) -> Option<Help> {
        let write = Help::write(name, VERSION);
        if self.protocol.version.is_some() {
            return Some(write);
        }
        let mut declared = self.versions_of_condition(name)?;
        declared.edits.extend(write.edits);
        Some(Help::new(format!("{}, and write `{VERSION}`", declared.text), declared.edits))
    }

    /// Proposes a header with the two versions that a condition distinguishes.
    fn versions_of_condition(&self, span: Span) -> Option<Help> {
        let source = self.sources.get(span.file);
        let behind = source.text.get(span.range().end..)?.trim_start();
        let operator = behind.split(|c: char| c.is_ascii_digit() || c.is_whitespace()).next()?;
        let digits = behind.get(operator.len()..)?.trim_start();
        let number: i64 = digits.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()?;
        let (low, high) =
            if matches!(operator, ">=" | "<") { (number - 1, number) } else { (number, number.checked_add(1)?) };
        let header = source.text.find("protocol ")?;
        let brace = header + source.text.get(header..)?.find('}')?;
        let end = source.text.get(..brace)?.trim_end().len();
        let place = Span::new(span.file, end, end);
        let versions = format!("versions: [{low}, {high}]");
        Some(Help::new(
            format!("declare them in the header: `{versions}`"),
            [Edit::new(place, format!(", {versions}"))],
        ))
    }

    /// Whether an example belongs to another version: `example "a kick" (version: 260) = ..`. `None` if the version is
    /// invalid.
    pub(in crate::resolve) fn shows_another_version(&mut self, example: &ast::Example) -> Option<bool> {
        if self.unread.header {
            return Some(true);
        }
        let Some(ours) = self.protocol.version.as_ref().map(|version| version.number) else { return Some(false) };
        let Some((_, value)) = example.params.iter().find(|(name, _)| name.text == ARGUMENT) else {
            return Some(false);
        };
        let theirs = self.integer(value)?;
        if self.versions.binary_search_by_key(&theirs, |one| one.version.number).is_ok() {
            return Some(theirs != ours);
        }
        let all: Vec<String> = self.versions.iter().map(|one| one.version.number.to_string()).collect();
        let title = format!("there is no version {theirs}");
        let wrong = Diagnostic::new(title, value.span, "not a version of this schema");
        self.refuse(wrong.note(format!("the versions are {}", all.join(", "))))
    }

    /// Whether a condition on the version removes a field, as if it were not declared.
    pub(in crate::resolve) fn leaves_out(&mut self, field: &ast::Field) -> bool {
        let test = match &field.wire.kind {
            ast::WireKind::If { test, .. } => Some(test),
            _ => field.clauses.presence.as_ref(),
        };
        test.is_some_and(|test| {
            let folded = self.fold(test);
            self.note_decided(test, folded != Folded::Never);
            folded == Folded::Never
        })
    }

    /// Records the result of a condition on the version: one that never holds is an error.
    pub(in crate::resolve) fn note_decided(&mut self, test: &Expr, holds: bool) {
        if self.rests_on_version(test) {
            let version = self.protocol.version.as_ref().map(|version| version.number);
            *self.decided.entry(test.span).or_default().entry(version).or_default() |= holds;
        }
    }

    /// The names that a body has in this version.
    pub(in crate::resolve) fn declared<'b>(&mut self, body: &'b ast::Body) -> Vec<(&'b str, Span)> {
        let mut names = Vec::new();
        scope::declared(Node::Body(body), &mut |field| !self.leaves_out(field), &mut names);
        names
    }

    /// Whether a name is declared in other versions only.
    pub(in crate::resolve) fn is_of_another_version(&self, name: &ast::Name) -> bool {
        let declared = self.candidates.get(name.text.as_str()).map(Vec::as_slice).unwrap_or_default();
        !declared.is_empty()
            && !self.items.contains_key(name.text.as_str())
            && declared.iter().all(|one| one.head().guard.is_some_and(|guard| self.rests_on_version(guard)))
    }

    /// Evaluates the operands of `&&` that depend on the version.
    pub(in crate::resolve) fn fold(&mut self, expr: &Expr) -> Folded {
        if let ExprKind::Binary { op: BinaryOp::And, left, right } = &expr.kind {
            return match (self.fold(left), self.fold(right)) {
                (Folded::Broken, _) | (_, Folded::Broken) => Folded::Broken,
                (Folded::Never, _) | (_, Folded::Never) => Folded::Never,
                (Folded::Always, Folded::Always) => Folded::Always,
                (Folded::Open, _) | (_, Folded::Open) => Folded::Open,
            };
        }
        if !self.rests_on_version(expr) {
            return Folded::Open;
        }
        if !self.is_static(expr) {
            // A comparison between the packet and the version depends on the packet.
            let mixed = self.decided_among_others(expr);
            return mixed.map_or(Folded::Open, |part| {
                self.complain(
                    Diagnostic::new("this does not decide the condition by itself", part, "it rests on the version")
                        .note("only parts joined by `&&` can rest on the version")
                        .help("write a field for each version: `if VERSION == 1 && ..`"),
                );
                Folded::Broken
            });
        }
        match self.static_bool(expr) {
            Some(true) => Folded::Always,
            Some(false) => Folded::Never,
            None => Folded::Broken,
        }
    }

    /// An operand of `||`, or of `&&` below `!`, that depends on the version while the other depends on the packet.
    fn decided_among_others(&self, expr: &Expr) -> Option<Span> {
        let mut left = vec![expr];
        while let Some(expr) = left.pop() {
            if self.rests_on_version(expr) && self.is_static(expr) {
                return Some(expr.span);
            }
            match &expr.kind {
                ExprKind::Unary { op: UnaryOp::Not, value } => left.push(value),
                ExprKind::Binary { op: BinaryOp::And | BinaryOp::Or, left: a, right: b } => left.extend([&**a, &**b]),
                _ => {}
            }
        }
        None
    }

    /// Whether an expression names only `VERSION` and constants.
    pub(in crate::resolve) fn is_static(&self, expr: &Expr) -> bool {
        expr.all().into_iter().all(|expr| match &expr.kind {
            ExprKind::Path(path) => {
                path.word().is_some_and(|name| name.text == VERSION || self.constants(&name.text).next().is_some())
            }
            _ => true,
        })
    }

    /// The declarations of a constant, each for some versions.
    fn constants(&self, name: &str) -> impl Iterator<Item = &ast::Const> {
        let declared = self.candidates.get(name).map(Vec::as_slice).unwrap_or_default();
        declared.iter().filter_map(|one| match one {
            Declared::Const(item) => Some(item),
            _ => None,
        })
    }

    /// Whether an expression uses `VERSION`, directly or through a constant.
    pub(in crate::resolve) fn rests_on_version(&self, expr: &Expr) -> bool {
        let mut seen = HashSet::new();
        let mut left = vec![expr];
        while let Some(expr) = left.pop() {
            if let Some(name) = expr.word() {
                if name.text == VERSION {
                    return true;
                }
                for item in self.constants(&name.text) {
                    if seen.insert(item.name.span) {
                        left.push(&item.value);
                        left.extend(item.guard.as_ref());
                    }
                }
            }
            left.extend(expr.parts());
        }
        false
    }
}
