//! How the vectors call messages and fields, and what the schema calls them.

use serde_json::Value as Json;
use wireform_build::interpret::Value;

/// Where a vector's field is found in a plain value.
pub enum Place {
    /// A number or text at this path.
    At(&'static str),
    /// One bit of a number that has no name of its own in the schema: the others follow from the rest.
    Bit(&'static str, u32),
    /// How many elements there are.
    Len(&'static str),
    /// A list, and the fields of its elements.
    List(&'static str, &'static [Fields]),
}

use Place::{At, Bit, Len, List};

/// Names, theirs first.
pub type Fields = &'static [(&'static str, Place)];

/// A message.
pub struct Message {
    pub theirs: &'static str,
    pub ours: &'static str,
    fields: &'static [Fields],
}

/// The message that the vectors call so.
pub fn message(theirs: &str) -> Option<&'static Message> {
    MESSAGES.iter().find(|message| message.theirs == theirs)
}

/// All messages that the vectors have.
pub fn all() -> &'static [Message] {
    MESSAGES
}

/// The field that the vectors call so: `masters.end` is the number that says whether the list ends.
pub fn field(message: &Message, theirs: &str) -> Option<String> {
    let find = |tables: &'static [Fields], name: &str| {
        tables.iter().copied().flatten().find(|(theirs, _)| *theirs == name).map(|(_, place)| place)
    };
    let whole = |path: &str| path.split('[').next().unwrap_or_default().to_owned();
    if theirs == "type" {
        return Some("code".to_owned());
    }
    match theirs.split_once('.') {
        None => match find(message.fields, theirs)? {
            At(path) | Len(path) | List(path, _) => Some(whole(path)),
            Bit(..) => Some("bits".to_owned()),
        },
        Some((list, inner)) => {
            let List(path, tables) = find(message.fields, list)? else { return None };
            let inner = match inner {
                "end" => tables.first()?.first().map(|(_, place)| place)?,
                _ => find(tables, inner)?,
            };
            let At(inner) = inner else { return None };
            Some(format!("{path}.{}", whole(inner)))
        }
    }
}

/// Compares a vector's fields with a plain value: all fields of both.
pub fn compare(message: &Message, theirs: &Json, ours: &Value) -> Result<(), String> {
    let theirs = theirs.as_object().ok_or("the vector's fields are no object")?;
    let mut compared = 0;
    for (key, expected) in theirs.iter().filter(|(key, _)| *key != "type") {
        compared += compare_field(message.fields, key, expected, ours).map_err(|why| format!("{key}: {why}"))?;
    }
    let all = leaves(ours);
    if compared == all { Ok(()) } else { Err(format!("{compared} numbers and texts compared, there are {all}")) }
}

fn compare_field(tables: &'static [Fields], key: &str, expected: &Json, ours: &Value) -> Result<usize, String> {
    let mut places = tables.iter().copied().flatten();
    let (_, place) = places.find(|(name, _)| *name == key).ok_or("no such field is known")?;
    match place {
        At(path) => same(expected, at(ours, path)?).map(|()| 1),
        Bit(path, bit) => {
            let bits = expected.as_u64().ok_or("no number")?;
            same(&Json::from(bits >> bit & 1), at(ours, path)?).map(|()| 1)
        }
        Len(path) => {
            let Value::List(list) = at(ours, path)? else { return Err("no list".to_owned()) };
            let same = expected.as_u64() == u64::try_from(list.len()).ok();
            if same { Ok(0) } else { Err(format!("{} elements", list.len())) }
        }
        List(path, tables) => {
            let Value::List(list) = at(ours, path)? else { return Err("no list".to_owned()) };
            let elements = expected.as_array().ok_or("no array")?;
            if elements.len() != list.len() {
                return Err(format!("{} elements instead of {}", list.len(), elements.len()));
            }
            let mut compared = 0;
            for (index, (expected, ours)) in elements.iter().zip(list).enumerate() {
                for (key, expected) in expected.as_object().ok_or("no object")? {
                    let one = compare_field(tables, key, expected, ours);
                    compared += one.map_err(|why| format!("[{index}].{key}: {why}"))?;
                }
            }
            Ok(compared)
        }
    }
}

fn same(expected: &Json, ours: &Value) -> Result<(), String> {
    let same = match (expected, ours) {
        (Json::Number(number), Value::Bool(flag)) => number.as_i64().is_some_and(|number| (number != 0) == *flag),
        (Json::Number(number), _) => ours.raw() == number.as_i64().map(i128::from),
        (Json::String(text), Value::Text(ours)) => text == ours,
        _ => false,
    };
    if same { Ok(()) } else { Err(format!("{expected} is read as {ours:?}")) }
}

/// A value by its path: `state.ammo[0]`.
pub fn at<'v>(value: &'v Value, path: &str) -> Result<&'v Value, String> {
    let mut value = value;
    for step in path.split('.') {
        let (name, index) = match step.strip_suffix(']').and_then(|step| step.split_once('[')) {
            Some((name, index)) => (name, index.parse::<usize>().ok()),
            None => (step, None),
        };
        value = value.field(name).ok_or_else(|| format!("no field {name}"))?;
        if let Some(index) = index {
            let Value::List(list) = value else { return Err(format!("{name} is no list")) };
            value = list.get(index).ok_or_else(|| format!("{name} is too short"))?;
        }
    }
    Ok(value)
}

/// How many numbers and texts a value holds.
fn leaves(value: &Value) -> usize {
    match value {
        Value::Null => 0,
        Value::List(list) => list.iter().map(leaves).sum(),
        Value::Record(fields) | Value::Message { fields, .. } | Value::Arm { fields, .. } => {
            fields.iter().map(|(_, value)| leaves(value)).sum()
        }
        _ => 1,
    }
}

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

const fn named(theirs: &'static str, ours: &'static str, fields: &'static [Fields]) -> Message {
    Message { theirs, ours, fields }
}

const MESSAGES: &[Message] = &[
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
];
