//! Readers of bytes and text. The mirror of `put/extents`.

use super::{Taker, bound_literal};
use crate::field::ending::ending;
use crate::field::{expr, rules, slot};
use crate::layout;
use crate::model::{Behind, Check, Encoding, End, Expr, Extent, FieldId, Filler, Kept, Rule, Space, Text};
use crate::scope::locals::Companion;
use crate::text::emitted::Emitted;
use crate::text::int::{Int, within};
use crate::text::literal;
use crate::text::tokens::{Ident, ToTokens, TokenStream, quote};

/// Statements that define `count`, a `usize`: `let count = usize::from(..);`
pub(super) struct Count {
    statements: TokenStream,
    /// They define `at`, the field's offset, too: the count can be invalid.
    defines_at: bool,
}

impl Count {
    /// One that bytes of any number can be.
    pub(super) fn certain(statements: TokenStream) -> Self {
        Self { statements, defines_at: false }
    }

    /// One with a rule about it, if any.
    fn checked(input: &Ident, count: TokenStream, rule: TokenStream) -> Self {
        if rule.is_empty() {
            return Self::certain(count);
        }
        Self { statements: quote!(let at = #input.offset(); #count #rule), defines_at: true }
    }

    /// The count, with `at` where the extent is read from there, before the expression that uses it.
    fn before(&self, input: &Ident, extent: &Extent, taken: TokenStream) -> TokenStream {
        let count = match extent {
            Extent::Prefixed { .. } => self.with_at(input),
            _ => self.statements.clone(),
        };
        if count.is_empty() { taken } else { quote!({ #count #taken }) }
    }

    /// The count after the definition of `at`.
    pub(super) fn with_at(&self, input: &Ident) -> TokenStream {
        let Self { statements, defines_at } = self;
        if *defines_at { statements.clone() } else { quote!(let at = #input.offset(); #statements) }
    }
}

impl ToTokens for Count {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.statements.to_tokens(tokens);
    }
}

impl Taker<'_, '_> {
    /// The count of an extent; no statement if the extent has none.
    pub(super) fn count(&self, id: FieldId, extent: &Extent) -> Count {
        let certain = Count::certain;
        let (scope, input, path) = (self.scope, &self.input, self.path(id));
        let rule = self.count_rule(id);
        let (number, int) = match extent {
            // The region in front of the trailer has left as much as its number says.
            Extent::Counted(_) | Extent::Given(_) if let Some(trailer) = scope.record.trailer_of(id) => {
                let numbers = literal::length(trailer.numbers);
                let count = quote!(let count = #input.all_but(#numbers, #path)?;);
                return Count::checked(input, count, rule);
            }
            Extent::Counted(length) => expr::counted(scope, length),
            Extent::Given(what) => expr::count(scope, what),
            Extent::Prefixed { scalar, .. } => (self.number(*scalar, &path), Int::of_scalar(scope.protocol(), *scalar)),
            Extent::AllBut(Behind::Bytes(Expr::Literal(bytes))) => {
                let bytes = literal::number(*bytes);
                return certain(quote!(let count = #input.all_but(#bytes, #path)?;));
            }
            Extent::AllBut(Behind::Trailer(trailer)) => return self.before_trailer(trailer),
            Extent::AllBut(Behind::Bytes(behind)) => {
                let (number, int) = expr::count(scope, behind);
                let behind = match int.to_usize(&number) {
                    Some(behind) => return certain(quote!(let count = #input.all_but(#behind, #path)?;)),
                    None => quote! {
                        let found = #number;
                        let Ok(count) = usize::try_from(found) else {
                            return Err(::wireform::Malformed::Count.found(#path, at, found));
                        };
                    },
                };
                let statements = quote!(let at = #input.offset(); #behind let count = #input.all_but(count, #path)?;);
                return Count { statements, defines_at: true };
            }
            Extent::Fixed { .. } | Extent::Until { .. } | Extent::Rest => return certain(TokenStream::new()),
        };
        let count = match int.to_usize(&number) {
            Some(count) => return Count::checked(input, quote!(let count = #count;), rule),
            None => quote! {
                let found = #number;
                let Ok(count) = usize::try_from(found) else {
                    return Err(::wireform::Malformed::Count.found(#path, at, found));
                };
            },
        };
        Count { statements: quote!(let at = #input.offset(); #count #rule), defines_at: true }
    }

    /// `if count > 8 { return Err(..) }`: checks a rule about the count alone, before the contents are read; it uses
    /// `at` and `count`.
    fn count_rule(&self, id: FieldId) -> TokenStream {
        let (scope, input, path) = (self.scope, &self.input, self.path(id));
        let field = scope.field(id);
        let Some(Rule { check: Check::Test(test), text, .. }) = &field.rule else { return TokenStream::new() };
        if !scope.record.checks_at_once(field) {
            return TokenStream::new();
        }
        let of = |what: Companion, amount: TokenStream| {
            let name = scope.companion(id, what);
            quote!(let #name = #amount;)
        };
        let amounts = test.amounts();
        let len = amounts.iter().any(|one| matches!(one, Expr::Len(_))).then(|| of(Companion::Len, quote!(count)));
        let in_front = quote!(#input.offset().wrapping_sub(at));
        let size = amounts.iter().any(|one| matches!(one, Expr::Size(_)));
        let size = size.then(|| of(Companion::Size, quote!(#in_front.saturating_add(count))));
        let (broken, error) = (expr::negated(scope, test), rules::broken(scope, id, text, &path, &quote!(at)));
        quote!(#len #size if #broken { return Err(#error); })
    }

    /// `input.bytes(count, &"data")?`, `input.until(|byte| byte == 0, false, 64, &"data")?`: reads bytes.
    pub(super) fn bytes(&self, id: FieldId, extent: &Extent) -> TokenStream {
        let (input, path) = (&self.input, self.path(id));
        match extent {
            Extent::Fixed { or_end: false, .. } => quote!(#input.field(#path)?),
            Extent::Fixed { count, or_end: true } => {
                let count = literal::length(*count);
                quote!(#input.bytes_or_end(#count))
            }
            Extent::Counted(_) | Extent::Given(_) | Extent::AllBut(_) => {
                let count = self.count(id, extent);
                quote!({ #count #input.bytes(count, #path)? })
            }
            Extent::Prefixed { .. } => {
                let count = self.count(id, extent).with_at(input);
                quote!({ #count #input.bytes_from(at, count, #path)? })
            }
            Extent::Until { end: End::Value { read, .. }, kept: Kept::No, or_end, bound } => {
                let (bound, byte) = (bound_literal(*bound), Emitted::path(quote!(byte)));
                let test = within(&byte, Int::U8, read);
                quote!(#input.until(|byte| #test, #or_end, #bound, #path)?)
            }
            Extent::Until { end, kept, or_end, bound } => {
                let (ending, bound) = (ending(end, *kept), bound_literal(*bound));
                quote!(#input.ended(#ending, #or_end, #bound, #path)?)
            }
            Extent::Rest => quote!(#input.take_rest()),
        }
    }

    /// `input.field(&"reserved")?`, `input.take_rest()`: reads reserved bytes; those that must equal their filler are
    /// compared with it.
    pub(super) fn padding(&self, id: FieldId, space: &Space, filler: Filler) -> TokenStream {
        let (input, path) = (&self.input, self.path(id));
        let bytes = match space {
            Space::Extent(extent) => self.bytes(id, extent),
            Space::Filled => self.bytes(id, &Extent::Rest),
            Space::Align(multiple) => {
                let multiple = literal::length(*multiple);
                quote!(#input.up_to(front, #multiple, #path)?)
            }
        };
        if !filler.is_checked {
            return bytes;
        }
        let byte = literal::hex(filler.byte.into());
        quote!({
            let at = #input.offset();
            let bytes = #bytes;
            if let Some(found) = bytes.iter().find(|byte| **byte != #byte) {
                return Err(::wireform::Malformed::Constant.unlike_bytes(
                    #path,
                    at,
                    &[#byte],
                    ::core::slice::from_ref(found),
                ));
            }
            bytes
        })
    }

    /// `::wireform::text::utf8(bytes, &"name", at)?`, `::wireform::Text::latin1(bytes)`: reads text in bytes.
    pub(super) fn text(&self, id: FieldId, text: &Text, extent: &Extent) -> TokenStream {
        let (input, path) = (&self.input, self.path(id));
        let count = self.count(id, extent);
        let bytes = match extent {
            Extent::Fixed { count, or_end: false } => {
                let count = literal::length(*count);
                let bytes = quote!(#input.field::<#count>(#path)?);
                match text.fill.map(|byte| literal::hex(byte.into())) {
                    Some(byte) => quote!(::wireform::text::before_filling(#bytes, #byte)),
                    None => quote!(::wireform::text::before_zero(#bytes)),
                }
            }
            Extent::Fixed { .. } => {
                let bytes = self.bytes(id, extent);
                quote!(::wireform::text::before_zero(#bytes))
            }
            Extent::Counted(_) | Extent::Given(_) | Extent::AllBut(_) => quote!(#input.bytes(count, #path)?),
            Extent::Prefixed { .. } => quote!(#input.bytes_from(at, count, #path)?),
            Extent::Until { .. } | Extent::Rest => self.bytes(id, extent),
        };
        let checked = |check: TokenStream| {
            let count = count.with_at(input);
            quote!({
                #count
                let bytes = #bytes;
                ::wireform::text::#check(bytes, #path, at)?
            })
        };
        match text.encoding {
            Encoding::Utf8 => checked(quote!(utf8)),
            Encoding::Ascii => checked(quote!(ascii)),
            Encoding::Latin1 | Encoding::Utf16 => count.before(input, extent, quote!(::wireform::Text::latin1(#bytes))),
        }
    }

    /// `::wireform::Text::take_until(input, Char, (false, 2047), &"text", |unit| unit == 0)?`: reads text in units.
    pub(super) fn units(&self, id: FieldId, text: &Text, extent: &Extent) -> TokenStream {
        let (scope, input, path) = (self.scope, &self.input, self.path(id));
        let unit_type = slot::text_unit_value(&scope.context, text);
        let count = self.count(id, extent);
        let taken = match extent {
            Extent::Fixed { count, or_end } => {
                let (count, take) = (literal::length(*count), if *or_end { quote!(take_or_end) } else { quote!(take) });
                let before = match text.fill.map(|byte| literal::hex(byte.into())) {
                    Some(byte) => quote!(before_filling(#byte)),
                    None => quote!(before_zero()),
                };
                quote!(::wireform::Text::#take(#input, #unit_type, #count, #path)?.#before)
            }
            Extent::Counted(_) | Extent::Given(_) | Extent::AllBut(_) => {
                quote!(::wireform::Text::take(#input, #unit_type, count, #path)?)
            }
            Extent::Prefixed { .. } => quote!(::wireform::Text::take_from(at, #input, #unit_type, count, #path)?),
            Extent::Until { end, or_end, bound, .. } => {
                let bound = bound_literal(*bound);
                let test = match end {
                    End::Value { read, .. } => slot::text_unit_ends(&scope.context, text.unit, read),
                    End::Texts { .. }
                    | End::Cell { .. }
                    | End::Begins { .. }
                    | End::EmptyText { .. }
                    | End::Left(_) => Emitted::Flag(true),
                };
                quote!(::wireform::Text::take_until(#input, #unit_type, (#or_end, #bound), #path, |unit| #test)?)
            }
            Extent::Rest => quote!(::wireform::Text::take_or_end(#input, #unit_type, usize::MAX, #path)?),
        };
        if text.encoding == Encoding::Utf16 {
            let count = count.with_at(input);
            return quote!({ #count #taken.paired(#path, at)? });
        }
        if layout::may_be_no_text(scope.context.protocol, text) {
            let (count, name) = (count.with_at(input), text.encoding.title());
            let test = slot::text_unit_within(&scope.context, text.unit, &[text.encoding.units()]);
            return quote!({ #count #taken.of(&#name, #path, at, |unit| #test)? });
        }
        count.before(input, extent, taken)
    }
}
