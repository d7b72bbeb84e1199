//! `hook move_checksum(data: bytes, sequence: u31) -> u8;`: checksums that your program computes.

use crate::ast::{self, NumberKind, WireKind};
use crate::diagnostic::Diagnostic;
use crate::model::{self, FieldId, Hook, HookId, Input, Item, Param, Record};
use crate::source::Span;

use super::types::count;
use crate::resolve::ownership::uses::Use;
use crate::resolve::record::builder::Builder;
use crate::resolve::record::places::RecordPlaces;
use crate::resolve::resolver::Resolver;

impl<'a> Resolver<'a> {
    /// Declares a hook. Its name must differ from those of other hooks; one of the catalogue means the hook then.
    pub(super) fn declare_hook(&mut self, item: &'a ast::Hook) {
        let name = &item.name;
        if let Some(earlier) = self.hooks.add(&name.text, item) {
            let wrong = Diagnostic::new(format!("`{}` is declared twice", name.text), name.span, "declared again here");
            self.complain(wrong.other(earlier.name.span, "first declared here").help("rename one of them"));
        }
    }

    /// Binds all hooks, used or not.
    pub(super) fn bind_hooks(&mut self) {
        for item in self.hooks.all.clone() {
            self.bind_hook(item);
        }
    }

    /// The hook of this name, if there is one; the inner `None` if it is invalid.
    pub(super) fn hook(&mut self, name: &ast::Name) -> Option<Option<HookId>> {
        let Some(item) = self.hooks.named(&name.text) else { return self.may_be_unread(&name.text).then_some(None) };
        self.note(name, item.name.span);
        Some(self.bind_hook(item))
    }

    fn bind_hook(&mut self, item: &'a ast::Hook) -> Option<HookId> {
        if let Some(known) = self.bound_hooks.get(item.name.text.as_str()) {
            return *known;
        }
        let hook = self.bound_hook(item).filter(|_| !self.is_unread(item.span));
        let id = hook.is_some().then_some(HookId(self.protocol.hooks.len()));
        self.protocol.hooks.extend(hook);
        self.bound_hooks.insert(&item.name.text, id);
        id
    }

    fn bound_hook(&mut self, item: &'a ast::Hook) -> Option<Hook> {
        let (data, others) = match item.params.split_first() {
            Some((first, others)) if is_bytes(&first.wire) => (first, others),
            first => {
                let (span, label) = match first {
                    Some((first, _)) => (first.wire.span, "not `bytes`"),
                    None => (item.name.span, "is given nothing"),
                };
                return self.refuse(
                    Diagnostic::new("a hook is given the bytes that it covers", span, label)
                        .help(format!("let them come first: `hook {}(data: bytes, ..)`", item.name.text)),
                );
            }
        };
        if let Some(other) = others.iter().find(|other| other.name.text == data.name.text) {
            let title = format!("two things are called `{}`", data.name.text);
            let wrong = Diagnostic::new(title, other.name.span, "again here");
            return self.refuse(wrong.other(data.name.span, "first named here").help("rename one of them"));
        }
        let params = self.param_list(others)?.into_iter().map(|(param, _)| param).collect();
        let bytes = self.hook_bytes(&item.result)?;
        let docs = crate::resolve::resolver::docs(&item.docs);
        Some(Hook { name: item.name.text.clone(), docs, data: data.name.text.clone(), params, bytes })
    }

    /// Rejects hooks in a state: deltas are applied before the program could verify the checksum.
    pub(super) fn no_hooks_in_delta(&mut self, record: &Record, places: &RecordPlaces) -> Option<()> {
        if self.protocol.hooks.is_empty() {
            return Some(());
        }
        let carries = |id: FieldId| record.fields.get(id.0).is_some_and(|field| field.part_of_state().is_some());
        let in_state = |id: &FieldId| record.delta.is_some() || record.around(*id).any(carries);
        let inside = model::nested_hooks(&self.protocol);
        let own = |id: FieldId| {
            record
                .checksums
                .iter()
                .any(|one| one.hook().is_some() && record.cells.get(one.cell.0).is_some_and(|cell| cell.field == id))
        };
        let mut fields = (0..).map(FieldId).zip(&record.fields).filter(|(id, _)| in_state(id));
        let found = fields.find(|(id, field)| own(*id) || !inside.wire(&field.wire).is_empty());
        let Some((id, _)) = found else { return Some(()) };
        let place = places.fields.get(id.0).map_or(places.name, |place| place.name);
        let wrong = Diagnostic::new("a delta holds no checksum of the program", place, "needs a hook");
        let wrong = wrong.other(places.name, "what travels of it is added to a base before anybody could compare it");
        self.refuse(wrong.help("let the message that holds the delta have the checksum"))
    }

    /// The bytes of a hook's result. It is a number; its encoding is the field's.
    fn hook_bytes(&mut self, result: &ast::WireInt) -> Option<u8> {
        let bytes = u8::try_from(result.bits / 8).ok().filter(|_| result.bits.is_multiple_of(8));
        let label = match (result.kind, bytes, result.order) {
            (NumberKind::Unsigned, Some(bytes), None) => return Some(bytes),
            (NumberKind::Float, ..) => "an IEEE number",
            (NumberKind::Signed, ..) => "a signed number",
            (NumberKind::Unsigned, None, _) => "not a number of whole bytes",
            (NumberKind::Unsigned, Some(_), Some(_)) => "has a byte order, which is the field's to say",
        };
        let wrong = Diagnostic::new("a hook cannot give this", result.span, label);
        self.refuse(wrong.help("let it give `u8`, `u16` or another unsigned number of whole bytes"))
    }
}

impl<'a> Builder<'_, 'a> {
    /// `move_checksum(after(checksum), sequence)`: the arguments after the covered bytes.
    pub(super) fn hook_call(
        &mut self,
        id: FieldId,
        hook: HookId,
        (whole, function, cover): (&ast::Expr, &'a ast::Path, &ast::Expr),
        inputs: &'a [ast::Expr],
    ) -> Option<Vec<Input>> {
        let name = function.segments.first()?;
        self.has_name(id, whole.span)?;
        let params = self.resolver.protocol.hooks.get(hook.0)?.params.clone();
        let names = params.iter().map(|param| param.name.as_str()).collect::<Vec<_>>().join(", ");
        let cover = self.resolver.sources.text(cover.span).to_owned();
        if !inputs.is_empty() && inputs.len() != params.len() {
            let wants = match params.len() {
                0 => "nothing else".to_owned(),
                many => count(many as u128, "argument", "arguments"),
            };
            let title = format!("`{}` takes what it covers and {wants}", name.text);
            let span = inputs.first().zip(inputs.last()).map_or(whole.span, |(first, last)| first.span.to(last.span));
            let wrong = Diagnostic::new(title, span, format!("{} given", inputs.len()));
            return self.refuse(match names.is_empty() {
                true => wrong.help("leave it out"),
                false => wrong.help(format!("write `{}({cover}, {names})`", name.text)),
            });
        }
        let by_name = |param: &Param| {
            let segment = ast::Name { text: param.name.clone(), span: name.span };
            ast::Path { segments: vec![segment], span: name.span }
        };
        if let Some(param) = params.iter().find(|param| inputs.is_empty() && !self.knows(&by_name(param))) {
            if self.may_lack(&param.name) {
                return None;
            }
            let title = format!("`{}` is given `{}` besides", name.text, param.name);
            let wrong = Diagnostic::new(title, whole.span, "nothing here has this name");
            let wrong = wrong.help(format!("say what it is: `{}({cover}, {names})`", name.text));
            return self.refuse(wrong.help(format!("or declare a parameter `{}` of this record", param.name)));
        }
        let before = self.frame.uses.len();
        let inputs = self.plain_args(&params, inputs, name)?;
        // The program's function only reads its arguments.
        for one in self.frame.uses.iter_mut().skip(before) {
            if let Use::Argument { cell, span, .. } = *one {
                *one = Use::Read { cell, span, element: false };
            }
        }
        Some(inputs)
    }

    /// Rejects hooks in lists of fixed count: those are arrays of values without checksums.
    pub(super) fn can_be_verified(&mut self, item: &Item, span: Span) -> Option<()> {
        if self.resolver.protocol.hooks.is_empty() {
            return Some(());
        }
        let hooks = model::nested_hooks(&self.resolver.protocol);
        let Some(hook) = hooks.item(item).first().and_then(|hook| self.resolver.protocol.hooks.get(hook.0)) else {
            return Some(());
        };
        let title = format!("`{}` could not be verified in a list of fixed length", hook.name);
        let wrong = Diagnostic::new(title, span, "an array of values without their checksums");
        self.refuse(wrong.help("write the elements as fields of their own, or count them"))
    }

    /// Requires a name for the field: without a program, the checksum is set by its name.
    fn has_name(&mut self, id: FieldId, span: Span) -> Option<()> {
        if self.frame.fields.get(id.0).is_some_and(|field| field.name.is_some()) {
            return Some(());
        }
        let wrong = Diagnostic::new("the number of a hook needs a name", span, "has none");
        let wrong = wrong.note("examples and the command line know no hook: they give the number by its name");
        self.refuse(wrong.help("name the field"))
    }
}

fn is_bytes(wire: &ast::Wire) -> bool {
    matches!(&wire.kind, WireKind::Bytes { encoding: None, extent: None })
}
