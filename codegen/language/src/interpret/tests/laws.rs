//! Laws: properties of all packets, valid or not.

use super::*;

const EVERYTHING: &str = r#"
varint Int: i32 { -126..=127 => i8, -0x8000..=0x7FFF => 0x80 i16, .. => 0x81 i32, }
varint Uint: u14 = groups(7, 7);
varint Char: i8 wrap { -126..=127 => i8, .. => 0x80 i16, .. => 0x81 i32, }
enum Kind: u8 { A = 0, B = 1 | 2, C = 4 }
enum Move: u2 { None = 0, Forward = 1, Back = 3 | 2 }
bits Look: u8 { move: Move, on: bool, _: u5 }
quantity Half: Int = raw / 2 in halves;
packed Angle: u16 { yaw: 0..360 wrap, pitch: -90..=90 clamp }
struct Point { x: Half, y: i24be, f: f32 }
family Inner(deep: bool): u8 {
    message One = 1 { look: Look, angle: Angle, extra: u8 if deep }
    message Two = 2 { points: [Point; u8] }
    message Three = 3 { name: [Char; until 0, ..=8] as latin1, tail: [{ cn: Int, kind: Kind }; until cn: -1 | ..0] }
}
"#;

/// A schema with every construct, each where random packets are likely to reach it.
fn everything() -> Protocol {
    schema(&format!(
        "{EVERYTHING}
        struct S {{
            bits u8 {{ wide, has, inner, user, _: u4 = 0 }},
            kind: Kind,
            n: u8 where 0..=3,
            x: match wide {{ 0 => u8, 1 => Int }},
            g: if has {{ a: u8, b: Half if inner }},
            list: [Point; n],
            shape: match kind {{ A => Number: Int, B => Text: utf8[u8], _ => Rest {{ y: u8 }} }},
            message: Inner(user),
            data: bytes[until 0 or end, ..=4],
        }}"
    ))
}

fn packets(random: &mut Random) -> Vec<u8> {
    let len = random.below(40);
    let mut bytes: Vec<u8> = (0..len).map(|_| random.byte()).collect();
    // Small numbers at the front make valid packets more likely.
    for (index, most) in [(0, 8), (1, 5), (2, 3)] {
        if let Some(byte) = bytes.get_mut(index) {
            *byte %= most;
        }
    }
    bytes
}

#[test]
fn random_bytes_are_read_and_written_again() {
    let one = everything();
    let (mut read_well, mut random) = (0, Random(1));
    for _ in 0..100_000 {
        let packet = packets(&mut random);
        let Ok(value) = read_as(&one, "S", &packet) else { continue };
        read_well += 1;
        let written = write_as(&one, "S", &value).unwrap_or_else(|error| panic!("{packet:?} {value:?}: {error}"));
        // Longer only by a terminator, if the end of the bytes took its place.
        assert!(written.len() <= packet.len() + 1, "{packet:?} {written:?}");
        let again = read_as(&one, "S", &written).unwrap();
        assert_eq!(write_as(&one, "S", &again).unwrap(), written);
    }
    assert!(read_well > 1000, "only {read_well}");
}

#[test]
fn lengths_hold() {
    let one = everything();
    let lengths = one.records.last().unwrap().lengths;
    let mut random = Random(2);
    for _ in 0..50_000 {
        let packet = packets(&mut random);
        let s = target(&one, "S").unwrap();
        let Ok(read) = read(&one, s, &packet, &[]) else { continue };
        let len = (packet.len() - read.rest.len()) as u64;
        assert!(len >= lengths.accepted.min && lengths.accepted.max.is_none_or(|max| len <= max), "{len}");
        let written = write(&one, s, &read.value, &[]).unwrap().len() as u64;
        assert!(
            written >= lengths.canonical.min && lengths.canonical.max.is_none_or(|max| written <= max),
            "{written}"
        );
    }
}

#[test]
fn a_prefix_is_incomplete_and_the_rest_completes_it() {
    let one = everything();
    let s = target(&one, "S").unwrap();
    let mut random = Random(3);
    for _ in 0..20_000 {
        let packet = packets(&mut random);
        let Ok(whole) = read(&one, s, &packet, &[]) else { continue };
        let used = packet.len() - whole.rest.len();
        for len in 0..used {
            if let Err(error) = read(&one, s, &packet[..len], &[]) {
                let ReadErrorKind::Truncated { needed } = error.kind else { panic!("{packet:?} {len}: {error}") };
                assert!(needed >= 1 && len + needed <= used, "{packet:?} {len}: {error}");
            }
        }
    }
}

#[test]
fn random_bytes_of_the_game() {
    let game = compile(game::GAME);
    let (mut random, mut read_well) = (Random(4), 0);
    for _ in 0..100_000 {
        let len = random.below(30);
        let packet: Vec<u8> = (0..len).map(|_| random.byte()).collect();
        for name in ["Positions", "[ToClient]"] {
            let found = target(&game, name).unwrap();
            let Ok(read) = read(&game, found, &packet, &[]) else { continue };
            read_well += 1;
            let written = write(&game, found, &read.value, &[]).unwrap_or_else(|error| panic!("{packet:?}: {error}"));
            let again = read_exact(&game, found, &written, &[]).unwrap();
            assert_eq!(write(&game, found, &again, &[]).unwrap(), written);
        }
    }
    assert!(read_well > 1000, "only {read_well}");
}
