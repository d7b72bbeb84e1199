//! The messages of the vectors, and their fields.

use super::Place::{At, Bit, Derived, Len, List, Said, Texts};
use super::{Fields, Message};

const STATE: Fields = &[
    ("lifesequence", At("state.life_sequence")),
    ("health", At("state.health")),
    ("maxhealth", At("state.max_health")),
    ("armour", At("state.armour")),
    ("armourtype", At("state.armour_type")),
    ("gunselect", At("state.gun")),
    ("ammo_sg", At("state.ammo[0]")),
    ("ammo_cg", At("state.ammo[1]")),
    ("ammo_rl", At("state.ammo[2]")),
    ("ammo_rifle", At("state.ammo[3]")),
    ("ammo_gl", At("state.ammo[4]")),
    ("ammo_pistol", At("state.ammo[5]")),
];

const SCORES: Fields = &[("score_good", At("scores[0]")), ("score_evil", At("scores[1]"))];

const POSITION: Fields = &[("x", At("position.x")), ("y", At("position.y")), ("z", At("position.z"))];

const SHOT: Fields = &[
    ("from_x", At("from.x")),
    ("from_y", At("from.y")),
    ("from_z", At("from.z")),
    ("to_x", At("to.x")),
    ("to_y", At("to.y")),
    ("to_z", At("to.z")),
];

const HIT: Fields = &[
    ("target_cn", At("target_cn")),
    ("lifesequence", At("life_sequence")),
    ("dist", At("distance")),
    ("rays", At("rays")),
    ("dx", At("direction.x")),
    ("dy", At("direction.y")),
    ("dz", At("direction.z")),
];

const fn named(theirs: &'static str, ours: &'static str, fields: &'static [Fields]) -> Message {
    Message { theirs, ours, family: None, fields }
}

/// A message that other families lay out otherwise.
const fn only(family: &'static str, theirs: &'static str, ours: &'static str, fields: &'static [Fields]) -> Message {
    Message { theirs, ours, family: Some(family), fields }
}

pub const MESSAGES: &[Message] = &[
    named(
        "N_POS",
        "Pos",
        &[&[
            ("cn", At("cn")),
            ("state", At("state")),
            ("flags", Bit("in_clip", 7)),
            ("x", At("x")),
            ("y", At("y")),
            ("z", At("z")),
            ("dir", At("look")),
            ("roll", At("roll")),
            ("vel", At("speed")),
            ("veldir", At("heading")),
            ("fall", At("fall.speed")),
            ("falldir", At("fall.direction")),
        ]],
    ),
    named(
        "N_TELEPORT",
        "Teleport",
        &[&[("cn", At("cn")), ("teleport", At("teleport")), ("teledest", At("destination"))]],
    ),
    named("N_JUMPPAD", "JumpPad", &[&[("cn", At("cn")), ("jumppad", At("jump_pad"))]]),
    named(
        "N_CONNECT",
        "Connect",
        &[&[
            ("name", At("name")),
            ("playermodel", At("model")),
            ("password_hash", At("password_hash")),
            ("auth_domain", At("auth_domain")),
            ("auth_name", At("auth_name")),
        ]],
    ),
    named(
        "N_SERVINFO",
        "ServerInfo",
        &[&[
            ("cn", At("cn")),
            ("protocol", At("protocol")),
            ("sessionid", At("session_id")),
            ("password_required", At("password_required")),
            ("description", At("description")),
            ("auth_domain", At("auth_domain")),
        ]],
    ),
    named("N_WELCOME", "Welcome", &[]),
    named(
        "N_INITCLIENT",
        "InitClient",
        &[&[("cn", At("cn")), ("name", At("name")), ("team", At("team")), ("playermodel", At("model"))]],
    ),
    named("N_CDIS", "Disconnected", &[&[("cn", At("cn"))]]),
    named("N_SPAWNSTATE", "SpawnState", &[&[("cn", At("cn"))], STATE]),
    named("N_FORCEDEATH", "ForceDeath", &[&[("cn", At("cn"))]]),
    named(
        "N_MAPCHANGE",
        "MapChange",
        &[&[("map", At("map")), ("mode", At("mode")), ("need_items", At("needs_items"))]],
    ),
    named("N_TEAMINFO", "TeamInfo", &[&[("teams", List("teams", &[&[("team", At("team")), ("frags", At("frags"))]]))]]),
    named("N_TIMEUP", "TimeUp", &[&[("seconds", At("seconds_left"))]]),
    named("N_SERVMSG", "ServerMessage", &[&[("text", At("text"))]]),
    named("N_ITEMLIST", "ItemList", &[&[("items", List("items", &[&[("index", At("index")), ("item", At("kind"))]]))]]),
    named(
        "N_RESUME",
        "Resume",
        &[&[(
            "players",
            List(
                "players",
                &[
                    &[
                        ("cn", At("cn")),
                        ("state", At("life")),
                        ("frags", At("frags")),
                        ("flags", At("flags")),
                        ("deaths", At("deaths")),
                        ("quadmillis", At("quad_millis")),
                    ],
                    STATE,
                ],
            ),
        )]],
    ),
    named(
        "N_CURRENTMASTER",
        "CurrentMaster",
        &[&[
            ("mastermode", At("mode")),
            ("masters", List("masters", &[&[("cn", At("cn")), ("privilege", At("privilege"))]])),
        ]],
    ),
    named("N_SPECTATOR", "Spectator", &[&[("cn", At("cn")), ("on", At("on"))]]),
    named("N_SETTEAM", "SetTeam", &[&[("cn", At("cn")), ("team", At("team")), ("reason", At("reason"))]]),
    named(
        "N_BASES",
        "Bases",
        &[&[
            ("count", Len("bases")),
            (
                "bases",
                List(
                    "bases",
                    &[&[
                        ("ammotype", At("ammo_type")),
                        ("owner", At("owner")),
                        ("enemy", At("enemy")),
                        ("converted", At("converted")),
                        ("ammo", At("ammo")),
                    ]],
                ),
            ),
        ]],
    ),
    named("N_BASESCORE", "BaseScore", &[&[("base", At("base")), ("team", At("team")), ("total", At("total"))]]),
    named(
        "N_INITFLAGS",
        "InitFlags",
        &[
            SCORES,
            &[
                ("count", Len("flags")),
                (
                    "flags",
                    List(
                        "flags",
                        &[&[
                            ("version", At("version")),
                            ("spawnindex", At("spawn_index")),
                            ("owner", At("owner_cn")),
                            ("invisible", At("invisible")),
                            ("dropped", At("unowned.dropped")),
                            ("x", At("unowned.position.x")),
                            ("y", At("unowned.position.y")),
                            ("z", At("unowned.position.z")),
                            ("holdteam", At("hold.team")),
                            ("holdtime_100ms", At("hold.time")),
                        ]],
                    ),
                ),
            ],
        ],
    ),
    named("N_PAUSEGAME", "PauseGame", &[&[("paused", At("on")), ("cn", At("cn"))]]),
    named("N_GAMESPEED", "GameSpeed", &[&[("speed", At("percent")), ("cn", At("cn"))]]),
    named(
        "N_INITAI",
        "InitBot",
        &[&[
            ("cn", At("cn")),
            ("owner_cn", At("owner_cn")),
            ("aitype", At("kind")),
            ("skill", At("skill")),
            ("playermodel", At("model")),
            ("name", At("name")),
            ("team", At("team")),
        ]],
    ),
    named(
        "N_INITTOKENS",
        "InitTokens",
        &[
            SCORES,
            &[
                ("count", Len("tokens")),
                (
                    "tokens",
                    List(
                        "tokens",
                        &[&[
                            ("id", At("id")),
                            ("team", At("team")),
                            ("yaw", At("yaw")),
                            ("x", At("position.x")),
                            ("y", At("position.y")),
                            ("z", At("position.z")),
                        ]],
                    ),
                ),
                ("carriers", List("carried", &[&[("cn", At("cn")), ("tokens", At("tokens"))]])),
            ],
        ],
    ),
    named("N_SERVCMD", "ServerCommand", &[&[("cmd", At("command"))]]),
    named("N_TEXT", "Text", &[&[("text", At("text"))]]),
    named("N_SOUND", "Sound", &[&[("sound", At("sound"))]]),
    named("N_SHOOT", "Shoot", &[&[("id", At("id")), ("gun", At("gun"))], SHOT, &[("hits", List("hits", &[HIT]))]]),
    named(
        "N_DIED",
        "Died",
        &[&[
            ("victim_cn", At("victim_cn")),
            ("actor_cn", At("actor_cn")),
            ("actor_frags", At("actor_frags")),
            ("team_frags", At("team_frags")),
        ]],
    ),
    named(
        "N_DAMAGE",
        "Damage",
        &[&[
            ("target_cn", At("target_cn")),
            ("actor_cn", At("actor_cn")),
            ("damage", At("damage")),
            ("armour", At("armour")),
            ("health", At("health")),
        ]],
    ),
    named(
        "N_HITPUSH",
        "HitPush",
        &[&[
            ("target_cn", At("target_cn")),
            ("gun", At("gun")),
            ("damage", At("damage")),
            ("dx", At("direction.x")),
            ("dy", At("direction.y")),
            ("dz", At("direction.z")),
        ]],
    ),
    named("N_SHOTFX", "ShotEffect", &[&[("cn", At("cn")), ("id", At("id")), ("gun", At("gun"))], SHOT]),
    named("N_EXPLODEFX", "ExplodeEffect", &[&[("cn", At("cn")), ("gun", At("gun")), ("id", At("id"))]]),
    named("N_GUNSELECT", "GunSelect", &[&[("gun", At("gun"))]]),
    named("N_TAUNT", "Taunt", &[]),
    named("N_MAPVOTE", "MapVote", &[&[("map", At("map")), ("mode", At("mode"))]]),
    named("N_ITEMSPAWN", "ItemSpawn", &[&[("index", At("index"))]]),
    named("N_ITEMACC", "ItemTaken", &[&[("index", At("index")), ("cn", At("cn"))]]),
    named("N_PING", "Ping", &[&[("millis", At("millis"))]]),
    named("N_PONG", "Pong", &[&[("millis", At("millis"))]]),
    named("N_CLIENTPING", "ClientPing", &[&[("ping", At("ping"))]]),
    named("N_MASTERMODE", "MasterModeChange", &[&[("mode", At("mode"))]]),
    named("N_DROPFLAG", "DropFlag", &[&[("cn", At("cn")), ("flag", At("flag")), ("version", At("version"))], POSITION]),
    named(
        "N_SCOREFLAG",
        "ScoreFlag",
        &[&[
            ("cn", At("cn")),
            ("team", At("team")),
            ("score", At("score")),
            ("cn_flags", At("cn_flags")),
            ("relayflag", At("relay_flag")),
            ("relayversion", At("relay_version")),
            ("goalflag", At("goal_flag")),
            ("goalversion", At("goal_version")),
            ("goalspawn", At("goal_spawn")),
        ]],
    ),
    named("N_SAYTEAM", "SayTeam", &[&[("cn", At("cn")), ("text", At("text"))]]),
    named(
        "N_AUTHCHAL",
        "AuthChallenge",
        &[&[("domain", At("domain")), ("id", At("id")), ("challenge", At("challenge"))]],
    ),
    named("N_MAPCRC", "MapCrc", &[&[("map", At("map")), ("crc", At("crc"))]]),
    named("N_SWITCHMODEL", "SwitchModel", &[&[("playermodel", At("model"))]]),
    only("ToServer", "N_SPAWN", "Spawn", &[&[("lifesequence", At("life_sequence")), ("gunselect", At("gun"))]]),
    only("Said", "N_SPAWN", "Spawn", &[STATE]),
    named("N_SENDDEMOLIST", "DemoList", &[&[("count", Len("demos")), ("demos", Texts("demos"))]]),
    named("N_CLIENT", "Client", &[&[("cn", At("cn")), ("len", Derived("within")), ("messages", Said("messages"))]]),
];
