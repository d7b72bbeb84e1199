//! Emitted expressions with their constant value or binding strength, so that no caller inspects tokens and parentheses
//! are added only where needed.

use super::int::Int;
use super::literal;
use super::tokens::{Ident, ToTokens, TokenStream, quote};
use crate::model::{Code, FloatWidth};

/// An emitted expression.
#[derive(Debug, Clone)]
pub enum Emitted {
    /// `true` or `false`.
    Flag(bool),
    /// A constant number, as written.
    Number(Code, TokenStream),
    Float(f64, FloatWidth),
    Variable(Ident),
    /// A field of a variable, or a variable itself.
    Path(TokenStream),
    /// Any other expression.
    Other(Binding, TokenStream),
}

/// The binding strength of an expression, the weakest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Binding {
    /// `if` or `match`.
    Branch,
    /// `||`
    Or,
    /// `&&`
    And,
    /// `==`, `<`
    Comparison,
    /// `&`, `|`, `<<`
    Bits,
    /// A call, a block, or a unary operator before one of these.
    Operand,
}

impl Emitted {
    /// An unsuffixed number.
    pub fn number(code: Code) -> Self {
        Self::Number(code, literal::number(code))
    }

    /// A number with a type suffix, where nothing else determines its type.
    pub fn typed(code: Code, int: Int) -> Self {
        Self::Number(code, literal::typed(code, int))
    }

    pub fn path(tokens: impl ToTokens) -> Self {
        Self::Path(tokens.into_token_stream())
    }

    /// A call or a block, perhaps after a unary operator.
    pub fn operand(tokens: TokenStream) -> Self {
        Self::Other(Binding::Operand, tokens)
    }

    pub fn comparison(tokens: TokenStream) -> Self {
        Self::Other(Binding::Comparison, tokens)
    }

    pub fn bits(tokens: TokenStream) -> Self {
        Self::Other(Binding::Bits, tokens)
    }

    pub fn branch(tokens: TokenStream) -> Self {
        Self::Other(Binding::Branch, tokens)
    }

    /// Whether this is the constant `flag`.
    pub fn is(&self, flag: bool) -> bool {
        matches!(self, Self::Flag(constant) if *constant == flag)
    }

    /// Whether this is the value of a derived `Default`.
    pub fn is_zero(&self) -> bool {
        match self {
            Self::Flag(flag) => !flag,
            Self::Number(code, _) => *code == 0,
            // Unlike a negative zero.
            Self::Float(float, _) => float.to_bits() == 0,
            Self::Variable(_) | Self::Path(_) | Self::Other(..) => false,
        }
    }

    /// The expression, in parentheses if it binds more weakly than `least`.
    pub fn within(&self, least: Binding) -> TokenStream {
        match self {
            Self::Other(binding, tokens) if *binding < least => quote!((#tokens)),
            _ => self.to_token_stream(),
        }
    }
}

impl ToTokens for Emitted {
    fn to_tokens(&self, all: &mut TokenStream) {
        match self {
            Self::Flag(flag) => flag.to_tokens(all),
            Self::Float(float, width) => literal::float(*float, *width).to_tokens(all),
            Self::Variable(variable) => variable.to_tokens(all),
            Self::Number(_, tokens) | Self::Path(tokens) | Self::Other(_, tokens) => tokens.to_tokens(all),
        }
    }
}
