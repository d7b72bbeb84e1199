//! Comparisons with the limits of an integer.

use super::*;
use crate::model::Code;

#[test]
fn intervals_are_tested_with_the_fewest_numbers() {
    let int = Int::U8;
    let intervals = |all: &[(Code, Code)]| all.iter().map(|(min, max)| Interval::new(*min, *max)).collect::<Vec<_>>();
    let asked = |all: &[(Code, Code)]| {
        let all = intervals(all);
        [within, outside]
            .map(|test| test(&Emitted::path(quote!(x)), int, &all).to_token_stream().to_string().replace(' ', ""))
    };
    assert_eq!(asked(&[(0, 96), (98, 113), (115, 255)]), ["x!=97&&x!=114", "x==97||x==114"]);
    assert_eq!(asked(&[(0, 6), (8, 255)]), ["x!=7", "x==7"]);
    assert_eq!(asked(&[(0, 3), (10, 300)]), ["x<=3||x>=10", "x>3&&x<10"]);
    assert_eq!(asked(&[(0, 0), (255, 255)]), ["x==0||x==255", "x!=0&&x!=255"]);
    assert_eq!(
        asked(&[(0, 3), (10, 20), (30, 255)]),
        ["x<=3||(10..=20).contains(&x)||x>=30", "x>3&&!(10..=20).contains(&x)&&x<30"]
    );
    assert_eq!(asked(&[(3, 3), (10, 300)]), ["x==3||x>=10", "x!=3&&x<10"]);
    assert_eq!(asked(&[(0, 9)]), ["x<=9", "x>9"]);
    assert_eq!(asked(&[(-5, 300)]), ["true", "false"]);
    assert_eq!(asked(&[]), ["false", "true"]);
}
