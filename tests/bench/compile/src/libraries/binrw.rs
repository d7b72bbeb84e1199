//! The messages as binrw has them.

use super::{ENTRY, Library, PLAIN};

pub const LIBRARY: Library = Library {
    name: "binrw",
    dependencies: "\n[dependencies]\nbinrw = \"0.15\"\n",
    build_script: None,
    schema: None,
    source,
};

fn source(messages: usize) -> String {
    let head = "use std::io::Cursor;\nuse binrw::{BinRead, BinWrite, binrw};\n";
    let head = if messages == 0 { "" } else { head };
    head.to_owned() + &(0..messages).map(message).collect::<String>()
}

const DERIVES: &str = "#[binrw]\n#[derive(Debug, Clone, PartialEq)]";

fn message(index: usize) -> String {
    let (before, fields) = match index % 4 {
        0 => (String::new(), PLAIN.to_owned()),
        1 => {
            let fields = "pub id: u16,
    #[br(temp)]
    #[bw(calc = u8::from(target.is_some()) | u8::from(speed.is_some()) << 1 | u8::from(place.is_some()) << 2 \
                          | u8::from(*alive) << 3)]
    flags: u8,
    #[br(calc = flags & 8 != 0)] #[bw(ignore)] pub alive: bool,
    #[br(if(flags & 1 != 0))] pub target: Option<u16>,
    #[br(if(flags & 2 != 0))] pub speed: Option<u32>,
    #[br(if(flags & 4 != 0))] pub place: Option<f32>,
    pub time: u32,";
            (String::new(), fields.to_owned())
        }
        2 => {
            let entry = format!("{DERIVES}\npub struct Entry{index} {{ {ENTRY} }}\n");
            let fields = format!(
                "pub id: u16, #[br(temp)] #[bw(calc = entries.len() as u8)] count: u8, #[br(count = count)] \
                 pub entries: Vec<Entry{index}>,"
            );
            (entry, fields)
        }
        _ => {
            let fields = "pub id: u32, pub channel: u8, #[br(temp)] #[bw(calc = text.len() as u8)] len: u8, \
                          #[br(count = len)] pub text: Vec<u8>, pub time: u32,";
            (String::new(), fields.to_owned())
        }
    };
    format!(
        "{before}#[binrw]\n#[brw(little)]\n#[derive(Debug, Clone, PartialEq)]\npub struct M{index} {{ {fields} }}
pub fn echo_{index}(bytes: &[u8], buffer: &mut [u8]) -> Option<usize> {{
    let message = M{index}::read(&mut Cursor::new(bytes)).ok()?;
    let mut cursor = Cursor::new(buffer);
    message.write(&mut cursor).ok()?;
    Some(cursor.position() as usize)
}}
"
    )
}
