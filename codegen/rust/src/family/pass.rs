//! The reader of a family that contains itself: without views of the messages that lead back, so that its frame is small.

use super::{known_of, member_known};
use crate::decode::parse;
use crate::field::slot;
use crate::model::{Family, Node};
use crate::scope::Context;
use crate::text::int::Int;
use crate::text::literal::number;
use crate::text::segments::alone;
use crate::text::tokens::{TokenStream, format_ident, quote};

/// `fn pass_body(input: &mut Input<'a, E>) -> Result<(), E> { .. }`: passes messages by that lead back, and leaves all others to
/// `take`; `None` if no message leads back.
pub(super) fn function(context: &Context<'_>, family: &Family) -> Option<TokenStream> {
    let leads = family.members.iter().filter(|one| context.facts.is_recursive(Node::Record(one.record)));
    let arms: Vec<TokenStream> = leads
        .map(|member| {
            let (code, text) = (number(member.code), &member.name);
            let record = &context.protocol.records[member.record.0];
            let known = member_known(context, family, member);
            let passed = parse::pass(context, record, (&quote!(start), &format_ident!("input")), known);
            let passed = alone(&quote!(#passed.map_err(|error| error.in_member(&#text))), &quote!(E));
            quote!(#code => return #passed,)
        })
        .collect();
    if arms.is_empty() {
        return None;
    }
    let (known_declared, known_passed) = known_of(context, family);
    let matching = quote!(match code { #(#arms)* _ => {} });
    let take = |given: &TokenStream| alone(&quote!(Self::take(input #given).map(|_| ())), &quote!(E));
    let (given, body) = if family.carrier.is_some() {
        let take = take(&quote!(#known_passed));
        let read = quote! {
            let start = *input;
            if let Ok(code) = Self::code(input) { #matching }
            *input = start;
        };
        (quote!(#known_declared), quote!(#read #take))
    } else {
        let code = Int::of_codes(context.protocol, family).ident();
        let (given, unpacked) = match family.params.is_empty() {
            true => (quote!(code: #code), None),
            false => {
                let known = slot::family_known(context, family);
                (quote!(given: (#code, #known)), Some(quote!(let (code, known) = given;)))
            }
        };
        let passed = if unpacked.is_some() { quote!(, given) } else { quote!(, code) };
        let take = take(&passed);
        let told = family.members.iter().any(|one| {
            context.facts.is_recursive(Node::Record(one.record))
                && parse::is_told_start(&context.protocol.records[one.record.0])
        });
        let start = told.then(|| quote!(let start = *input;));
        (quote!(, #given), quote!(#start #unpacked #matching #take))
    };
    Some(quote! {
        #[inline]
        fn pass_body<E: ::wireform::Refusal>(input: &mut ::wireform::Input<'a, E> #given) -> ::core::result::Result<(), E> {
            #body
        }
    })
}
