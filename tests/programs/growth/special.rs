//! Texts of the table that no parts make, and the files that schemas of it import.

use std::io;
use std::path::Path;

use wireform_build::load::Files;

/// What stands in front of most texts.
pub const HEAD: &str = "protocol long { byte_order: little }\n";

/// A schema without a file of its own, which may import `f0.wire`, `f1.wire` and so on.
pub struct Folder<'a>(pub &'a str);

impl Files for Folder<'_> {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let name = path.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
        match name.strip_prefix('f') {
            Some(number) => Ok(format!("struct F{number} {{ x: u8 }}").into_bytes()),
            None if name == "long" => Ok(self.0.as_bytes().to_vec()),
            None => Err(io::Error::from(io::ErrorKind::NotFound)),
        }
    }

    fn names(&self, _folder: &Path) -> Vec<String> {
        Vec::new()
    }
}

/// Both shapes of each end in the struct before it, and all are lists.
pub fn ends(structs: usize) -> String {
    let first = "struct S0 { n: u8, x: match n { 0 => A { b: bytes[..] }, _ => B {} } }".to_owned();
    let next = |index: usize| {
        let last = index - 1;
        format!(
            "struct S{index} {{ n: u8, x: match n {{ 0 => A {{ s: S{last} }}, _ => B {{ m: u8, s: S{last} }} }} }} struct L{index} {{ all: [S{index}; ..] }}"
        )
    };
    let structs: Vec<String> = std::iter::once(first).chain((1..structs).map(next)).collect();
    format!("protocol long {{ byte_order: little }} {}", structs.join(" "))
}

/// A rule of which each two terms beside each other say what some others say, too.
pub fn rule(terms: usize) -> String {
    let flags: Vec<String> = (0..60).map(|index| format!("f{index}")).collect();
    let term = |index: usize| format!("f{} && f{} && !f{}", index % 20, 20 + index * 7 % 19, 39 + index * 11 % 17);
    let terms: Vec<String> = (0..terms).map(term).collect();
    let (flags, terms) = (flags.join(", "), terms.join(" || "));
    of(&[format!("bits u64 {{ {flags}, _: .. }}"), format!("n: u8 where it != 3 && ({terms})")])
}

/// A rule of which each term says that the next one holds: what it comes to is that all of them do.
pub fn chain(terms: usize) -> String {
    const NUMBERS: usize = 20;
    let fields: Vec<String> = (0..NUMBERS).map(|index| format!("n{index}: u8")).collect();
    let term = |index: usize, is: &str| format!("n{} {is} {}", index % NUMBERS, index / NUMBERS);
    let links = (1..terms).map(|index| format!("({} || {})", term(index - 1, "!="), term(index, "==")));
    let (fields, links) = (fields.join(", "), links.collect::<Vec<_>>().join(" && "));
    of(&[fields, format!("n: u8 where it != 3 && {} && {links}", term(0, "=="))])
}

/// Fields of several kinds.
pub fn fields(fields: usize) -> String {
    let kinds = ["u8", "u16", "i24", "utf8[u8]", "[u16; u8]", "f32"];
    let fields = (0..fields).map(|index| format!("f{index}: {}", kinds[index % kinds.len()]));
    of(&fields.collect::<Vec<_>>())
}

/// Fields that are there where a flag is set, of which eight stand in front of their fields.
pub fn flagged(fields: usize) -> String {
    let eight = (0..fields / 8).map(|eight| {
        let names: Vec<usize> = (8 * eight..8 * eight + 8).collect();
        let flags: String = names.iter().map(|name| format!("has{name}, ")).collect();
        let fields: String = names.iter().map(|name| format!(", f{name}: u16 if has{name}")).collect();
        format!("bits u8 {{ {flags} }}{fields}")
    });
    of(&eight.collect::<Vec<_>>())
}

/// A number with as many widths as the tag that is known has numbers.
pub fn widths(arms: usize) -> String {
    let kinds = ["u8", "u16", "u24", "u32", "none"];
    let arms = (0..arms).map(|index| format!("{index} => {}", kinds[index % kinds.len()]));
    let x = format!("x: match tag {{ {} }}", arms.collect::<Vec<_>>().join(", "));
    format!("protocol long {{ byte_order: little }} struct S(tag: u16) {{ {x} }}")
}

/// As many shapes.
pub fn shapes(arms: usize) -> String {
    let arms = (0..arms).map(|index| format!("{index} => A{index} {{ x: u8, y: u16 }}"));
    of(&["tag: u16".to_owned(), format!("x: match tag {{ {} }}", arms.collect::<Vec<_>>().join(",\n"))])
}

/// A struct of these fields.
fn of(fields: &[String]) -> String {
    format!("protocol long {{ byte_order: little }} struct S {{ {} }}", fields.join(", "))
}
