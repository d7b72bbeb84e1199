//! How the pages are read: the same words at the end of every index.

use super::block::{Block, section, text};

/// The section.
pub(super) fn guide(versions: bool) -> Block {
    let mut lines = vec![
        "- `u16` is an unsigned number of 16 bits, `i24` a signed one of 24. The lowest byte comes first; in `u16be` the \
         highest does. `f32` and `f64` are IEEE 754 numbers.",
        "- Where something stands (*at*) and how long it is are counted in bytes from the beginning of the message, the \
         struct or the element, as a writer makes them. Readers take longer forms of numbers too, where those are not \
         refused.",
        "- What is *set by the writer* follows from other values: no program has to fill it in.",
        "- Conditions and formulas stand as in the schema. In them `it` is the field itself, `raw` the number on the wire, \
         `len` counts elements or characters and `size` bytes; `1..=7` is from 1 to 7, `1..7` from 1 to 6.",
        "- An *example* is read to its meaning and written back to the same bytes whenever the schema is compiled. What \
         is *read as well* means the same as other bytes, which a writer makes. What is *refused* is not read; what ends \
         too early never is.",
    ];
    if versions {
        lines.push("- What is true of some versions only has them in front, as in **1:** or **1, 2:**.");
    }
    let lines: Vec<String> = lines.into_iter().map(str::to_owned).collect();
    section(2, "How to read these pages", vec![Block::Text { key: "guide".to_owned(), lines }, end()])
}

/// Where the pages come from.
fn end() -> Block {
    text("end", "These pages are made from the schema that the readers and writers of the protocol are made from.")
}
