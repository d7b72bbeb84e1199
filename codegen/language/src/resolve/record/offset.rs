//! `@22 energy: ..`: asserts the offset of a field, after the code, whenever the field is present.

use crate::diagnostic::{Diagnostic, Edit, Help};
use crate::layout;
use crate::model::{FieldId, LengthRange, Record, Role};
use crate::source::Span;

use crate::resolve::resolver::Resolver;

impl Resolver<'_> {
    /// Rejects asserted offsets that differ from the actual ones.
    pub(in crate::resolve) fn check_offsets(
        &mut self,
        record: &Record,
        asserted: &[(FieldId, i128, Span)],
    ) -> Option<()> {
        let without_code = Record { role: Role::Struct, ..record.clone() };
        let mut whole = true;
        for (field, at, span) in asserted {
            let LengthRange { min, max } = layout::offset_of(&self.protocol, &without_code, *field).accepted;
            if i128::from(min) == *at && max == Some(min) {
                continue;
            }
            let found = match max {
                Some(max) if max == min => format!("begins at {min}"),
                Some(max) => format!("begins anywhere from {min} to {max}"),
                None => format!("begins anywhere from {min}"),
            };
            let wrong = Diagnostic::new(format!("this field does not begin at {at}"), *span, found)
                .note("offsets count bytes from the start of the record, a message's code not included");
            let wrong = match max {
                Some(max) if max == min => {
                    let gap = at.saturating_sub(max.into());
                    let space = format!("_: [u8; {gap}], ");
                    let said = format!("reserve what is between: `{}`", space.trim_end_matches(", "));
                    let help = (gap > 0).then(|| Help::new(said, [Edit::new(span.front(), space)]));
                    wrong.help_if(help).help(Help::write(*span, format!("@{min}")))
                }
                _ => wrong.help("drop the offset: what stands before varies"),
            };
            self.complain(wrong);
            whole = false;
        }
        whole.then_some(())
    }
}
