//! Packets of Sauerbraten, as its documents list them.

use super::*;

pub(super) const GAME: &str = include_str!("game.wire");

pub(super) const POS: &str = "4 1 17 16 11 39 102 35 207 27 134 112 90 132 151 126 35";
pub(super) const WELCOME: &str =
    "2 22 114 101 105 115 115 101 110 0 5 0 33 87 58 1 3 1 -1 61 0 103 111 111 100 0 -1 17 0 0 100
    100 100 1 2 20 20 10 10 20 0 37 1 0 12 1 0 3 100 100 100 1 2 16 4 3 8 15 0 -1 3 1 67 111 111 107 105 101 0 101 118
    105 108 0 1";

#[test]
fn a_position() {
    let game = compile(GAME);
    let packet = dec(POS);
    let value = read_as(&game, "Pos", &packet).unwrap();
    let raw = |path: &str| at(&value, path).raw().unwrap();
    assert_eq!([raw("cn"), raw("x"), raw("look"), raw("speed"), raw("fall.speed")], [1, 9995, 28806, 132, 35]);
    assert_eq!(at(&value, "fall.heading"), Value::Null);
    assert_eq!(at(&value, "state.move"), Value::Enum { raw: 1, name: Some("Forward".to_owned()) });
    assert_eq!(at(&value, "in_clip"), Value::Bool(false));
    let target = super::target(&game, "Pos").unwrap();
    assert_eq!(write(&game, target, &value, &[]).unwrap(), packet);
    let stream = read_as(&game, "[Positions]", &[packet.clone(), vec![29, 0, 7]].concat()).unwrap();
    let Value::List(messages) = stream else { panic!() };
    assert_eq!(messages.len(), 2);
}

#[test]
fn a_welcome() {
    let game = compile(GAME);
    let packet = dec(WELCOME);
    let value = read_as(&game, "[ToClient]", &packet).unwrap();
    let Value::List(messages) = &value else { panic!() };
    assert_eq!(messages.len(), 8);
    assert_eq!(write(&game, super::target(&game, "[ToClient]").unwrap(), &value, &[]).unwrap(), packet);
}

#[test]
fn every_prefix_is_rejected_or_shorter() {
    let game = compile(GAME);
    let packet = dec(POS);
    for len in 0..packet.len() {
        let error = read_as(&game, "Pos", &packet[..len]).unwrap_err();
        assert_eq!(error.kind.word(), "short", "{len}");
    }
    let packet = dec(WELCOME);
    let ends = (0..packet.len()).filter(|len| read_as(&game, "[ToClient]", &packet[..*len]).is_ok()).count();
    assert_eq!(ends, 8);
}
