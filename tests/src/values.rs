//! Values that no packet has are refused, in words.

use wireform::List;
use wireform_tests::sauerbraten::v259::to_client::{Flag, FlagUnowned, InitFlags};
use wireform_tests::sauerbraten::{GameMode, MapChange};

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
