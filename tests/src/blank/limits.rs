//! What the document allows, the writer keeps to; and quantities are computed as the game computes them.

use wireform::List;
use wireform::prelude::*;
use wireform_tests::blank::payload::{BlockUpdate, BlockUpdateBlocks, ChunkData, Login};
use wireform_tests::blank::v2015_10::{self as october};
use wireform_tests::blank::v2015_11::{self as november, Motion, SmallestThree};
use wireform_tests::blank::{Chunk, ChunkOffset, Component, InChunk};

/// Writes it, and says why not.
macro_rules! refused {
    ($value:expr) => {
        $value.write(&mut [0; 1024]).expect_err("it breaks a rule").to_string()
    };
}

#[test]
fn a_payload_has_at_most_484_bytes() {
    assert_eq!((october::DatagramView::MIN_LEN, october::Datagram::MAX_LEN), (16, 16 + 484));
    assert_eq!((november::DatagramView::MIN_LEN, november::Datagram::MAX_LEN), (16, 16 + 484));
    assert_eq!(october::payload::EntityUpdate::MAX_LEN, 4 + 7 * 68);
    assert_eq!(november::payload::EntityUpdate::MAX_LEN, 16 + 12 * 37);
    assert_eq!(november::payload::Message::MAX_LEN, 5 + 450);
    let data = [7; 473];
    let chunk = |data| ChunkData { transmission: 1, offset: 0, data };
    assert_eq!(chunk(&data[..472]).write(&mut [0; 484]), Ok(484));
    assert_eq!(refused!(chunk(&data)), "ChunkData.size: breaks the rule `..=472`: found 473");
}

#[test]
fn counts_and_orders_are_kept() {
    // No turn at all: all bits zero would be no rotation.
    let motion = Motion { orientation: SmallestThree::from_raw(0x07FF_FF7F_FFF7_FFFF), ..Motion::default() };
    let entity = |id| november::payload::EntityUpdateEntities { id, chunk: ChunkOffset::default(), motion };
    let update = |ids: &[u32]| {
        let entities: Vec<_> = ids.iter().map(|id| entity(*id)).collect();
        let list = List::from(&entities[..]);
        let update = november::payload::EntityUpdate { base: Chunk::default(), entities: list };
        update.write(&mut [0; 1024]).map_err(|error| error.to_string())
    };
    let all: Vec<u32> = (0..13).collect();
    assert_eq!(update(&[1, 2, 9]), Ok(16 + 3 * 37));
    assert_eq!(update(&all[..12]), Ok(460));
    assert_eq!(update(&all), Err("EntityUpdate.count: breaks the rule `1..=12`: found 13".to_owned()));
    assert_eq!(update(&[]), Err("EntityUpdate.count: breaks the rule `1..=12`: found 0".to_owned()));
    for ids in [[1, 1], [2, 1]] {
        assert_eq!(update(&ids), Err("EntityUpdate.entities: breaks the rule `ascending(it.id)`".to_owned()));
    }
    let blocks = [BlockUpdateBlocks::default(); 79];
    let update = |blocks: &[_]| BlockUpdate { chunk: Chunk::default(), blocks: blocks.into() }.encoded_len();
    assert_eq!(update(&blocks[..78]), 484);
    let update = BlockUpdate { chunk: Chunk::default(), blocks: (&blocks).into() };
    assert_eq!(refused!(update), "BlockUpdate.count: breaks the rule `1..=78`: found 79");
}

#[test]
fn text_is_not_cut() {
    let name = "a name of exactly thirty-two b..";
    assert_eq!(Login { name }.write(&mut [0; 32]), Ok(32));
    assert_eq!(
        refused!(Login { name: &format!("{name}.") }),
        "Login.name: longer than the protocol allows: expected at most 32, found 33"
    );
    let text = "é".repeat(226);
    let message = |text| november::payload::Message { kind: Default::default(), referral: 0, text };
    assert_eq!(message(&text[..450]).encoded_len(), 455, "no zero behind the greatest length");
    assert_eq!(message(&text[..448]).encoded_len(), 5 + 448 + 1);
    assert_eq!(
        refused!(message(&text)),
        "Message.text: longer than the protocol allows: expected at most 450, found 452"
    );
}

#[test]
fn a_rotation_that_is_none_is_not_written() {
    let small = |raw| Component::from_raw(raw).expect("20 bits");
    let three = |raw| SmallestThree::default().with_first(small(raw)).with_second(small(raw)).with_third(small(raw));
    let motion = |orientation| Motion { orientation, ..Motion::default() };
    assert_eq!(motion(three(524_287)).write(&mut [0; 30]), Ok(30), "no turn at all");
    assert!(refused!(motion(three(0xF_FFFF))).contains("<= ONE_SQUARED`"));
    // Three equal components are a unit quaternion with the fourth up to the root of a third.
    let end = 524_287 + (741_356.05 / 3_f64.sqrt()) as u32;
    assert_eq!(motion(three(end)).write(&mut [0; 30]), Ok(30));
    assert!(motion(three(end + 1)).write(&mut [0; 30]).is_err());
    assert!(Motion::default().write(&mut [0; 30]).is_err(), "all bits zero are three of the greatest");
    // What the document's range leaves out is no value, but a number that is read.
    assert!(Component::new(0.7073).is_err());
    assert_eq!(Component::new(0.7072).map(Component::raw), Ok(1_048_574));
}

/// How many raw numbers come back as others when a program sets what it read.
macro_rules! lost {
    ($quantity:ty) => {
        (i16::MIN..=i16::MAX)
            .filter(|raw| <$quantity>::new(<$quantity>::from_raw(*raw).get()).map(|value| value.raw()) != Ok(*raw))
            .count()
    };
}

#[test]
fn quantities_lose_what_the_game_loses() {
    // The least of them is never written: it is read as the one above it.
    assert_eq!(lost!(october::Normal), 1536 + 1);
    assert_eq!(lost!(october::Pitch), 21_564);
    assert_eq!(lost!(october::Yaw), 21_564);
    assert_eq!(lost!(november::Normal), 1);
    assert_eq!((lost!(november::Pitch), lost!(november::Yaw)), (0, 0));
    let game = |value: f32| ((value * 20860.12_f32) as i32) as i16;
    let ours = |value: f32| october::Pitch::new(value).map(october::Pitch::raw);
    for value in [0.0, 0.1, -0.1, 1.0, -1.234_567, 1.5] {
        assert_eq!(ours(value), Ok(game(value)));
    }
    assert!(ours(1.6).is_err(), "more than a quarter of a turn");
    assert_eq!(october::Normal::new(3.5).map(october::Normal::raw), Ok(32_767));
    assert_eq!(november::Yaw::new(-4.0).map(november::Yaw::raw), Ok(-32_768));
    assert_eq!(InChunk::new(17.0).map(InChunk::raw), Ok(65_535));
    assert!(InChunk::new(f32::NAN).is_err());
}
