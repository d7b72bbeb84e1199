//! The messages as prost has them: with derives, as its own compiler would write them. That compiler, which needs another
//! program, is not counted.

use super::Library;

pub const LIBRARY: Library = Library {
    name: "prost",
    dependencies: "\n[dependencies]\nprost = \"0.14\"\n",
    build_script: None,
    schema: None,
    source,
};

fn source(messages: usize) -> String {
    "use prost::Message;\n".to_owned() + &(0..messages).map(message).collect::<String>()
}

/// Fields with their tags.
fn structure(name: &str, fields: &[(&str, &str, &str)]) -> String {
    let fields = fields.iter().zip(1..);
    let fields =
        fields.map(|((name, kind, ty), tag)| format!("    #[prost({kind}, tag = \"{tag}\")]\n    pub {name}: {ty},\n"));
    format!("#[derive(Clone, PartialEq, Message)]\npub struct {name} {{\n{}}}\n", fields.collect::<String>())
}

fn message(index: usize) -> String {
    let (entry, entries) = (format!("Entry{index}"), format!("Vec<Entry{index}>"));
    let int = |name| (name, "uint32", "u32");
    let float = |name| (name, "float", "f32");
    let fields = match index % 4 {
        0 => vec![int("id"), float("x"), float("y"), float("z"), int("yaw"), int("state"), int("speed"), int("health")],
        1 => vec![
            int("id"),
            ("alive", "bool", "bool"),
            ("target", "uint32, optional", "Option<u32>"),
            ("speed", "uint32, optional", "Option<u32>"),
            ("place", "float, optional", "Option<f32>"),
            int("time"),
        ],
        2 => vec![int("id"), ("entries", "message, repeated", entries.as_str())],
        _ => vec![int("id"), int("channel"), ("text", "bytes = \"vec\"", "Vec<u8>"), int("time")],
    };
    let mut text = structure(&format!("M{index}"), &fields);
    if index % 4 == 2 {
        text += &structure(&entry, &[int("id"), float("x"), float("y"), int("state")]);
    }
    text + &format!(
        "pub fn echo_{index}(bytes: &[u8], mut buffer: &mut [u8]) -> Option<usize> {{
    let room = buffer.len();
    M{index}::decode(bytes).ok()?.encode(&mut buffer).ok()?;
    Some(room - buffer.len())
}}
"
    )
}
