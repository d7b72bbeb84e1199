//! Against a stub of Wireshark's interface, each dissector shows the same in every Lua, and never fails.

use std::fmt::Write as _;

use wireform_wireshark_tests::captures::{Sample, examples, schemas, vectors};
use wireform_wireshark_tests::groups::{Group, groups, script};
use wireform_wireshark_tests::lua;
use wireform_wireshark_tests::mutants::{Plan, like};
use wireform_wireshark_tests::random::Random;

use crate::{folder, packets_of};

const EXAMPLE: Plan = Plan { cuts: 2, mutants: 1 };
const VECTOR: Plan = Plan { cuts: 0, mutants: 0 };
/// The most vectors of a schema.
const VECTORS: usize = 30;

/// The most groups of a schema: each is a protocol that every Lua registers.
const GROUPS: usize = 50;

const STUB: &str = include_str!("../lua/stub.lua");

/// The lines that ask for packets of a group.
fn requests(group: &Group<'_>, random: &mut Random) -> String {
    let mut lines = String::new();
    for sample in &group.samples {
        let plan = if sample.origin.starts_with("schema/") { EXAMPLE } else { VECTOR };
        for bytes in like(&sample.bytes, plan, random) {
            let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            let _ = writeln!(lines, "{} {hex}", group.name);
        }
    }
    lines
}

#[test]
fn every_lua_shows_the_same_and_nothing_fails() {
    let (all, vectors, luas) = (schemas(), vectors(), lua::all());
    let (mut random, mut shown, mut lines) = (Random(3), 0, 0);
    for loaded in &all {
        let own = vectors.iter().filter(|one| one.schema == loaded.path).take(VECTORS);
        let samples: Vec<Sample> = examples(loaded).into_iter().chain(own.cloned()).collect();
        let all_groups = groups(&all, &samples);
        let every = all_groups.len().div_ceil(GROUPS);
        let groups: Vec<Group<'_>> = all_groups.into_iter().step_by(every).collect();
        let script = format!("{STUB}\n{}\nanswer()\n", script(&loaded.path, packets_of(&loaded.path), &groups));
        let requests: String = groups.iter().map(|group| requests(group, &mut random)).collect();
        let mut before: Option<(&str, String)> = None;
        for lua in &luas {
            let printed = lua.answer(&folder("stub"), &script, &requests);
            let packets: Vec<&str> = printed.split_terminator("\n\n").collect();
            assert_eq!(packets.len(), requests.lines().count(), "{} in {}", loaded.path, lua.name);
            for (packet, request) in packets.iter().zip(requests.lines()) {
                assert!(!packet.contains(".internal: "), "{} in {}: {request}\n{packet}", loaded.path, lua.name);
            }
            shown += packets.len();
            lines += printed.lines().count();
            if let Some((name, other)) = &before {
                let differs =
                    other.split("\n\n").zip(&packets).zip(requests.lines()).find(|((one, now), _)| one != *now);
                assert!(differs.is_none(), "{}: {name} and {}: {differs:#?}", loaded.path, lua.name);
            }
            before = Some((lua.name, printed));
        }
    }
    println!("{shown} packets with {lines} lines in {} Luas", luas.len());
    assert!(shown >= 3_000 * luas.len(), "{shown} packets");
}
