//! Writers of choices. The mirror of `take/choices`.

use super::{Putter, failed};
use crate::encode::derive;
use crate::facts::writes::Function;
use crate::field::arms::Choosing;
use crate::field::code;
use crate::model::{Arm, FieldId, Tag, Wire};
use crate::scope::{Act, captures};
use crate::text::int::Int;
use crate::text::segments::{Around, Piece, alone, apart};
use crate::text::tokens::{TokenStream, quote};

impl Putter<'_, '_> {
    /// `self.value.put(out, kind, known)?;`: the call of a choice's writer.
    pub(super) fn choice(&self, id: FieldId, value: &TokenStream) -> TokenStream {
        let scope = self.scope;
        let cells = captures::passed(scope, &scope.read_by_choice(id, Act::Put));
        let (front, known) = (code::front_passed(scope, &[id]), code::known_passed(scope));
        let Function { writes: true, rejects } = scope.writer().choice(id) else { return TokenStream::new() };
        let failed = rejects.then(|| quote!(?));
        quote!(#value.put(out #cells #front #known) #failed;)
    }

    /// `match *self { Value::Number(value) => { .. } .. }`: the body of a choice's writer, after the tag.
    pub fn choosing(&self, id: FieldId) -> Choosing {
        let scope = self.scope;
        let Wire::Match { tag, .. } = &scope.field(id).wire else { return Choosing::default() };
        let value = &quote!(*self);
        let code = match tag {
            Tag::InPlace { scalar, cell } => {
                let raw = derive::arm_code(scope, (id, 0), value, scope.cell_int(*cell));
                let raw = Int::of_scalar(scope.protocol(), *scalar).convert(raw, scope.cell_int(*cell));
                self.scalar(*scalar, &raw)
            }
            Tag::Input(_) | Tag::Tuple(_) => TokenStream::new(),
        };
        let agrees = self.checker().tags(id);
        let arms = self.checker().arms(id, |index, arm| self.arm(id, index, arm));
        Choosing { first: quote!(#agrees #code), subject: value.clone(), arms }
    }

    /// `value.put(out)?;`: writes the `value` of one arm.
    fn arm(&self, id: FieldId, index: usize, arm: &Arm) -> TokenStream {
        let scope = self.scope;
        match arm.body.first() {
            Some(only) if arm.transparent => self.checked(*only, &quote!(value)),
            _ => scope.child_of_arm(id, index).map_or_else(TokenStream::new, |child| {
                let (args, failed) = (code::child_args(scope, &child, Act::Put), failed(&child));
                quote!(value.put(out #args) #failed;)
            }),
        }
    }

    /// The body of the writer of a choice that leads back to the record: what does not is in a closure, since its frame would
    /// be there while the writer calls itself.
    ///
    /// ```text
    /// match *self { Value::List(value) => return value.put(out), _ => {} }
    /// (|| { match *self { .. } Ok(()) })()
    /// ```
    pub fn leading_back(&self, id: FieldId) -> TokenStream {
        let scope = self.scope;
        let Choosing { first, subject, .. } = self.choosing(id);
        let leads = |arm: &Arm| arm.body.iter().any(|id| scope.leads_back(*id));
        let around = &Around { error: &quote!(::wireform::Error), is_bare: true };
        // The frame of each arm is a closure's, so there is one at a time.
        let back = self.checker().some_arms(id, leads, |index, arm| {
            let put = apart(vec![Piece::back(self.arm(id, index, arm))], &TokenStream::new(), around);
            let put = alone(&quote!(#put Ok(())), around.error);
            quote!(return #put;)
        });
        let others = self.checker().some_arms(id, |arm| !leads(arm), |index, arm| self.arm(id, index, arm));
        let others = if others.is_empty() { TokenStream::new() } else { quote!(match #subject { #(#others)* }) };
        let pieces = vec![Piece::plain(first), Piece::back(quote!(match #subject { #(#back)* })), Piece::plain(others)];
        apart(pieces, &TokenStream::new(), around)
    }
}
