//! The examples of a record as a constant, on request.

use crate::model::ExampleKind;
use crate::scope::Scope;
use crate::scope::generics::code_param;
use crate::text::options::Options;
use crate::text::tokens::{Literal, TokenStream, quote};

/// `pub const EXAMPLES: .. = &[("a jump", b"\x04\x01"), ..];`: the title and the bytes of each canonical example.
/// Records with parameters have none, since the bytes do not contain those; nor have messages whose code differs
/// between versions.
pub(super) fn constant(scope: &Scope<'_>, options: &Options) -> Option<TokenStream> {
    let record = scope.record;
    if !options.examples || !record.params.is_empty() || code_param(scope).is_some() {
        return None;
    }
    let examples = record.examples.iter().filter(|example| example.kind == ExampleKind::Example);
    let pairs = examples.map(|example| {
        let (title, bytes) = (&example.title, Literal::byte_string(&example.bytes));
        quote!((#title, #bytes))
    });
    let pairs: Vec<TokenStream> = pairs.collect();
    (!pairs.is_empty()).then(|| {
        quote! {
            /// The examples of the schema: the title and the bytes of each, which are read and written back.
            pub const EXAMPLES: &'static [(&'static str, &'static [u8])] = &[#(#pairs),*];
        }
    })
}
