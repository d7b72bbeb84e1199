//! Readers of regions: a cursor of their own, which their fields must consume. The mirror of `put/regions`.

use super::Taker;
use crate::field::ending::ending;
use crate::model::{Extent, FieldId, Presence, Wire};
use crate::text::literal;
use crate::text::tokens::{Ident, TokenStream, format_ident, quote};

impl Taker<'_, '_> {
    /// The name of the cursor of a region in this one.
    pub fn region_ident(&self) -> Ident {
        match self.input.to_string().as_str() {
            "input" => format_ident!("region"),
            "region" => format_ident!("inner"),
            "inner" => format_ident!("deepest"),
            deeper => format_ident!("{deeper}_one"),
        }
    }

    /// `let region = &mut input.region(count, &"within")?;`, after the definition of `count`.
    pub fn region(&self, id: FieldId, region: &Ident) -> TokenStream {
        let (scope, input, path) = (self.scope, &self.input, self.path(id));
        let Wire::Within { extent, .. } = &scope.field(id).wire else { return TokenStream::new() };
        let (demand, count) = (self.demand(id, scope.field(id).needs()), self.count(id, extent));
        match extent {
            Extent::Fixed { count, .. } => {
                let count = literal::length(*count);
                quote!(let #region = &mut #input.region(#count, #path)?;)
            }
            Extent::Prefixed { .. } => {
                let count = count.with_at(input);
                quote!(#count let #region = &mut #input.region_from(at, count, #path)?;)
            }
            Extent::Until { end, kept, or_end, .. } => {
                let ending = ending(end, *kept);
                quote!(let #region = &mut #input.region_until(#ending, #or_end, #path)?;)
            }
            Extent::Counted(_) | Extent::Given(_) | Extent::Rest | Extent::AllBut(_) => {
                quote!(#demand #count let #region = &mut #input.region(count, #path)?;)
            }
        }
    }

    /// `region.end(&"within")?;`: checks that no byte of a region remains.
    pub fn region_end(&self, id: FieldId) -> TokenStream {
        let (scope, input, path) = (self.scope, &self.input, self.path(id));
        let Wire::Within { body, .. } = &scope.field(id).wire else { return TokenStream::new() };
        let takes_all = body
            .last()
            .map(|id| scope.field(*id))
            .is_some_and(|last| last.presence == Presence::Always && last.wire.extent() == Some(&Extent::Rest));
        if takes_all { TokenStream::new() } else { quote!(#input.end(#path)?;) }
    }
}
