//! Sauerbraten's packets as its documents list them.

use super::*;

pub(super) const GAME: &str = r#"
protocol game { byte_order: little }

varint Int: i32 { -126..=127 => i8, -0x8000..=0x7FFF => 0x80 i16, .. => 0x81 i32, }
varint Uint: i29 = groups(7, 7, 7, 8);
varint Char: i8 wrap { -126..=127 => i8, .. => 0x80 i16, .. => 0x81 i32, }
type Str = [Char; until 0, ..=4999] as latin1;
type ShortStr = [Char; until 0, ..=259] as latin1;

enum PhysicalState: u3 { Floating = 0, Falling = 1, Sliding = 2, Sloped = 3, Standing = 4, SteppingUp = 5, SteppingDown = 6, Bouncing = 7 }
enum Move: u2 { None = 0, Forward = 1, Backward = 3 | 2 }
enum Strafe: u2 { None = 0, Left = 1, Right = 3 | 2 }
bits PlayerState: u8 { physics: PhysicalState, life_sequence: u1, move: Move, strafe: Strafe }
quantity Cubes: Int = raw / 16 in cubes trunc;
quantity Roll: u8 = raw - 90 in degrees range -90..=90 clamp;
quantity Speed: u16 = raw in cubes_per_second clamp trunc;
packed Look: u16 { yaw: 0..360 in degrees wrap, pitch: -90..=90 in degrees clamp }
enum Gun: Int { Fist = 0, Shotgun = 1, Chaingun = 2, .. }
enum Privilege: Int { None = 0, Master = 1, Auth = 2, Admin = 3, .. }

family Positions: Int {
    /// Where one client's player is.
    message Pos = 4 {
        cn: Uint,
        state: PlayerState,
        bits Uint { wide_x, wide_y, wide_z, wide_speed, has_fall, wide_fall, has_fall_heading, in_clip, _: .. },
        x: match wide_x { 0 => u16, 1 => i24 } as Cubes,
        y: match wide_y { 0 => u16, 1 => i24 } as Cubes,
        z: match wide_z { 0 => u16, 1 => i24 } as Cubes,
        look: Look,
        roll: Roll,
        speed: match wide_speed { 0 => u8, 1 => u16 } as Speed,
        heading: Look,
        fall: if has_fall {
            speed: match wide_fall { 0 => u8, 1 => u16 } as Speed,
            heading: Look if has_fall_heading,
        },
        example "falling while moving forward" = dec "4 1 17 16 11 39 102 35 207 27 134 112 90 132 151 126 35" {
            cn: 1, state.move: Forward, x: 624.6875, y: 566.375, z: 444.9375,
            look.yaw: 6, look.pitch: -10, roll: 0, fall.speed: 35,
        }
    }
    message Teleport = 28 { cn: Int, teleport: Int, destination: Int }
    message JumpPad = 29 { cn: Int, jump_pad: Int }
}

struct State {
    life_sequence: Int, health: Int, max_health: Int, armour: Int, armour_type: Int, gun: Gun,
    ammo: [Int; 6],
}

family ToClient: Int {
    message Welcome = 2;
    message MapChange = 22 { map: Str, mode: Int, need_items: Int as truthy }
    message TimeUp = 33 { seconds: Int }
    message CurrentMaster = 58 { mode: Int, masters: [{ cn: Int, privilege: Privilege }; until cn: -1 | ..0] }
    message SetTeam = 61 { cn: Int, team: Str, reason: Int }
    message SpawnState = 17 { cn: Int, state: State }
    message Resume = 37 { players: [{ cn: Int, state: Int, frags: Int, flags: Int, quad: Int, player: State }; until cn: -1 | ..0] }
    message InitClient = 3 { cn: Int, name: Str, team: Str, model: Int }
    message TeamInfo = 24 { teams: [{ team: Str, frags: Int }; until team: ""] }
    message ServInfo = 1 { description: ShortStr }
}
"#;

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
fn every_prefix_is_refused_or_shorter() {
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
