//! The messages in PDL, which has neither floats nor bytes of a length that is no payload's.

use super::Library;

pub const LIBRARY: Library = Library {
    name: "PDL",
    dependencies: "
[dependencies]
pdl-runtime = \"0.5\"
bytes = \"1\"
[build-dependencies]
pdl-compiler = \"0.5\"
",
    build_script: Some(
        "\
use pdl_compiler::{analyzer, ast, backends, parser};
fn main() {
    let mut sources = ast::SourceDatabase::new();
    let file = parser::parse_file(&mut sources, \"messages.pdl\").unwrap();
    let file = analyzer::analyze(&file).unwrap();
    let rust = backends::rust::generate(&sources, &file, &[]).replace(\"//!\", \"//\");
    std::fs::write(std::path::Path::new(&std::env::var_os(\"OUT_DIR\").unwrap()).join(\"messages.rs\"), rust).unwrap();
}
",
    ),
    schema: Some(("messages.pdl", schema)),
    source,
};

fn schema(messages: usize) -> String {
    "little_endian_packets\n".to_owned() + &(0..messages).map(message).collect::<String>()
}

fn message(index: usize) -> String {
    let (before, fields) = match index % 4 {
        0 => (String::new(), "id: 16, x: 32, y: 32, z: 32, yaw: 16, state: 8, speed: 16, health: 16"),
        1 => {
            let fields = "id: 16, has_target: 1, has_speed: 1, has_place: 1, alive: 1, _reserved_: 4, \
                          target: 16 if has_target = 1, speed: 32 if has_speed = 1, place: 32 if has_place = 1, \
                          time: 32";
            (String::new(), fields)
        }
        2 => {
            let entry = format!("struct Entry{index} {{ id: 16, x: 32, y: 32, state: 8, }}\n");
            (entry, "id: 16, _count_(entries): 8, entries: ENTRY[]")
        }
        _ => (String::new(), "id: 32, channel: 8, _size_(text): 8, text: 8[], time: 32"),
    };
    let fields = fields.replace("ENTRY", &format!("Entry{index}"));
    format!("{before}packet M{index} {{ {fields}, }}\n")
}

fn source(messages: usize) -> String {
    let functions = (0..messages).map(|index| {
        format!(
            "pub fn echo_{index}(bytes: &[u8], mut buffer: &mut [u8]) -> Option<usize> {{
    let room = buffer.len();
    messages::M{index}::decode_full(bytes).ok()?.encode(&mut buffer).ok()?;
    Some(room - buffer.len())
}}
"
        )
    });
    let head = "\
use pdl_runtime::Packet;
pub mod messages { include!(concat!(env!(\"OUT_DIR\"), \"/messages.rs\")); }
";
    let head = if messages == 0 { "" } else { head };
    head.to_owned() + &functions.collect::<String>()
}
