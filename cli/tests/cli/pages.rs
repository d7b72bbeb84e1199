//! The commands on the pages of the shipped protocols and of the gallery: each does what its page says.

use crate::repository::{read, root, run};

/// The folders of all protocols.
const PROTOCOLS: [&str; 21] = [
    "sauerbraten",
    "quake2",
    "rcce2",
    "blank",
    "gallery/a2s",
    "gallery/bgp",
    "gallery/coap",
    "gallery/dhcp",
    "gallery/dns",
    "gallery/enet",
    "gallery/mavlink",
    "gallery/mbus",
    "gallery/minecraft",
    "gallery/modbus",
    "gallery/mqtt",
    "gallery/mumble",
    "gallery/ntp",
    "gallery/quic",
    "gallery/rtp",
    "gallery/stun",
    "gallery/teeworlds",
];

/// Explained packets of a page that are compared.
const EXPLAINED: usize = 3;

/// The pages of a protocol.
fn pages(protocol: &str) -> Vec<String> {
    let folder = format!("generated/{protocol}");
    let files = std::fs::read_dir(root().join(&folder)).expect("a folder").map(|entry| entry.expect("an entry"));
    let names = files.map(|file| file.file_name().to_string_lossy().into_owned());
    names.filter(|name| name.ends_with(".md")).map(|name| read(&format!("{folder}/{name}"))).collect()
}

/// The arguments of a command.
fn words(command: &str) -> Vec<String> {
    command.split(' ').skip(1).map(str::to_owned).collect()
}

/// The output of the command without bits that are zero: the page does not have these.
fn explained(command: &str) -> String {
    let words = words(command);
    let text = run(&words.iter().map(String::as_str).collect::<Vec<_>>());
    let is_zero_bit = |line: &&str| {
        let mut words = line.split_whitespace();
        let is_bit = words.next().is_some_and(|word| word == "bit" || word == "bits");
        // `bits 4, 8 class 0`: the runs of a joined number have commas between them.
        is_bit && words.skip_while(|word| word.ends_with(',')).nth(2) == Some("0")
    };
    // The record itself is the section's.
    text.lines().skip(1).filter(|line| !is_zero_bit(line)).map(|line| format!("{}\n", squeezed(line))).collect()
}

/// Columns are as wide as their widest line, so they are not compared.
fn squeezed(line: &str) -> String {
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn explained_packets_are_what_the_command_prints() {
    let mut compared = 0;
    for page in PROTOCOLS.into_iter().flat_map(pages) {
        let lines: Vec<&str> = page.lines().collect();
        let commands = lines.iter().enumerate().filter(|(at, line)| {
            let packet = [Some(&"```"), Some(&""), Some(&"```text")];
            line.starts_with("wireform read ")
                && !line.contains(" --dec ")
                && [1, 2, 3].map(|next| lines.get(at + next)) == packet
        });
        for (at, line) in commands.take(EXPLAINED) {
            let shown = lines[at + 4..].iter().take_while(|line| **line != "```");
            let shown: Vec<String> = shown.map(|line| format!("{}\n", squeezed(line))).collect();
            let whole = explained(line);
            match shown.split_last() {
                Some((last, first)) if last == "..\n" => assert!(whole.starts_with(&first.concat()), "{line}\n{whole}"),
                _ => assert_eq!(whole, shown.concat(), "{line}"),
            }
            compared += 1;
        }
    }
    assert!(compared > 20, "only {compared} packets");
}

#[test]
fn rejected_packets_are_rejected() {
    let mut tried = 0;
    for page in PROTOCOLS.into_iter().flat_map(pages) {
        let lines: Vec<&str> = page.lines().collect();
        let items = lines.windows(3).filter(|three| three[0].contains("(truncated): ") && three[1].trim() == "```sh");
        for line in items.take(2).map(|three| three[2].trim()) {
            let output = std::process::Command::new(env!("CARGO_BIN_EXE_wireform"))
                .args(words(line))
                .current_dir(root())
                .output()
                .expect("the command runs");
            assert_eq!(output.status.code(), Some(1), "{line}");
            tried += 1;
        }
    }
    assert!(tried > 8, "only {tried} packets");
}

/// The cells of a row of a table.
fn cells(row: &str) -> Vec<String> {
    let row = row.replace("\\|", "\u{1}");
    row.trim().trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect()
}

/// The letters and digits of a text, in lower case.
fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[test]
fn each_row_says_more_than_its_name() {
    let mut rows = 0;
    for page in PROTOCOLS.into_iter().flat_map(pages) {
        let mut meaning = None;
        for (line, next) in page.lines().zip(page.lines().skip(1)) {
            if !line.starts_with('|') {
                meaning = None;
            } else if next.starts_with("| ---") {
                meaning = cells(line).iter().position(|head| head == "meaning" || head == "what it is");
            } else if let (Some(column), false) = (meaning, line.starts_with("| ---")) {
                let cells = cells(line);
                let said = &cells[column];
                assert!(!said.is_empty(), "no meaning: {line}");
                let is_name = |name: &str| letters(name) == letters(said);
                assert!(!cells[..column].iter().flat_map(|cell| cell.split(['`', '[', ']'])).any(is_name), "{line}");
                rows += 1;
            }
        }
    }
    assert!(rows > 900, "only {rows} rows");
}
