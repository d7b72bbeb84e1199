//! The documents: valid Markdown whose links lead somewhere, for any schema.

mod check;
mod picture;

use std::path::Path;

use check::check;
use wireform_build::build::documents::documents;
use wireform_build::emit::markdown::Page;
use wireform_build::load::{load, load_text};

use crate::protocols::schemas;

fn pages(path: &Path) -> Vec<Page> {
    documents(&load(path).unwrap_or_else(|failure| panic!("{}", failure.render(false))))
}

fn of_text(text: &str) -> Vec<Page> {
    documents(&load_text("test.wire", text).unwrap_or_else(|failure| panic!("{}", failure.render(false))))
}

/// The pages of a schema, one after the other, each element of a picture in a line of its own.
pub fn whole(path: &Path) -> String {
    let text = |page: &Page| match page.title {
        Some(_) => page.text.clone(),
        None => page.text.replace("><", ">\n<") + "\n",
    };
    let pages: Vec<String> = pages(path).iter().map(|page| format!("==== {}\n{}", page.file, text(page))).collect();
    pages.join("\n")
}

#[test]
fn features_have_pages_without_loose_ends() {
    let mut links = 0;
    for path in schemas("schema/features") {
        links += check(&pages(&path));
    }
    assert!(links > 500, "only {links} links were followed");
}

#[test]
fn all_protocols_have_pages_without_loose_ends() {
    let mut links = 0;
    for path in schemas("../schema").into_iter().chain(schemas("../schema/gallery")) {
        let pages = pages(&path);
        assert_eq!(pages.first().map(|page| page.file.as_str()), Some("README.md"));
        links += check(&pages);
        assert_eq!(pages, self::pages(&path), "the same schema gives the same bytes");
    }
    assert!(links > 500, "only {links} links were followed");
}

#[test]
fn text_of_a_schema_is_never_markup() {
    let pages = of_text(
        "//! <b>bold</b> [a](b) ![c](d) | e | [f]: g\n//!\n//! ***\n//!     code\n//!\n//! # No heading, <T> & &amp;\n\
         protocol hostile { byte_order: big }\n\
         /// A | bar, `a | b`, an <i>open tag, a \\| and a lone ` tick.\n///\n/// ```\n/// fence | <b>\n/// ```\n///\n\
         /// - an item | of a list\n/// - [x] another\nenum Kind: u8 {\n    /// | a | row |\n    A = 1,\n    \
         /// ```\n    /// [x](y)\n    /// ```\n    ///\n    /// <script>\n    B = 2,\n}\n\
         /// # Text\n///\n/// Above\n/// ---\n///\n/// ~~~\n/// # code\n/// ~~~\nmessage Text = 1 {\n    /// - [link]: nowhere\n    kind: Kind,\n    \
         /// ~~~\n    /// a | b\n    /// ~~~\n    text: latin1[u8],\n    level: u8 where it < 3 || it == 7,\n    \
         example \"``` | <b> `x` [y](z)\" = hex \"01 01 06 6060607c3c62 02\" { text: \"```|<b\" }\n}\n\
         family Types: u8 { Text }\n",
    );
    check(&pages);
    let [index, shared, types, ..] = &pages[..] else { panic!("five pages, not {}", pages.len()) };
    assert!(index.text.contains("\n## No heading, `<T>` & `&amp;`\n"), "{}", index.text);
    // First what it is, then its code and size, then all else.
    assert!(
        shared.text.contains("\n**Text**\n\nMessage 1 of [Types][README#types]; 4 to 259 bytes.\n\nAbove\n\\---\n"),
        "{}",
        shared.text
    );
    assert!(shared.text.contains("\n# code\n"), "{}", shared.text);
    assert!(shared.text.contains("Valid: 0 to 2 or 7."), "{}", shared.text);
    assert!(types.text.contains("\nfence | <b>\n"), "{}", types.text);
    assert!(types.text.contains("| 1 | `A` | \\| a \\| row \\| |"), "{}", types.text);
    assert!(types.text.contains("| 2 | `B` | `[x](y)`<br>`<script>` |"), "{}", types.text);
}

#[test]
fn of_long_comments_the_first_paragraph_stands_in_the_table() {
    let pages = of_text(
        "protocol long { byte_order: big }\n\
         struct Other { y: u8 }\n\
         struct S {\n    /// In the table.\n    ///\n    /// Below, as is `Other`.\n    ///\n    /// - an item\n    ///\n    /// | a | b |\n    \
         /// | --- | --- |\n    /// | c | d |\n    x: u8,\n    list: [{\n        /// Of an element.\n        ///\n        \
         /// ```\n        /// code\n        /// ```\n        x: u8,\n    }; u8],\n    \
         /// ```\n    /// one\n    ///\n    /// paragraph\n    /// ```\n    y: u8,\n}\n",
    );
    check(&pages);
    let page = &pages.iter().find(|page| page.file == "shared.md").expect("a page").text;
    assert!(page.contains("`x` | In the table. *More below.* | `u8` | 1 at 0 |"), "{page}");
    let note = "\n- `x`: Below, as is [`Other`][Other].\n\n  - an item\n\n  | a | b |\n  | --- | --- |\n  | c | d |\n";
    assert!(page.contains(note), "{page}");
    assert!(page.contains("\n- `x`:\n  ```text\n  code\n  ```\n"), "{page}");
    assert!(page.contains("`y` | `one`<br>`paragraph` | `u8` | 1 after `list` |"), "{page}");
    assert_eq!(page.matches("More below").count(), 2, "{page}");
}

#[test]
fn a_family_never_takes_the_file_of_another_page() {
    let text = "protocol names { byte_order: big }\nenum Kind: u8 { A = 1 }\nstruct Point { kind: Kind }\n\
                family Types: u8 { message M = 1 { point: Point } }\nfamily Readme: u8 { message N = 1; }\n\
                family Shared: u8 { message O = 1; }\n";
    let pages = of_text(text);
    let files: Vec<&str> = pages.iter().filter(|page| page.title.is_some()).map(|page| page.file.as_str()).collect();
    assert_eq!(files, ["README.md", "types_.md", "readme_.md", "shared_.md", "shared.md", "types.md", "names.md"]);
    check(&pages);
}

#[test]
fn versions_share_a_page_and_say_where_they_differ() {
    let pages = of_text(
        "protocol versions { byte_order: big, versions: [1, 2, 3] }\n\
         family All: u8 {\n    message Same = 1 { x: u8 }\n    \
         message Moved = 1 + VERSION { a: u8, b: u16 if VERSION >= 2, c: u8 }\n    \
         message New = 9 if VERSION == 3 { y: u8 }\n}\n",
    );
    check(&pages);
    let page = pages.iter().find(|page| page.file == "all.md").expect("the family has a page");
    assert_eq!(page.text.matches("\n## ").count(), 3, "{}", page.text);
    let row = |start: &str| page.text.lines().find(|line| line.contains(start)).expect("a row").to_owned();
    assert_eq!(row(">`b` |"), "| <a id=\"moved.b\"></a>`b` | **2, 3:** | `u16be` | 2 at 2 |");
    assert_eq!(row(">`c` |"), "| <a id=\"moved.c\"></a>`c` |  | `u8` | **1:** 1 at 2<br>**2, 3:** 1 at 4 |");
    assert_eq!(row(">`x` |"), "| <a id=\"same.x\"></a>`x` |  | `u8` | 1 at 1 |");
    assert!(page.text.contains("| **1:** 2<br>**2:** 3<br>**3:** 4 |"), "{}", page.text);
    assert!(page.text.contains("## New\n\nOnly in 3.\n"), "{}", page.text);
}

#[test]
fn an_example_of_one_version_names_it_once() {
    let pages = of_text(
        "protocol examples { byte_order: big, versions: [1, 2, 3] }\n\
         struct Pos {\n    x: u8,\n    y: u8 if VERSION >= 2,\n    \
         example \"one\" (version: 1) = hex \"05\" {}\n    example \"two\" (version: 2) = hex \"05 06\" {}\n    \
         example \"three\" (version: 3) = hex \"05 06\" {}\n}\n",
    );
    check(&pages);
    let page = pages.iter().find(|page| page.file == "shared.md").expect("the struct has a page");
    for item in ["\n- **1:** one: ", "\n- **2:** two: ", "\n**Example:** three: "] {
        assert!(page.text.contains(item), "{item:?}: {}", page.text);
    }
}

#[test]
fn the_last_byte_of_a_varint_has_the_bits_that_are_left() {
    let pages = of_text(
        "protocol numbers { byte_order: big }\nvarint Groups: i32 = groups(7, 7, 7, 7, 4);\n\
         varint Unsigned: u32 = leb128;\nvarint Zigzag: i32 = zigzag;\nvarint Signed: i32 = sleb128;\n\
         struct All { groups: Groups, unsigned: Unsigned, zigzag: Zigzag, signed: Signed }\n",
    );
    check(&pages);
    let page = pages.iter().find(|page| page.file == "types.md").expect("the types have a page");
    let count = |row: &str| page.text.matches(row).count();
    let rows = [
        "| 5 | `1xxxxxxx` `1xxxxxxx` `1xxxxxxx` `1xxxxxxx` `0000xxxx` |",
        "| 5 | `1xxxxxxx` × 4, `0000xxxx` |",
        "| 5 | `1xxxxxxx` × 4, `0xxxxxxx` |",
    ];
    assert_eq!(rows.map(count), [1, 2, 1], "{}", page.text);
}

/// The page of a shipped protocol.
fn shipped(protocol: &str, file: &str) -> String {
    let pages = pages(&Path::new("../schema").join(format!("{protocol}.wire")));
    pages.into_iter().find(|page| page.file == file).expect("a page").text
}

#[test]
fn an_example_shows_the_value_that_a_reader_gets() {
    let page = shipped("rcce2", "to_server.md");
    assert!(page.contains("is `NaN, read as 0`"), "{page}");
    assert!(page.contains("`is_running` is `true, read as false`"), "{page}");
    // Three commands, each a delta against the one before.
    assert!(shipped("quake2", "to_server.md").contains("-38.59497 degrees, inherited\n"));
}

#[test]
fn sizes_exclude_what_no_writer_makes() {
    let page = shipped("quake2", "shared.md");
    let (_, section) = page.split_once("\n## EntityUpdate\n\n").expect("the section");
    // Both bits of the frame are never set, so the byte for both is never written.
    assert!(section.contains("\nA struct; 2 to 43 bytes"), "{section}");
    let jump = shipped("sauerbraten", "positions.md");
    assert!(jump.contains("| [Int] | 1, 3 or 5 at 1 |"), "{jump}");
    // Only the last two bytes are the health, whatever precedes them.
    let replies = shipped("rcce2", "replies.md");
    let (_, section) = replies.split_once("\n## ItemHealth\n").expect("the section");
    let row = section.lines().find(|line| line.contains(">`health` |")).expect("a row");
    assert!(row.contains(" | 2 after "), "{row}");
}

#[test]
fn limits_count_what_the_text_consists_of() {
    let page = shipped("blank", "payload.md");
    assert!(page.contains("- `text` with more than 450 bytes before its terminator."), "{page}");
    let page = shipped("sauerbraten", "shared.md");
    assert!(page.contains("- `text` with more than 4999 characters before its terminator."), "{page}");
}

#[test]
fn conditions_name_fields_as_the_table_does() {
    assert!(shipped("quake2", "to_client.md").contains("Present if `effect.Steam.id` is not −1."));
}

#[test]
fn bits_have_masks_and_both_numbers_where_these_differ() {
    let page = shipped("quake2", "shared.md");
    assert!(page.contains("`mask.frame16` (`U_FRAME16`) | bit 15, `0x8000` | bit 17, `0x20000` |"), "{page}");
    // The mask of one byte has no bits above 6.
    let page = shipped("quake2", "to_client.md");
    let (_, rest) = page.split_once("\n## PacketEntities\n").expect("the section");
    let (section, _) = rest.split_once("\n## ").expect("the next one");
    assert!(section.contains("wireform read quake2 PacketEntities"), "{section}");
    let widest = section.lines().filter_map(|line| line.trim_start().strip_prefix("bit ")).count();
    assert!(widest < 30, "{section}");
}

#[test]
fn pages_speak_plainly() {
    for path in schemas("../schema") {
        for page in pages(&path).into_iter().filter(|page| page.title.is_some()) {
            let mut fence = "";
            for line in page.text.lines() {
                assert!(!line.contains(['\u{2060}', '\u{a0}', '\u{200b}']), "an invisible character: {line}");
                for vowel in ["a `A", "a `E", "a `I", "a `O", "a [A", "a [E", "a [I", "a [O"] {
                    assert!(!line.contains(&format!(" {vowel}")), "{line}");
                }
                for leak in ["`it ", "it.", "after(", "before(", "ascending("] {
                    assert!(!line.contains(&format!("`{leak}")), "syntax of the schema: {line}");
                }
                if let Some(word) = line.trim_start().strip_prefix("```") {
                    fence = word;
                }
                assert!(fence != "text" || line.chars().count() <= 110, "too wide: {line}");
            }
        }
    }
}
