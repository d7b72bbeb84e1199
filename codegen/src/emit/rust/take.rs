//! How one field is taken off the front of the input. The mirror of `put`.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

use super::int::{Int, within};
use super::scope::Scope;
use super::slot::{self, item_params};
use super::{expr, value};
use crate::model::{
    CellId, Encoding, End, Extent, Field, FieldId, Form, Interval, Item, Presence, Scalar, Source, Tag, Wire,
};

/// Emits reads from a cursor called `input`.
pub(super) struct Taker<'s, 'a> {
    pub(super) scope: &'s Scope<'a>,
    pub(super) input: Ident,
}

impl<'a> Taker<'_, 'a> {
    /// The field's path as errors know it: `&"fall.speed"`.
    pub(super) fn path(&self, id: FieldId) -> TokenStream {
        let path = self.scope.path(id);
        quote!(&#path)
    }

    /// An expression that reads a field where it is present and gives what the view keeps of it.
    pub(super) fn field(&self, id: FieldId) -> TokenStream {
        let (scope, input, path) = (self.scope, &self.input, self.path(id));
        let field = scope.field(id);
        match &field.wire {
            Wire::Scalar { scalar, cell } => {
                self.checked(id, *cell, &self.kept_scalar(*scalar, &path), |kept| match scalar {
                    Scalar::Int { .. } => slot::decode(kept, 0, *scalar),
                    Scalar::Varint(_) => kept.clone(),
                })
            }
            Wire::Chosen { cell, .. } => {
                let chosen = self.chosen(id);
                self.checked(id, *cell, &chosen, Clone::clone)
            }
            Wire::Float { .. } | Wire::Padding { .. } => quote!(#input.field(#path)?),
            Wire::Magic(bytes) => {
                let bytes = Literal::byte_string(bytes);
                quote!({
                    let at = #input.offset();
                    let magic = #input.field(#path)?;
                    if magic != #bytes {
                        return Err(::wireform::ParseError::malformed(#path, at, ::wireform::Malformed::Constant));
                    }
                    magic
                })
            }
            Wire::Bits { carrier, .. } => {
                let kept = self.kept_scalar(*carrier, &path);
                let int = Int::of_scalar(scope.protocol(), *carrier);
                if matches!(carrier, Scalar::Varint(_)) && int.signed { quote!(#kept.cast_unsigned()) } else { kept }
            }
            Wire::Bytes(extent) => self.bytes(id, extent),
            Wire::Text { encoding, unit: None, extent } => self.text(id, *encoding, extent),
            Wire::Text { unit: unit @ Some(_), extent, .. } => self.units(id, *unit, extent),
            Wire::Group { .. } => {
                let Some(child) = scope.child_of(field) else { return quote!(()) };
                let (view, args) = (super::names::view_ident(&child.name), self.child_args(&child));
                if super::view::body_fails(&child) {
                    quote!(#view::take(#input #args)?)
                } else {
                    quote!(#view::take(#input #args))
                }
            }
            Wire::Record { record, args } => {
                let target = &scope.protocol().records[record.0];
                let (to, view) = (scope.place.to_record(target), super::names::view_ident(&target.name));
                let known = known_arg(&slot::record_args(scope, target, args));
                if scope.place.facts.take_fails(scope.protocol(), *record) {
                    quote!(#to #view::take(#input #known).map_err(|error| error.inside(#path))?)
                } else {
                    quote!(#to #view::take(#input #known))
                }
            }
            Wire::Family { family, args } => {
                let target = &scope.protocol().families[family.0];
                let (root, view) = (scope.place.root(), super::names::view_ident(&target.name));
                let known = known_arg(&slot::family_args(scope, target, args));
                quote!(#root #view::take(#input #known).map_err(|error| error.inside(#path))?)
            }
            Wire::List { item, extent } => self.list(id, item, extent),
            Wire::Match { .. } => self.choice(id),
        }
    }

    /// `, wide_fall, has_fall_heading` and, where the record has parameters, `, known`.
    pub(super) fn child_args(&self, child: &Scope<'_>) -> TokenStream {
        let cells = child.outer(super::scope::Act::Take).into_iter().map(|cell| self.scope.local(cell));
        let known = (!self.scope.record.params.is_empty()).then(|| quote!(, known));
        quote!(#(, #cells)* #known)
    }

    fn kept_scalar(&self, scalar: Scalar, path: &TokenStream) -> TokenStream {
        let input = &self.input;
        match scalar {
            Scalar::Int { .. } => quote!(#input.field(#path)?),
            Scalar::Varint(id) => {
                let varint = slot::varint_type(&self.scope.place, id);
                quote!(#input.varint::<#varint>(#path)?)
            }
        }
    }

    /// A scalar as its number.
    pub(super) fn number(&self, scalar: Scalar, path: &TokenStream) -> TokenStream {
        let input = &self.input;
        match scalar {
            Scalar::Int { bytes, signed, order } => {
                let int = Int::of_bits(u32::from(bytes) * 8, signed).ident();
                let order = match order {
                    crate::model::ByteOrder::Little => "le",
                    crate::model::ByteOrder::Big => "be",
                };
                if matches!(bytes, 1 | 2 | 4 | 8) {
                    let from = quote::format_ident!("from_{order}_bytes");
                    quote!(#int::#from(*#input.field(#path)?))
                } else {
                    let from =
                        quote::format_ident!("{}{}_{order}", if signed { "i" } else { "u" }, u32::from(bytes) * 8);
                    quote!(::wireform::number::#from(*#input.field(#path)?))
                }
            }
            Scalar::Varint(_) => self.kept_scalar(scalar, path),
        }
    }

    /// `kept`, refused where its raw number means nothing.
    fn checked(
        &self,
        id: FieldId,
        cell: CellId,
        kept: &TokenStream,
        raw: impl Fn(&TokenStream) -> TokenStream,
    ) -> TokenStream {
        let (input, path) = (&self.input, self.path(id));
        let Some((refused, why)) = self.refused(cell, &raw(&quote!(kept))) else { return kept.clone() };
        let ty = match &self.scope.field(id).wire {
            Wire::Scalar { scalar: Scalar::Int { bytes, .. }, .. } => {
                let bytes = Literal::u8_unsuffixed(*bytes);
                quote!(: &[u8; #bytes])
            }
            _ => TokenStream::new(),
        };
        quote!({
            let at = #input.offset();
            let kept #ty = #kept;
            if #refused {
                return Err(::wireform::ParseError::malformed(#path, at, ::wireform::Malformed::#why));
            }
            kept
        })
    }

    /// Why a raw number of a cell may be refused, as a condition and a word.
    pub(super) fn refused(&self, cell: CellId, raw: &TokenStream) -> Option<(TokenStream, TokenStream)> {
        let (scope, int) = (self.scope, self.scope.cell_int(cell));
        let one = scope.cell(cell);
        match one.source {
            Source::Constant(code) if scope.is_flag(cell) => {
                Some((if code == 0 { raw.clone() } else { quote!(!#raw) }, quote!(Constant)))
            }
            Source::Constant(code) => {
                Some((super::int::outside(raw, int, &[Interval { min: code, max: code }]), quote!(Constant)))
            }
            Source::Reserved => None,
            Source::User | Source::Derived(_) => {
                // A rule narrows the interval, but what a reader meets is the whole of the integer.
                (!scope.is_flag(cell))
                    .then(|| value::refused(&scope.place, one.value, raw, int, self.met(cell)))
                    .flatten()
            }
        }
    }

    fn met(&self, cell: CellId) -> Interval {
        let field = self.scope.field(self.scope.cell(cell).field);
        match &field.wire {
            Wire::Bits { parts, .. } => {
                let width =
                    parts.iter().find(|part| part.cell == cell).map_or((8, false), |part| (part.width, part.signed));
                match width {
                    (bits, true) => Interval { min: -(1 << (bits.max(1) - 1)), max: (1 << (bits.max(1) - 1)) - 1 },
                    (bits, false) => Interval { min: 0, max: (1 << bits) - 1 },
                }
            }
            Wire::Scalar { scalar: Scalar::Varint(id), .. } => self.scope.protocol().varints[id.0].interval,
            Wire::Scalar { scalar: Scalar::Int { bytes, signed, .. }, .. } => {
                Int { bits: u32::from(*bytes) * 8, signed: *signed }.interval()
            }
            _ => self.scope.cell_int(cell).interval(),
        }
    }

    // ---- width by earlier cells -------------------------------------------------------------------------------

    /// A number whose width earlier cells choose: an integer of the cell's type, or an option of it.
    pub(super) fn chosen(&self, id: FieldId) -> TokenStream {
        let (scope, path) = (self.scope, self.path(id));
        let Wire::Chosen { tags, forms, cell } = &scope.field(id).wire else { return quote!(0) };
        let optional = forms.iter().any(|form| form.scalar.is_none());
        let int = scope.cell_int(*cell);
        let take = |form: &Form| match form.scalar {
            None => quote!(None),
            Some(scalar) => {
                let number = int.convert(self.number(scalar, &path), Int::of_scalar(scope.protocol(), scalar));
                if optional { quote!(Some(#number)) } else { number }
            }
        };
        let covered = covers_all(scope, tags, forms);
        if let (true, [first, second], [tag]) = (covered, forms.as_slice(), tags.as_slice()) {
            // As a person writes it: what is special first, and no negation.
            let (narrow, wide) = (take(first), take(second));
            let test = expr::input_in(scope, *tag, first.pattern.first().map_or(&[], Vec::as_slice));
            return match test.to_string().strip_prefix('!').and_then(|flag| flag.parse::<TokenStream>().ok()) {
                Some(flag) => quote!(if #flag { #wide } else { #narrow }),
                None => quote!(if #test { #narrow } else { #wide }),
            };
        }
        let mut chain = TokenStream::new();
        for (index, form) in forms.iter().enumerate() {
            let value = take(form);
            let last = index + 1 == forms.len();
            if last && covered {
                chain = if index == 0 { value } else { quote!(#chain { #value }) };
            } else {
                let test = self.form_test(tags, form);
                chain = quote!(#chain if #test { #value } else);
            }
        }
        if covered {
            return chain;
        }
        let input = &self.input;
        quote!(#chain {
            return Err(::wireform::ParseError::malformed(#path, #input.offset(), ::wireform::Malformed::Value));
        })
    }

    /// Whether the tags choose a form.
    pub(super) fn form_test(&self, tags: &[crate::model::Input], form: &Form) -> TokenStream {
        let tests: Vec<_> = tags
            .iter()
            .zip(&form.pattern)
            .filter(|(_, pattern)| !pattern.is_empty())
            .map(|(tag, pattern)| expr::input_in(self.scope, *tag, pattern))
            .collect();
        if tests.is_empty() { quote!(true) } else { quote!(#(#tests)&&*) }
    }

    // ---- extents ----------------------------------------------------------------------------------------------

    /// Statements that define `count`, a `usize`; `at` is where the field begins.
    fn count(&self, id: FieldId, extent: &Extent) -> TokenStream {
        let (scope, input, path) = (self.scope, &self.input, self.path(id));
        let (number, int) = match extent {
            Extent::Counted(length) => {
                let (cell, int) = expr::input(scope, crate::model::Input::Cell(length.cell));
                if length.times == 1 && length.plus == 0 {
                    (cell, int)
                } else {
                    let wide = Int { bits: 64, signed: true };
                    let cell = wide.convert(cell, int);
                    let (times, plus) = (super::int::number(length.times), super::int::number(length.plus));
                    (quote!((#cell).wrapping_mul(#times).wrapping_add(#plus)), wide)
                }
            }
            Extent::Given(what) => {
                let what = expr::expr(scope, what);
                (quote!(#what), Int { bits: 64, signed: true })
            }
            Extent::Prefixed { scalar, .. } => (self.number(*scalar, &path), Int::of_scalar(scope.protocol(), *scalar)),
            Extent::Fixed { .. } | Extent::Until { .. } | Extent::Rest => return TokenStream::new(),
        };
        if !int.signed && int.bits <= 16 {
            return quote!(let count = usize::from(#number););
        }
        quote! {
            let at = #input.offset();
            let Ok(count) = usize::try_from(#number) else {
                return Err(::wireform::ParseError::malformed(#path, at, ::wireform::Malformed::Count));
            };
        }
    }

    /// Raw bytes.
    fn bytes(&self, id: FieldId, extent: &Extent) -> TokenStream {
        let (input, path) = (&self.input, self.path(id));
        match extent {
            Extent::Fixed { or_end: false, .. } => quote!(#input.field(#path)?),
            Extent::Fixed { count, or_end: true } => {
                let count = Literal::u64_unsuffixed(*count);
                quote!(#input.bytes_or_end(#count))
            }
            Extent::Counted(_) | Extent::Given(_) | Extent::Prefixed { .. } => {
                let count = self.count(id, extent);
                quote!({ #count #input.bytes(count, #path)? })
            }
            Extent::Until { end, or_end, bound } => {
                let (bound, byte) = (bound_literal(*bound), quote!(byte));
                let test = match end {
                    End::Value { read, .. } => within(&byte, Int { bits: 8, signed: false }, read),
                    End::Cell { .. } | End::EmptyText { .. } => quote!(true),
                };
                quote!(#input.until(|byte| #test, #or_end, #bound, #path)?)
            }
            Extent::Rest => quote!(#input.take_rest()),
        }
    }

    fn text(&self, id: FieldId, encoding: Encoding, extent: &Extent) -> TokenStream {
        let (input, path) = (&self.input, self.path(id));
        let bytes = match extent {
            Extent::Fixed { count, or_end: false } => {
                let count = Literal::u64_unsuffixed(*count);
                quote!(::wireform::text::before_zero(#input.field::<#count>(#path)?))
            }
            Extent::Fixed { .. } => {
                let bytes = self.bytes(id, extent);
                quote!(::wireform::text::before_zero(#bytes))
            }
            _ => self.bytes(id, extent),
        };
        match encoding {
            Encoding::Latin1 => quote!(::wireform::Text::latin1(#bytes)),
            Encoding::Utf8 => quote!({ let at = #input.offset(); ::wireform::text::utf8(#bytes, #path, at)? }),
            Encoding::Ascii => quote!({ let at = #input.offset(); ::wireform::text::ascii(#bytes, #path, at)? }),
        }
    }

    fn units(&self, id: FieldId, unit: Option<Scalar>, extent: &Extent) -> TokenStream {
        let (scope, input, path) = (self.scope, &self.input, self.path(id));
        let unit_type = slot::text_unit(&scope.place, unit);
        let int = unit.map_or(Int { bits: 8, signed: false }, |unit| Int::of_scalar(scope.protocol(), unit));
        match extent {
            Extent::Fixed { count, or_end } => {
                let (count, take) =
                    (Literal::u64_unsuffixed(*count), if *or_end { quote!(take_or_end) } else { quote!(take) });
                quote!(::wireform::Text::<#unit_type>::#take(#input, #count, #path)?)
            }
            Extent::Counted(_) | Extent::Given(_) | Extent::Prefixed { .. } => {
                let count = self.count(id, extent);
                quote!({ #count ::wireform::Text::<#unit_type>::take(#input, count, #path)? })
            }
            Extent::Until { end, or_end, bound } => {
                let bound = bound_literal(*bound);
                let test = match end {
                    End::Value { read, .. } => within(&quote!(unit), int, read),
                    End::Cell { .. } | End::EmptyText { .. } => quote!(true),
                };
                quote!(::wireform::Text::<#unit_type>::take_until(#input, (#or_end, #bound), #path, |unit| #test)?)
            }
            Extent::Rest => quote!(::wireform::Text::<#unit_type>::take_or_end(#input, usize::MAX, #path)?),
        }
    }

    // ---- lists ------------------------------------------------------------------------------------------------

    fn list(&self, id: FieldId, item: &Item, extent: &Extent) -> TokenStream {
        let (scope, input, path) = (self.scope, &self.input, self.path(id));
        let params = item_params(scope, item);
        match extent {
            Extent::Rest if matches!(item, Item::Family { .. }) => quote!({
                let messages = ::wireform::Stream::resume(*#input, #params);
                #input.take_rest();
                messages
            }),
            Extent::Rest => quote!(::wireform::List::take_rest(#input, #params, #path)?),
            Extent::Fixed { or_end: false, .. } => quote!(::wireform::list::take_array(#input, #params, #path)?),
            Extent::Fixed { count, or_end: true } => {
                let count = Literal::u64_unsuffixed(*count);
                quote!(::wireform::List::take_or_end(#input, #count, #params, #path)?)
            }
            Extent::Counted(_) | Extent::Given(_) | Extent::Prefixed { .. } => {
                let count = self.count(id, extent);
                quote!({ #count ::wireform::List::take(#input, count, #params, #path)? })
            }
            Extent::Until { end, or_end, bound } => {
                let (bound, ends) = (bound_literal(*bound), self.end(item, end));
                quote!(::wireform::List::take_until(#input, (#or_end, #bound), #params, #path, |probe| { #ends })?)
            }
        }
    }

    /// What takes a terminator from `probe` and gives whether it was one.
    fn end(&self, item: &Item, end: &End) -> TokenStream {
        let probe = Taker { scope: self.scope, input: quote::format_ident!("probe") };
        let no_name = quote!(&"");
        match (end, item) {
            (End::Value { read, .. }, Item::Scalar { scalar, .. }) => {
                let number = probe.number(*scalar, &no_name);
                let test = within(&quote!(number), Int::of_scalar(self.scope.protocol(), *scalar), read);
                quote!(let number = #number; Ok(#test))
            }
            (End::Cell { cell, read, .. }, Item::Record { record, .. }) => {
                let element = Scope::root(self.scope.place, &self.scope.protocol().records[record.0]);
                let before = probe.before(&element, element.cell(*cell).field);
                let taker = Taker { scope: &element, input: probe.input };
                let field = element.cell(*cell).field;
                let Wire::Scalar { scalar, .. } = &element.field(field).wire else { return quote!(Ok(false)) };
                let number = taker.number(*scalar, &taker.path(field));
                let test = within(&quote!(number), element.cell_int(*cell), read);
                quote!(#before let number = #number; Ok(#test))
            }
            (End::EmptyText { field }, Item::Record { record, .. }) => {
                let element = Scope::root(self.scope.place, &self.scope.protocol().records[record.0]);
                let before = probe.before(&element, *field);
                let text = Taker { scope: &element, input: probe.input }.field(*field);
                quote!(#before let text = #text; Ok(text.is_empty()))
            }
            _ => quote!(Ok(false)),
        }
    }

    /// Statements that read an element's fields before one of them.
    fn before(&self, element: &Scope<'_>, field: FieldId) -> TokenStream {
        let taker = Taker { scope: element, input: self.input.clone() };
        let before = element.body.iter().take_while(|id| **id != field).map(|id| {
            let kept = taker.field(*id);
            let ty = slot::slot(element, element.field(*id)).kept;
            let ty: TokenStream = ty.to_string().replace("'a ", "").replace("'a", "'_").parse().unwrap_or(ty);
            quote!(let _: #ty = #kept;)
        });
        quote!(#(#before)*)
    }

    // ---- shapes -----------------------------------------------------------------------------------------------

    fn choice(&self, id: FieldId) -> TokenStream {
        let (scope, input, path) = (self.scope, &self.input, self.path(id));
        let Wire::Match { name, tag, arms } = &scope.field(id).wire else { return quote!(()) };
        let view = super::names::view_ident(name);
        let (read, tag_value, int) = match tag {
            Tag::InPlace { scalar, cell } => {
                let (local, number) = (scope.local(*cell), self.number(*scalar, &path));
                (quote!(let #local = #number;), quote!(#local), scope.cell_int(*cell))
            }
            Tag::Input(one) => {
                let (tokens, int) = expr::input(scope, *one);
                (TokenStream::new(), tokens, int)
            }
        };
        let tag_as_value = |code_value| value::from_raw(&scope.place, code_value, tag_value.clone(), int);
        // The arm of all other codes comes last, as Rust reads it.
        let mut sorted: Vec<_> = arms.iter().collect();
        sorted.sort_by_key(|arm| arm.codes.is_empty());
        let arms_tokens = sorted.into_iter().map(|arm| {
            let pattern = super::arms::pattern(&arm.codes);
            let variant = super::names::variant_ident(&arm.name);
            let code = scope
                .kept_code(tag, arm)
                .map(|(name, _, value)| (super::names::field_ident(&name), tag_as_value(value)));
            let body = if arm.transparent {
                let kept = arm.body.first().map_or(quote!(()), |id| self.field(*id));
                match code {
                    Some((name, code)) => quote!(#view::#variant { #name: #code, value: #kept }),
                    None => quote!(#view::#variant(#kept)),
                }
            } else if arm.body.is_empty() {
                match code {
                    Some((name, code)) => quote!(#view::#variant { #name: #code }),
                    None => quote!(#view::#variant),
                }
            } else {
                let child = scope.children_of(id).into_iter().find(|child| child.name == format!("{name}{}", arm.name));
                let Some(child) = child else { return quote!() };
                let (child_view, args) = (super::names::view_ident(&child.name), self.child_args(&child));
                let code = code.map(|(_, code)| quote!(, #code));
                let fails = super::view::body_fails(&child).then(|| quote!(?));
                quote!(#view::#variant(#child_view::take(#input #code #args) #fails))
            };
            quote!(#pattern => #body)
        });
        let other = (!super::arms::cover(arms, int)).then(
            || quote!(_ => return Err(::wireform::ParseError::malformed(#path, at, ::wireform::Malformed::Value))),
        );
        let at = other.is_some().then(|| quote!(let at = #input.offset();));
        quote!({ #at #read match #tag_value { #(#arms_tokens,)* #other } })
    }
}

fn known_arg(known: &TokenStream) -> TokenStream {
    if known.to_string() == "()" { TokenStream::new() } else { quote!(, #known) }
}

pub(super) fn bound_literal(bound: Option<u64>) -> TokenStream {
    match bound {
        Some(bound) => {
            let bound = Literal::u64_unsuffixed(bound);
            quote!(#bound)
        }
        None => quote!(usize::MAX),
    }
}

/// Whether the forms cover whatever the tags can be.
fn covers_all(scope: &Scope<'_>, tags: &[crate::model::Input], forms: &[Form]) -> bool {
    if forms.iter().any(|form| form.pattern.iter().all(Vec::is_empty)) {
        return true;
    }
    let spans: Option<Vec<Interval>> = tags
        .iter()
        .map(|tag| match tag {
            crate::model::Input::Cell(cell) => Some(scope.cell(*cell).interval),
            crate::model::Input::Param(id) => match scope.record.params[id.0].kind {
                crate::model::ParamKind::Bool => Some(Interval { min: 0, max: 1 }),
                crate::model::ParamKind::Int(interval) => Some(interval),
                crate::model::ParamKind::Enum(_) => None,
            },
            crate::model::Input::Literal(_) => None,
        })
        .collect();
    let Some(spans) = spans else { return false };
    let cases = spans
        .iter()
        .try_fold(1_i128, |product, span| product.checked_mul(span.max - span.min + 1))
        .unwrap_or(i128::MAX);
    (cases <= 4096)
        && (0..cases).all(|case| {
            let mut rest = case;
            let numbers: Vec<i128> = spans
                .iter()
                .map(|span| {
                    let width = span.max - span.min + 1;
                    let number = span.min + rest % width;
                    rest /= width;
                    number
                })
                .collect();
            forms.iter().any(|form| {
                form.pattern.iter().zip(&numbers).all(|(pattern, number)| {
                    pattern.is_empty() || pattern.iter().any(|one| one.min <= *number && *number <= one.max)
                })
            })
        })
}

/// Whether a field is read only if a test holds.
pub(super) fn is_optional(field: &Field) -> bool {
    field.presence != Presence::Always
}
