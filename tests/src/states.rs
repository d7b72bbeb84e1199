//! States inside of states: what travels of them, and that generated code and the interpreter say the same of it.

use wireform_build::interpret;
use wireform_build::model::Protocol;
use wireform_cli::target::target;
use wireform_tests::features::states::{
    Body, Degrees, Leg, LegDelta, Legs, Main, MainView, Point, PointDepth, Ride, RideView, Rider, Trail, TrailView,
};

use crate::rng::Rng;

fn protocol() -> Protocol {
    let schema = format!("{}/schema/features/states.wire", env!("CARGO_MANIFEST_DIR"));
    wireform_build::load(schema).expect("it compiled when the tests were built").schema.first
}

#[test]
fn a_difference_holds_differences() {
    let leg = Leg { angle: Degrees::from_raw(5), foot: -0.0, gaits: [1.0, f32::from_bits(0x7FC0_0001)] };
    let base = Body { right: leg, left: leg, ..Body::default() };
    let left = Leg { foot: 0.0, ..leg };
    let now = Body { left, other: leg, lowest: leg.angle, spare: Some(left), has_spare: true, ..base };
    let change = now.delta_from(&base);
    // Of the right leg nothing differs, and it travels all the same; the other leg is as the left one was.
    assert_eq!((change.right.angle, change.right.foot, change.right.gaits), (None, None, None));
    assert_eq!((change.other.angle, change.other.foot, change.other.gaits), (None, None, None));
    // Zero is another number than minus zero, a NaN the same as itself.
    let left = change.left.expect("the left leg differs");
    assert_eq!((left.angle, left.foot.map(f32::to_bits), left.gaits), (None, Some(0), None));
    assert_eq!(change.spare.map(|spare| spare.foot.map(f32::to_bits)), Some(Some(0)));
    assert_eq!((change.lowest, change.back.tail), (None, None));
    let again = change.resolve(&base).delta_from(&base);
    assert_eq!((again.left.map(|left| left.foot), again.place, again.height), (Some(Some(0.0)), None, None));

    let first = Body {
        place: Point { x: 1.0, y: -0.5, depth: PointDepth { z: 200, layer: 3 } },
        name: "a".into(),
        ..Body::default()
    };
    // As high as the place in the base says, which of the first is zero.
    let second = Body { height: 200, ..first };
    let mut out = [0; 2000];
    let len = Main { first, second, change: second.delta_from(&first) }.write(&mut out).expect("it can be written");
    let view = MainView::parse_exact(&out[..len]).expect("it was written");
    assert_eq!((view.first_delta().height(), view.second_delta().height()), (None, None));
    assert_eq!(view.second_delta().right().to_value(), second.right.delta_from(&first.right));
    assert_eq!((view.first(), view.second(), view.change().to_value().resolve(&first)), (first, second, second));
    assert_eq!(view.to_value(), Main { first, second, change: second.delta_from(&first) });
}

#[test]
fn a_state_in_a_state_in_a_state_is_compared_as_a_whole() {
    let left = Leg { foot: 2.5, ..Leg::default() };
    let before = Rider { legs: Legs { left, ..Legs::default() }, ..Rider::default() };
    let now = Rider { legs: Legs { wings: [0.0, 1.0, 0.0], ..before.legs }, first_foot: 2.5, ..before };
    let change = now.delta_from(&before);
    let legs = change.legs.expect("a wing differs");
    assert_eq!((legs.wings, legs.left.foot, change.first_foot), ([None, Some(1.0), None], None, None));
    let mut out = [0; 2000];
    let len = Ride { before, now }.write(&mut out).expect("it can be written");
    assert_eq!(RideView::parse_exact(&out[..len]).map(|view| view.to_value()), Ok(Ride { before, now }));
    let back = now.delta_from(&Rider { legs: now.legs, ..now });
    assert_eq!(back.legs, None);
}

#[test]
fn states_that_follow_each_other_decode_each_change_once() {
    let leg = |at: u8| Leg { angle: Degrees::from_raw(i16::from(at / 3)), foot: f32::from(at / 2), gaits: [0.0; 2] };
    let legs: Vec<Leg> = (1..=200).map(leg).collect();
    let before = std::iter::once(&Leg::default()).chain(&legs).copied().collect::<Vec<_>>();
    let changes: Vec<LegDelta> = legs.iter().zip(&before).map(|(leg, before)| leg.delta_from(before)).collect();
    let mut out = [0; 2000];
    let len = Trail { steps: (&changes[..]).into() }.write(&mut out).expect("it can be written");
    let view = TrailView::parse_exact(&out[..len]).expect("it was written");
    let decoded = std::cell::Cell::new(0);
    let counted = view.steps().iter().inspect(|_| decoded.set(decoded.get() + 1));
    // Lazily: no state is made before it is asked for, and none twice.
    for (index, (leg, expected)) in Leg::follow(Leg::default(), counted).zip(&legs).enumerate() {
        assert_eq!((leg, decoded.get()), (*expected, index + 1));
    }
    assert_eq!(decoded.get(), 200);
}

/// Bytes that are mostly zero, with few flags.
fn packet(rng: &mut Rng, code: u8) -> Vec<u8> {
    let mut bytes = vec![code];
    for _ in 0..rng.below(180) {
        bytes.push(match rng.below(4) {
            0 => rng.byte(),
            1 => 1 << rng.below(8),
            _ => 0,
        });
    }
    bytes
}

#[test]
fn generated_code_and_the_interpreter_agree() {
    let protocol = protocol();
    let mut rng = Rng::new(31);
    let mut read = [0; 2];
    for round in 0..6000 {
        let ride = round % 2 == 1;
        let bytes = packet(&mut rng, if ride { 2 } else { 1 });
        let target = target(&protocol, if ride { "Ride" } else { "Main" }).expect("there is one");
        let interpreted = interpret::read(&protocol, target, &bytes, &[]);
        let mut out = [0; 4000];
        let generated = if ride {
            RideView::parse(&bytes).map(|(view, rest)| (view.to_value().write(&mut out), rest.len()))
        } else {
            MainView::parse(&bytes).map(|(view, rest)| (view.to_value().write(&mut out), rest.len()))
        };
        match (generated, interpreted) {
            (Ok((written, rest)), Ok(whole)) => {
                assert_eq!(rest, whole.rest.len(), "{bytes:02x?}");
                let again = interpret::write(&protocol, target, &whole.value, &[]).map_err(|error| error.to_string());
                let written = written.map(|len| out[..len].to_vec()).map_err(|error| error.to_string());
                assert_eq!(written, again, "{bytes:02x?}");
                read[usize::from(ride)] += 1;
            }
            (Err(_), Err(_)) => {}
            (generated, interpreted) => panic!("{bytes:02x?}: {generated:?}, {interpreted:?}"),
        }
    }
    assert!(read.iter().all(|read| *read > 100), "{read:?}");
}
