//! The login of a Minecraft client, both directions: five frames behind each other, with integers of variable width, texts
//! in UTF-8 and regions. The protocol is not ours: nobody had it in mind when the language was made.

use crate::contender::Contender;
use crate::made::Made;
use crate::rng::Rng;
use crate::workload::Workload;

mod generated;

/// The name of the workload.
pub const NAME: &str = "Minecraft";

/// Everybody who takes part.
pub fn contenders(packets: usize) -> Vec<Contender> {
    let mut rng = Rng::new(0x5EED_0008);
    Workload::new(NAME, (0..packets).map(|_| login(&mut rng)).collect())
        .ours::<generated::Generated>("generated")
        .finish()
}

fn login(rng: &mut Rng) -> Made {
    let mut made = Made::default();
    frame(&mut made, |made| {
        code(made, 0);
        number(made, 767);
        text(made, rng, 9..30);
        let port = 25_565_u16;
        made.value(port, &port.to_be_bytes());
        number(made, 2);
    });
    frame(&mut made, |made| {
        code(made, 0);
        text(made, rng, 3..17);
        let uuid = bytes(rng, 16);
        made.text(&uuid);
    });
    frame(&mut made, |made| {
        code(made, 1);
        text(made, rng, 0..1);
        counted(made, &bytes(rng, 162));
        counted(made, &bytes(rng, 4));
        made.value(true, &[1]);
    });
    frame(&mut made, |made| {
        code(made, 1);
        counted(made, &bytes(rng, 128));
        counted(made, &bytes(rng, 128));
    });
    frame(&mut made, |made| {
        code(made, 2);
        let uuid = bytes(rng, 16);
        made.text(&uuid);
        text(made, rng, 3..17);
        made.touch();
        let properties = rng.range(0, 3);
        made.raw(&[properties as u8]);
        for _ in 0..properties {
            text(made, rng, 8..9);
            text(made, rng, 200..400);
            let is_signed = rng.percent(80);
            made.value(is_signed, &[u8::from(is_signed)]);
            if is_signed {
                text(made, rng, 600..700);
            }
        }
        made.value(true, &[1]);
    });
    made
}

/// The content, with its length in front.
fn frame(made: &mut Made, inside: impl FnOnce(&mut Made)) {
    let mut framed = Made::default();
    inside(&mut framed);
    made.raw(&varint(framed.bytes.len() as u32)).raw(&framed.bytes);
    made.told.extend(framed.told);
    made.touched.extend(framed.touched);
}

fn code(made: &mut Made, code: u8) {
    made.value(code, &[code]);
}

fn number(made: &mut Made, number: i32) {
    made.value(number, &varint(number as u32));
}

/// A number, seven bits a byte.
fn varint(mut number: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    while number > 0x7F {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
    bytes
}

fn counted(made: &mut Made, bytes: &[u8]) {
    made.raw(&varint(bytes.len() as u32)).text(bytes);
}

/// Mostly ASCII, as names and signatures are.
fn text(made: &mut Made, rng: &mut Rng, lengths: std::ops::Range<i32>) {
    let length = rng.range(lengths.start, lengths.end);
    let text: Vec<u8> = (0..length).map(|_| rng.pick(b"abcdefghijklmnopqrstuvwxyz0123456789+/")).collect();
    counted(made, &text);
}

fn bytes(rng: &mut Rng, length: usize) -> Vec<u8> {
    (0..length).map(|_| rng.bits() as u8).collect()
}
