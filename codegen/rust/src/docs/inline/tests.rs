//! Names are set as code, and nothing else is taken for Markdown.

use super::escape;

#[test]
fn names_are_set_as_code() {
    assert_eq!(escape("An N_POS of a PosView (see left())."), "An `N_POS` of a `PosView` (see `left()`).");
    assert_eq!(escape("a NaN, IDs, NASA, ENet and x1"), "a NaN, IDs, NASA, ENet and x1");
    assert_eq!(escape("already `N_POS`"), "already `N_POS`");
}

#[test]
fn nothing_is_a_link_or_a_tag_by_accident() {
    assert_eq!(escape("x.1 [x.2]"), r"x.1 \[x.2\]");
    assert_eq!(escape("Vec<T> and <T> and a < b"), "`Vec<T>` and `<T>` and a < b");
    assert_eq!(escape("a[3], 2*3, a & b, &amp;"), "`a[3]`, `2*3`, a & b, `&amp;`");
    assert_eq!(escape("> 5 of a::"), r"\> 5 of `a::`");
}

#[test]
fn addresses_are_links() {
    assert_eq!(escape("see https://a.b/c_d."), "see <https://a.b/c_d>.");
    assert_eq!(escape("<https://a.b> [x y](https://a.b/c)"), "<https://a.b> [x y](https://a.b/c)");
}

#[test]
fn a_lone_backtick_goes() {
    assert_eq!(escape("a `b"), "a 'b");
    assert_eq!(escape("``a`b`` c"), "``a`b`` c");
}

#[test]
fn tables_stay() {
    assert_eq!(escape("| a_b | `c |"), "| `a_b` | 'c |");
    assert_eq!(escape("|---|:-:|"), "|---|:-:|");
    assert_eq!(escape("--- | ---"), r"\--- | ---");
}
