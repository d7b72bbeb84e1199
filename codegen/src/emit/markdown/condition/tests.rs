//! A condition is shown as a person would write it, whatever the numbers are that it was taken apart into.

use crate::emit::markdown::markdown;
use crate::load::load_text;

/// What a page says of a field that is there if this holds.
fn shown(condition: &str) -> String {
    let schema = format!(
        "protocol p {{ byte_order: big }}
        enum Kind: u8 {{ A = 0, B = 1 | 3, C = 2, .. }}
        enum Small: u3 {{ A = 0, B = 1, .. }}
        bits Flags: u8 {{ on, off, n: u3, k: Small }}
        quantity Size: u8 = raw / 2 in cubes;
        struct S(mode: i8, kind: Kind, yes: bool) {{
            f: Flags, k: Kind, t: u8 as truthy, z: Size, n: u8, bits u8 {{ one: u1, _: .. }}, i: i8, q: u64, some: u8 if {condition},
        }}"
    );
    let schema = load_text("p.wire", schema).unwrap_or_else(|failure| panic!("{}", failure.render(false)));
    let pages: String = markdown(&schema.schema).into_iter().map(|page| page.text).collect();
    let (_, behind) = pages.split_once("There if `").unwrap();
    behind.split_once('`').unwrap().0.replace("\\|", "|")
}

#[test]
fn what_is_written_is_shown() {
    for condition in [
        "one == 1",
        "one == 0",
        "n == 0",
        "n == 255",
        "n != 3",
        "n >= 3",
        "n <= 3",
        "n > 0",
        "n in 2..=5",
        "n in 1 | 3..=5",
        "i < 0",
        "i != -1",
        "q == 18446744073709551615",
        "q != 9223372036854775808",
        "q >= 9223372036854775808",
        "mode != 3",
        "(i + 3) >= 4",
        "(i + 1) == 128",
        "(n * 2) != 8",
        "f.on",
        "!f.on",
        "yes",
        "!yes",
        "t",
        "!t",
        "t.raw != 1",
        "t.raw in 2..=5",
        "f.n == 7",
        "f.n == 0",
        "f.n != 2",
        "k == A",
        "k == B",
        "k != A",
        "k != B",
        "k in A | B | 7..=9",
        "k.raw == 3",
        "k in A | C",
        "kind != C",
        "f.k != A",
        "f.k in A | B",
        "k.raw >= 2",
        "f.k.raw >= 3",
        "f.raw == 7",
        "z.raw >= 4",
        "k.raw > z.raw",
        "(z.raw + n) >= 9",
        "n > k.raw || !yes",
    ] {
        assert_eq!(shown(condition), condition);
    }
}
