//! Readers of choices. The mirror of `put/choices`.

use super::Taker;
use crate::field::arms::{self, Choosing};
use crate::field::{code, expr, slot, value};
use crate::hooks::verify;
use crate::layout::{self, words};
use crate::model::{Arm, FieldId, Input, Interval, Tag, Value, Wire, sets};
use crate::scope::{Act, captures};
use crate::text::emitted::Emitted;
use crate::text::names;
use crate::text::tokens::{Ident, ToTokens, TokenStream, quote};

impl Taker<'_, '_> {
    /// `EditVarValueView::take(input, kind)?`: the call of a choice's reader.
    pub(super) fn choice(&self, id: FieldId) -> TokenStream {
        let (scope, input) = (self.scope, &self.input);
        let Wire::Match { name, .. } = &scope.field(id).wire else { return quote!(()) };
        let view = names::view_ident(name);
        let args = self.choice_args(id);
        quote!(#view::take(#input #args)?)
    }

    /// `, kind, known`: the arguments of a choice's reader after the input.
    pub(super) fn choice_args(&self, id: FieldId) -> TokenStream {
        let scope = self.scope;
        let cells = captures::passed(scope, &scope.read_by_choice(id, Act::Take));
        let (front, known) = (code::front_passed(scope, &[id]), code::known_passed(scope));
        quote!(#cells #front #known)
    }

    /// `let tag = ..; match tag { 0 => Self::Number(..), _ => return Err(..) }`: the body of a choice's reader.
    pub fn choosing(&self, id: FieldId) -> Choosing {
        let (scope, input, path) = (self.scope, &self.input, self.path(id));
        let wire = &scope.field(id).wire;
        let (Wire::Match { tag, arms, .. }, Some(selection)) = (wire, wire.selection()) else {
            return Choosing::default();
        };
        let (read, subject, int) = match tag {
            Tag::Tuple(inputs) => return self.choosing_by_several(id, inputs, arms),
            Tag::InPlace { scalar, cell } => {
                let (local, number) = (scope.local(*cell), self.number(*scalar, &path));
                (quote!(let #local = #number;), Emitted::Variable(local), scope.cell_int(*cell))
            }
            Tag::Input(Input::Left) => (TokenStream::new(), Emitted::operand(quote!(#input.left())), expr::LEFT),
            Tag::Input(one) => {
                let (tokens, int) = expr::input(scope, *one);
                (TokenStream::new(), tokens, int)
            }
        };
        let by_left = *tag == Tag::Input(Input::Left);
        let of = scope.record.tag_value(tag);
        let (expected, found) = (words::tags(scope.protocol(), of, arms), value::fact(of, &subject));
        let unmeant = quote!(::wireform::Malformed::Value.unlike(#path, at, &#expected, #found));
        let (at, last) = if by_left && !arms.iter().any(Arm::is_rest) {
            let lengths: Vec<Interval> = arms.iter().flat_map(|arm| arm.codes().iter().copied()).collect();
            let wrong = self.wrong_length(lengths.iter(), &path);
            let complete = expr::is_always_in(scope, Input::Left, &lengths);
            (None, if complete { TokenStream::new() } else { quote!(_ => return Err(#wrong)) })
        } else if selection.is_exhaustive(|_| vec![int.interval()]) {
            (None, TokenStream::new())
        } else {
            let at = quote!(let at = #input.offset(););
            (Some(at), quote!(_ => return Err(#unmeant)))
        };
        let unmeant_test = self.unmeant_tag(tag, arms);
        let unmeant = unmeant_test.map(|test| quote!(if #test { return Err(#unmeant); }));
        let (sorted, last) = self.in_order(arms, last);
        let at = at.filter(|_| !self.passes);
        let at = at.or_else(|| unmeant.is_some().then(|| quote!(let at = #input.offset();)));
        let arms = sorted.into_iter().map(|(index, arm)| {
            let pattern = if by_left { arms::lengths(arm.codes()) } else { arms::pattern(arm.codes()) };
            let code = scope.stored_code(tag, arm).map(|(name, _, value)| {
                (names::field_ident(name), value::from_raw(&scope.context, value, subject.clone(), int))
            });
            self.arm(&pattern, (id, index), arm, code)
        });
        let arms = arms.chain((!last.is_empty()).then_some(last)).collect();
        Choosing { first: quote!(#at #read #unmeant), subject: subject.to_token_stream(), arms }
    }

    /// `match (kind, code) { (0 | 8, 0) => Self::Echo(..), .. }`
    fn choosing_by_several(&self, id: FieldId, tags: &[Input], shapes: &[Arm]) -> Choosing {
        let (scope, input, path) = (self.scope, &self.input, self.path(id));
        let numbers = tags.iter().map(|tag| expr::input(scope, *tag).0);
        let subject = quote!((#(#numbers),*));
        let selection = scope.field(id).wire.selection();
        let all = |tag: &Input| vec![expr::input(scope, *tag).1.interval()];
        let is_complete = selection.is_some_and(|selection| selection.is_exhaustive(all));
        let expected = words::chosen(words::ITS_ARM, scope.protocol(), scope.record, tags);
        let refused =
            quote!(_ => return Err(::wireform::Malformed::Value.expected(#path, #input.offset(), &#expected)));
        let (sorted, last) = self.in_order(shapes, if is_complete { TokenStream::new() } else { refused });
        let arms =
            sorted.into_iter().map(|(index, arm)| self.arm(&arms::combinations(&arm.patterns), (id, index), arm, None));
        Choosing { first: TokenStream::new(), subject, arms: arms.chain((!last.is_empty()).then_some(last)).collect() }
    }

    /// The arms that a reader distinguishes, that for all other tags last, as Rust wants it; and the arm behind them.
    fn in_order<'t>(&self, arms: &'t [Arm], last: TokenStream) -> (Vec<(usize, &'t Arm)>, TokenStream) {
        let mut sorted: Vec<(usize, &Arm)> = arms.iter().enumerate().collect();
        sorted.sort_by_key(|(_, arm)| arm.is_rest());
        if !self.passes {
            return (sorted, last);
        }
        let others_lead_back = arms.iter().any(|arm| arm.is_rest() && self.arm_leads_back(arm));
        let is_complete = last.is_empty();
        if !others_lead_back {
            sorted.retain(|(_, arm)| self.arm_leads_back(arm));
        }
        let falls = !(is_complete && sorted.len() == arms.len());
        (sorted, if falls { quote!(_ => {}) } else { TokenStream::new() })
    }

    /// The test that a tag on the wire has no meaning, if some arm would accept such a tag.
    fn unmeant_tag(&self, tag: &Tag, arms: &[Arm]) -> Option<Emitted> {
        let (scope, Tag::InPlace { scalar, cell }) = (self.scope, tag) else { return None };
        let value = scope.cell(*cell).value;
        let named = |codes: &[Interval]| match value {
            Value::Enum(id) => sets::covers(&scope.protocol().enums[id.0].named_codes(), codes),
            _ => false,
        };
        if arms.iter().all(|arm| !arm.is_rest() && named(arm.codes())) {
            return None;
        }
        let (int, holds) = (scope.cell_int(*cell), layout::scalar_interval(scope.protocol(), *scalar));
        let local = scope.local(*cell);
        value::refused(&scope.context, value, &Emitted::Variable(local), int, holds).map(|rejection| rejection.test)
    }

    /// `1 => Self::Number(NumberView::take(input)?),`: the view of one arm, or the call that passes it by.
    fn arm(
        &self,
        pattern: &TokenStream,
        of: (FieldId, usize),
        arm: &Arm,
        code: Option<(Ident, Emitted)>,
    ) -> TokenStream {
        if self.passes {
            let passed = self.arm_passed(of, arm);
            return quote!(#pattern => { #passed });
        }
        let view = self.arm_taken(of, arm, code);
        quote!(#pattern => #view,)
    }

    /// `Self::Number(NumberView::take(input)?)`: the view of one arm, with its code if the variant stores that.
    fn arm_taken(&self, (choice, index): (FieldId, usize), arm: &Arm, code: Option<(Ident, Emitted)>) -> TokenStream {
        let (scope, input, variant) = (self.scope, &self.input, names::variant_ident(&arm.name));
        if arm.transparent {
            let stored = arm.body.first().map_or(quote!(()), |id| {
                let view = self.demanding_field(*id);
                verify::wrap(scope, *id, &view)
            });
            return match code {
                Some((name, code)) => {
                    let code = slot::init(&name, &code);
                    quote!(Self::#variant { #code, value: #stored })
                }
                None => quote!(Self::#variant(#stored)),
            };
        }
        match (scope.child_of_arm(choice, index), code) {
            (Some(child), code) => {
                let (child_view, args) = (names::view_ident(child.name), code::child_args(scope, &child, Act::Take));
                let code = code.map(|(_, code)| quote!(, #code));
                quote!(Self::#variant(#child_view::take(#input #code #args)?))
            }
            (None, Some((name, code))) => {
                let code = slot::init(&name, &code);
                quote!(Self::#variant { #code })
            }
            (None, None) => quote!(Self::#variant),
        }
    }
}
