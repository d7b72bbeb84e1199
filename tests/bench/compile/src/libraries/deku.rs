//! The messages as deku has them.

use super::{ENTRY, Library, PLAIN};

pub const LIBRARY: Library = Library {
    name: "deku",
    dependencies: "\n[dependencies]\ndeku = \"0.20\"\n",
    build_script: None,
    schema: None,
    source,
};

fn source(messages: usize) -> String {
    "use deku::prelude::*;\n".to_owned() + &(0..messages).map(message).collect::<String>()
}

const DERIVES: &str = "#[derive(Debug, Clone, PartialEq, DekuRead, DekuWrite)]";

fn message(index: usize) -> String {
    let (before, fields) = match index % 4 {
        0 => (String::new(), PLAIN.to_owned()),
        1 => {
            let fields = "pub id: u16,
    #[deku(update = \"u8::from(self.target.is_some()) | u8::from(self.speed.is_some()) << 1 \
                          | u8::from(self.place.is_some()) << 2 | self.flags & 8\")]
    pub flags: u8,
    #[deku(cond = \"*flags & 1 != 0\")] pub target: Option<u16>,
    #[deku(cond = \"*flags & 2 != 0\")] pub speed: Option<u32>,
    #[deku(cond = \"*flags & 4 != 0\")] pub place: Option<f32>,
    pub time: u32,";
            (String::new(), fields.to_owned())
        }
        2 => {
            let entry = format!(
                "{DERIVES}\n#[deku(endian = \"endian\", ctx = \"endian: deku::ctx::Endian\")]\n\
                 pub struct Entry{index} {{ {ENTRY} }}\n"
            );
            let fields = format!(
                "pub id: u16, #[deku(update = \"self.entries.len()\")] pub count: u8, #[deku(count = \"count\")] \
                 pub entries: Vec<Entry{index}>,"
            );
            (entry, fields)
        }
        _ => {
            let fields = "pub id: u32, pub channel: u8, #[deku(update = \"self.text.len()\")] pub len: u8, \
                          #[deku(count = \"len\")] pub text: Vec<u8>, pub time: u32,";
            (String::new(), fields.to_owned())
        }
    };
    format!(
        "{before}{DERIVES}\n#[deku(endian = \"little\")]\npub struct M{index} {{ {fields} }}
pub fn echo_{index}(bytes: &[u8], buffer: &mut [u8]) -> Option<usize> {{
    let Ok((([], 0), mut message)) = M{index}::from_bytes((bytes, 0)) else {{ return None }};
    message.update().ok()?;
    message.to_slice(buffer).ok()
}}
"
    )
}
