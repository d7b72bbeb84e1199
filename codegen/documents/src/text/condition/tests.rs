//! A condition is a sentence, whatever the numbers are that it was taken apart into.

use crate::load::load_text;
use crate::markdown;

/// The condition of a field on a page.
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
    let (_, behind) = pages.split_once("Present if ").unwrap();
    behind.split_once(". |").unwrap().0.replace("\\|", "|")
}

#[test]
fn conditions_are_sentences() {
    for (condition, expected) in [
        ("one == 1", "`one` is 1"),
        ("one == 0", "`one` is 0"),
        ("n == 255", "`n` is 255"),
        ("n != 3", "`n` is not 3"),
        ("n >= 3", "`n` is at least 3"),
        ("n <= 3", "`n` is at most 3"),
        ("n > 0", "`n` is at least 1"),
        ("n in 2..=5", "`n` is 2 to 5"),
        ("n in 1 | 3..=5", "`n` is 1 or 3 to 5"),
        ("i < 0", "`i` is negative"),
        ("i != -1", "`i` is not −1"),
        ("q != 9223372036854775808", "`q` is not 9223372036854775808"),
        ("mode != 3", "`mode` is not 3"),
        ("(i + 3) >= 4", "`i + 3` is at least 4"),
        ("(n * 2) != 8", "`n * 2` is not 8"),
        ("f.on", "`f.on`"),
        ("!f.on", "`f.on` is not set"),
        ("yes", "`yes` is true"),
        ("!yes", "`yes` is false"),
        ("t", "`t` is true"),
        ("!t", "`t` is false"),
        ("t.raw != 1", "`t.raw` is not 1"),
        ("f.n == 7", "`f.n` is 7"),
        ("k == A", "`k` is `A`"),
        ("k == B", "`k` is `B`"),
        ("k != A", "`k` is not `A`"),
        ("k in A | B | 7..=9", "`k` is `A`, `B` or 7 to 9"),
        ("k.raw == 3", "`k.raw` is 3"),
        ("k in A | C", "`k` is `A` or `C`"),
        ("f.k != A", "`f.k` is not `A`"),
        ("k.raw >= 2", "`k.raw` is at least 2"),
        ("f.raw == 7", "`f.raw` is 7"),
        ("z.raw >= 4", "`z.raw` is at least 4"),
        ("k.raw > z.raw", "`k.raw` is above `z.raw`"),
        ("n > k.raw || !yes", "`n` is above `k.raw` or `yes` is false"),
        ("(n > 3 || yes) && t", "(`n` is at least 4 or `yes` is true) and `t` is true"),
    ] {
        assert_eq!(shown(condition), expected, "{condition}");
    }
}
