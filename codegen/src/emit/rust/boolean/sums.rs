//! The shortest sum of products: what a few terms say together is a table of 64 bits, products that are whole in it are
//! found by trying all, and those that cover it by trying the ones that cover what is covered least.

use super::Formula;

/// As many terms as a table has. (A condition that clippy looks at has at most eight terms and brackets; of one in which
/// more than six differ none stands there twice.)
const MOST: usize = 6;

/// The rows of a table in which a term holds.
const HOLDS: [u64; MOST] = [
    0xAAAA_AAAA_AAAA_AAAA,
    0xCCCC_CCCC_CCCC_CCCC,
    0xF0F0_F0F0_F0F0_F0F0,
    0xFF00_FF00_FF00_FF00,
    0xFFFF_0000_FFFF_0000,
    0xFFFF_FFFF_0000_0000,
];

/// After so many products have been tried, what has been found is good enough.
const STEPS: usize = 10_000;

/// What means the same as a formula and is shorter.
pub(super) fn shorter(formula: &Formula) -> Option<Formula> {
    let mut terms: Vec<usize> = Vec::new();
    formula.terms().into_iter().for_each(|term| {
        if !terms.contains(&term) {
            terms.push(term);
        }
    });
    if terms.len() > MOST {
        return None;
    }
    let table = table(formula, &terms);
    let both = [sum(table, &terms), sum(!table, &terms).opposite()];
    let shortest = both.into_iter().min_by_key(Formula::cost)?;
    (shortest.cost() < formula.cost()).then_some(shortest)
}

/// In which rows a formula holds.
fn table(formula: &Formula, terms: &[usize]) -> u64 {
    match formula {
        Formula::Known(known) => {
            if *known {
                u64::MAX
            } else {
                0
            }
        }
        Formula::Term(term, holds) => {
            let at = terms.iter().position(|one| one == term);
            let rows = at.and_then(|at| HOLDS.get(at)).copied().unwrap_or_default();
            if *holds { rows } else { !rows }
        }
        Formula::All(all) => all.iter().fold(u64::MAX, |rows, one| rows & table(one, terms)),
        Formula::Any(any) => any.iter().fold(0, |rows, one| rows | table(one, terms)),
    }
}

/// Some terms, of which each has to hold or not to hold.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Product {
    terms: Vec<(usize, bool)>,
    /// Where all do.
    rows: u64,
}

/// The shortest sum of products that holds in these rows, with what several products share in front of them.
fn sum(rows: u64, terms: &[usize]) -> Formula {
    let all = products(rows, terms.len());
    let mut search = Search { all: &all, best: None, steps: 0 };
    search.cover(rows, &mut Vec::new());
    let chosen = search.best.unwrap_or_default();
    let mut products: Vec<_> = chosen.into_iter().map(|one| one.terms.clone()).collect();
    // In the order in which they were met; what holds before what does not.
    products.sort_by_key(|product| product.iter().map(|(at, holds)| (*at, !holds)).collect::<Vec<_>>());
    factored(products, terms).flat()
}

/// The products that hold nowhere else, and would without any of their terms.
fn products(rows: u64, count: usize) -> Vec<Product> {
    let mut all = vec![Product { terms: Vec::new(), rows: u64::MAX }];
    for (at, holds) in HOLDS.into_iter().enumerate().take(count) {
        let with = |one: &Product, so: bool| {
            let terms = one.terms.iter().copied().chain([(at, so)]).collect();
            Product { terms, rows: one.rows & if so { holds } else { !holds } }
        };
        all = all.iter().flat_map(|one| [with(one, true), with(one, false), one.clone()]).collect();
    }
    all.retain(|one| one.rows & !rows == 0);
    let is_within = |one: &Product, other: &Product| one != other && one.rows & !other.rows == 0;
    all.iter().filter(|one| !all.iter().any(|other| is_within(one, other))).cloned().collect()
}

/// Looks for products that together hold in all rows.
struct Search<'p> {
    all: &'p [Product],
    best: Option<Vec<&'p Product>>,
    steps: usize,
}

impl<'p> Search<'p> {
    fn cover(&mut self, left: u64, chosen: &mut Vec<&'p Product>) {
        self.steps += 1;
        let is_longer = |best: &Vec<&Product>| cost(best) <= cost(chosen);
        if self.best.as_ref().is_some_and(is_longer) || self.steps > STEPS && self.best.is_some() {
            return;
        }
        let all = self.all;
        let rows = (0..u64::BITS).map(|row| 1 << row).filter(|row| left & row != 0);
        let covering = |row: u64| all.iter().filter(move |one| one.rows & row != 0);
        let Some(row) = rows.min_by_key(|row| covering(*row).count()) else {
            self.best = Some(chosen.clone());
            return;
        };
        for one in covering(row) {
            chosen.push(one);
            self.cover(left & !one.rows, chosen);
            chosen.pop();
        }
    }
}

/// Terms, and brackets around several.
fn cost(chosen: &[&Product]) -> (usize, usize) {
    let lengths = chosen.iter().map(|one| one.terms.len());
    (lengths.clone().sum(), lengths.filter(|length| *length > 1).count())
}

/// `a && (b || c) || d` for `a && b || a && c || d`: the term that stands in most products comes in front of what is left
/// of them.
fn factored(products: Vec<Vec<(usize, bool)>>, terms: &[usize]) -> Formula {
    let often = |one: &(usize, bool)| products.iter().filter(|product| product.contains(one)).count();
    let first = products.iter().flatten().copied().rev().max_by_key(often).filter(|one| often(one) > 1);
    let term = |(at, holds): (usize, bool)| Formula::Term(terms.get(at).copied().unwrap_or_default(), holds);
    let Some(first) = first else {
        let all = |product: Vec<(usize, bool)>| Formula::All(product.into_iter().map(term).collect());
        return Formula::Any(products.into_iter().map(all).collect());
    };
    let (with, without): (Vec<_>, Vec<_>) = products.iter().cloned().partition(|product| product.contains(&first));
    let rest = with.into_iter().map(|product| product.into_iter().filter(|one| *one != first).collect()).collect();
    let shared = Formula::All(vec![term(first), factored(rest, terms)]);
    Formula::Any(vec![shared, factored(without, terms)])
}
