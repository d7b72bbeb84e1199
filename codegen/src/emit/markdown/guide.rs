//! How the pages are read: the same words at the end of every index.

use super::block::{Block, section, text};

/// The section.
pub(super) fn guide(versions: bool) -> Block {
    let mut lines = vec![
        "- The figure of a message shows its fields in their order: `x:2` has two bytes, `x:2|3` two or three, `x` one, or the \
         bytes of a varint, `x:*` any number, `x:T` those of the struct `T`. `[x]` may be absent, `x*(a b)` is a list of elements, `x{A | B}` \
         is one of several shapes.",
        "- `u16` is an unsigned number of 16 bits, `i24` a signed one of 24. The lowest byte comes first; in `u16be` the \
         highest does. `f32` and `f64` are IEEE 754 numbers.",
        "- *at* counts bytes from the start of the message, struct or element. *bytes* are the sizes that a writer makes; \
         readers accept longer forms of a varint, unless its type rejects them. Of bits in a carrier, *at* has the numbers, *bytes* the mask.",
        "- The bits of a varint are counted in its number. *Wire bit* counts those that continue it, too, as some sources do.",
        "- Numbers that count, choose or announce other fields are derived from these: no program sets them.",
        "- In formulas `raw` is the number on the wire.",
        "- Examples are executed when the schema is compiled: read, compared and written back. Explained packets show only bits \
         that are 1. The command needs the file of the schema.",
    ];
    if versions {
        lines.push("- A fact that is true in some versions only begins with their numbers: **1:** or **1, 2:**.");
    }
    let lines: Vec<String> = lines.into_iter().map(str::to_owned).collect();
    section(2, "How to read these pages", vec![Block::Text { key: "guide".to_owned(), lines }, end()])
}

/// Where the pages come from.
fn end() -> Block {
    text("end", "These pages are generated from the schema, as the readers and writers of the protocol are.")
}
