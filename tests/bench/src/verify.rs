//! Whether all contenders do the same: nobody is fast who reads something else, or checks less.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::contender::{Contender, Outcome, Side};
use crate::rng::Rng;

/// How many packets are damaged, each in several ways.
const DAMAGED: usize = 200;

/// Prints what is wrong, and tells whether nothing is.
pub fn verify(contenders: &[Contender]) -> bool {
    let wrong: usize = contenders.iter().filter(|contender| !reads_and_writes_right(contender)).count();
    // What panics is told below, once for each.
    std::panic::set_hook(Box::new(|_| {}));
    let disagreeing = contenders.iter().filter(|contender| !agrees_on_damage(contender, contenders)).count();
    println!("{} operations checked, {wrong} wrong, {disagreeing} that check something else", contenders.len());
    wrong + disagreeing == 0
}

fn reads_and_writes_right(contender: &Contender) -> bool {
    let Contender { workload, name, operation, .. } = contender;
    for index in 0..contender.packets {
        let (outcome, expected) = ((contender.outcome)(index), (contender.expected)(index));
        if outcome.is_none() || outcome != expected {
            println!(
                "{workload}, {name}, {}: packet {index}:\n  {outcome:?}\nexpected\n  {expected:?}",
                operation.name()
            );
            return false;
        }
    }
    true
}

/// What a contender says about bytes that are not as they should be, or what it panics with.
fn judge(contender: &Contender, bytes: &[u8]) -> Option<std::thread::Result<Outcome>> {
    let on_bytes = contender.on_bytes.as_ref()?;
    Some(catch_unwind(AssertUnwindSafe(|| on_bytes(bytes))))
}

/// Compares with the first of the workload. Peers have no say in what is right, so of them it is only told.
fn agrees_on_damage(contender: &Contender, contenders: &[Contender]) -> bool {
    let same = |other: &&Contender| (other.workload, other.operation) == (contender.workload, contender.operation);
    let Some(first) = contenders.iter().find(same) else { return true };
    let (mut all, mut lenient, mut strict, mut other, mut panics) = (0, 0, 0, 0, 0);
    let mut example = None;
    for bytes in damaged(first) {
        let (Some(Ok(right)), Some(outcome)) = (judge(first, &bytes), judge(contender, &bytes)) else { continue };
        all += 1;
        let differs = match (right, outcome) {
            (_, Err(_)) => &mut panics,
            (None, Ok(Some(_))) => &mut lenient,
            (Some(_), Ok(None)) => &mut strict,
            (Some(right), Ok(Some(told))) if right != told => &mut other,
            _ => continue,
        };
        *differs += 1;
        example.get_or_insert(bytes);
    }
    let Some(example) = example else { return true };
    let Contender { workload, name, operation, .. } = contender;
    println!(
        "{workload}, {name}, {}: of {all} damaged packets takes {lenient} that are refused, refuses {strict} that are \
         taken, reads {other} otherwise, panics on {panics}",
        operation.name()
    );
    if contender.side == Side::Ours {
        println!("  the first: {example:02x?}");
    }
    contender.side != Side::Ours
}

/// Prefixes of packets, packets with more behind them, and packets of which bytes were changed.
fn damaged(contender: &Contender) -> Vec<Vec<u8>> {
    let mut rng = Rng::new(0xDA_3A6E);
    let mut all = Vec::new();
    let step = (contender.packets / DAMAGED).max(1);
    for index in (0..contender.packets).step_by(step) {
        let packet = (contender.packet)(index);
        for len in 0..packet.len() {
            all.push(packet[..len].to_vec());
        }
        all.push([packet, &[0]].concat());
        all.push([packet, &[1, 2]].concat());
        for _ in 0..50 {
            let mut changed = packet.to_vec();
            for _ in 0..1 + rng.below(3) {
                let place = rng.below(changed.len() as u32) as usize;
                changed[place] =
                    if rng.percent(30) { rng.pick(&[0, 0x7F, 0x80, 0x81, 0xFF]) } else { rng.bits() as u8 };
            }
            all.push(changed);
        }
    }
    all
}
