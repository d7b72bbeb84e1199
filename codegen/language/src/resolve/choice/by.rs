//! `payload: Payload by kind`: an earlier number selects the member of a family.
//!
//! The writer derives the number from the message. Each member's code must be in the number's interval; an open family
//! preserves the number's other values.

use crate::ast::{self, ExprKind, WireKind};
use crate::diagnostic::{Diagnostic, Edit, Help};
use crate::layout;
use crate::model::{CellId, Code, FamilyId, FieldId, Input, Interval, Record, Source, Wire};

use crate::resolve::ownership::uses::Use;
use crate::resolve::record::absent::means_something;
use crate::resolve::record::builder::Builder;
use crate::resolve::record::field::Spelled;
use crate::resolve::resolver::{Declared, Resolver};

impl Resolver<'_> {
    /// Widens the codes of families to the intervals of the numbers in a record that select their members.
    pub(in crate::resolve) fn widen_codes(&mut self, record: &Record) {
        for field in &record.fields {
            if let Wire::Family { family, by: Some(cell), .. } = &field.wire {
                let held = layout::wire_interval(&self.protocol, record, *cell);
                if let Some(family) = self.protocol.families.get_mut(family.0) {
                    family.codes = family.codes.hull(held);
                }
            }
        }
    }
}

impl<'a> Builder<'_, 'a> {
    /// Rejects `by` after a wire that is no family.
    pub(in crate::resolve) fn no_by(&mut self, spelled: &Spelled<'a>) -> Option<()> {
        let Some(by) = spelled.by else { return Some(()) };
        // An unknown name is reported as such.
        if let WireKind::Named { name, .. } = &spelled.wire.kind
            && matches!(self.resolver.items.get(name.text.as_str()), Some(Declared::Family(_)) | None)
        {
            return Some(());
        }
        if let WireKind::Nested { name, .. } = &spelled.wire.kind
            && let Some(Declared::Family(family)) = self.resolver.items.get(name.text.as_str())
        {
            // One without codes is not nested, whether or not a field chooses its messages.
            return family.carrier.is_none().then_some(()).or_else(|| self.two_codes(name, by));
        }
        self.refuse(
            Diagnostic::new("only a message is chosen by a field", by.span, "chooses between the members of a family")
                .other(spelled.wire.span, "this is no family")
                .help(format!("choose between shapes with a `match {} {{ .. }}`", by.text)),
        )
    }

    /// Rejects `by` after a family whose messages begin with their code.
    fn two_codes<T>(&mut self, name: &ast::Name, by: &ast::Name) -> Option<T> {
        let title = format!("two codes would choose a message of `{}`", name.text);
        let wrong = Diagnostic::new(title, by.span, "an earlier field");
        let wrong = wrong.other(name.span, "its messages begin with their code");
        self.refuse(wrong.help("leave out the `by`, or the carrier of the family"))
    }

    /// The number that selects a member of a family without a carrier.
    pub(in crate::resolve) fn chosen_by(
        &mut self,
        id: FieldId,
        family: FamilyId,
        name: &ast::Name,
        by: Option<&'a ast::Name>,
    ) -> Option<Option<CellId>> {
        let found = self.resolver.protocol.families.get(family.0)?;
        let by = match (found.carrier.is_some(), by) {
            (true, None) => return Some(None),
            (false, Some(by)) => by,
            (true, Some(by)) => return self.two_codes(name, by),
            (false, None) => {
                let title = format!("nothing says which message of `{}` this is", name.text);
                let number = self.number_before().filter(|_| found.params.is_empty());
                let help = match number {
                    Some(number) => {
                        let said = format!("name the field that says it: `{} by {number}`", name.text);
                        Help::new(said, [Edit::new(name.span.behind(), format!(" by {number}"))])
                    }
                    None => format!("name the field that says it: `{} by kind`", name.text).into(),
                };
                return self.uncarried(name, title, help);
            }
        };
        let path = ast::Path { segments: vec![by.clone()], span: by.span };
        let operand = self.tag(&ast::Expr { kind: ExprKind::Path(path), span: by.span })?;
        let Some(Input::Cell(cell)) = operand.input else {
            let title = format!("`{}` is no field of this record", by.text);
            let wrong = Diagnostic::new(title, by.span, "known from elsewhere, so the writer cannot set it");
            return self.refuse(wrong.help("name an earlier number of the same record"));
        };
        let members = self.resolver.protocol.families.get(family.0)?.members.iter();
        let unfit: Vec<_> = members.filter(|member| self.refuses(cell, member.code)).collect();
        if let Some(member) = unfit.first() {
            let title = format!("`{}` cannot be {}, the code of `{}`", by.text, member.code, member.name);
            let declared = self.frame.origin(cell).span;
            let code = member.code;
            let (can_be, help) = match operand.interval.contains(code) {
                true => {
                    let help = format!("name {code} in the enum of `{}`, or let the enum end in `..`", by.text);
                    ("no name of its enum has this code".to_owned(), help)
                }
                false => (format!("this is {}", operand.interval), format!("check this range: can it be {code}?")),
            };
            return self.refuse(
                Diagnostic::new(title, by.span, "chooses the message")
                    .other(declared, can_be)
                    .help(help)
                    .help(format!("if no packet has `{}` here, choose from a family without it", member.name)),
            );
        }
        let members = self.resolver.protocol.families.get(family.0)?.members.iter();
        let choices: Vec<Vec<Interval>> = members.map(|member| vec![Interval::only(member.code)]).collect();
        self.chosen_by_value(operand.value, operand.interval, &choices, by.span)?;
        self.frame.uses.push(Use::Arm { cell, field: id, column: 0, told: true, span: by.span });
        Some(Some(cell))
    }

    /// Whether a cell can never hold a code.
    fn refuses(&self, cell: CellId, code: Code) -> bool {
        let Some(cell) = self.frame.cells.get(cell.0) else { return false };
        !means_something(&self.resolver.protocol, cell.value, code) || !cell.interval.contains(code)
    }

    /// Rejects a list of such a family: one number cannot select many elements.
    pub(in crate::resolve) fn uncarried_items<T>(&mut self, name: &ast::Name) -> Option<T> {
        let title = format!("nothing says which message of `{}` an element is", name.text);
        let help = format!("put a number into each element: `[{{ kind: u8, message: {} by kind }}; ..]`", name.text);
        self.uncarried(name, title, help.into())
    }

    /// The name of the last number before the current field that the user sets.
    fn number_before(&self) -> Option<String> {
        let mut cells = self.frame.cells.iter().rev();
        let number = cells.find(|cell| cell.source == Source::User && cell.value.is_number())?;
        self.frame.visible().contains(&number.path).then(|| number.path.clone())
    }

    fn uncarried<T>(&mut self, name: &ast::Name, title: String, help: Help) -> Option<T> {
        let wrong = Diagnostic::new(title, name.span, "the family has no carrier for its codes").help(help);
        let declared = self.resolver.items.get(name.text.as_str()).map(|family| family.place().behind());
        let carried = |carrier: &str| {
            let said = format!("let the family carry its codes: `family {}{carrier}`", name.text);
            Some(Help::new(said, [Edit::new(declared?, carrier)]))
        };
        self.refuse([": u8", ": u16"].into_iter().fold(wrong, |wrong, carrier| wrong.help_if(carried(carrier))))
    }
}
