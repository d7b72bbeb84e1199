//! The base of a delta: `from zero`, `from previous`, `from base.legs`.

use crate::ast::{self, ExprKind};
use crate::diagnostic::Diagnostic;
use crate::model::{Base, FieldId, InBase, Presence, Wire};
use crate::near::proposal;
use crate::source::Span;

use crate::resolve::delta::behind_base;
use crate::resolve::record::builder::Builder;
use crate::resolve::record::field::Called;
use crate::resolve::scope::Entry;

/// The name of the state of zeros.
const ZERO: &str = "zero";

impl<'a> Builder<'_, 'a> {
    /// `from previous`: the field is a state that is encoded as a delta.
    pub(in crate::resolve) fn state(
        &mut self,
        called: Called<'a>,
        wire: &mut Wire,
        from: &'a ast::Expr,
    ) -> Option<Entry> {
        let place = called.span;
        let delta = match wire {
            Wire::Record { record, .. } => self.resolver.protocol.records.get(record.0),
            _ => None,
        };
        let Some(name) = delta.and_then(|record| record.delta.as_ref()).map(|delta| delta.name.clone()) else {
            let wrong = Diagnostic::new("this is no difference", from.span, "there is nothing to add it to");
            let wrong = wrong.other(place, "no delta");
            return self.refuse(wrong.help("declare its type as a `delta`, or leave out the `from`"));
        };
        let base = self.taken_from(called.id, from, &name, wire)?;
        if let Wire::Record { from, .. } = wire {
            *from = Some(base);
        }
        Some(Entry::State)
    }

    fn taken_from(&mut self, id: FieldId, from: &'a ast::Expr, state: &str, wire: &Wire) -> Option<Base> {
        let ExprKind::Path(path) = &from.kind else { return self.no_state(from.span, "no name", state) };
        if let Some((path, behind)) = behind_base(from) {
            return self.state_of_base(id, (path, behind), state, wire);
        }
        let (name, []) = path.segments.split_first()? else {
            return self.no_state(from.span, "stands in another group", state);
        };
        let scope = self.frame.scope()?;
        let Some(named) = scope.names.iter().rev().find(|named| named.name == name.text).cloned() else {
            if name.text == ZERO {
                return Some(Base::Zero);
            }
            if self.may_lack(&name.text) {
                return None;
            }
            let states = scope.names.iter().filter(|named| named.entry == Entry::State).map(|named| named.name);
            let near = proposal(name.span, &name.text, states.clone());
            let later = scope.declared.iter().any(|(declared, _)| *declared == name.text);
            let label = if later { "stands later" } else { "no earlier field of this body" };
            let title = format!("`{}` is no state that is known here", name.text);
            let help = near.unwrap_or_else(|| format!("name an earlier `{state}`, or `zero`").into());
            let known: Vec<&str> = states.chain([ZERO]).collect();
            return self.refuse(Diagnostic::new(title, name.span, label).help(help).knowing(known));
        };
        self.resolver.note(name, named.span);
        let base = named.field.and_then(|id| Some((id, self.frame.fields.get(id.0)?)));
        let label = match (named.entry, base) {
            (Entry::Broken, _) => return None,
            (_, Some((id, field))) => match (field.state(), wire) {
                (Some((one, _)), Wire::Record { record, .. }) if one == *record => {
                    if field.presence == Presence::Always {
                        return Some(Base::Field(id));
                    }
                    "is not always there"
                }
                (Some(_), _) => "the state of another struct",
                (None, _) if field.state_inside().is_some() => "what travels of it is a difference",
                (None, Wire::Record { record, .. }) if matches!(&field.wire, Wire::Record { record: one, .. } if one == record) => {
                    "a difference itself: nothing says from what"
                }
                (None, _) => "no state",
            },
            (_, None) => "no state",
        };
        self.no_state(from.span, label, state)
    }

    /// `from base.legs`: a state within a state.
    fn state_of_base(
        &mut self,
        id: FieldId,
        (path, behind): (&ast::Path, &[ast::Name]),
        state: &str,
        wire: &Wire,
    ) -> Option<Base> {
        let place = self.of_base(id, path, behind)?;
        if place == InBase::from(id) {
            return Some(Base::Inside(place));
        }
        let (found, _) = self.found(&place)?;
        let label = match (&found.wire, wire) {
            (Wire::Record { record: one, from: Some(_), .. }, Wire::Record { record, .. }) if one == record => {
                if found.presence.has_value() {
                    return Some(Base::Inside(place));
                }
                "may be absent in the base"
            }
            (Wire::Record { from: Some(_), .. }, _) => "the state of another struct",
            _ => "no state",
        };
        let text = self.resolver.sources.text(path.span).to_owned();
        let name = self.frame.fields.get(id.0).map(|field| field.label.clone()).unwrap_or_default();
        let wrong = Diagnostic::new(format!("`{text}` is no state to take a difference from"), path.span, label);
        self.refuse(wrong.help(format!("name the field itself, or an earlier `{state}`: `from base.{name}`")))
    }

    /// The base of a nested state must be present, so the field itself must not be optional.
    pub(in crate::resolve) fn has_its_base(&mut self, id: FieldId, from: &ast::Expr) -> Option<()> {
        let field = self.frame.fields.get(id.0)?;
        if field.presence.has_value() || field.state_inside().is_none_or(|(_, base)| *base != InBase::from(id)) {
            return Some(());
        }
        let (text, place) = (self.resolver.sources.text(from.span).to_owned(), self.frame.place(id).name);
        let wrong = Diagnostic::new("the base may not have this", from.span, "what the difference is taken from");
        let wrong = wrong.other(place, "may be absent in the base");
        self.refuse(wrong.help(format!("say what it is where nothing travels: `else {text}`")))
    }

    fn no_state<T>(&mut self, span: Span, label: &str, state: &str) -> Option<T> {
        let text = self.resolver.sources.text(span).to_owned();
        let wrong = Diagnostic::new(format!("`{text}` is no state to take a difference from"), span, label);
        self.refuse(wrong.help(format!("name an earlier `{state}` of the same body, or `zero`")))
    }
}
