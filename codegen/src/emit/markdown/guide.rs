//! How the pages are read: the same words at the end of every index.

use super::block::{Block, section, text};

/// Its title.
pub(super) const TITLE: &str = "How to read these pages";

/// The place that links to it lead to.
pub(super) fn place() -> String {
    format!("README#{}", TITLE.to_lowercase().replace(' ', "-"))
}

/// The section.
pub(super) fn guide(versions: bool) -> Block {
    let mut lines = vec![
        "- The figure of a message shows its fields in their order. `x` is a byte, or a varint; `x:2` has two bytes, `x:2|3` \
         two or three, `x:*` any number, `x:T` is the struct, message or type `T`. `[x]` may be absent; `[x: a b]` and `x(a b)` are groups of \
         fields. `x*` is a list, `x*6:2` one of six elements of two bytes, `x*(a b)` one of elements with two fields, `[x]*32` one of \
         places that may be empty. `x{A | B}` is one of several shapes, `x{code, ..}` begins with a code for them. `_` is reserved, \
         `region(..)` has a size of its own.",
        "- `u16` is an unsigned number of 16 bits, `i24` a signed one of 24. The lowest byte comes first; in `u16be` the \
         highest does. `f32` and `f64` are IEEE 754 numbers.",
        "- *bytes* is the size that a writer makes, and the place: `2 at 4` are two bytes from offset 4 of the message, struct \
         or element. Readers accept longer forms of a varint, unless its type rejects them. Of bits in a carrier it has their \
         numbers and their mask; bit 0 is the least significant.",
        "- The bits of a varint are counted in its number. *Wire bit* counts those that continue it, too, as some sources do.",
        "- Numbers that count, choose or announce other fields are derived from these: no program sets them.",
        "- In formulas `raw` is the number on the wire.",
        "- Examples are executed when the schema is compiled: read, compared and written back. Explained packets show only bits \
         that are 1. In a command, the first word after `read` is the file of the schema; `v1::X` is the `X` of an older version, \
         `F.X` that of the family `F`, `--with` gives what the bytes do not say, and `--dec` takes and shows decimal numbers.",
    ];
    if versions {
        lines.push("- A fact that is true in some versions only begins with their numbers: **1:** or **1, 2:**.");
    }
    let lines: Vec<String> = lines.into_iter().map(str::to_owned).collect();
    section(2, TITLE, vec![Block::Text { key: "guide".to_owned(), lines }, end()])
}

/// Where the pages come from.
fn end() -> Block {
    text("end", "These pages are generated from the schema, as the readers and writers of the protocol are.")
}
