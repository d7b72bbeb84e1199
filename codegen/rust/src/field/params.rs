//! Parameters: context that the caller supplies.

use super::{expr, serde, sessions, value};
use crate::model::{Expr, Param, ParamKind, Value};
use crate::scope::{Context, Scope};
use crate::text::emitted::Emitted;
use crate::text::int::Int;
use crate::text::options::Options;
use crate::text::tokens::{TokenStream, quote};
use crate::text::{docs, names};

/// `pub struct DemoKnown { pub protocol: Option<i32> }`: the parameters of a record or a family; empty if it has none.
pub fn known(context: &Context<'_>, owner: &str, params: &[Param], options: &Options) -> TokenStream {
    if params.is_empty() {
        return TokenStream::new();
    }
    let name = names::known_ident(owner);
    let doc = docs::doc(
        &[],
        &format!("Parameters of {}: context that its bytes do not carry.", docs::link(&names::type_ident(owner))),
    );
    let fields = params.iter().map(|param| {
        let (name, ty) = (names::field_ident(&param.name), param_type(context, param));
        let doc = match param.session {
            None => docs::doc(&param.docs, ""),
            Some(id) => {
                let session = &context.protocol.sessions[id.0];
                let message = &context.protocol.records[session.message.0].name;
                docs::doc(&param.docs, &format!("The value from the last `{message}`; `None` before the first."))
            }
        };
        let serde = serde::of_number(&param.name, Value::Int(None), &name, None, options);
        quote!(#doc #serde pub #name: #ty,)
    });
    let (serde, serde_attribute) = (serde::derives(false, options), serde::of_known(options));
    quote! {
        #doc
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Default #serde)]
        #serde_attribute
        pub struct #name { #(#fields)* }
    }
}

/// `pub struct DemoListDemosKnown {}`: the parameter type of a bare element without parameters.
pub fn unit(owner: &str) -> TokenStream {
    let name = names::known_ident(owner);
    quote! {
        #[doc(hidden)]
        /// How the elements of a list are read and written.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
        pub struct #name {}
    }
}

/// The Rust type of a parameter.
pub fn param_type(context: &Context<'_>, param: &Param) -> TokenStream {
    let ty = known_type(context, param.kind);
    if param.session.is_some() { quote!(::core::option::Option<#ty>) } else { ty }
}

fn known_type(context: &Context<'_>, kind: ParamKind) -> TokenStream {
    match kind {
        ParamKind::Bool => quote!(bool),
        ParamKind::Int(interval) => {
            let int = Int::of_interval(interval).ident();
            quote!(#int)
        }
        ParamKind::Enum(id) => {
            let value = Value::Enum(id);
            value::value_type(context, value, Int::U8)
        }
    }
}

/// `known.is_self`, `wide_x`: an argument for a parameter.
pub fn argument(scope: &Scope<'_>, kind: ParamKind, arg: &Expr) -> Emitted {
    match (kind, arg) {
        // Passed on as it is, set or unset.
        (_, Expr::Session(id)) => Emitted::path(sessions::known(scope.protocol(), *id)),
        (ParamKind::Bool, Expr::Literal(code)) => Emitted::Flag(*code != 0),
        (ParamKind::Bool | ParamKind::Enum(_), Expr::Param(id)) => {
            let name = names::field_ident(&scope.record.params[id.0].name);
            Emitted::path(quote!(known.#name))
        }
        (ParamKind::Bool, Expr::Cell(cell)) => {
            let local = scope.local(*cell);
            if scope.is_flag(*cell) { Emitted::Variable(local) } else { Emitted::comparison(quote!(#local != 0)) }
        }
        (ParamKind::Int(_), Expr::Literal(code)) => Emitted::number(*code),
        (ParamKind::Int(interval), _) => {
            let (tokens, int) = expr::raw(scope, arg);
            Int::of_interval(interval).convert(tokens, int)
        }
        (ParamKind::Enum(id), Expr::Literal(code)) => {
            let int = Int::of_value(scope.protocol(), Value::Enum(id)).unwrap_or(Int::I64);
            value::literal(&scope.context, Value::Enum(id), int, *code)
        }
        (ParamKind::Bool, _) => {
            let (tokens, _) = expr::raw(scope, arg);
            Emitted::comparison(quote!(#tokens != 0))
        }
        (ParamKind::Enum(id), _) => {
            let (tokens, int) = expr::raw(scope, arg);
            value::from_raw(&scope.context, Value::Enum(id), tokens, int)
        }
    }
}
