//! The books about what arrived, and rotations, by themselves.

use blank_packets::{Link, News, pack, unpack};

fn news(is_new: bool, arrived: &[u16], lost: &[u16]) -> News {
    News { is_new, arrived: arrived.to_vec(), lost: lost.to_vec() }
}

#[test]
fn a_hole_in_the_history_is_a_loss() {
    let (mut here, mut there) = (Link::default(), Link::default());
    let headers: Vec<_> = (0..4).map(|_| here.say()).collect();
    assert_eq!(headers[0], (0, 0xFFFF, 0xFFFF_FFFF), "before anything was heard");
    for heard in [0, 1, 3] {
        let (sequence, ack, history) = headers[heard];
        assert_eq!(there.hear(sequence, ack, history), news(true, &[], &[]));
    }
    let (sequence, ack, history) = there.say();
    assert_eq!((ack, history), (3, 0xFFFF_FFFE), "2 is missing, 1 and 0 are not");
    // 3 alone may have been faster than 2.
    assert_eq!(here.hear(sequence, ack, history), news(true, &[0, 1, 3], &[]));
    let (sequence, ack, history) = here.say();
    there.hear(sequence, ack, history);
    let (sequence, ack, history) = there.say();
    assert_eq!(here.hear(sequence, ack, history), news(true, &[4], &[2]));
    assert_eq!(here.hear(sequence, ack, history), news(false, &[], &[]), "the same once more");
}

#[test]
fn what_comes_late_fills_its_hole_and_numbers_go_round() {
    let mut link = Link::default();
    for sequence in [0, 0x7000, 0xE000, 0xFFFD, 0xFFFF, 1] {
        link.hear(sequence, 0xFFFF, u32::MAX);
    }
    let bits = |link: &mut Link| link.say().2;
    assert_eq!(bits(&mut link), 0b1010, "0 and 0xFFFE are missing");
    assert!(link.hear(0, 0xFFFF, u32::MAX).is_new);
    assert!(!link.hear(0, 0xFFFF, u32::MAX).is_new);
    assert_eq!(bits(&mut link), 0b1011);
    // Far ahead: nothing is known of those between.
    link.hear(1000, 0xFFFF, u32::MAX);
    assert_eq!(link.say().1, 1000);
    assert_eq!(link.say().2, 0);
}

#[test]
fn rotations_survive() {
    for quaternion in [[0.0, 0.0, 0.0, 1.0], [0.5, 0.5, 0.5, 0.5], [0.6, 0.0, -0.8, 0.0], [0.1, -0.7, 0.1, 0.7]] {
        let length: f32 = quaternion.iter().map(|part: &f32| part * part).sum::<f32>().sqrt();
        let unit = quaternion.map(|part| part / length);
        let back = unpack(pack(unit).expect("a unit quaternion"));
        // All four with other signs are the same rotation.
        let cosine: f32 = unit.iter().zip(back).map(|(one, other)| one * other).sum();
        assert!(cosine.abs() > 0.999_999, "{unit:?} {back:?}");
    }
    assert_eq!(pack([2.0, 2.0, 2.0, 2.0]), None);
}
