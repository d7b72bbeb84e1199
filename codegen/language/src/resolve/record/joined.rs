//! Joined numbers: one number whose bits are in several parts of one carrier.
//!
//! The parts are layout only. The carrier has one part for the number, with a run of bits for each of them, so whatever
//! reads or writes a number knows of no other kind.

use crate::ast::{self, ExprKind};
use crate::diagnostic::Diagnostic;
use crate::model::{Run, Scalar, Value};
use crate::resolve::record::builder::Builder;
use crate::resolve::types::count;
use crate::resolve::types::parts::PartLayout;

/// A joined number and its parts.
pub(super) struct Joined<'a> {
    pub(super) field: &'a ast::Field,
    pub(super) names: Vec<&'a ast::Name>,
}

impl<'a> Builder<'_, 'a> {
    /// The joined numbers behind some bits of which the first part is one of these.
    pub(super) fn joined_of(&self, parts: &'a ast::Parts) -> Vec<Joined<'a>> {
        let is_part =
            |name: &ast::Name| parts.iter().any(|part| part.name.as_ref().is_some_and(|own| own.text == name.text));
        let behind = self.frame.entries.iter().skip(self.frame.entry.saturating_add(1));
        let joined = behind.filter_map(|entry| if let ast::Entry::Joined(field) = entry { Some(field) } else { None });
        let joined = joined.map(|field| Joined { field, names: names(field) });
        joined.filter(|joined| joined.names.first().is_some_and(|name| is_part(name))).collect()
    }

    /// The entry of a joined number: it is bound with its carrier, so only one without is refused here.
    pub(in crate::resolve) fn joined(&mut self, field: &'a ast::Field) -> Option<()> {
        let named = names(field);
        let Some(first) = named.first() else {
            let span = field.clauses.computed.as_ref().map_or(field.span, |parts| parts.span);
            let title = "a joined number lists the parts that it is made of";
            let diagnostic = Diagnostic::new(title, span, "not at least two names of parts");
            return self.refuse(diagnostic.help("name the one with the highest bits first: `= (high, low)`"));
        };
        let name = field.name.as_ref()?;
        let is_bound = self.frame.scope().is_some_and(|scope| scope.names.iter().any(|one| one.span == name.span));
        if is_bound || self.frame.broken {
            return Some(());
        }
        let title = format!("`{}` is no part of bits in front of this", first.text);
        let known = self.frame.scope().into_iter().flat_map(|scope| scope.names.iter().map(|one| one.name));
        let diagnostic = Diagnostic::new(title, first.span, "not in the same body").knowing(known);
        self.refuse(diagnostic.help("write both as parts of one number: `bits u32 { high: u16, low: u16 }`"))
    }

    /// The part of a joined number, and its bits: those of each of its parts, which are no others' (`taken`).
    pub(super) fn joined_part(
        &mut self,
        joined: &Joined<'a>,
        carrier: Scalar,
        layouts: &[PartLayout<'_>],
        taken: &mut Vec<Run>,
    ) -> Option<(ast::Part, Vec<Run>)> {
        if let Scalar::Varint(_) = carrier {
            self.frame.broken = true;
            return self.resolver.not_yet("a joined number in a varint is", joined.field.span);
        }
        let clauses = &joined.field.clauses;
        let others = [&clauses.from, &clauses.fill, &clauses.presence, &clauses.absent].into_iter().flatten();
        let others = others.map(|clause| clause.span).chain(clauses.by.as_ref().map(|by| by.span));
        let others = others.chain(clauses.rule.as_ref().map(|rule| rule.span));
        if let Some(span) = others.chain(joined.field.offset.map(|(_, span)| span)).next() {
            self.frame.broken = true;
            return self.resolver.not_yet("a joined number with this clause is", span);
        }
        let mut runs = Vec::new();
        for name in &joined.names {
            let own = |layout: &&PartLayout<'_>| layout.part.name.as_ref().is_some_and(|own| own.text == name.text);
            let Some(layout) = layouts.iter().find(own) else {
                let diagnostic = Diagnostic::new(format!("`{}` is no part of these bits", name.text), name.span, "");
                let first = joined.names.first().map_or(name.span, |first| first.span);
                let known = layouts.iter().filter_map(|layout| Some(layout.part.name.as_ref()?.text.as_str()));
                let diagnostic = diagnostic.other(first, "a part of the bits in front").knowing(known);
                return self.refuse(diagnostic.help("join parts of one carrier: `bits u32 { high: u16, low: u16 }`"));
            };
            let run = Run { low: layout.low, width: layout.width };
            let named = layout.part.name.as_ref().map_or(layout.part.span, |name| name.span);
            self.resolver.references.note(name.span, named);
            if taken.contains(&run) {
                let title = format!("`{}` is a piece of a joined number already", name.text);
                return self.refuse(Diagnostic::new(title, name.span, "its bits would be set twice"));
            }
            taken.push(run);
            let is_plain = matches!(layout.value, Value::Int(_) | Value::Bool) && !layout.signed;
            if !is_plain || layout.constant.is_some() {
                let title = format!("`{}` is more than bits", name.text);
                let diagnostic = Diagnostic::new(title, layout.part.span, "not only an unsigned number");
                return self
                    .refuse(diagnostic.other(name.span, "a piece of another number").help("write its width only"));
            }
            runs.push(run);
        }
        let part = ast::Part {
            docs: joined.field.docs.clone(),
            name: joined.field.name.clone(),
            width: Some(ast::PartWidth::Wire(joined.field.wire.clone())),
            value: clauses.value.clone(),
            computed: None,
            fill: None,
            span: joined.field.span,
        };
        Some((part, runs))
    }

    /// Requires that the parts of a joined number have as many bits as it has.
    pub(super) fn has_all_bits(&mut self, joined: &Joined<'_>, width: u8, runs: &[Run]) -> Option<()> {
        let sum: u32 = runs.iter().map(|run| u32::from(run.width)).sum();
        if sum == u32::from(width) {
            return Some(());
        }
        let title = format!("the parts have {}, the number has {width}", count(sum.into(), "bit", "bits"));
        let span = joined.field.clauses.computed.as_ref().map_or(joined.field.span, |parts| parts.span);
        let diagnostic = Diagnostic::new(title, joined.field.wire.span, format!("{width} bits"));
        self.refuse(diagnostic.other(span, format!("{sum} bits")).help(format!("write `u{sum}`")))
    }
}

/// The parts that a joined number names: none if it lists anything else.
fn names(field: &ast::Field) -> Vec<&ast::Name> {
    let Some(ast::Expr { kind: ExprKind::Tuple(parts), .. }) = &field.clauses.computed else { return Vec::new() };
    let all: Option<Vec<_>> =
        parts.iter().map(|part| if let ExprKind::Path(path) = &part.kind { path.word() } else { None }).collect();
    all.unwrap_or_default()
}

/// Whether a part is a piece of a joined number.
pub(super) fn joins(joined: &[Joined<'_>], part: &ast::Part) -> bool {
    let own = part.name.as_ref().map(|own| own.text.as_str());
    joined.iter().flat_map(|joined| &joined.names).any(|name| Some(name.text.as_str()) == own)
}
