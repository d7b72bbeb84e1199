//! How the pages are read: one page for all protocols.

use crate::block::write;
use crate::block::{Block, section, text};
use crate::pages::page::Page;

/// Its title.
pub(crate) const TITLE: &str = "How to read these pages";

/// Its file, beside the folders of the protocols.
pub(crate) const NAME: &str = "legend.md";

/// The place that links to it lead to.
pub(crate) fn place() -> (String, &'static str) {
    (crate::links::label(&format!("../{NAME}"), Some(&TITLE.replace(' ', "-"))), TITLE)
}

/// A link to it.
pub(crate) fn link() -> String {
    let (place, title) = place();
    format!("[{title}][{place}]")
}

/// The page.
#[must_use]
pub fn legend() -> Page {
    let (picture, table, commands) = (
        [
            "- A box is a field, with its size below its name; the number above it is its offset, if that is always the same.",
            "- A dashed box may be absent. A box with a torn end varies in size. A box with a second one behind it is a list.",
            "- A frame holds fields, the bits of a number (bit 0 is the least significant), or the shapes of which one is \
             present.",
            "- A number that says which fields follow, how wide or how many, has the colour of those fields.",
        ],
        [
            "- `u16` is an unsigned number of 16 bits, `i24` a signed one of 24. The lowest byte comes first; in `u16be` \
             the highest does. `f32` and `f64` are IEEE 754 numbers.",
            "- *bytes* is the size as written, and the offset: `2 at 4` are two bytes from offset 4 of the message, struct or \
             element. Readers accept longer forms of a varint, unless its type rejects them.",
            "- *bit* counts the bits of a varint in its number. *on the wire* also counts the bit of each byte that says whether \
             another byte follows, as some sources do.",
            "- Numbers that count, choose or announce other fields are derived from these: no program sets them.",
            "- `raw` is the number on the wire, before it is scaled to a unit.",
            "- **1:** before a fact says that it holds in version 1 only, **1, 2:** that it holds in these two.",
        ],
        [
            "- Examples are executed when the schema is compiled: read, compared and written back. Explained packets show only \
             bits that are 1.",
            "- In a command, the first word after `read` is the schema: `schema/NAME.wire` of your folder, or a protocol that ships \
             with the command; a path is right, too. `v1::X` is the `X` of an older version, \
             `F.X` that of the family `F`; `--with` gives values that the bytes do not contain; `--dec` takes and shows \
             decimal numbers.",
        ],
    );
    let part = |title: &str, lines: &[&str]| {
        let lines = lines.iter().map(|line| (*line).to_owned()).collect();
        section(2, title, vec![Block::Text { key: title.to_owned(), lines }])
    };
    let end =
        text("end", "These pages are generated from the schemas, as the readers and writers of the protocols are.");
    let body = vec![end, part("Pictures", &picture), part("Tables", &table), part("Examples", &commands)];
    let text = write::write(&[section(1, TITLE, body)]);
    Page::new(NAME.to_owned(), Some(TITLE.to_owned()), text)
}
