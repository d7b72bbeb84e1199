//! Checksums: the constant that defines each, its verification by the reader, and its computation by the writer.

use crate::hooks;
use crate::model::{ByteOrder, Checksum, Edge, Scalar, Wire};
use crate::scope::Scope;
use crate::scope::generics::code_param;
use crate::text::literal::{self, hex};
use crate::text::names;
use crate::text::tokens::{Ident, Literal, TokenStream, format_ident, quote};

/// `const CHECKSUM: ::wireform::Checksum<2> = ..;`: the definitions of checksums, in the `impl` of the value type.
pub fn constants(scope: &Scope<'_>) -> TokenStream {
    let all = scope.record.checksums.iter().enumerate().map(|(index, one)| {
        let name = name(index);
        let (size, big) = wire(scope, one);
        let (at, from, to) = (edge(one.at), edge(one.from), edge(one.to));
        let Some((crc, extra)) = one.crc() else {
            let covered = quote!(::wireform::Covered::new(#at, [#from, #to], #big));
            return quote!(const #name: ::wireform::Covered<#size> = #covered;);
        };
        let (width, refin, refout) = (Literal::u8_unsuffixed(crc.width), crc.refin, crc.refout);
        let number = |number: u64| if number == 0 { quote!(0) } else { hex(i128::from(number)) };
        let (poly, init, xorout) = (number(crc.poly), number(crc.init), number(crc.xorout));
        let extra = (!extra.is_empty()).then(|| {
            let bytes = extra.iter().map(|byte| Literal::u8_unsuffixed(*byte));
            quote!(.with_extra(&[#(#bytes),*]))
        });
        quote! {
            const #name: ::wireform::Checksum<#size> = ::wireform::Checksum::new(
                ::wireform::Crc::new(#width, #poly, #init, [#refin, #refout], #xorout)#extra,
                #at,
                [#from, #to],
                #big,
            );
        }
    });
    quote!(#(#all)*)
}

/// `Status::CHECKSUM.check(start, input, &"checksum")?;`: verifies the CRCs of a record after it is read.
pub fn checks(scope: &Scope<'_>) -> TokenStream {
    if !scope.is_root {
        return TokenStream::new();
    }
    let plain = names::type_ident(scope.name);
    let code = code_param(scope).map(|_| quote!(::<CODE>));
    let checked = scope.record.checksums_as_read().into_iter().filter(|one| one.crc().is_some());
    let all = checked.map(|one| {
        let index = scope.record.checksums.iter().position(|other| other == one).unwrap_or(0);
        let (name, path) = (name(index), scope.path(scope.cell(one.cell).field));
        quote!(#plain #code::#name.check(start, input, &#path)?;)
    });
    quote!(#(#all)*)
}

/// `let start = out.len();`: the offset of the record, before its code, if a checksum needs it.
pub fn start(scope: &Scope<'_>) -> Option<TokenStream> {
    (scope.is_root && !scope.record.checksums.is_empty()).then(|| quote!(let start = out.len();))
}

/// `out.checksum(start, &Self::CHECKSUM);`: writes all checksums of a record at their offsets.
pub fn puts(scope: &Scope<'_>) -> TokenStream {
    if !scope.is_root {
        return TokenStream::new();
    }
    let hooked: Vec<_> = hooks::own(scope).collect();
    let all = (0..scope.record.checksums.len()).map(|index| {
        let name = name(index);
        match hooked.iter().find(|(at, ..)| *at == index) {
            Some((_, _, hook, inputs)) => hooks::put(scope, &name, hook, inputs),
            None => quote!(out.checksum(start, &Self::#name);),
        }
    });
    quote!(#(#all)*)
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

fn edge(edge: Edge) -> TokenStream {
    let (name, bytes) = match edge {
        Edge::Start(bytes) => (quote!(Start), literal::length(bytes)),
        Edge::End(bytes) => (quote!(End), literal::length(bytes)),
    };
    quote!(::wireform::Edge::#name(#bytes))
}
