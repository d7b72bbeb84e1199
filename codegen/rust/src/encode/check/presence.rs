//! Checks that a field is present if and only if it must be.

use super::{Checker, Place};
use crate::encode::derive;
use crate::field::{expr, slot};
use crate::layout::words;
use crate::model::Test;
use crate::text::emitted::{Binding, Emitted};
use crate::text::tokens::{TokenStream, quote};
use crate::text::{branch, condition};

impl Checker<'_, '_> {
    /// Checks a field that a test of others decides.
    pub(super) fn presence(&self, test: &Test, at: &Place<'_>) -> TokenStream {
        let (scope, value) = (self.scope, at.value);
        let absent = slot::absent_value(scope, scope.field(at.id));
        let wrong = match &absent {
            None => condition::unlike(&is_some(value), &expr::test(scope, test)),
            Some(absent) => condition::all([expr::negated(scope, test), branch::differs(value, absent)]),
        };
        self.wrong_presence(&wrong, absent.is_some(), at)
    }

    /// Checks a field that the given tags of its width decide, `always` or for some codes.
    pub(super) fn presence_by_tags(&self, always: bool, at: &Place<'_>) -> TokenStream {
        let Place { id, value, .. } = *at;
        let (yes, no, is_some) = (Emitted::Flag(true), Emitted::Flag(false), is_some(value));
        let absent = slot::absent_value(self.scope, self.scope.field(id));
        let by_presence = |conditions| derive::by_presence(self.scope, id, conditions);
        let wrong = match &absent {
            Some(absent) => by_presence([&no, &branch::differs(value, absent), &no, &yes]),
            None if always => by_presence([&yes, &no, &no, &no]).map(|there| condition::unlike(&is_some, &there)),
            None => by_presence([&Emitted::operand(quote!(#value.is_none())), &is_some, &no, &yes]),
        };
        let refuse = |wrong| self.wrong_presence(&wrong, absent.is_some(), at);
        wrong.map(refuse).unwrap_or_default()
    }

    fn wrong_presence(&self, wrong: &Emitted, has_default: bool, Place { id, value, path }: &Place<'_>) -> TokenStream {
        let expected = words::presence(&self.scope.field(*id).presence, has_default);
        let found = if has_default {
            let another = words::ANOTHER;
            quote!(&#another)
        } else {
            let is_some = is_some(value);
            quote!(::wireform::Fact::presence(#is_some))
        };
        let refuse = path.unlike(quote!(Presence), quote!(&#expected), found);
        match wrong {
            Emitted::Other(Binding::Branch, _) => quote!({ let wrong = #wrong; if wrong { #refuse } }),
            _ => quote!(if #wrong { #refuse }),
        }
    }
}

fn is_some(value: &TokenStream) -> Emitted {
    Emitted::operand(quote!(#value.is_some()))
}
