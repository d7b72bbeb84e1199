//! The game's names of messages and fields, and ours.

use wireform_build::interpret::Value;

/// A message.
pub struct Message {
    pub theirs: &'static str,
    pub ours: &'static str,
    pub fields: &'static [Field],
}

/// A field by both names: a number as it stands on the wire.
pub struct Field {
    pub theirs: &'static str,
    pub ours: &'static str,
    /// What it is worth where it is absent.
    pub absent: Option<i128>,
}

const fn field(theirs: &'static str, ours: &'static str) -> Field {
    Field { theirs, ours, absent: None }
}

const fn or(theirs: &'static str, ours: &'static str, absent: i128) -> Field {
    Field { theirs, ours, absent: Some(absent) }
}

/// Looks one up by its name in the game.
pub fn message(theirs: &str) -> &'static Message {
    MESSAGES.iter().find(|one| one.theirs == theirs).unwrap_or_else(|| panic!("{theirs} is not known"))
}

/// What stands at a path; nothing if something on the way is absent.
pub fn at<'v>(value: &'v Value, path: &str) -> Option<&'v Value> {
    let found = path.split('.').try_fold(value, |value, name| value.field(name))?;
    (*found != Value::Null).then_some(found)
}

/// The fields of a command.
pub const COMMAND: &[Field] = &[
    field("angle1", "pitch"),
    field("angle2", "yaw"),
    field("angle3", "roll"),
    field("forwardmove", "forward"),
    field("sidemove", "side"),
    field("upmove", "up"),
    field("buttons", "buttons"),
    field("impulse", "impulse"),
    field("msec", "millis"),
    field("lightlevel", "light_level"),
];

/// The fields of a change of an entity.
pub const ENTITY: &[Field] = &[
    field("number", "number"),
    field("modelindex", "state.model"),
    field("modelindex2", "state.model2"),
    field("modelindex3", "state.model3"),
    field("modelindex4", "state.model4"),
    field("frame", "state.frame"),
    field("skinnum", "state.skin"),
    field("effects", "state.effects"),
    field("renderfx", "state.renderfx"),
    field("origin1", "state.origin.x"),
    field("origin2", "state.origin.y"),
    field("origin3", "state.origin.z"),
    field("angle1", "state.angles.pitch"),
    field("angle2", "state.angles.yaw"),
    field("angle3", "state.angles.roll"),
    field("old_origin1", "state.old_origin.x"),
    field("old_origin2", "state.old_origin.y"),
    field("old_origin3", "state.old_origin.z"),
    field("sound", "state.sound"),
    field("solid", "state.solid"),
    or("event", "state.event", 0),
];

/// The fields of a change of a player.
pub const PLAYER: &[Field] = &[
    field("pm_type", "kind"),
    field("pm_time", "time"),
    field("pm_flags", "flags"),
    field("pm_gravity", "gravity"),
    field("gunindex", "gun_index"),
    field("gunframe", "gun.frame"),
    field("fov", "fov"),
    field("rdflags", "rd_flags"),
    field("pm_origin0", "origin.x"),
    field("pm_origin1", "origin.y"),
    field("pm_origin2", "origin.z"),
    field("pm_velocity0", "velocity.x"),
    field("pm_velocity1", "velocity.y"),
    field("pm_velocity2", "velocity.z"),
    field("viewoffset0", "view_offset.x"),
    field("viewoffset1", "view_offset.y"),
    field("viewoffset2", "view_offset.z"),
    field("kick_angles0", "kick_angles.x"),
    field("kick_angles1", "kick_angles.y"),
    field("kick_angles2", "kick_angles.z"),
    field("gunoffset0", "gun.offset.x"),
    field("gunoffset1", "gun.offset.y"),
    field("gunoffset2", "gun.offset.z"),
    field("gunangles0", "gun.angles.x"),
    field("gunangles1", "gun.angles.y"),
    field("gunangles2", "gun.angles.z"),
    field("pm_delta_angles0", "delta_angles.pitch"),
    field("pm_delta_angles1", "delta_angles.yaw"),
    field("pm_delta_angles2", "delta_angles.roll"),
    field("viewangles0", "view_angles.pitch"),
    field("viewangles1", "view_angles.yaw"),
    field("viewangles2", "view_angles.roll"),
    field("blend0", "blend.red"),
    field("blend1", "blend.green"),
    field("blend2", "blend.blue"),
    field("blend3", "blend.alpha"),
];

const MESSAGES: &[Message] = &[
    Message { theirs: "clc_move", ours: "to_server::Move", fields: &[] },
    Message { theirs: "clc_move_md4_seq", ours: "to_server::Move", fields: &[] },
    Message { theirs: "clc_move_md4_challenge", ours: "to_server::Move", fields: &[] },
    Message {
        theirs: "svc_serverdata",
        ours: "ServerData",
        fields: &[
            field("protocol", "protocol"),
            field("servercount", "server_count"),
            field("attractloop", "attract_loop"),
            field("gamedir", "game"),
            field("playernum", "player"),
            field("levelname", "level"),
        ],
    },
    Message {
        theirs: "svc_muzzleflash",
        ours: "to_client::MuzzleFlash",
        fields: &[field("entity", "entity"), field("weapon", "weapon")],
    },
    Message {
        theirs: "svc_temp_entity",
        ours: "to_client::TempEntity",
        fields: &[
            field("count", "effect.count"),
            field("color", "effect.color"),
            field("dir", "effect.direction"),
            field("entity", "effect.entity"),
            field("src_entity", "effect.source"),
            field("dest_entity", "effect.target"),
            field("offset", "effect.offset"),
            field("id", "effect.id"),
            field("magnitude", "effect.magnitude"),
            field("duration_ms", "effect.duration"),
            field("pos", "effect.position"),
            field("start", "effect.start"),
            field("end", "effect.end"),
        ],
    },
    Message { theirs: "svc_layout", ours: "to_client::Layout", fields: &[field("text", "text")] },
    Message {
        theirs: "svc_sound",
        ours: "to_client::Sound",
        fields: &[
            field("sound_num", "sound"),
            or("volume", "volume", 255),
            or("attenuation", "attenuation", 64),
            or("offset", "delay", 0),
            field("channel_ent", "source"),
            field("pos0", "position.x"),
            field("pos1", "position.y"),
            field("pos2", "position.z"),
        ],
    },
    Message {
        theirs: "svc_print",
        ours: "to_client::Print",
        fields: &[field("level", "level"), field("text", "text")],
    },
    Message { theirs: "svc_stufftext", ours: "to_client::StuffText", fields: &[field("text", "text")] },
    Message {
        theirs: "svc_configstring",
        ours: "to_client::ConfigString",
        fields: &[field("index", "index"), field("value", "text")],
    },
    Message { theirs: "delta_entity", ours: "EntityUpdate", fields: ENTITY },
    Message { theirs: "svc_spawnbaseline", ours: "to_client::SpawnBaseline", fields: &[] },
    Message { theirs: "svc_playerinfo", ours: "to_client::PlayerInfo", fields: &[] },
    Message { theirs: "svc_packetentities", ours: "to_client::PacketEntities", fields: &[] },
    Message {
        theirs: "svc_frame",
        ours: "to_client::Frame",
        fields: &[
            field("serverframe", "number"),
            field("deltaframe", "delta_number"),
            field("suppress_count", "suppressed"),
            field("areabits", "areas"),
        ],
    },
];
