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
        let (text, same) = (Text::latin1(b"caf\xE9"), "caf\u{e9}");
        assert_eq!(text, same);
        assert_eq!(same, text);
        assert_eq!(text, Text::<Byte>::from(same));
        assert!([text != *"caf", "cafe" != text, *"" != text].iter().all(|differs| *differs));
    }

    #[cfg(feature = "alloc")]
    #[test]
    fn a_text_is_compared_with_an_owned_string() {
        let (text, same) = (Text::latin1(b"caf\xE9"), alloc::string::String::from("caf\u{e9}"));
        assert_eq!(text, same);
        assert_eq!(same, text);
    }
}
