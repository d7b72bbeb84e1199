//! Pairs of client numbers: which of them can be exchanged, and what the program says of the others.

use sauerbraten_proxy::{Direction, Numbers};

#[test]
fn both_ways() {
    let numbers = Numbers::parse(["0=1", "1=130", "130=0"]).expect("each has one number");
    let toward = |direction| [-1, 0, 1, 2, 130].map(|cn| numbers.toward(direction, cn));
    assert_eq!(toward(Direction::ToClient), [-1, 1, 130, 2, 0]);
    assert_eq!(toward(Direction::ToServer), [-1, 130, 0, 2, 1]);
}

#[test]
fn each_player_has_a_number() {
    let mistake = |pairs: &[&str]| Numbers::parse(pairs.iter().copied()).expect_err("a mistake");
    assert_eq!(mistake(&["0=1"]), "1 is given away, so it has to become another number itself");
    assert!(include_str!("../README.md").contains(&mistake(&["0=5"])), "the page shows it");
    assert_eq!(mistake(&["0=1", "0=2"]), "0 cannot become two numbers");
    assert_eq!(mistake(&["0=1", "1=1"]), "two numbers cannot become 1");
    assert_eq!(mistake(&["0=256"]), "256 is no client number: they go from 0 to 255");
    assert_eq!(mistake(&["-1=0"]), "-1 is no client number: they go from 0 to 255");
    assert_eq!(mistake(&["0"]), "a pair of numbers looks like 0=5");
}
