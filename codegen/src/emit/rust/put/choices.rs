//! One of several shapes. The mirror of `take/choices`.

use super::super::arms::{Choosing, JoinableArm};
use super::super::check::{Checker, Kept};
use super::super::chunks::are_many;
use super::super::int::Int;
use super::super::scope::Act;
use super::super::tokens::{TokenStream, quote};
use super::super::{derive, facts, handed, names, size, slot};
use super::{Putter, child_args, failed};
use crate::model::{FieldId, Tag, Wire};

impl Putter<'_, '_> {
    /// The call of a choice's writer.
    pub(super) fn choice(&self, id: FieldId, value: &TokenStream) -> TokenStream {
        let scope = self.scope;
        let cells = handed::passed(scope, &scope.read_by_choice(id, Act::Put));
        let known = (!scope.record.params.is_empty()).then(|| quote!(, known));
        let choosing = self.choosing(id);
        if choosing.is_empty() {
            return TokenStream::new();
        }
        let failed = facts::fails(&choosing.whole()).then(|| quote!(?));
        quote!(#value.put(out #cells #known) #failed;)
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
        let checker = Checker { scope };
        let checked = scope.is_checked_as_written();
        let agrees = if checked { checker.tag_agrees(id, tag, shapes) } else { TokenStream::new() };
        let arms = shapes.iter().map(|arm| {
            let variant = names::variant_ident(&arm.name);
            let keeps = scope.kept_code(tag, arm).is_some();
            let Kept { name: code_name, ty: code_type, check: code } =
                if checked { checker.kept(id, tag, arm, shapes) } else { Kept::default() };
            let (binding, bound, body) = match arm.body.first() {
                None => {
                    let binding = code_name.map_or_else(|| quote!({ .. }), |name| quote!({ #name }));
                    (keeps.then_some(binding), code_type, quote!(#code))
                }
                Some(id) if arm.transparent => {
                    let ty = slot::slot(scope, scope.field(*id)).plain.to_string();
                    let binding = match (code_name, keeps) {
                        (Some(name), _) => quote!({ #name, value }),
                        (None, true) => quote!({ value, .. }),
                        (None, false) => quote!((value)),
                    };
                    let put = self.checked(*id, &quote!(value));
                    (Some(binding), format!("{code_type} {ty}"), quote!(#code #put))
                }
                Some(_) => {
                    let call = scope.child_of_arm(id, arm).map(|child| {
                        let (args, failed) = (child_args(scope, &child, Act::Put), failed(&child));
                        quote!(value.put(out #args) #failed;)
                    });
                    (Some(quote!((value))), arm.name.clone(), quote!(#code #call))
                }
            };
            JoinableArm { pattern: quote!(#plain::#variant #binding), bound, body: quote!({ #body }) }
        });
        let mut arms: Vec<_> = arms.collect();
        if arms.iter().all(|arm| arm.body.to_string() == "{ }") {
            arms.clear();
        }
        Choosing { first: quote!(#agrees #code), subject: value.clone(), arms, last: TokenStream::new() }
    }
}
