//! Writers of choices. The mirror of `take/choices`.

use super::{Putter, failed};
use crate::emit::rust::encode::check::{Checker, StoredCode};
use crate::emit::rust::encode::derive;
use crate::emit::rust::field::arms::{self, Choosing};
use crate::emit::rust::field::code;
use crate::emit::rust::scope::{Act, captures};
use crate::emit::rust::text::int::Int;
use crate::emit::rust::text::names;
use crate::emit::rust::text::tokens::{TokenStream, quote};
use crate::facts::writes::Function;
use crate::model::{FieldId, Tag, Wire};

impl Putter<'_, '_> {
    /// The call of a choice's writer.
    pub(super) fn choice(&self, id: FieldId, value: &TokenStream) -> TokenStream {
        let scope = self.scope;
        let cells = captures::passed(scope, &scope.read_by_choice(id, Act::Put));
        let known = code::known_passed(scope);
        let Function { writes: true, rejects } = scope.facts.writes.choice(id) else { return TokenStream::new() };
        let failed = (rejects && scope.is_checked_as_written()).then(|| quote!(?));
        quote!(#value.put(out #cells #known) #failed;)
    }

    /// The body of a choice's writer: the tag, then a `match` on the variant.
    pub fn choosing(&self, id: FieldId) -> Choosing {
        let (scope, choice) = (self.scope, id);
        let Wire::Match { name, tag, arms: shapes } = &scope.field(id).wire else { return Choosing::default() };
        let value = &quote!(*self);
        let code = match tag {
            Tag::InPlace { scalar, cell } => {
                let raw = derive::arm_code(scope, id, value, scope.cell_int(*cell));
                let raw = Int::of_scalar(scope.protocol(), *scalar).convert(raw, scope.cell_int(*cell));
                self.scalar(*scalar, &raw)
            }
            Tag::Input(_) => TokenStream::new(),
        };
        let ty = names::type_ident(name);
        let checker = Checker { scope };
        let checked = scope.is_checked_as_written();
        let agrees = if checked { checker.tag_agrees(id, tag, shapes) } else { TokenStream::new() };
        let arms = shapes.iter().enumerate().map(|(index, arm)| {
            let variant = names::variant_ident(&arm.name);
            let is_stored = scope.stored_code(tag, arm).is_some();
            let StoredCode { name: code_name, check: code } =
                if checked { checker.stored_code(id, tag, arm, shapes) } else { StoredCode::default() };
            let (binding, body) = match arm.body.first() {
                None => {
                    let binding = code_name.map_or_else(|| quote!({ .. }), |name| quote!({ #name }));
                    (is_stored.then_some(binding), quote!(#code))
                }
                Some(id) if arm.transparent => {
                    let binding = match (code_name, is_stored) {
                        (Some(name), _) => quote!({ #name, value }),
                        (None, true) => quote!({ value, .. }),
                        (None, false) => quote!((value)),
                    };
                    let put = self.checked(*id, &quote!(value));
                    (Some(binding), quote!(#code #put))
                }
                Some(_) => {
                    let call = scope.child_of_arm(choice, index).map(|child| {
                        let (args, failed) = (code::child_args(scope, &child, Act::Put), failed(&child));
                        quote!(value.put(out #args) #failed;)
                    });
                    (Some(quote!((value))), quote!(#code #call))
                }
            };
            (quote!(#ty::#variant #binding), body)
        });
        Choosing { first: quote!(#agrees #code), subject: value.clone(), arms: arms::statements(arms) }
    }
}
