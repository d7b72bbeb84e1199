//! The canonical layout of schemas.

/// A text in canonical layout.
pub fn format(text: &str) -> String {
    text.to_owned()
}
