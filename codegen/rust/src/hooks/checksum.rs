//! Checksums: the constant that defines each, its verification by the reader, and its computation by the writer.

use crate::field::{expr, slot};
use crate::hooks;
use crate::layout::words;
use crate::model::{Algorithm, ByteOrder, Checksum, Covered, Edge, FieldId, How, Scalar, Wire};
use crate::scope::Scope;
use crate::scope::generics::code_param;
use crate::scope::locals::Companion;
use crate::text::emitted::Emitted;
use crate::text::int::Int;
use crate::text::literal::{self, hex};
use crate::text::tokens::{Ident, Literal, ToTokens, TokenStream, format_ident, quote};
use crate::text::{branch, names};

/// `const CHECKSUM: ::wireform::Checksum<2, ::wireform::Crc> = ..;`: the definitions of checksums, in the `impl` of the
/// value type.
pub fn constants(scope: &Scope<'_>) -> TokenStream {
    let all = scope.record.checksums.iter().enumerate().map(|(index, one)| {
        let name = name(index);
        let (size, big) = wire(scope, one);
        match &one.how {
            How::Hook { range, .. } => {
                let (at, [from, to]) = (fixed(one.at), range.map(fixed));
                quote!(const #name: ::wireform::Covered<#size> = ::wireform::Covered::new(#at, [#from, #to], #big);)
            }
            How::Catalogue { check, .. } => {
                let (ty, check) = algorithm(check);
                quote!(const #name: ::wireform::Checksum<#size, #ty> = ::wireform::Checksum::new(#check, #big);)
            }
        }
    });
    quote!(#(#all)*)
}

/// The type and the value of an algorithm.
fn algorithm(check: &Algorithm) -> (TokenStream, TokenStream) {
    match check {
        Algorithm::Crc(crc) => {
            let (width, refin, refout) = (Literal::u8_unsuffixed(crc.width), crc.refin, crc.refout);
            let number = |number: u64| if number == 0 { quote!(0) } else { hex(i128::from(number)) };
            let (poly, init, xorout) = (number(crc.poly), number(crc.init), number(crc.xorout));
            let ty = quote!(::wireform::Crc);
            let value = quote!(#ty::new(#width, #poly, #init, [#refin, #refout], #xorout));
            (ty, value)
        }
        Algorithm::Sum(width) => {
            let width = Literal::u8_unsuffixed(*width);
            (quote!(::wireform::Sum<#width>), quote!(::wireform::Sum))
        }
        Algorithm::Xor => (quote!(::wireform::Xor), quote!(::wireform::Xor)),
        Algorithm::Lrc => (quote!(::wireform::Lrc), quote!(::wireform::Lrc)),
        Algorithm::Internet => (quote!(::wireform::Internet), quote!(::wireform::Internet)),
        Algorithm::TwoSums { .. } => {
            let (ty, name) = (quote!(::wireform::TwoSums), format_ident!("{}", check.name()));
            let value = quote!(#ty::#name);
            (ty, value)
        }
    }
}

/// `Status::CHECKSUM.check(start, input, ::wireform::Edge::End(2), &[..], &"checksum")?;`: verifies the checks of the
/// catalogue after a record is read.
pub fn checks(scope: &Scope<'_>) -> TokenStream {
    if !scope.is_root {
        return TokenStream::new();
    }
    let plain = names::type_ident(scope.name);
    let code = code_param(scope).map(|_| quote!(::<CODE>));
    let all = scope.record.checksums_as_read().into_iter().filter_map(|one| {
        let (_, covers) = one.catalogue()?;
        let index = scope.record.checksums.iter().position(|other| other == one).unwrap_or(0);
        let (name, path) = (name(index), scope.path(scope.cell(one.cell).field));
        let mark = |id| {
            let at = scope.companion(id, Companion::At);
            quote!(#at.wrapping_sub(start.offset()))
        };
        let at = edge(one.at, mark);
        let offset = match one.at {
            Edge::Start(bytes) => {
                let bytes = literal::length(bytes);
                quote!(start.offset().wrapping_add(#bytes))
            }
            Edge::End(bytes) => {
                let bytes = literal::length(bytes);
                quote!(input.offset().wrapping_sub(#bytes))
            }
            Edge::Field(id) => scope.companion(id, Companion::At).into_token_stream(),
        };
        let unknown = covers.iter().filter_map(|covered| {
            let Unarmed { test, expected, found } = unarmed(scope, covered)?;
            let error = quote!(::wireform::Malformed::Value.unlike(&#path, #offset, &#expected, #found));
            Some(quote!(if #test { return Err(#error); }))
        });
        let pieces = covers.iter().map(|covered| piece(scope, covered, mark));
        let check = quote!(#(#unknown)* #plain #code::#name.check(start, input, #at, &[#(#pieces),*], &#path)?;);
        Some(if_there(scope, one, check))
    });
    quote!(#(#all)*)
}

/// `::wireform::Piece::Range(::wireform::Edge::Start(0), ::wireform::Edge::End(2))`: covered bytes.
fn piece(scope: &Scope<'_>, covered: &Covered, mark: impl Fn(FieldId) -> TokenStream + Copy) -> TokenStream {
    match covered {
        Covered::Range(range) => {
            let [from, to] = range.map(|one| edge(one, mark));
            quote!(::wireform::Piece::Range(#from, #to))
        }
        Covered::Constants(constants) => {
            let constants = bytes(constants);
            quote!(::wireform::Piece::Bytes(#constants))
        }
        Covered::Number { input, scalar } => {
            let (number, from) = expr::input(scope, *input);
            let encoded = slot::encode(&Int::of_scalar(scope.protocol(), *scalar).convert(number, from), *scalar);
            quote!(::wireform::Piece::Bytes(&#encoded))
        }
        Covered::Chosen { by, arms, .. } => {
            let tested = arms.iter().map(|(codes, chosen)| (expr::input_in(scope, *by, codes), bytes(chosen)));
            // A number without an arm is rejected before.
            let chosen = branch::chain(tested, quote!(&[]));
            quote!(::wireform::Piece::Bytes(#chosen))
        }
    }
}

/// `&[50, 3]`
fn bytes(bytes: &[u8]) -> TokenStream {
    let bytes = bytes.iter().map(|byte| Literal::u8_unsuffixed(*byte));
    quote!(&[#(#bytes),*])
}

/// A number that chooses constants, and may have no arm.
pub struct Unarmed {
    /// Whether it has none.
    pub test: Emitted,
    /// The numbers that have one.
    pub expected: String,
    pub found: Emitted,
}

/// The number that chooses a check's constants, if it may have no arm.
pub fn unarmed(scope: &Scope<'_>, covered: &Covered) -> Option<Unarmed> {
    let (by, others, codes) = covered.unarmed()?;
    let (test, (found, _)) = (expr::input_in(scope, by, others), expr::input(scope, by));
    Some(Unarmed { test, expected: words::numbers(&codes), found })
}

/// `let start = out.len();`: the offset of the record, before its code, if a checksum needs it.
pub fn start(scope: &Scope<'_>) -> Option<TokenStream> {
    (scope.is_root && !scope.record.checksums.is_empty()).then(|| quote!(let start = out.len();))
}

/// `out.checksum(start, &Self::CHECKSUM, ::wireform::Edge::End(2), &[..]);`: writes all checksums of a record at their
/// offsets.
pub fn puts(scope: &Scope<'_>) -> TokenStream {
    if !scope.is_root {
        return TokenStream::new();
    }
    let hooked: Vec<_> = hooks::own(scope).collect();
    let mark = |id| {
        let at = scope.companion(id, Companion::At);
        quote!(#at.wrapping_sub(start))
    };
    let all = scope.record.checksums.iter().enumerate().map(|(index, one)| {
        let name = name(index);
        if let Some((_, _, hook, inputs)) = hooked.iter().find(|(at, ..)| *at == index) {
            return hooks::put(scope, &name, hook, inputs);
        }
        let (_, covers) = one.catalogue().unwrap_or((&Algorithm::Xor, &[]));
        let pieces = covers.iter().map(|covered| piece(scope, covered, mark));
        let at = edge(one.at, mark);
        if_there(scope, one, quote!(out.checksum(start, &Self::#name, #at, &[#(#pieces),*]);))
    });
    quote!(#(#all)*)
}

/// Statements for a checksum, under its condition if it has one.
fn if_there(scope: &Scope<'_>, one: &Checksum, statements: TokenStream) -> TokenStream {
    match scope.record.condition_of(one) {
        Some(test) => {
            let test = expr::test(scope, test);
            quote!(if #test { #statements })
        }
        None => statements,
    }
}

/// The constant that defines a CRC, or the place of a hook's checksum.
pub fn name(index: usize) -> Ident {
    if index == 0 { format_ident!("CHECKSUM") } else { format_ident!("CHECKSUM_{}", index.saturating_add(1)) }
}

/// The size of a checksum, and whether it is big-endian.
fn wire(scope: &Scope<'_>, one: &Checksum) -> (TokenStream, bool) {
    match &scope.field(scope.cell(one.cell).field).wire {
        Wire::Scalar { scalar: Scalar::Int { bytes, order, .. }, .. } => {
            let size = literal::length(u64::from(*bytes));
            (quote!(#size), *order == ByteOrder::Big && *bytes > 1)
        }
        _ => (quote!(0), false),
    }
}

/// `::wireform::Edge::End(2)`: a place; `mark` gives the distance of a field from the start of its record.
fn edge(edge: Edge, mark: impl Fn(FieldId) -> TokenStream) -> TokenStream {
    match edge {
        Edge::Start(_) | Edge::End(_) => fixed(edge),
        Edge::Field(id) => {
            let distance = mark(id);
            quote!(::wireform::Edge::Start(#distance))
        }
    }
}

/// A place at a fixed distance from an end of the record.
fn fixed(edge: Edge) -> TokenStream {
    let (name, bytes) = match edge {
        Edge::Start(bytes) => (quote!(Start), literal::length(bytes)),
        Edge::End(bytes) => (quote!(End), literal::length(bytes)),
        // Hooks have none, and the places of others are found by their marks.
        Edge::Field(_) => (quote!(Start), literal::length(0)),
    };
    quote!(::wireform::Edge::#name(#bytes))
}
