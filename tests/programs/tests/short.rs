//! A short campaign, by code that is not optimised.

use std::process::{Command, Output};

fn campaign(words: &str) -> Output {
    let mut campaign = Command::new(env!("CARGO_BIN_EXE_campaign"));
    campaign.args(words.split(' ')).output().expect("it runs")
}

/// `.ci/run` tries two million packets of all protocols.
#[test]
fn mutated_packets_break_no_law() {
    let Output { status, stdout, stderr } = campaign("--packets 3e3 --seed 2 --family rcce2");
    let [told, wrong] = [stdout, stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    assert!(status.success(), "{told}{wrong}");
    let last = told.lines().last().unwrap_or_default();
    assert!(last.starts_with("3000 packets by seed 2: ") && last.ends_with(" 0 break a law"), "{last}");
}

#[test]
fn a_campaign_without_a_family_fails() {
    assert!(!campaign("--family none").status.success());
}
