//! Which statements are put into closures, and which variables come out of them.

use super::{Around, Piece, apart};
use crate::text::tokens::{TokenStream, quote};

fn apart_of(pieces: Vec<(TokenStream, bool)>, end: TokenStream) -> String {
    let pieces = pieces.into_iter().map(|(statements, leads_back)| Piece { statements, leads_back }).collect();
    apart(pieces, &end, &Around { error: &quote!(E), is_bare: true }).to_string()
}

#[test]
fn variables_that_are_used_behind_come_out_of_the_closure() {
    let pieces = vec![
        (quote!(let kind = input.byte()?; let at = 1; let (a, b): (u8, u8) = input.two()?;), false),
        (quote!(let region = &mut input.region(a)?; region.end()?;), false),
        (quote!(let region = &mut input.region(b)?;), true),
        (quote!(Self::pass(region, kind)?;), true),
        (quote!(let at = 2; { let b = 3; check(at, b)?; }), false),
    ];
    let expected = quote! {
        let (kind, b) = match (|| -> ::core::result::Result<_, E> {
            let kind = input.byte()?; let at = 1; let (a, b): (u8, u8) = input.two()?;
            let region = &mut input.region(a)?; region.end()?;
            Ok((kind, b))
        })() {
            Ok(found) => found,
            Err(error) => return Err(error)
        };
        let region = &mut input.region(b)?;
        let came_back = Self::pass(region, kind);
        if came_back.is_err() { return came_back; }
        let came_back = (|| -> ::core::result::Result<_, E> { let at = 2; { let b = 3; check(at, b)?; } Ok(()) })();
        if came_back.is_err() { return came_back; }
    };
    assert_eq!(apart_of(pieces, quote!(Ok(()))), expected.to_string());
}

#[test]
fn statements_that_cannot_fail_stay() {
    let pieces = vec![(quote!(let kind = known.kind;), false), (quote!(Self::pass(input, kind)?;), true)];
    let expected = quote! {
        let kind = known.kind;
        let came_back = Self::pass(input, kind);
        if came_back.is_err() { return came_back; }
    };
    assert_eq!(apart_of(pieces, quote!(Ok(()))), expected.to_string());
}

#[test]
fn a_variable_that_is_bound_again_from_itself_is_used() {
    let pieces = vec![
        (quote!(let size = input.byte()?;), false),
        (quote!(Self::pass(input)?;), true),
        (quote!(let size = size.wrapping_add(1);), false),
    ];
    assert!(apart_of(pieces, quote!(Ok(size))).starts_with("let size = match (||"));
}

#[test]
fn calls_in_blocks_keep_one_result_each() {
    let pieces =
        vec![(quote!(check(a)?; if let Some(b) = c { d.put(b)?; } else { e()?; } let f = g()?; h.put(f);), true)];
    let expected = quote! {
        let came_back = check(a);
        if came_back.is_err() { return came_back; }
        if let Some(b) = c {
            let came_back = d.put(b);
            if came_back.is_err() { return came_back; }
        } else {
            let came_back = e();
            if came_back.is_err() { return came_back; }
        }
        let f = g()?;
        h.put(f);
    };
    assert_eq!(apart_of(pieces, TokenStream::new()), expected.to_string());
}

#[test]
fn a_block_by_itself_ends_before_the_next_call() {
    let pieces = vec![(quote!({ let a = b()?; check(a)?; } c.put(a)?; { d() }.put()?; let e = { f } - g()?;), true)];
    let expected = quote! {
        {
            let a = b()?;
            let came_back = check(a);
            if came_back.is_err() { return came_back; }
        }
        let came_back = c.put(a);
        if came_back.is_err() { return came_back; }
        let came_back = { d() }.put();
        if came_back.is_err() { return came_back; }
        let e = { f } - g()?;
    };
    assert_eq!(apart_of(pieces, TokenStream::new()), expected.to_string());
}
