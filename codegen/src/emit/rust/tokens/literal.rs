//! Literals.

use std::borrow::Cow;
use std::fmt;

use super::{ToTokens, TokenStream};

/// A number or a text as a token.
#[derive(Debug, Clone)]
pub(in super::super) struct Literal(String);

impl Literal {
    pub(in super::super) fn usize_unsuffixed(number: usize) -> Self {
        Self(number.to_string())
    }

    pub(in super::super) fn u64_unsuffixed(number: u64) -> Self {
        Self(number.to_string())
    }

    pub(in super::super) fn u8_unsuffixed(number: u8) -> Self {
        Self(number.to_string())
    }

    /// What is spelled like that.
    pub(in super::super) fn spelled(text: String) -> Self {
        Self(text)
    }

    /// `"a"`
    pub(in super::super) fn string(text: &str) -> Self {
        Self(format!("{text:?}"))
    }

    /// `b'a'`
    pub(in super::super) fn byte_character(byte: u8) -> Self {
        let text = match byte {
            b'"' => "\"".to_owned(),
            b'\'' => "\\'".to_owned(),
            _ => escaped(byte),
        };
        Self(format!("b'{text}'"))
    }

    /// `b"a"`
    pub(in super::super) fn byte_string(bytes: &[u8]) -> Self {
        Self(format!("b\"{}\"", bytes.iter().map(|byte| escaped(*byte)).collect::<String>()))
    }
}

fn escaped(byte: u8) -> String {
    match byte {
        0 => "\\0".to_owned(),
        b'\t' => "\\t".to_owned(),
        b'\n' => "\\n".to_owned(),
        b'\r' => "\\r".to_owned(),
        b'"' => "\\\"".to_owned(),
        b'\\' => "\\\\".to_owned(),
        b' '..=b'~' => char::from(byte).to_string(),
        _ => format!("\\x{byte:02X}"),
    }
}

impl fmt::Display for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl ToTokens for Literal {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.write(&self.0);
    }

    fn text(&self) -> Cow<'_, str> {
        Cow::Borrowed(&self.0)
    }
}

impl ToTokens for str {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        Literal::string(self).to_tokens(tokens);
    }

    fn text(&self) -> Cow<'_, str> {
        Cow::Owned(Literal::string(self).0)
    }
}

impl ToTokens for String {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.as_str().to_tokens(tokens);
    }

    fn text(&self) -> Cow<'_, str> {
        self.as_str().text()
    }
}

impl ToTokens for bool {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.write(if *self { "true" } else { "false" });
    }
}
