//! What a packet can cost: time and memory grow with its length, however it was made.
//!
//! Nothing is timed here. Generated code allocates nothing, and what it found is walked and counted; of the interpreter the
//! steps and the allocated bytes are counted. Twice the packet may be twice of each. (The bench counts instructions of the
//! same packets: `cargo run --release -- bounds`.)

pub mod packets;
mod shapes;

use allocation_counter::measure;
use wireform_build::interpret;
use wireform_build::model::Protocol;

use crate::laws::agree;
use crate::vectors::packets as vectors;
use packets::{Crafted, crafted};
use shapes::{Found, SHAPES, Shape};

/// How long the shortest packets are, roughly.
const LEN: usize = 64;
/// What one byte may cost the interpreter, in allocated bytes; elements without bytes come on top of that.
const PER_BYTE: u64 = 4_000;

/// The bytes that one byte of a packet may cost an owned value: elements are larger in memory, and a row of them grows by
/// doubling.
const OWNED_PER_BYTE: u64 = 1_000;

/// What was made of a packet.
struct Cost {
    len: usize,
    /// How long generated code's view is, shown.
    shown: usize,
    /// Steps of the interpreter.
    steps: usize,
    /// Bytes that the interpreter allocated.
    allocated: u64,
    /// Bytes that generated code's owned value allocated.
    owned: u64,
}

#[test]
fn nothing_grows_faster_than_the_packet() {
    let protocol = load();
    let all = crafted();
    assert!(all.len() > 60, "{} packets", all.len());
    for shape in SHAPES {
        assert!(all.iter().any(|one| one.record == shape.record), "no packets of {}", shape.record);
    }
    let otherwise: Vec<String> = all.iter().filter_map(|one| told(&protocol, one)).collect();
    assert!(otherwise.is_empty(), "{otherwise:#?}");
    for one in &all {
        let shape = SHAPES.iter().find(|shape| shape.record == one.record).expect("a struct of the schema");
        let costs = [1, 2, 4].map(|times| cost(&protocol, shape, one, &one.packet(LEN, times)));
        assert_eq!(grown(&costs), None, "{} of {}", one.name, one.record);
        let last = &costs[2];
        let elements = if one.record == "Empty" { 4096 } else { 1 };
        assert!(
            last.allocated < PER_BYTE * elements * last.len as u64,
            "{} of {}: {}",
            one.name,
            one.record,
            last.allocated
        );
        assert!(
            last.owned < OWNED_PER_BYTE * elements * last.len as u64,
            "{} of {}: {} bytes are owned",
            one.name,
            one.record,
            last.owned
        );
    }
}

/// What grows faster than the packets, each of which is twice as long as the one before it.
fn grown(costs: &[Cost]) -> Option<String> {
    type Counted = fn(&Cost) -> u64;
    let counted: [(&str, Counted); 4] = [
        ("shown", |cost| cost.shown as u64),
        ("steps", |cost| cost.steps as u64),
        ("allocated", |cost| cost.allocated),
        ("owned", |cost| cost.owned),
    ];
    let pairs = costs.windows(2).flat_map(|pair| counted.map(|(what, of)| (what, of(&pair[0]), of(&pair[1]))));
    // A row grows by doubling, so that its bytes grow in steps.
    let most = |what, before| if what == "owned" { before * 3 } else { before * 22 / 10 } + 64;
    let mut grown = pairs.filter(|(what, before, after)| *after > most(*what, *before));
    grown.next().map(|(what, before, after)| format!("{what} {before}, then {after}"))
}

#[test]
fn what_grows_faster_is_told() {
    // Of packets of 64, 128 and 256 bytes.
    let costs = |of: fn(usize) -> Cost| [64, 128, 256].map(of);
    let linear = |len| Cost { len, shown: 20 * len, steps: len, allocated: 2_000 * len as u64, owned: len as u64 };
    assert_eq!(grown(&costs(linear)), None);
    let told = |of| grown(&costs(of)).expect("it grows faster");
    assert_eq!(told(|len| Cost { len, shown: len * len, steps: 1, allocated: 1, owned: 1 }), "shown 4096, then 16384");
    // A step more for each pair of bytes.
    assert_eq!(
        told(|len| Cost { len, shown: 1, steps: len * len / 2, allocated: 1, owned: 1 }),
        "steps 2048, then 8192"
    );
    assert_eq!(
        told(|len| Cost { len, shown: 1, steps: 1, allocated: (len * len) as u64, owned: 1 }),
        "allocated 4096, then 16384"
    );
    assert_eq!(
        told(|len| Cost { len, shown: 1, steps: 1, allocated: 1, owned: (len * len) as u64 }),
        "owned 4096, then 16384"
    );
}

/// What the interpreter says of a packet, if it is not what is wrong with it.
fn told(protocol: &Protocol, one: &Crafted) -> Option<String> {
    let target = wireform_cli::target::target(protocol, one.record).expect("a struct of the schema");
    let packet = one.packet(LEN, 1);
    let read = interpret::read(protocol, target, &packet, &[]);
    let found = read.as_ref().map(drop).map_err(|error| (error.path.as_str(), error.kind.word()));
    (found != one.refused.map_or(Ok(()), Err)).then(|| format!("{} of {}: {found:?}", one.name, one.record))
}

/// Reads it by both, who agree, and counts.
fn cost(protocol: &Protocol, shape: &Shape, one: &Crafted, bytes: &[u8]) -> Cost {
    let said = format!("{} of {}: {bytes:02x?}", one.name, one.record);
    let target = wireform_cli::target::target(protocol, one.record).expect("a struct of the schema");
    let mut interpreted = Err(None);
    let allocated = measure(|| {
        interpreted = interpret::read(protocol, target, bytes, &[]).map_err(Some);
    });
    let (steps, _) = interpret::trace(protocol, target, bytes, &[], &Default::default());
    let (shown, owned) = match ((shape.read)(bytes), interpreted) {
        (Ok(Found { consumed, shown, again, owned }), Ok(read)) => {
            assert_eq!(consumed, bytes.len() - read.rest.len(), "{said}");
            assert_eq!(Ok(again), interpret::write(protocol, target, &read.value, &[]), "{said}");
            (shown, owned)
        }
        (Err(found), Err(Some(interpreted))) => {
            assert_eq!(found, interpreted, "{said}");
            (0, 0)
        }
        (found, interpreted) => panic!("{said}: {:?}, but {interpreted:?}", found.map(|found| found.consumed)),
    };
    Cost { len: bytes.len(), shown, steps: steps.len(), allocated: allocated.bytes_total, owned }
}

/// Whatever number of a real packet becomes as great, or as small, as it can be: a count, a size, a code. Nobody waits for
/// what is not there.
#[test]
fn no_number_of_a_packet_costs_more_than_the_packet() {
    assert!(exaggerate(8) > 1_000);
}

#[test]
#[ignore = "long"]
fn no_number_of_any_packet_costs_more_than_the_packet() {
    assert!(exaggerate(1) > 10_000);
}

/// Exaggerates the numbers of one vector out of so many; how many packets that makes.
fn exaggerate(out_of: usize) -> usize {
    const OTHERS: [&[u8]; 6] = [
        &[0xFF; 10],
        &[0x81, 0xFF, 0xFF, 0xFF, 0x7F],
        &[0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01],
        &[0xFF, 0xFF, 0xFF, 0x3F],
        &[0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x00],
        &[0, 0, 0, 0x80],
    ];
    let (mut tried, mut refused) = (0, 0);
    for (generated, bytes) in vectors().into_iter().step_by(out_of) {
        let session = crate::generated::session(generated.protocol);
        let (steps, _) = interpret::trace(generated.protocol, generated.target(), &bytes, generated.params, &session);
        let mut places: Vec<(usize, usize)> = steps.iter().map(|step| (step.offset, step.len)).collect();
        places.retain(|(_, len)| (1..=10).contains(len));
        places.dedup();
        for (at, len) in places {
            // Each place gets some of them, in turn.
            let mut as_long = vec![0xFF; len];
            as_long[len - 1] = if tried % 4 == 0 { 0x7F } else { 0xFF };
            for other in [OTHERS[tried / 2 % OTHERS.len()].to_vec(), as_long] {
                let packet = [&bytes[..at], &other, &bytes[at + len..]].concat();
                tried += 1;
                refused += usize::from(!agree(&generated, &packet));
                let allocated = measure(|| drop(generated.interpret(&packet))).bytes_total;
                let most = PER_BYTE * (packet.len() as u64 + 64);
                assert!(allocated < most, "{allocated} bytes for {} {packet:02x?}", generated.name);
            }
        }
    }
    assert!(refused > tried / 4 && refused < tried, "{refused} of {tried} are refused");
    tried
}

fn load() -> Protocol {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/schema/features/bounds.wire");
    wireform_build::load(path).expect("it compiled when the tests were built").schema.first
}
