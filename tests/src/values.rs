//! Random values, written by generated code and by the interpreter: to the same bytes, which both read to the same
//! value, or both refuse them for the same reason.

use wireform::List;
use wireform_tests::sauerbraten::v259::to_client::{Flag, FlagUnowned, InitFlags};
use wireform_tests::sauerbraten::{GameMode, MapChange};

use crate::generated::Generated;
use crate::protocols;
use crate::rng::Rng;
use crate::show::plain;

/// How many values of each type the test tries, and its long form.
const EACH: [usize; 2] = [60, 300];

#[test]
fn random_values_survive() {
    values_survive(EACH[0]);
}

#[test]
#[ignore = "long"]
fn more_random_values_survive() {
    values_survive(EACH[1]);
}

fn values_survive(each: usize) {
    let mut rng = Rng::new(3);
    let mut survived = 0;
    let targets: Vec<Generated> = protocols::targets();
    for generated in &targets {
        for _ in 0..each {
            survived += usize::from(survives(generated, &mut rng));
        }
    }
    let all = each * targets.len();
    assert!(survived > all / 2 && survived < all, "{survived} of {all} values can be written");
}

/// Whether a random value can be written; if so, it is read again, by both.
pub fn survives(generated: &Generated, rng: &mut Rng) -> bool {
    let written = (generated.write)(rng);
    let theirs = generated.rewrite(&written.value);
    assert_eq!(written.bytes, theirs, "{:?}", written.value);
    let Ok(bytes) = written.bytes else { return false };
    let value = plain(written.value);
    let read = (generated.read)(&bytes).expect("what is written is read");
    assert_eq!(plain(read.value.clone()), value, "{bytes:02x?}");
    assert_eq!((&read.bytes, &read.verified), (&bytes, &Ok(())), "all of it");
    let interpreted = generated.interpret(&bytes).expect("by both");
    assert_eq!(plain(interpreted.value), value, "{bytes:02x?}");
    assert_eq!(generated.is_json(&bytes, &read), Ok(()), "{bytes:02x?}");
    true
}

#[test]
fn a_code_that_has_a_name_is_not_written_without_it() {
    let wrong = MapChange { mode: GameMode::Other(3), ..MapChange::default() };
    let error = wrong.write(&mut [0; 16]).expect_err("3 is instagib");
    assert_eq!(
        error.to_string(),
        "MapChange.mode: out of range for its place on the wire: expected the name `Instagib`, found 3"
    );
    let right = MapChange { mode: GameMode::Other(-3), ..MapChange::default() };
    assert_eq!(right.write(&mut [0; 16]), Ok(4));
}

#[test]
fn what_is_not_there_says_so() {
    let flag = |owner_cn, unowned| {
        let flags = [Flag { owner_cn, unowned, ..Flag::default() }];
        InitFlags { scores: [0, 0], flags: List::from(&flags) }.write(&mut [0; 32])
    };
    assert_eq!(flag(0, None), Ok(8));
    assert_eq!(flag(-1, Some(FlagUnowned::default())), Ok(9));
    for (owner_cn, unowned, found) in [(0, Some(FlagUnowned::default()), "present"), (-1, None, "absent")] {
        let error = flag(owner_cn, unowned).expect_err("the owner says whether it is there").to_string();
        let told = "InitFlags.flags[0].unowned: contradicts its condition or tag";
        assert_eq!(error, format!("{told}: expected present exactly if `owner_cn < 0`, found {found}"));
    }
}
