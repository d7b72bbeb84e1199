//! Nearest names.

use super::{nearest, nearest_first};

#[test]
fn finds_a_slip_of_the_keyboard() {
    let names = ["Pos", "Teleport", "JumpPad", "has_fall", "has_fall_heading"];
    for (typed, meant) in [
        ("pos", Some("Pos")),
        ("Telport", Some("Teleport")),
        ("Teleprot", Some("Teleport")),
        ("JumpPads", Some("JumpPad")),
        ("has_fal", Some("has_fall")),
        ("Position", None),
        ("", None),
    ] {
        assert_eq!(nearest(typed, names), meant, "{typed}");
    }
}

#[test]
fn sorts_by_similarity() {
    let sorted = |name: &str| nearest_first(name, vec!["Teleport", "Move", "Pos", "Positions"], |one| one);
    assert_eq!(sorted("Position"), ["Positions", "Pos", "Move", "Teleport"]);
    assert_eq!(sorted("Movement"), ["Move", "Teleport", "Pos", "Positions"]);
    assert_eq!(sorted("moev"), ["Move", "Pos", "Teleport", "Positions"]);
}

#[test]
fn a_name_is_not_near_to_itself_and_the_first_of_equals_wins() {
    assert_eq!(nearest("ab", ["ab", "ac", "ad"]), Some("ac"));
}
