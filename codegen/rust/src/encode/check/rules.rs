//! Rules, which are checked last, since they may read any field.

use super::{Checker, FieldPath};
use crate::encode::derive;
use crate::facts::scopes::is_option;
use crate::field::{expr, rules};
use crate::model::{Check, FieldId, Presence};
use crate::scope::locals::Companion;
use crate::text::condition;
use crate::text::emitted::Emitted;
use crate::text::literal::number;
use crate::text::tokens::{TokenStream, quote};

impl Checker<'_, '_> {
    /// The rules of this scope's fields.
    pub fn rules(&self) -> Vec<TokenStream> {
        let checked = self.scope.body.iter().filter(|_| !self.is_silent());
        checked.filter_map(|id| self.rule(*id)).collect()
    }

    /// Variables for the lengths that the rules use, and for the sizes of fields in regions.
    pub fn amounts(&self) -> TokenStream {
        if self.is_silent() {
            return TokenStream::new();
        }
        let scope = self.scope;
        let rules = || scope.body.iter().filter_map(|id| scope.field(*id).rule.as_ref());
        let lens = rules::lens(scope, rules(), |id| {
            let name = scope.member(id);
            quote!(self.#name)
        });
        let sizes = rules::measured(rules()).into_iter().filter(|id| !scope.outermost.contains(id)).map(|id| {
            let name = scope.companion(id, Companion::Size);
            quote!(let #name = *#name;)
        });
        let ruled = scope.read_by_rules();
        let late = ruled.iter().filter(|cell| scope.is_late(**cell)).map(|cell| derive::local(scope, *cell));
        quote!(#lens #(#sizes)* #(#late)*)
    }

    /// The rule of a field of this scope.
    fn rule(&self, id: FieldId) -> Option<TokenStream> {
        let (scope, field) = (self.scope, self.scope.field(id));
        let rule = field.rule.as_ref()?;
        let (path, text) = (FieldPath::of(scope, id), &rule.text);
        let refuse = match (rule.most(id), rules::told(scope, id)) {
            (Some(most), Some(found)) => {
                let most = number(most);
                path.unlike(quote!(Limit), quote!(::wireform::Fact::AtMost(#most)), found)
            }
            (_, Some(found)) => path.found(quote!(rule(&#text)), found),
            (_, None) => path.refuse(quote!(rule(&#text))),
        };
        let name = scope.member(id);
        let optional = is_option(field);
        match &rule.check {
            Check::Float { low, high } => {
                let broken = |float| rules::float_broken(field, &float, *low, *high);
                Some(if optional {
                    let broken = broken(quote!(float));
                    quote!(if self.#name.is_some_and(|float| #broken) { #refuse })
                } else {
                    let broken = broken(quote!(self.#name));
                    quote!(if #broken { #refuse })
                })
            }
            Check::Ascending { cell } => {
                let broken = rules::descends(scope, field, *cell, &quote!(self.#name));
                Some(quote!(if #broken { #refuse }))
            }
            Check::Test(test) => {
                let broken = expr::negated(scope, test);
                let there = match &field.presence {
                    Presence::Always => None,
                    _ if !scope.is_public(id) => None,
                    _ if optional => Some(Emitted::operand(quote!(self.#name.is_some()))),
                    _ => Some(derive::is_there(scope, id, &quote!(self))),
                };
                let broken = condition::all(there.into_iter().chain([broken]));
                Some(quote!(if #broken { #refuse }))
            }
        }
    }
}
