//! Getters of tags: numbers that choose a shape. The view has the shape, from which its tag follows.

use super::View;
use crate::encode::derive;
use crate::facts::scopes::is_option;
use crate::field::{slot, value};
use crate::hooks::to_value;
use crate::model::{Arm, ArmCode, CellId, Demand, Docs, FieldId, Source, Wire};
use crate::text::emitted::{Binding, Emitted};
use crate::text::literal::typed;
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
        let Source::Derived(Demand::Arm { field: choice, .. }) = scope.cell(cell).source else { return None };
        let Wire::Match { arms, .. } = &scope.field(choice).wire else { return None };
        if arms.iter().any(|arm| self.is_measured(arm)) {
            return None;
        }
        let path = self.path(choice)?;
        let (int, code) = (scope.cell_int(cell), self.code(&path, &quote!(self), cell)?);
        let meaning = scope.cell(cell).value;
        let (ty, returned) = if scope.is_flag(cell) {
            let code = code.within(Binding::Operand);
            (quote!(bool), quote!(#code != 0))
        } else {
            let returned = value::from_raw(&scope.context, meaning, code, int);
            (value::value_type(&scope.context, meaning, int), returned.to_token_stream())
        };
        let shape = names::getter_ident(scope.field(*path.first()?).name.as_deref()?);
        let docs = docs::doc(docs, &format!("The number that chooses the shape in [`{shape}`](Self::{shape})."));
        Some(slot::getter(&docs, &names::getter_ident(name), &ty, returned))
    }

    /// The choice, behind the groups around it that are not the scope itself.
    fn path(&self, choice: FieldId) -> Option<Vec<FieldId>> {
        let scope = self.scope;
        let mut path = vec![choice];
        while let Some(first) = path.first().copied().filter(|first| !scope.body.contains(first)) {
            let parent = scope.field(first).parent?;
            match &scope.field(parent).wire {
                Wire::Group { delta: None, .. } => path.insert(0, parent),
                _ => return None,
            }
        }
        Some(path)
    }

    /// The code of the shape at the end of a path from the view `this`. If something on the path is absent, one number says so.
    fn code(&self, path: &[FieldId], this: &TokenStream, cell: CellId) -> Option<Emitted> {
        let scope = self.scope;
        let (first, rest) = path.split_first()?;
        let field = scope.field(*first);
        let getter = names::getter_ident(field.name.as_deref()?);
        let code = |view: &TokenStream| match (rest, &scope.cell(cell).source) {
            ([], Source::Derived(Demand::Arm { column, .. })) => {
                let to_value = to_value::of_field(scope, *first);
                Some(derive::arm_code(scope, (*first, *column), &quote!(#view.#to_value()), scope.cell_int(cell)))
            }
            _ => self.code(rest, view, cell),
        };
        if !is_option(field) {
            return code(&quote!(#this.#getter()));
        }
        let (code, absent) = (code(&quote!(view))?, typed(scope.cell(cell).absent?, scope.cell_int(cell)));
        Some(Emitted::branch(quote!(match #this.#getter() { Some(view) => #code, None => #absent })))
    }

    /// Whether the code of an arm is the size of a region, which only a writer measures.
    fn is_measured(&self, arm: &Arm) -> bool {
        let is_region = |id: &FieldId| matches!(self.scope.field(*id).wire, Wire::Within { .. });
        matches!(&arm.written, ArmCode::Counted(demand) if demand.fields().iter().any(is_region))
    }
}
