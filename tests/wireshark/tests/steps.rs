//! The engine's reader makes, in every Lua, the steps, the meanings and the refusals of the interpreter.

use std::collections::BTreeMap;

use wireform_wireshark_tests::captures::{Loaded, Sample, examples, schemas, vectors};
use wireform_wireshark_tests::lua;
use wireform_wireshark_tests::mutants::{Plan, like};
use wireform_wireshark_tests::random::Random;
use wireform_wireshark_tests::reading::Reading;
use wireform_wireshark_tests::steps::{Case, around, case, differing, script};
use wireform_wireshark_tests::written::{features, reference};

use crate::folder;

/// The plan of each example. The vectors are many: one of so many of them is tried.
const EXAMPLE: Plan = Plan { cuts: 12, mutants: 4 };
const VECTOR: Plan = Plan { cuts: 3, mutants: 1 };
const EVERY: usize = 4;
/// The most differences that are shown.
const SHOWN: usize = 5;

/// The cases of a sample. Those whose bytes are a whole packet, and those that are perhaps more, take turns.
fn cases(sample: &Sample, all: &[Loaded], plan: Plan, random: &mut Random) -> Vec<Case> {
    let reading = Reading::of(sample, all);
    let families = around(&reading);
    let mut cases = Vec::new();
    for (index, bytes) in like(&sample.bytes, plan, random).iter().enumerate() {
        let exact = index % 2 == 0;
        cases.push(case(&reading, bytes, exact));
        if index % 3 == 0 {
            cases.extend(families.iter().map(|family| case(family, bytes, exact)));
        }
    }
    cases
}

/// Compares all samples of these schemas in every Lua, and says how many packets were compared.
fn compare(test: &str, all: &[Loaded], samples: &[(Sample, Plan)]) -> usize {
    let luas = lua::all();
    let mut random = Random(48);
    let mut by_schema: BTreeMap<&str, Vec<Case>> = BTreeMap::new();
    for (sample, plan) in samples {
        by_schema.entry(&sample.schema).or_default().extend(cases(sample, all, *plan, &mut random));
    }
    let mut wrong = Vec::new();
    for loaded in all {
        let Some(cases) = by_schema.get(loaded.path.as_str()) else { continue };
        let script = script(&loaded.schema);
        for lua in &luas {
            let differing = differing(lua, &folder(test), &script, cases);
            wrong.extend(differing.into_iter().map(|(case, answer)| (&loaded.path, lua.name, case, answer)));
        }
    }
    for (path, lua, Case { request, expected }, answer) in wrong.iter().take(SHOWN) {
        let (ours, theirs): (Vec<&str>, Vec<&str>) = (expected.lines().collect(), answer.lines().collect());
        let same = ours.iter().zip(&theirs).take_while(|(one, other)| one == other).count();
        println!("{path} in {lua}: {request}\nexpected: {:?}\nbut in Lua: {:?}\n", ours.get(same), theirs.get(same));
    }
    let compared = by_schema.values().map(Vec::len).sum();
    println!("{test}: {compared} packets in {} Luas", luas.len());
    assert!(wrong.is_empty(), "{} of {compared} packets differ", wrong.len());
    compared
}

/// All examples, each with the plan.
fn of_examples(all: &[Loaded]) -> Vec<(Sample, Plan)> {
    all.iter().flat_map(examples).map(|sample| (sample, EXAMPLE)).collect()
}

#[test]
fn packets_of_shipped_protocols_have_the_same_steps() {
    let all = schemas();
    let samples = of_examples(&all);
    let schemas: Vec<&String> = samples.iter().map(|(sample, _)| &sample.schema).collect();
    assert!(all.iter().all(|one| schemas.contains(&&one.path)), "each schema has an example");
    assert!(compare("shipped", &all, &samples) > 10_000);
}

#[test]
fn packets_of_other_programs_have_the_same_steps() {
    let samples: Vec<_> = vectors().into_iter().step_by(EVERY).map(|sample| (sample, VECTOR)).collect();
    assert!(compare("vectors", &schemas(), &samples) > 500);
}

#[test]
fn packets_of_every_feature_have_the_same_steps() {
    let all = features();
    assert!(compare("features", &all, &of_examples(&all)) > 4_000);
}

#[test]
fn packets_of_the_reference_have_the_same_steps() {
    let all = reference();
    assert!(compare("reference", &all, &of_examples(&all)) > 500);
}
