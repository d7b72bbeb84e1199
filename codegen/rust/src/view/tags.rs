//! Getters of tags: numbers that choose a shape. The view has the shape, from which its tag follows.

use super::View;
use crate::encode::derive;
use crate::field::{slot, unverified, value};
use crate::hooks::to_value;
use crate::model::{Arm, ArmCode, CellId, Demand, Docs, FieldId, Presence, Source, Wire};
use crate::text::emitted::Binding;
use crate::text::tokens::{ToTokens, TokenStream, quote};
use crate::text::{docs, names};

impl View<'_, '_> {
    /// `pub fn sequence(&self) -> Sequence { .. }`: for each number in front of a shape that only the shape determines.
    pub(super) fn tag_getters(&self) -> TokenStream {
        let scope = self.scope;
        let mut getters = TokenStream::new();
        for id in scope.body {
            let field = scope.field(*id);
            let own = field.name.as_deref().zip(field.wire.number()).map(|(name, cell)| (name, cell, &field.docs));
            let parts =
                field.wire.parts().iter().filter_map(|part| Some((part.name.as_deref()?, part.cell, &part.docs)));
            for (name, cell, docs) in own.into_iter().chain(parts) {
                getters.extend(self.tag(name, cell, docs));
            }
        }
        getters
    }

    fn tag(&self, name: &str, cell: CellId, docs: &Docs) -> Option<TokenStream> {
        let scope = self.scope;
        let Source::Derived(Demand::Arm { field: choice, column }) = scope.cell(cell).source else { return None };
        let field = scope.field(choice);
        let Wire::Match { arms, .. } = &field.wire else { return None };
        if !scope.body.contains(&choice)
            || field.presence != Presence::Always
            || unverified::in_field(&scope.context, field)
            || arms.iter().any(|arm| self.is_measured(arm))
        {
            return None;
        }
        let (shape, to_value) = (names::getter_ident(field.name.as_deref()?), to_value::of_field(scope, choice));
        let int = scope.cell_int(cell);
        let code = derive::arm_code(scope, (choice, column), &quote!(self.#shape().#to_value()), int);
        let meaning = scope.cell(cell).value;
        let (ty, returned) = if scope.is_flag(cell) {
            let code = code.within(Binding::Operand);
            (quote!(bool), quote!(#code != 0))
        } else {
            let returned = value::from_raw(&scope.context, meaning, code, int);
            (value::value_type(&scope.context, meaning, int), returned.to_token_stream())
        };
        let docs = docs::doc(docs, &format!("The number that chooses the shape of [`{shape}`](Self::{shape})."));
        Some(slot::getter(&docs, &names::getter_ident(name), &ty, returned))
    }

    /// Whether the code of an arm is the size of a region, which only a writer measures.
    fn is_measured(&self, arm: &Arm) -> bool {
        let is_region = |id: &FieldId| matches!(self.scope.field(*id).wire, Wire::Within { .. });
        matches!(&arm.written, ArmCode::Counted(demand) if demand.fields().iter().any(is_region))
    }
}
