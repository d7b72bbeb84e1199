//! Session values: numbers of earlier messages, read as `session.mode`.

use crate::ast;
use crate::diagnostic::Diagnostic;
use crate::model::{Cell, Field, Input, ParamKind, Presence, Role, Session, SessionId, Source, Value, Wire};
use crate::near::proposal;

use crate::resolve::record::builder::Builder;
use crate::resolve::resolver::{Bound, Declared, Resolver};
use crate::resolve::scope::operand::Operand;
use crate::resolve::wanted::Wanted;

impl<'a> Resolver<'a> {
    /// `session mode = MapChange.mode;`
    pub(super) fn declare_session(&mut self, item: &'a ast::Session) {
        if let Some(earlier) = self.sessions.add(&item.name.text, item) {
            let title = format!("the session has two values called `{}`", item.name.text);
            let wrong =
                Diagnostic::new(title, item.name.span, "again here").other(earlier.name.span, "first named here");
            self.complain(wrong.help("rename one of them"));
        }
    }

    /// Binds all session values, used or not.
    pub(super) fn bind_sessions(&mut self) {
        for item in self.sessions.all.clone() {
            self.bind_session(item);
        }
    }

    /// A session value, by its name.
    fn session(&mut self, name: &ast::Name) -> Option<SessionId> {
        if let Some(item) = self.sessions.named(&name.text) {
            self.note(name, item.name.span);
            return self.bind_session(item);
        }
        if self.may_be_unread(&name.text) {
            return None;
        }
        let wrong = Diagnostic::new(format!("the session has no value `{}`", name.text), name.span, "not declared");
        let known = self.sessions.all.iter().map(|item| item.name.text.as_str());
        let (wrong, near) = (wrong.knowing(known.clone()), proposal(name.span, &name.text, known));
        let declare = || format!("declare which message says it: `session {} = Message.field;`", name.text);
        self.refuse(wrong.help(near.unwrap_or_else(|| declare().into())))
    }

    fn bind_session(&mut self, item: &'a ast::Session) -> Option<SessionId> {
        if let Some(known) = self.bound_sessions.get(item.name.text.as_str()) {
            return *known;
        }
        let session = self.said(item).filter(|_| !self.is_unread(item.span));
        let id = session.is_some().then_some(SessionId(self.protocol.sessions.len()));
        self.protocol.sessions.extend(session);
        self.bound_sessions.insert(&item.name.text, id);
        id
    }

    /// The message and field that set it, and its type.
    fn said(&mut self, item: &'a ast::Session) -> Option<Session> {
        match self.lookup(&item.message, Wanted::Message)? {
            (_, Declared::Message(_)) => {}
            (_, other) => {
                let title = format!("`{}` is {}, not a message", item.message.text, other.what());
                let wrong = Diagnostic::new(title, item.message.span, "a message says what a session knows");
                return self.refuse(wrong.other(other.place(), "declared here"));
            }
        }
        let Some(Bound::Record(message)) = self.bind_type(&item.message) else { return None };
        let record = self.protocol.records.get(message.0)?;
        if matches!(record.role, Role::Message { code: None }) {
            if self.has_unread_family() {
                return None;
            }
            let title = format!("`{}` is in no family", item.message.text);
            let wrong = Diagnostic::new(title, item.message.span, "it never passes in a stream");
            return self.refuse(wrong.help("name it in the family in which it is sent"));
        }
        let Some(id) = record.cell_at(&item.field.text) else {
            let title = format!("`{}` has no number `{}`", item.message.text, item.field.text);
            let names = record.own_cells().map(|(_, cell)| cell.path.as_str());
            let help = proposal(item.field.span, &item.field.text, names.clone());
            let wrong = Diagnostic::new(title, item.field.span, "not known there").help_if(help);
            return self.refuse(wrong.knowing(names));
        };
        let declared = self.places.get(message.0).and_then(|places| places.cell(id));
        self.note_if(&item.field, declared);
        let record = self.protocol.records.get(message.0)?;
        let cell = record.cells.get(id.0)?;
        let field = record.fields.get(cell.field.0);
        if let Some(rule) = field.and_then(|field| field.rule.as_ref()).filter(|rule| rule.repair.is_some()) {
            let title = format!("`{}` may be repaired, so a session cannot keep it", item.field.text);
            let told = format!("what breaks the rule `{}` is read as another number", rule.text);
            let span = self.places.get(message.0).and_then(|places| places.fields.get(cell.field.0)?.repair);
            let wrong = Diagnostic::new(title, item.field.span, "later messages would go by it").note(told);
            let wrong = wrong.help("drop the `else` of the rule: packets with such a number are refused then");
            return self.refuse(wrong.other_if(span, "read in place of the number that came"));
        }
        let plain = field.is_some_and(|field| is_plain(field, cell));
        let kind = match cell.value {
            Value::Int(_) | Value::Enum(_) | Value::Bool => Some(ParamKind::of(cell.value, cell.interval)),
            Value::Truthy => Some(ParamKind::Bool),
            Value::Bits(_) | Value::Quantity(_) | Value::Packed(_) => None,
        };
        let Some(kind) = kind.filter(|_| plain) else {
            let title = format!("a session cannot keep `{}`", item.field.text);
            return self.refuse(
                Diagnostic::new(title, item.field.span, "not a number, flag or enum that is always there")
                    .note("what a session knows is told whenever the message passes, and told as it is"),
            );
        };
        Some(Session {
            name: item.name.text.clone(),
            docs: crate::resolve::resolver::docs(&item.docs),
            kind,
            message,
            cell: id,
        })
    }
}

/// Whether the user sets it in every message.
fn is_plain(field: &Field, cell: &Cell) -> bool {
    field.parent.is_none()
        && field.presence == Presence::Always
        && cell.source == Source::User
        && matches!(field.wire, Wire::Scalar { .. } | Wire::Bits { .. })
}

impl Builder<'_, '_> {
    /// `session.mode`
    pub(super) fn session_operand(&mut self, path: &ast::Path) -> Option<Operand> {
        let name = path.segments.get(1)?;
        let id = self.resolver.session(name)?;
        let kind = self.resolver.protocol.sessions.get(id.0)?.kind;
        let meant = self.resolver.param_type(kind);
        self.of_input(self.outer.len(), Input::Session(id), meant, path, 2)
    }
}
