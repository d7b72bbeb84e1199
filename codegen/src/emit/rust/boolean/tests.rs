//! That what is shorter means the same, and how it looks.

use std::thread;

use super::*;
use crate::random::Random;

fn short(condition: &str) -> String {
    shortest(TokenStream::from(condition)).text().to_owned()
}

#[test]
fn what_is_short_keeps_its_spelling() {
    for condition in ["a", "a && b", "b || a && c", "(a || b) && (c || d)", "a && b || c && d", "x == 3 || x > 7"] {
        assert_eq!(short(condition), condition);
    }
    // As long as anything that means the same.
    assert_eq!(short("a && !b || !a && b"), "a && !b || !a && b");
    assert_eq!(short("if a || a { b } else { c }"), "if a || a { b } else { c }");
    assert_eq!(short("a.is_some_and(|b| b.c && b.c)"), "a.is_some_and(|b| b.c && b.c)");
}

#[test]
fn what_is_shared_stands_once() {
    assert_eq!(short("a && b || a && c"), "a && (b || c)");
    assert_eq!(short("(a || b) && (a || c)"), "a || (b && c)");
    assert_eq!(short("a && b || a && c || d"), "(a && (b || c)) || d");
    assert_eq!(short("a && c || a && d || b && c || b && d"), "(a || b) && (c || d)");
    assert_eq!(short("a && b || b && c || a && c"), "(a && (b || c)) || (b && c)");
}

#[test]
fn what_follows_is_left_out() {
    assert_eq!(short("a || a && b"), "a");
    assert_eq!(short("a && (!a || b)"), "a && b");
    assert_eq!(short("x == 1 && b || x != 1 && c || b && c"), "(x == 1 && b) || (x != 1 && c)");
    assert_eq!(short("a.is_some() && b || a.is_none() && b"), "b");
    assert_eq!(short("x < 3 || x >= 3"), "true");
    assert_eq!(short("a && (b || true)"), "a");
    assert_eq!(short("!(a || b) && !(c && a)"), "!a && !b");
    // However many terms there are.
    assert_eq!(
        short("b && c && d && e && f && g && h && (i || a) || a"),
        "a || (b && c && d && e && f && g && h && i)"
    );
}

#[test]
fn of_many_terms_those_are_shorter_that_share_some() {
    assert_eq!(short("a && b || a && c || d && e || f && g || h"), "(a && (b || c)) || (d && e) || (f && g) || h");
}

#[test]
fn the_opposite_has_no_brackets_behind_its_sign() {
    let opposite = |text: &str| opposite(&TokenStream::from(text)).map(|tokens| tokens.text().to_owned());
    assert_eq!(opposite("a && x != 3").as_deref(), Some("!a || x == 3"));
    assert_eq!(opposite("a && !b || c").as_deref(), Some("(!a || b) && !c"));
    assert_eq!(opposite("a"), None);
}

/// Whether a formula holds where those terms do of which a bit is set.
fn holds(formula: &Formula, terms: usize) -> bool {
    match formula {
        Formula::Known(known) => *known,
        Formula::Term(at, so) => (terms >> at & 1 == 1) == *so,
        Formula::All(all) => all.iter().all(|one| holds(one, terms)),
        Formula::Any(any) => any.iter().any(|one| holds(one, terms)),
    }
}

/// A formula of so many terms, as the next random numbers have it.
fn random(numbers: &mut Random, terms: usize, depth: usize) -> Formula {
    if depth == 0 || numbers.one_in(3) {
        return Formula::Term(numbers.below(terms), numbers.one_in(2));
    }
    let parts = (0..numbers.below(3) + 2).map(|_| random(numbers, terms, depth - 1)).collect();
    Formula::of(numbers.one_in(2), parts)
}

#[test]
fn what_is_shorter_means_the_same() {
    let mut numbers = Random(1);
    let mut shorter = 0;
    for round in 0..600 {
        let terms = 2 + round % 7;
        let formula = random(&mut numbers, terms, 3);
        let short = formula.clone().flat().shortened();
        (0..1 << terms).for_each(|row| assert_eq!(holds(&formula, row), holds(&short, row), "{formula:?}\n{short:?}"));
        assert!(short.cost() <= formula.cost(), "{formula:?}\n{short:?}");
        shorter += usize::from(short.cost() < formula.cost());
    }
    assert!(shorter > 300, "{shorter}");
}

/// `f0 && (!f0 || f1) && (!f1 || f2)`, with what follows from each behind it or in front.
fn chain(terms: usize, is_forward: bool) -> String {
    let mut links: Vec<String> = (1..terms).map(|at| format!("(!f{} || f{at})", at - 1)).collect();
    if !is_forward {
        links.reverse();
    }
    format!("f0 && {}", links.join(" && "))
}

#[test]
fn what_follows_from_thousands_is_found_on_a_small_stack() {
    let terms = 3000;
    let all = (0..terms).map(|at| format!("f{at}")).collect::<Vec<_>>().join(" && ");
    let found = |is_forward| {
        let chain = chain(terms, is_forward);
        let thread = thread::Builder::new().stack_size(256 << 10).spawn(move || short(&chain));
        thread.expect("a thread").join().expect("no overflow")
    };
    assert_eq!(found(true), all);
    assert_eq!(found(false), all);
}

#[test]
fn what_is_known_comes_first_in_the_order_in_which_it_is_met() {
    assert_eq!(short("x && a1 && a2 && (a1 || a2)"), "a1 && x && a2");
    assert_eq!(short("(!a || b) && a && (b || c)"), "a && b");
    assert_eq!(short("a && (!a || (b && (c || d) && e)) && (c || d) && z"), "a && b && (c || d) && e && z");
    assert_eq!(short("a && (!a || b) && !b"), "false");
}
