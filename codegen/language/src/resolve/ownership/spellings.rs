//! Different codes of one value: those listed for one name, and all but 0 of a `truthy` number. The writer uses one of
//! them, so nothing may depend on which code it was: such packets could be read but never written.

use crate::diagnostic::Diagnostic;
use crate::model::{Code, EnumCode, Interval, Value};
use crate::source::Span;

use crate::resolve::record::builder::Builder;

impl Builder<'_, '_> {
    /// Rejects a `match` or a test that distinguishes codes of one value, such as two codes of one name. `choices` has
    /// the codes of each arm; the codes of `interval` in none of them are an arm, too.
    pub(in crate::resolve) fn chosen_by_value(
        &mut self,
        value: Value,
        interval: Interval,
        choices: &[Vec<Interval>],
        span: Span,
    ) -> Option<()> {
        let chosen = |code: Code| -> Vec<bool> {
            choices.iter().map(|codes| codes.iter().any(|codes| codes.contains(code))).collect()
        };
        let apart = |written: Code, read: Code| interval.contains(read) && chosen(written) != chosen(read);
        let found = match value {
            Value::Truthy => {
                let edges = choices.iter().flatten().flat_map(|codes| [codes.min, codes.max]);
                let near = edges.flat_map(|edge| [edge.saturating_sub(1), edge, edge.saturating_add(1)]);
                let read = near.into_iter().find(|code| *code != 0 && apart(1, *code));
                read.map(|read| ("true".to_owned(), 1, read, "leave out the `truthy`"))
            }
            Value::Enum(id) => {
                let names = self.resolver.protocol.enums.get(id.0)?.codes.iter().filter(|name| !name.stores_code());
                let spellings = |name: &EnumCode| name.read.iter().map(|codes| codes.min).collect::<Vec<_>>();
                let split = |name: &EnumCode| spellings(name).into_iter().find(|code| apart(name.written, *code));
                let mut split = names.filter_map(|name| Some((name, split(name)?)));
                let way_out = "give each code a name of its own";
                split.next().map(|(name, read)| (name.name.clone(), name.written, read, way_out))
            }
            Value::Int(_) | Value::Bool | Value::Bits(_) | Value::Quantity(_) | Value::Packed(_) => None,
        };
        let Some((name, written, read, way_out)) = found else { return Some(()) };
        let title = format!("{written} and {read} are both `{name}`, and told apart here");
        let wrong = Diagnostic::new(title, span, format!("{written} is written for both"));
        self.refuse(wrong.help(format!("treat both alike, or {way_out}")))
    }
}
