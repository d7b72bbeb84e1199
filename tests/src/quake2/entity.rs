//! Entities and players as the game's vectors tell them.

use serde_json::Value as Json;
use wireform_tests::quake2::{
    Angle8, Angle16, Angles, Blend, Coord, Eights, Entity, EntityAngles, PlayerFlags, PlayerKind, PlayerState,
    PlayerStateGun, Point, Quarter, Small, Unit,
};

/// An entity.
pub fn entity(json: &Json) -> Entity {
    let angle = |index: usize| Angle8::new(float(&json["angles"][index])).expect("an angle");
    Entity {
        model: whole(&json["modelindex"]),
        model2: whole(&json["modelindex2"]),
        model3: whole(&json["modelindex3"]),
        model4: whole(&json["modelindex4"]),
        frame: whole(&json["frame"]),
        skin: whole(&json["skinnum"]),
        // Bits, of which the game makes a number without a sign.
        effects: whole::<u32>(&json["effects"]).cast_signed(),
        renderfx: whole(&json["renderfx"]),
        origin: point(&json["origin"]),
        angles: EntityAngles { pitch: angle(0), yaw: angle(1), roll: angle(2) },
        old_origin: point(&json["old_origin"]),
        sound: whole(&json["sound"]),
        event: whole(&json["event"]),
        solid: whole(&json["solid"]),
    }
}

/// A player.
pub fn player(json: &Json) -> PlayerState {
    let pmove = &json["pmove"];
    let (viewangles, delta) = (&json["viewangles"], &pmove["delta_angles"]);
    let view = |index: usize| Angle16::new(float(&viewangles[index])).expect("an angle");
    let sent = |index: usize| Angle16::from_raw(whole(&delta[index]));
    let unit = |index: usize| Unit::new(float(&json["blend"][index])).expect("from 0 to 1");
    PlayerState {
        kind: PlayerKind::from_code(whole(&pmove["pm_type"])),
        origin: raw_point(&pmove["origin"]),
        velocity: raw_point(&pmove["velocity"]),
        time: Eights::from_raw(whole(&pmove["pm_time"])),
        flags: PlayerFlags::from_raw(whole(&pmove["pm_flags"])),
        gravity: whole(&pmove["gravity"]),
        delta_angles: Angles { pitch: sent(0), yaw: sent(1), roll: sent(2) },
        view_offset: small(&json["viewoffset"]),
        view_angles: Angles { pitch: view(0), yaw: view(1), roll: view(2) },
        kick_angles: small(&json["kick_angles"]),
        gun_index: whole(&json["gunindex"]),
        gun: PlayerStateGun {
            frame: whole(&json["gunframe"]),
            offset: small(&json["gunoffset"]),
            angles: small(&json["gunangles"]),
        },
        blend: Blend { red: unit(0), green: unit(1), blue: unit(2), alpha: unit(3) },
        fov: float(&json["fov"]) as u8,
        rd_flags: whole(&json["rdflags"]),
        stats: std::array::from_fn(|index| whole(&json["stats"][index])),
    }
}

fn whole<T: TryFrom<i64>>(json: &Json) -> T {
    json.as_i64().and_then(|number| T::try_from(number).ok()).expect("a number that fits")
}

fn float(json: &Json) -> f32 {
    json.as_f64().expect("a number") as f32
}

fn point(json: &Json) -> Point {
    let axis = |index: usize| Coord::new(float(&json[index])).expect("a number");
    Point { x: axis(0), y: axis(1), z: axis(2) }
}

fn raw_point(json: &Json) -> Point {
    let axis = |index: usize| Coord::from_raw(whole(&json[index]));
    Point { x: axis(0), y: axis(1), z: axis(2) }
}

fn small(json: &Json) -> Small {
    let axis = |index: usize| Quarter::new(float(&json[index])).expect("a number");
    Small { x: axis(0), y: axis(1), z: axis(2) }
}
