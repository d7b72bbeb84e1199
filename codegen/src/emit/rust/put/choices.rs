//! One of several shapes. The mirror of `take/choices`.

use super::super::arms::{Choosing, JoinableArm};
use super::super::chunks::are_many;
use super::super::int::Int;
use super::super::scope::Act;
use super::super::tokens::{TokenStream, quote};
use super::super::{derive, handed, names, size, slot};
use super::{Putter, child_args};
use crate::model::{FieldId, Tag, Wire};

impl Putter<'_, '_> {
    /// The call of a choice's writer.
    pub(super) fn choice(&self, id: FieldId, value: &TokenStream) -> TokenStream {
        let scope = self.scope;
        let cells = handed::passed(scope, &scope.read_by_choice(id, Act::Put));
        let known = (!scope.record.params.is_empty()).then(|| quote!(, known));
        if self.choosing(id).is_empty() { TokenStream::new() } else { quote!(#value.put(out #cells #known);) }
    }

    /// What a choice's writer does with `this`, its plain value.
    pub(in crate::emit::rust) fn choosing(&self, id: FieldId) -> Choosing {
        let scope = self.scope;
        let Wire::Match { name, tag, arms: shapes } = &scope.field(id).wire else { return Choosing::nothing() };
        let value = &size::this_choice(scope, id);
        let code = match tag {
            Tag::InPlace { scalar, cell } => {
                let this = if are_many(shapes.len()) { &quote!(self) } else { value };
                let raw = derive::arm_code(scope, id, this, scope.cell_int(*cell));
                let raw = Int::of_scalar(scope.protocol(), *scalar).convert(raw, scope.cell_int(*cell));
                self.scalar(*scalar, &raw)
            }
            Tag::Input(_) => TokenStream::new(),
        };
        let plain = names::type_ident(name);
        let arms = shapes.iter().map(|arm| {
            let variant = names::variant_ident(&arm.name);
            let keeps = scope.kept_code(tag, arm).is_some();
            let (binding, bound, body) = match arm.body.first() {
                None => (keeps.then(|| quote!({ .. })), String::new(), TokenStream::new()),
                Some(id) if arm.transparent => {
                    let bound = slot::slot(scope, scope.field(*id)).plain.to_string();
                    let binding = if keeps { quote!({ value, .. }) } else { quote!((value)) };
                    (Some(binding), bound, self.present(*id, &quote!(value)))
                }
                Some(_) => {
                    let child = scope.child_of_arm(id, name, arm);
                    let args = child.map(|child| child_args(scope, &child, Act::Put));
                    (Some(quote!((value))), arm.name.clone(), quote!(value.put(out #args);))
                }
            };
            JoinableArm { pattern: quote!(#plain::#variant #binding), bound, body: quote!({ #body }) }
        });
        let arms = if shapes.iter().all(|arm| arm.body.is_empty()) { Vec::new() } else { arms.collect() };
        Choosing { first: code, subject: value.clone(), arms, last: TokenStream::new() }
    }
}
