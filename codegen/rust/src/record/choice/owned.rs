//! The owned enum of a choice whose value type borrows.

use super::declaration;
use crate::field::slot::{self, elided};
use crate::hooks::to_value;
use crate::layout::{self, Floats};
use crate::model::{Arm, FieldId, Tag, Wire};
use crate::scope::Scope;
use crate::text::emitted::Emitted;
use crate::text::names;
use crate::text::options::Options;
use crate::text::tokens::{Ident, TokenStream, format_ident, quote};
use crate::values::form::Form;
use crate::values::owned::{self, convert};

/// The owned enums of the choices of a scope and of its nested scopes.
pub fn choices(scope: &Scope<'_>, options: &Options) -> TokenStream {
    let own = scope.body.iter().filter(|id| scope.facts.borrows.value(**id));
    let own = own.filter_map(|id| choice(scope, *id, options));
    let inside = scope.children().into_iter().map(|child| choices(&child, options));
    quote!(#(#own)* #(#inside)*)
}

/// `pub enum EditVarValue { Text(String), .. }` in the module `owned`, with its conversions.
fn choice(scope: &Scope<'_>, id: FieldId, options: &Options) -> Option<TokenStream> {
    let Wire::Match { name, tag, arms } = &scope.field(id).wire else { return None };
    let declaration = declaration(scope, id, (Form::Owned, false), options);
    let name = names::type_ident(name);
    let plain = owned::path(&scope.context, &name);
    let life = elided(&slot::lifetime(true));
    let lent = arms.iter().enumerate().map(|(index, arm)| lent(scope, (id, index), (tag, arm), &plain));
    let owns = arms.iter().enumerate().map(|(index, arm)| owns(scope, (id, index), (tag, arm), &plain));
    let fails = convert::is_fallible(scope, id);
    let conversion = owned::conversion(
        (&TokenStream::new(), &quote!(#name), &quote!(#plain #life)),
        &TokenStream::new(),
        &quote!(match value { #(#owns)* }),
        fails,
    );
    let view = (to_value::of_choice(scope, id) == "to_value").then(|| {
        let view = owned::path(&scope.context, &names::view_ident(&name.to_string()));
        quote!(, view #view)
    });
    let ordered = layout::wire_floats(scope.protocol(), scope.record, &scope.field(id).wire, false) == Floats::None;
    let surface = owned::surface_of((&name, None, &plain), view, (fails, ordered), None);
    Some(quote! {
        #declaration

        impl #name {
            /// The plain value, which borrows from this one.
            #[must_use]
            pub fn as_value(&self) -> #plain #life {
                match self { #(#lent)* }
            }
        }

        #conversion

        #surface
    })
}

/// The field of the code that an arm stores in addition to its value.
fn code(scope: &Scope<'_>, tag: &Tag, arm: &Arm) -> Option<Ident> {
    let code = scope.stored_code(tag, arm).filter(|_| arm.transparent || arm.body.is_empty());
    code.map(|(name, ..)| names::field_ident(name))
}

/// `Self::Text(value) => super::What::Text(value.as_str()),`
fn lent(scope: &Scope<'_>, arm: (FieldId, usize), of: (&Tag, &Arm), plain: &TokenStream) -> TokenStream {
    let value = held(scope, arm, of.1).map(|held| match held {
        Held::Same => quote!(*value),
        Held::Struct => quote!(value.as_value()),
        Held::Field(id) => convert::lend(scope, id, false, &quote!(value)),
    });
    converted(&quote!(Self), plain, (code(scope, of.0, of.1), quote!(*code)), of.1, value)
}

/// `super::What::Text(value) => Self::Text(String::from(value)),`
fn owns(scope: &Scope<'_>, arm: (FieldId, usize), of: (&Tag, &Arm), plain: &TokenStream) -> TokenStream {
    let value = held(scope, arm, of.1).map(|held| match held {
        Held::Same => quote!(value),
        Held::Struct => {
            let inside = scope.child_of_arm(arm.0, arm.1);
            let fails = inside.is_some_and(|child| child.body.iter().any(|id| convert::is_fallible(&child, *id)));
            let fails = fails.then(|| quote!(?));
            quote!(value.into_owned() #fails)
        }
        Held::Field(id) => convert::own(scope, id, false, &quote!(value)),
    });
    converted(plain, &quote!(Self), (code(scope, of.0, of.1), quote!(code)), of.1, value)
}

/// The content of an arm.
enum Held {
    /// The same in both forms.
    Same,
    /// A struct of its own fields.
    Struct,
    /// The type of its only field.
    Field(FieldId),
}

fn held(scope: &Scope<'_>, (choice, index): (FieldId, usize), arm: &Arm) -> Option<Held> {
    let first = *arm.body.first()?;
    Some(match arm.transparent {
        true if scope.facts.borrows.value(first) => Held::Field(first),
        false if scope.child_of_arm(choice, index).is_some_and(|child| child.borrows()) => Held::Struct,
        _ => Held::Same,
    })
}

/// An arm of the `match` from one form to the other.
fn converted(
    from: &TokenStream,
    to: &TokenStream,
    (code, of_code): (Option<Ident>, TokenStream),
    arm: &Arm,
    value: Option<TokenStream>,
) -> TokenStream {
    let variant = names::variant_ident(&arm.name);
    match (code, value) {
        (None, None) => quote!(#from::#variant => #to::#variant,),
        (None, Some(value)) => quote!(#from::#variant(value) => #to::#variant(#value),),
        (Some(name), None) => {
            let bound = slot::init(&name, &Emitted::Variable(format_ident!("code")));
            quote!(#from::#variant { #bound } => #to::#variant { #name: #of_code },)
        }
        (Some(name), Some(value)) => {
            let bound = slot::init(&name, &Emitted::Variable(format_ident!("code")));
            quote!(#from::#variant { #bound, value } => #to::#variant { #name: #of_code, value: #value },)
        }
    }
}
