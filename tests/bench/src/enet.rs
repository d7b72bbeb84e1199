//! Datagrams of ENet: one to eight commands, with the payloads of a game. The protocol is not ours: nobody had it in mind
//! when the language was made.

use crate::contender::Contender;
use crate::made::Made;
use crate::rng::Rng;
use crate::workload::Workload;

mod generated;

/// The name of the workload.
pub const NAME: &str = "ENet";

/// The codes of the commands that occur.
mod code {
    pub const ACKNOWLEDGE: u8 = 1;
    pub const CONNECT: u8 = 2;
    pub const PING: u8 = 5;
    pub const SEND_RELIABLE: u8 = 6;
    pub const SEND_UNRELIABLE: u8 = 7;
    pub const SEND_FRAGMENT: u8 = 8;
    pub const BANDWIDTH_LIMIT: u8 = 10;
}

/// Set in the first byte of a command that has to be acknowledged.
const ACKNOWLEDGE: u8 = 0x80;

/// Everybody who takes part.
pub fn contenders(packets: usize) -> Vec<Contender> {
    let mut rng = Rng::new(0x5EED_0007);
    Workload::new(NAME, (0..packets).map(|_| datagram(&mut rng)).collect())
        .ours::<generated::Generated>("generated")
        .finish()
}

fn datagram(rng: &mut Rng) -> Made {
    let mut made = Made::default();
    let (peer, session, sent_time) = (rng.below(64) as u16, rng.below(4) as u16, rng.bits() as u16);
    made.tell(peer).tell(session).raw(&(0x8000 | session << 12 | peer).to_be_bytes());
    made.value(sent_time, &sent_time.to_be_bytes());
    for _ in 0..rng.range(1, 9) {
        match rng.below(100) {
            0..30 => {
                head(&mut made, rng, code::ACKNOWLEDGE);
                number16(&mut made, rng);
                number16(&mut made, rng);
            }
            30..40 => head(&mut made, rng, code::PING | ACKNOWLEDGE),
            40..65 => {
                head(&mut made, rng, code::SEND_RELIABLE | ACKNOWLEDGE);
                payload(&mut made, rng);
            }
            65..92 => {
                head(&mut made, rng, code::SEND_UNRELIABLE);
                number16(&mut made, rng);
                payload(&mut made, rng);
            }
            92..96 => fragment(&mut made, rng),
            96..98 => {
                head(&mut made, rng, code::BANDWIDTH_LIMIT | ACKNOWLEDGE);
                number32(&mut made, rng);
                number32(&mut made, rng);
            }
            _ => connect(&mut made, rng),
        }
    }
    made
}

/// The bytes that every command begins with. Its sequence number is the field that is looked at.
fn head(made: &mut Made, rng: &mut Rng, command: u8) {
    let (channel, sequence) = (rng.below(3) as u8, rng.bits() as u16);
    made.tell(command & 0x0F).tell(command & ACKNOWLEDGE != 0).raw(&[command]);
    made.value(channel, &[channel]).value(sequence, &sequence.to_be_bytes()).touch();
}

fn number16(made: &mut Made, rng: &mut Rng) {
    let number = rng.bits() as u16;
    made.value(number, &number.to_be_bytes());
}

fn number32(made: &mut Made, rng: &mut Rng) {
    let number = rng.bits();
    made.value(number, &number.to_be_bytes());
}

fn payload(made: &mut Made, rng: &mut Rng) {
    let payload: Vec<u8> = (0..rng.range(8, 120)).map(|_| rng.bits() as u8).collect();
    made.raw(&(payload.len() as u16).to_be_bytes()).text(&payload);
}

/// The first of some pieces of a long packet.
fn fragment(made: &mut Made, rng: &mut Rng) {
    head(made, rng, code::SEND_FRAGMENT | ACKNOWLEDGE);
    let (count, payload) = (rng.range(2, 6) as u32, rng.bits().to_be_bytes().repeat(100));
    number16(made, rng);
    made.raw(&(payload.len() as u16).to_be_bytes());
    for number in [count, 0, count * payload.len() as u32, 0] {
        made.value(number, &number.to_be_bytes());
    }
    made.text(&payload);
}

fn connect(made: &mut Made, rng: &mut Rng) {
    head(made, rng, code::CONNECT | ACKNOWLEDGE);
    number16(made, rng);
    made.value(0xFF, &[0xFF]).value(0xFF, &[0xFF]);
    for number in [1400, 32_768, 3, 0, 0, 5000, 2, 2] {
        made.value(number, &u32::to_be_bytes(number as u32));
    }
    number32(made, rng);
    made.value(0, &[0; 4]);
}
