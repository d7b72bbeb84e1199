//! `==` of texts, and of a text with a string, from either side: that of their characters.

use super::Text;
use crate::varint::TextUnit;

impl<U: TextUnit> PartialEq for Text<'_, U> {
    fn eq(&self, other: &Self) -> bool {
        self.chars().eq(other.chars())
    }
}

impl<U: TextUnit> Eq for Text<'_, U> {}

macro_rules! equal {
    ($($string:ty),*) => {$(
        impl<U: TextUnit> PartialEq<$string> for Text<'_, U> {
            fn eq(&self, other: &$string) -> bool {
                self.chars().eq(other.chars())
            }
        }

        impl<U: TextUnit> PartialEq<Text<'_, U>> for $string {
            fn eq(&self, other: &Text<'_, U>) -> bool {
                other == self
            }
        }
    )*};
}

equal! { str, &str }
#[cfg(feature = "alloc")]
equal! { alloc::string::String }

#[cfg(test)]
mod tests {
    use crate::text::{Byte, Text};

    #[test]
    fn a_text_is_compared_with_a_string_from_either_side() {
        let text = Text::latin1(b"caf\xE9");
        assert!(text == "caf\u{e9}" && "caf\u{e9}" == text && text == *"caf\u{e9}" && *"caf\u{e9}" == text);
        assert!(text == Text::<Byte>::from("caf\u{e9}") && text != "caf" && "cafe" != text);
        #[cfg(feature = "alloc")]
        assert!(text == alloc::string::String::from("caf\u{e9}") && alloc::string::String::new() != text);
    }
}
