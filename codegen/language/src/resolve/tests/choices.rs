//! Widths and shapes: the permitted arms of a match.

use super::{complaints, right};
use crate::model::{Cell, Interval, Source, Wire, sets};

#[test]
fn widths() {
    insta::assert_snapshot!(complaints(&[
        "struct S { bits u8 { w, _: .. }, x: match w { 0 => u16, 1 => u8 } }",
        "struct S(k: bool) { bits u8 { w, _: .. }, x: match (w, k) { (0, 0) => u16, (0, 1) => u24, (1, _) => u8 } }",
        "struct S(k: u8) { bits u8 { w, _: .. }, x: match (w, k) { (0, 0..=9) => u16, (0, _) => u8, (1, 3) => u8 } }",
        "struct S(k: bool) { bits u8 { w, _: .. }, x: match (w, k) { (0, 0) => none, (1, 0) => none, (_, 1) => u8 } }",
        "struct S { bits u8 { w, _: .. }, x: match w { 0 => u8, 1 => u8 } }",
        "struct S { bits u8 { w, _: .. }, x: match w { 0 => i16, 1 => u64 } }",
        "struct S { bits u8 { w, _: .. }, x: match w { 0 => u8, 0 => u16 } }",
        "struct S { bits u8 { w, _: .. }, x: match w { 0 => u8, 2 => u16 } }",
        "struct S { bits u8 { w: u2, _: .. }, x: match w { 0 => none, 1 => u16, 2 => u8 } }",
        "struct S { bits u8 { a, b, _: .. }, x: match (a, b) { (0, _) => u8, (0, 0) => u16 } }",
        "struct S { bits u8 { a, b, _: .. }, x: match (a, b) { (0, 1) => u8, (0, 1) => u16 } }",
        "struct S { bits u8 { a, b, _: .. }, x: match (a, b) { (0, 0 | 1) | (0, 1) => u8, (1, 1) => u16 } }",
        "struct S { bits u8 { w: u2, _: .. }, x: match w { 0 => u8, _ => u16, _ => u24 } }",
        "struct S { bits u8 { a, b, _: .. }, x: match (a, b) { 0 => u8, (1, 1) => u16 } }",
        "struct S { bits u8 { a, b, _: .. }, x: match (a, b) { (0, 0, 0) => u8, (1, 1) => u16 } }",
        "struct S { n: u8, x: match n + 1 { 0 => u8, 1 => u16 } }",
        "struct S { n: u8, x: match 3 { 0 => u8, 1 => u16 } }",
        "struct S { x: match u8 { 0 => u8, 1 => u16 } }",
        "struct S { n: u8, x: match n { } }",
        "enum E: u8 { A = 1 }\nenum G: u16 { A = 1 }\nstruct S { n: u8, x: match n { 0 => E, 1 => G } }",
        "quantity Q: u8 = raw / 2;\nstruct S { n: u8, x: match n { 0 => u8, 1 => u16 } as Q }",
        "struct S { n: u8, x: match n { 0 => u8, 1 => u13 } }",
    ]));
}

/// Schemas whose packets could be read but not written.
#[test]
fn spellings_of_one_value_choose_the_same() {
    let with = |items: &str| {
        format!(
            "enum Kind: u8 {{ A = 0, B = 1 | 5, C = 7..=9 }}\n\
             family Body {{ message X = 0; message Y = 1; message Z = 5; message W = 8; }}\n{items}"
        )
    };
    let wrong = [
        "struct S { kind: Kind, body: Body by kind }",
        "struct S { kind: Kind, body: match kind { 0 => X {}, 1 => Y {}, _ => Z {} } }",
        "struct S { body: match Kind { 5 => Z {}, _ => X {} } }",
        "struct S { kind: Kind, x: match kind { 0 | 5 => u8, _ => u16 } }",
        "struct S { n: u8, kind: Kind, x: match (n, kind) { (0, _) => u8, (1.., 1) => u16, (1.., _) => u24 } }",
        "struct S { on: u8 as truthy, x: match on { 0 | 7 => X {}, _ => Y {} } }",
        "struct S(kind: Kind) { x: match kind { 1 => X {}, _ => Y {} } }",
        "struct S { all: [Kind; until 5] }",
        "struct S { all: [{ kind: Kind, x: u8 }; until kind: 1] }",
    ];
    let wrong: Vec<String> = wrong.into_iter().map(with).collect();
    insta::assert_snapshot!(complaints(&wrong.iter().map(String::as_str).collect::<Vec<_>>()));
    for items in [
        "struct S { kind: Kind, body: match kind { 0 => X {}, 7 => Y {}, 8..=9 => Z {}, B => W {} } }",
        "struct S { on: u8 as truthy, x: match on { 0 => X {}, _ => Y {} } }",
        "struct S { kind: Kind, x: match kind { 0 => u8, 1 | 5 => u16, 7 => u24, _ => u32 } }",
        "struct S { all: [Kind; until B], more: [{ kind: Kind, x: u8 }; until kind: 5 | 1] }",
    ] {
        right(&with(items));
    }
}

#[test]
fn a_layout_has_one_width() {
    insta::assert_snapshot!(complaints(&[
        "bits B: u8 { a: u3, b: i5 }\nstruct S { bits u8 { w, _: .. }, x: match w { 0 => u8, 1 => u16 } as B }",
    ]));
}

#[test]
fn what_is_told_apart_has_a_bound() {
    let flags = |count: usize| (0..count).map(|at| format!("f{at}")).collect::<Vec<_>>().join(", ");
    // Each row matches if one flag is set and the flags before it are not.
    let row = |at: usize, count: usize| {
        let columns = (0..count).map(|column| match column.cmp(&at) {
            std::cmp::Ordering::Less => "0",
            std::cmp::Ordering::Equal => "1",
            std::cmp::Ordering::Greater => "_",
        });
        format!("({}) => u{}", columns.collect::<Vec<_>>().join(", "), 8 * (at + 1))
    };
    let rows = |told: usize, count: usize| (0..told).map(|at| row(at, count)).collect::<Vec<_>>().join(", ");
    let schema = |told: usize, count: usize| {
        let (flags, rows) = (flags(count), rows(told, count));
        format!("struct S {{ bits u64 {{ {flags}, _: .. }}, x: match ({flags}) {{ {rows} }} }}")
    };
    right(&schema(7, 40));
    let known = |told: usize, count: usize| {
        let (flags, rows) = (flags(count), rows(told, count));
        let params = flags.replace(',', ": bool,");
        format!("struct S({params}: bool) {{ x: match ({flags}) {{ {rows} }} }}")
    };
    right(&known(7, 40));
    let codes = |count: usize| (0..count).map(|code| format!("({code}, {code}) => u8")).collect::<Vec<_>>().join(", ");
    insta::assert_snapshot!(complaints(&[
        // Each of two numbers has 32 codes and the rest: 33 times 33 cases.
        &format!("struct S {{ a: u8, b: u8, x: match (a, b) {{ {} }} }}", codes(32)),
    ]));
}

#[test]
fn what_the_receiver_knows_may_leave_a_wider_number_first() {
    right("struct S(k: bool) { x: match k { 0 => u16, 1 => u8 } }");
    right("struct S(k: u8) { x: match k { 0 => u16, 1 => u8, _ => u8 } }");
    right("struct S(k: bool) { bits u8 { w, _: .. }, x: match (w, k) { (0, 0) => u16, (0, 1) => u8, (1, _) => u16 } }");
    right(
        "struct S(k: bool) { bits u8 { w, _: .. }, x: match (w, k) { (0, 0) => none, (0, 1) => u8, (1, 0) => u8, (1, 1) => none } }",
    );
}

#[test]
fn shapes() {
    insta::assert_snapshot!(complaints(&[
        "struct S { k: u8, x: match k { 0 => A { a: u8 }, 0 => B { b: u8 } } }",
        "struct S { k: u8, x: match k { 0..=5 => A { a: u8 }, 3 => B { b: u8 } } }",
        "struct S { k: u8, x: match k { 0..=5 => A { a: u8 }, 9 | 2..=4 => B { b: u8 } } }",
        "struct S { k: u8, x: match k { 0 => A { a: u8 }, 1 => B { b: u8 }, 0..=1 => C { c: u8 } } }",
        "struct S { k: u8, x: match k { .. => A { a: u8 }, 7 => B { b: u8 } } }",
        "struct S { k: u8, x: match k { 1.. => A { a: u8 }, 0 => B { b: u8 }, _ => C { c: u8 } } }",
        "struct S { k: u8, x: match k { 0 => A { a: u8 }, _ => B { b: u8 }, _ => C { c: u8 } } }",
        "struct S { k: bool, x: match k { 0 => A { a: u8 }, 1 => B { b: u8 }, _ => C { c: u8 } } }",
        "struct S { k: u8, x: match k { 0 => A { a: u8 }, 1 => A { b: u8 } } }",
        "struct S { k: u8, x: match k { 0 => A { a: u8 }, 1 => none } }",
        "struct S { k: u8, x: match k { 0 => A { a: u8 }, 1 => u8 } }",
        "struct S { k: u8, x: match k { 0 => A { a: u8 }, 300 => B { b: u8 } } }",
        "enum E: u8 { One = 1, Two = 2 }\nstruct S { k: E, x: match k { One => A { a: u8 }, Tow => B { b: u8 } } }",
        "struct S { k: u8, x: match k { 0 => A { a: u8 }, 1 => B { b: u8 } } as bool }",
        "struct S { x: match f32 { 0 => A { a: u8 } } }",
        "struct S { x: match u13 { 0 => A { a: u8 } } }",
        "struct S { k: u8, x: match k { 0 => A { a: u8, a: u8 }, 1 => B { b: u8 } } }",
    ]));
}

#[test]
fn earlier_arms_leave_the_others_what_they_do_not_take() {
    let codes = |arms: &str| -> Vec<String> {
        let protocol = right(&format!("struct S {{ k: u8, x: match k {{ {arms} }} }}"));
        let Wire::Match { arms, .. } = &protocol.records[0].fields[1].wire else { panic!("shapes") };
        arms.iter().map(|arm| format!("{} {:?}", sets::show(arm.codes()), arm.written)).collect()
    };
    let arms = codes("5 => A {}, _ => B {}, 3..=7 => C {}, ..=8 => D {}, 8..=9 => E {}");
    let left = ["5 One([5])", " Stored", "3..=4 | 6..=7 Stored", "0..=2 | 8 Stored", "9 One([9])"];
    assert_eq!(arms, left);
    let patterns = |arms: &str| -> Vec<String> {
        let protocol =
            right(&format!("struct S {{ bits u8 {{ a: u2, b: u2, _: .. }}, x: match (a, b) {{ {arms} }} }}"));
        let Wire::Chosen { forms, .. } = &protocol.records[0].fields[1].wire else { panic!("a width") };
        let columns = |one: &Vec<Vec<Interval>>| one.iter().map(|one| sets::show(one)).collect::<Vec<_>>().join(", ");
        forms.iter().map(|form| columns(&form.pattern)).collect()
    };
    let left = patterns("(1, _) => u8, (_, 2) => u16, (0..=1, 1..) | (3, 0 | 3) => u24");
    assert_eq!(left, ["1, ", "0 | 2..=3, 2", "0, 1 | 3", "3, 0 | 3"]);
}

#[test]
fn shapes_by_several_numbers() {
    let of = |arms: &str| format!("struct S(p: u8) {{ bits u8 {{ f, g, w: u2, _: .. }}, k: u8, x: match {arms} }}");
    let wrong = [
        "(k, k) { (0, 0) => A {} }",
        "(k, left()) { (0, 0) => A {} }",
        "(k, u8) { (0, 0) => A {} }",
        "(k, k + 1) { (0, 0) => A {} }",
        "(k, w) { 0 => A {}, (1, 1) => B {} }",
        "(k, w) { (0, 4) => A {} }",
        "(k, w) { (0, 1) => A {}, (0, 1) => B {} }",
        "(k, w) { (0, 1) | (0 | 1, 1) | (1, 1) => A {} }",
        "(k, w) { (0, _) => A {}, (_, 0..=1) => B {}, (0 | 7, 1) => C {} }",
        "(k, w) { (_, 0..=2) => A {}, (_, 3) => B {}, _ => C {} }",
        "(k, w) { (0, 1) => A {}, _ => B {}, (_, _) => C {} }",
        "(f, g) { (0, 0) => A {}, (0 | 1, 1) => B {} }",
        "(f, k) { (0, 0) => A {}, (1, 1) => B {}, _ => C {} }",
        "(f, p) { (0 | 1, 0) => A {}, (0, 1) => B {} }",
    ];
    let wrong: Vec<String> = wrong.into_iter().map(of).collect();
    insta::assert_snapshot!(complaints(&wrong.iter().map(String::as_str).collect::<Vec<_>>()));
    let owners = |arms: &str| -> Vec<String> {
        let cells = right(&of(arms)).records[0].cells.clone();
        let name = |cell: &Cell| if cell.source == Source::User { cell.path.to_uppercase() } else { cell.path.clone() };
        cells.iter().filter(|cell| ["w", "k"].contains(&cell.path.as_str())).map(name).collect()
    };
    assert_eq!(owners("(k, w) { (0, 1) => A {}, (1, 0) => B {} }"), ["w", "k"]);
    assert_eq!(owners("(k, w) { (0, 1) => A {}, (1, _) => B {} }"), ["W", "K"]);
    assert_eq!(owners("(p, w) { (_, 1) => A {}, (0, 2) => B {} }"), ["w", "K"]);
    assert_eq!(owners("(p, w) { (_, 1) => A {}, _ => B {} }"), ["W", "K"]);
}

#[test]
fn the_rest() {
    insta::assert_snapshot!(complaints(&[
        "struct S { bits u8 { a, b, _: .. }, x: match (a, b) { (0, 0) => u8, _ => u16 } }",
        "struct S { bits u8 { a, _: .. }, x: match a { 0 => u8, 1 => u16, _ => u24 } }",
    ]));
    let protocol = right("struct S { n: u8, x: match n { 0 => u8, 3 => none, _ => u16 } }");
    let Wire::Chosen { forms, .. } = &protocol.records[0].fields[1].wire else { panic!("a width") };
    assert_eq!(forms[2].pattern, [[Interval::new(1, 2), Interval::new(4, 255)]]);
}
