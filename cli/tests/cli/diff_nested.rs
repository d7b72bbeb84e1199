//! `wireform diff`: records that contain themselves.

use crate::support::Folder;

/// Values that contain values, in a packet.
const OLD: &str = "\
protocol nested { byte_order: big }
struct Value depth 4 {
    head: u8,
    value: match head { 0 => Number: u8, 1 => List: [nested Value; u8], 2 => Map: [Pair; u8] },
}
struct Pair { key: u8, value: nested Value }
struct Packet { id: u8, value: nested Value }
";

/// Compares it with the same in which something is replaced, and gives the lines.
fn lines(test: &str, before: &str, now: &str) -> Vec<String> {
    let new = OLD.replace(before, now);
    assert_ne!(new, OLD, "{before}");
    let folder = Folder::new(&format!("diff_nested_{test}")).with("old.wire", OLD).with("new.wire", &new);
    folder.run(&["diff", "old.wire", "new.wire"]).out.lines().map(|line| line.trim().to_owned()).collect()
}

#[track_caller]
fn has(lines: &[String], wanted: &[&str]) {
    for one in wanted {
        assert!(lines.iter().any(|line| line == one), "{one}\n{lines:#?}");
    }
}

#[test]
fn a_reader_of_more_levels_reads_all_packets_of_a_writer_of_fewer() {
    let told = lines("depth", "depth 4", "depth 9");
    has(&told, &["struct Packet: Value"]);
    has(&told, &["accepts  depth 4 -> depth 9", "new reads old: 3 always", "old reads new: 3 not proven"]);
    assert!(!told.iter().any(|line| line.contains("circle")), "{told:#?}");
}

#[test]
fn a_nested_part_has_the_bytes_of_what_is_nested() {
    let told = lines("plain", "id: u8, value: nested Value", "id: u8, value: Value");
    has(&told, &["wire     value: nested Value -> Value", "new reads old: 3 always", "old reads new: 3 always"]);
}

#[test]
fn all_that_leads_to_a_difference_has_it() {
    let told = lines("all", "Number: u8", "Number: u16");
    has(&told, &["wire     value.Number.value: u8 -> u16be", "new reads old: 3 some packets"]);
    // A code more: what the writer of fewer makes is read.
    let told = lines("more", "0 => Number: u8", "0 => Number: u8, 3 => None {}");
    has(&told, &["wire     value: + 3 => None", "new reads old: 3 always", "old reads new: 3 some packets"]);
}

#[test]
fn a_difference_behind_a_part_that_leads_back_is_found_by_all() {
    // `Pair` is proven while `Value` is assumed: the assumption does not outlive the difference behind it.
    let pairs = "2 => Map: [Pair; u8] },";
    let told = lines("behind", pairs, &format!("{pairs}\n    after: u8,"));
    has(&told, &["new reads old: 3 no packet that was tried"]);
}

#[test]
fn a_loss_in_a_part_that_leads_back_is_told_of_all() {
    let old = OLD.replace("key: u8, value", "key: u8, _: u8, value");
    let new = OLD.replace("key: u8, value", "key: u8, more: u8, value");
    let folder = Folder::new("diff_nested_loss").with("old.wire", &old).with("new.wire", &new);
    let out = folder.run(&["diff", "old.wire", "new.wire"]).out;
    assert_eq!(out.matches("old reads new: always, without the field `Pair.more`").count(), 3, "{out}");
}
