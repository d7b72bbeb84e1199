//! `wireform dissector --examples`: the packets of the capture, and those that are left out.

use crate::dissector::{run, schemas};
use crate::support::{Folder, Ran};

/// A schema whose examples need parameters, a value of the session, and packets around them.
const TINY: &str = "\
protocol tiny { byte_order: big }

session mode = Hello.mode;

message Hello = 1 {
    mode: u8,
    example \"hello\" = hex \"01 05\" { mode: 5 }
}

family Up: u8 {
    Hello,
    message Move = 2 {
        far: u8 if session.mode == 5,
        x: bool,
        example \"moves\" (mode: 5) = hex \"02 09 01\" { far: 9, x: true }
        example \"moves near\" (mode: 4) = hex \"02 00\" { x: false }
        refuses \"no bool\" (mode: 5) = hex \"02 09 02\" { x: bool }
        refuses \"half\" (mode: 5) = hex \"02 09\" { x: truncated }
    }
}

struct Request {
    bits u8 { number: u7, _: u1 },
    messages: [Up; ..],
    example \"greets\" = hex \"07 01 05\" { number: 7, messages: [Hello] }
    accepts \"reserved\" = hex \"87 01 05\" { number: 7 }
    refuses \"nothing\" = hex \"\" { number: truncated }
}

struct Response(key: u8) {
    sum: u8 where it == key,
    example \"right\" (key: 3) = hex \"03\" { sum: 3 }
    example \"another key\" (key: 4) = hex \"04\" { sum: 4 }
    refuses \"wrong\" (key: 3) = hex \"04\" { sum: rule }
    refuses \"more\" (key: 3) = hex \"0303\" { Response: trailing }
}
";

/// The frames of a capture: `1:49152 > 2:1000 0701`, the payload in hexadecimal, with the flags of TCP before it.
fn frames(capture: &[u8]) -> Vec<String> {
    let mut frames = Vec::new();
    let mut rest = &capture[24..];
    while !rest.is_empty() {
        let len = u32::from_le_bytes(rest[8..12].try_into().expect("four bytes")) as usize;
        // After the head of the frame, Ethernet and IPv4.
        let (frame, later) = rest[16..].split_at(len);
        let (ip, layer) = (&frame[14..34], &frame[34..]);
        let port = |at: usize| u16::from_be_bytes([layer[at], layer[at + 1]]);
        let (head, flags) = if ip[9] == 6 { (20, format!("[{}] ", layer[13])) } else { (8, String::new()) };
        let payload: String = layer[head..].iter().map(|byte| format!("{byte:02x}")).collect();
        frames.push(format!("{}:{} > {}:{} {flags}{payload}", ip[15], port(0), ip[19], port(2)));
        rest = later;
    }
    frames
}

/// Runs the command for the tiny schema, and gives its words about the capture and the frames of that.
fn tiny(test: &str, schema: &str, options: &[&str]) -> (String, Vec<String>) {
    let folder = Folder::new(test).with("tiny.wire", schema);
    let arguments = [&["dissector", "tiny.wire", "-o", "tiny.lua", "--examples", "tiny.pcap"], options].concat();
    let written = |ran: Ran| {
        assert_eq!((ran.code, ran.out.as_str()), (Some(0), ""), "{}", ran.err);
        (ran.err, std::fs::read(folder.path("tiny.pcap")).expect("the capture"))
    };
    let (told, capture) = written(folder.run(&arguments));
    assert_eq!(written(folder.run(&arguments)), (told.clone(), capture.clone()), "it is always the same");
    let words = told.lines().last().expect("a line").to_owned();
    (words, frames(&capture))
}

#[test]
fn each_example_is_a_conversation_and_has_what_it_needs_before_it() {
    let (words, frames) = tiny("dissector_examples_udp", TINY, &["--tcp", "49153", "--udp", "1000", "--with", "key=3"]);
    let expected = [
        "1:49152 > 2:1000 070105",
        "1:49154 > 2:1000 870105",
        // `Hello`, with the number of the example's packet.
        "1:49155 > 2:1000 070105",
        // `Move` after `Hello`: read, and refused twice.
        "1:49156 > 2:1000 070105",
        "1:49156 > 2:1000 07020901",
        "1:49157 > 2:1000 070105",
        "1:49157 > 2:1000 07020902",
        "1:49158 > 2:1000 070105",
        "1:49158 > 2:1000 070209",
        "2:1000 > 1:49159 03",
        "2:1000 > 1:49160 04",
        "2:1000 > 1:49161 0303",
    ];
    assert_eq!(frames, expected);
    let told = "tiny.pcap: 12 packets of examples; 2 examples need parameters or session values that --with does not give; \
                1 example has no bytes";
    assert_eq!(words, told);
}

#[test]
fn a_value_of_the_session_may_be_given() {
    let (words, frames) = tiny("dissector_examples_with", TINY, &["--udp", "1000", "--with", "mode=4"]);
    assert!(frames.iter().any(|frame| frame.ends_with(" 070200")), "{frames:?}");
    let told = "tiny.pcap: 10 packets of examples; 4 examples need parameters or session values that --with does not give; \
                1 example has no bytes";
    assert_eq!(words, told);
}

#[test]
fn a_stream_is_opened_and_closed_and_has_no_end_inside() {
    let (words, frames) = tiny("dissector_examples_tcp", TINY, &["--tcp", "5000-5001", "--with", "key=3"]);
    let connection = [
        "1:49152 > 2:5000 [2] ",
        "2:5000 > 1:49152 [18] ",
        "1:49152 > 2:5000 [16] ",
        "1:49152 > 2:5000 [24] 070105",
        "1:49152 > 2:5000 [17] ",
        "2:5000 > 1:49152 [17] ",
        "1:49152 > 2:5000 [16] ",
    ];
    assert_eq!(frames[..7], connection);
    let told = "tiny.pcap: 9 packets of examples; 2 examples need parameters or session values that --with does not give; \
                2 examples end too early or too late, and a stream does not end; 1 example has no bytes";
    assert_eq!(words, told);
    assert!(frames.contains(&"2:5000 > 1:49157 [24] 03".to_owned()), "{frames:?}");
}

#[test]
fn examples_are_those_of_the_version_that_a_conversation_begins_with() {
    let schema = "protocol tiny { byte_order: little, versions: [1, 2] }
        struct New if VERSION == 2 { x: u8, example \"new\" = hex \"02\" { x: 2 } }
        struct Old { x: u16 if VERSION == 1, y: u8 if VERSION == 2,
            example \"one\" (version: 1) = hex \"01 00\" { x: 1 }
            example \"two\" (version: 2) = hex \"02\" { y: 2 } }";
    let of = |options: &[&str]| tiny("dissector_examples_version", schema, &[&["--udp", "7"], options].concat());
    let some = |words: &str, frames: &[&str]| {
        (format!("tiny.pcap: {words}"), frames.iter().map(|one| (*one).to_owned()).collect())
    };
    assert_eq!(of(&["--packet", "Old"]), some("1 packet of examples", &["1:49152 > 2:7 02"]));
    assert_eq!(of(&["--packet", "Old", "--version", "1"]), some("1 packet of examples", &["1:49152 > 2:7 0100"]));
    assert_eq!(of(&["--packet", "New", "--version", "1"]), some("0 packets of examples", &[]));
}

#[test]
fn a_family_may_be_the_packet() {
    let of =
        |packet: &str| tiny("dissector_examples_family", TINY, &["--udp", "7", "--packet", packet, "--with", "mode=5"]);
    let (_, family) = of("Up");
    assert_eq!(family, ["1:49152 > 2:7 0105", "1:49153 > 2:7 020901", "1:49154 > 2:7 020902", "1:49155 > 2:7 0209"]);
    assert_eq!(of("[Up]").1, family);
}

#[test]
fn a_packet_around_a_message_has_its_code_its_length_and_its_checksum() {
    let schema = "protocol tiny { byte_order: big }
        family Body {
            message Small = 1 { x: u8, example \"small\" = hex \"05\" { x: 5 } }
            message Large = 2 { x: u32 where 0..=9,
                example \"large\" = hex \"00000007\" { x: 7 }
                refuses \"too large\" = hex \"0000000a\" { x: rule }
                refuses \"half\" = hex \"0000\" { x: truncated }
            }
        }
        struct Packet { number: u8, kind: u8, size: u8, within (size) { body: Body by kind },
            sum: u8 = sum_8(before(sum)),
            example \"one\" = hex \"09 01 01 05 10\" { number: 9, body: Small, body.x: 5 }
            refuses \"wrong sum\" = hex \"09 01 01 05 11\" { sum: checksum }
        }";
    let (words, frames) = tiny("dissector_examples_written", schema, &["--udp", "7"]);
    let expected = [
        "1:49152 > 2:7 0901010510",
        "1:49153 > 2:7 0901010511",
        "1:49154 > 2:7 0901010510",
        "1:49155 > 2:7 0902040000000716",
        // They are refused before the checksum.
        "1:49156 > 2:7 0902040000000a",
        "1:49157 > 2:7 0902040000",
    ];
    assert_eq!(frames, expected);
    assert_eq!(words, "tiny.pcap: 6 packets of examples");
}

#[test]
fn a_message_needs_a_packet_that_is_an_example() {
    let schema = "protocol tiny { byte_order: big }
        family Body: u8 { message Small = 1 { x: u8, example \"small\" = hex \"01 05\" { x: 5 } } }
        struct Packet { number: u8, bodies: [Body; ..], example \"none\" = hex \"09\" { number: 9, bodies: [] } }";
    let (words, frames) = tiny("dissector_examples_outer", schema, &["--udp", "7"]);
    assert_eq!(frames, ["1:49152 > 2:7 09"]);
    assert_eq!(words, "tiny.pcap: 1 packet of examples; 1 example is of a message for which no packet has room");
}

#[test]
fn a_capture_needs_a_port_and_a_place() {
    let folder = Folder::new("dissector_examples_wrong").with("tiny.wire", TINY);
    let err = folder.run(&["dissector", "tiny.wire", "--examples", "tiny.pcap"]).bad(2);
    assert_eq!(err, "error: `--examples` needs a port: give one with --udp or with --tcp\n");
    assert!(!folder.has("tiny.pcap"));
    let arguments = ["dissector", "tiny.wire", "--udp", "1", "-o", "tiny.lua", "--examples", "gone/tiny.pcap"];
    let err = folder.run(&arguments).bad(1);
    assert!(err.contains("error: cannot write `gone/tiny.pcap`: "), "{err}");
}

#[test]
fn the_examples_of_each_schema_are_counted() {
    let folder = Folder::new("dissector_examples_all");
    let mut all = String::new();
    for schema in schemas() {
        for transport in ["--udp", "--tcp"] {
            let options = [transport, "1000", "-o", "all.lua", "--examples", "all.pcap"];
            let mut ran = run(&folder, &schema, &options);
            if ran.code != Some(0) {
                let first = ran.err.split('`').nth(3).expect("what packets could be").to_owned();
                ran = run(&folder, &schema, &[&options[..], &["--packet", &first]].concat());
            }
            let words = ran.err.lines().last().and_then(|line| line.strip_prefix("all.pcap: "));
            all += &format!("{schema} {transport}: {}\n", words.expect("the words about the capture"));
        }
    }
    insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!("dissector_examples", all);
    });
}
