//! The picture of the README: the bytes of one packet, the lines of its schema and the fields of its Rust, each field in a
//! colour of its own. It is made of what the command prints, of the schema and of the generated code.

use std::fmt::Write as _;

use crate::repository::{read, root, run};

/// The file, as seen from the root of the repository.
pub const FILE: &str = ".github/sound.svg";

/// The packet of the README.
const PACKET: &str = "091f377f8064ff1f0a00ecffff7f";

/// The width of the picture, of a letter of text, and of a byte's box, in pixels.
const WIDTH: usize = 800;
const LETTER: f64 = 7.;
const BYTE: usize = 55;

/// The left end of the bytes and of the schema; that of the Rust, which is below the long first lines of the schema; and
/// the height of a line.
const LEFT: usize = 15;
const COLUMNS: [(usize, usize); 2] = [(LEFT, 106), (500, 112 + 3 * LINE)];
const LINE: usize = 18;

/// The colours of fields, laid over a light or a dark page.
const HUES: [&str; 6] = ["56 139 253", "219 109 40", "46 160 67", "163 113 247", "219 97 162", "187 128 9"];

/// The class of a field. The first field is governed by no bit; the page of the message shows the others in these colours.
fn class(field: usize) -> String {
    format!("h{}", (field + HUES.len() - 1) % HUES.len())
}

/// A field of the packet: its name, and its bytes.
struct Field {
    name: String,
    bytes: Vec<String>,
}

/// The fields as the command explains them, those of groups as one.
fn fields() -> Vec<Field> {
    let mut fields: Vec<Field> = Vec::new();
    let mut group: Option<String> = None;
    let explained = run(&["read", "quake2", "Sound", PACKET]);
    // Below the name of the message.
    let column = explained.find("Sound").expect("a name");
    for line in explained.lines().skip(1) {
        let (before, text) = line.split_at(column);
        let (offset, bytes) = before.split_at(4);
        let (name, is_inner) = (text.split_whitespace().next().expect("a name"), text.starts_with("  "));
        let bytes: Vec<String> = bytes.split_whitespace().map(str::to_owned).collect();
        match (offset.trim().is_empty(), group.as_ref().filter(|_| is_inner)) {
            (true, _) if bytes.is_empty() => group = Some(name.to_owned()),
            (true, _) => {}
            (false, Some(group)) if fields.last().is_some_and(|last| last.name == *group) => {
                fields.last_mut().expect("it is not empty").bytes.extend(bytes);
            }
            (false, outer) => fields.push(Field { name: outer.map_or(name, String::as_str).to_owned(), bytes }),
        }
    }
    fields
}

/// The lines between two lines of a file, without comments, examples and indentation of the outermost block.
fn block(file: &str, first: &str) -> Vec<String> {
    let text = read(file);
    let mut lines = text.lines().skip_while(|line| !line.trim_start().starts_with(first));
    let head = lines.next().expect("the first line");
    let indent = head.len() - head.trim_start().len();
    let inside = lines.take_while(|line| line.trim() != "}" && !line.trim_start().starts_with("example "));
    let inside = inside.filter(|line| !line.trim().is_empty() && !line.trim_start().starts_with("///"));
    let all = [head].into_iter().chain(inside).map(|line| line[indent..].to_owned());
    all.chain(["}".to_owned()]).collect()
}

/// The lines of the schema, and those of the Rust, with short paths.
fn columns() -> [Vec<String>; 2] {
    let rust = block("generated/quake2/mod.rs", "pub struct Sound ");
    let rust = rust.into_iter().map(|line| line.replace("::core::option::", "").replace("super::", ""));
    [block("schema/quake2.wire", "message Sound "), rust.collect()]
}

/// The parts of a line, each with the field that it names.
fn parts<'l>(line: &'l str, names: &[&str]) -> Vec<(&'l str, Option<usize>)> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut parts = Vec::new();
    let mut rest = line;
    // Names in quotes are the game's.
    let mut quoted = false;
    while let Some(first) = rest.chars().next() {
        let end = rest.find(|c| is_word(c) != is_word(first)).unwrap_or(rest.len());
        let (part, after) = rest.split_at(end);
        quoted ^= part.matches('"').count() % 2 == 1;
        parts.push((part, names.iter().position(|name| !quoted && *name == part)));
        rest = after;
    }
    parts
}

/// The picture.
fn draw() -> String {
    let fields = fields();
    let inner: Vec<&str> = fields.iter().skip(2).map(|field| field.name.as_str()).collect();
    let (mut boxes, mut text, mut small) = (String::new(), String::new(), String::new());
    let (mut x, mut offset) = (LEFT, 0);
    for (at, field) in fields.iter().enumerate() {
        let class = at.checked_sub(2).map_or("g".to_owned(), class);
        let width = BYTE * field.bytes.len();
        let _ = write!(boxes, "<path class='{class}' d='M{x} 28h{width}v30h-{width}z'/>");
        let fitted = if 6 * field.name.len() > width {
            format!(" textLength='{}' lengthAdjust='spacingAndGlyphs'", width - 4)
        } else {
            String::new()
        };
        let _ = write!(small, "<text x='{}' y='74'{fitted}>{}</text>", x + 2, field.name);
        for byte in &field.bytes {
            let _ = write!(text, "<text x='{}' y='48'>{byte}</text>", x + BYTE / 2 - 8);
            let _ = write!(small, "<text x='{}' y='22'>{offset}</text>", x + 2);
            (x, offset) = (x + BYTE, offset + 1);
        }
    }
    let mut height = 0;
    for ((left, top), (title, lines)) in COLUMNS.into_iter().zip(["the schema", "the Rust"].into_iter().zip(columns()))
    {
        let _ = write!(small, "<text x='{left}' y='{top}'>{title}</text>");
        for (at, line) in lines.iter().enumerate() {
            let y = top + 22 + LINE * at;
            height = height.max(y + LINE);
            let mut column = 0;
            for (part, field) in parts(line, &inner) {
                let (x, len) = (left as f64 + column as f64 * LETTER, part.chars().count() as f64 * LETTER);
                if let Some(class) = field.map(class) {
                    let _ = write!(
                        boxes,
                        "<rect class='{class}' x='{x}' y='{}' width='{len}' height='16' rx='2'/>",
                        y - 12
                    );
                }
                column += part.chars().count();
            }
            let indent = line.len() - line.trim_start().len();
            let (x, len) = (left as f64 + indent as f64 * LETTER, (line.len() - indent) as f64 * LETTER);
            let line = line.trim_start().replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
            // All letters have the width that the boxes count on, whatever the font.
            let _ =
                write!(text, "<text x='{x}' y='{y}' textLength='{len}' lengthAdjust='spacingAndGlyphs'>{line}</text>");
        }
    }
    let hues: String =
        (0..).zip(HUES).map(|(at, hue)| format!(".h{at}{{fill:rgb({hue}/.3);stroke:rgb({hue}/.6)}}")).collect();
    let size = format!("width='{WIDTH}' height='{height}'");
    format!(
        "<svg xmlns='http://www.w3.org/2000/svg' {size} viewBox='0 0 {WIDTH} {height}'>\
         <title>A sound of Quake 2: its bytes, the schema, the Rust</title>\n\
         <style>svg{{--c:white;--i:rgb(31 35 40);--s:rgb(89 99 110)}}\
         @media(prefers-color-scheme:dark){{svg{{--c:rgb(22 27 34);--i:rgb(230 237 243);--s:rgb(145 152 161)}}}}\
         text{{font:11.6px ui-monospace,Menlo,Consolas,monospace;fill:var(--i);white-space:pre}}\
         .s text{{font-size:10.5px;fill:var(--s)}}.g{{fill:rgb(128 128 128/.12);stroke:var(--s)}}{hues}</style>\n\
         <rect {size} rx='6' fill='var(--c)'/>\n{boxes}\n{text}\n<g class='s'>{small}</g>\n</svg>\n"
    )
}

/// With `WIREFORM_BLESS` set, the test draws the picture anew.
#[test]
fn the_picture_shows_the_packet_the_schema_and_the_rust() {
    let drawn = draw();
    if std::env::var_os("WIREFORM_BLESS").is_some() {
        std::fs::write(root().join(FILE), &drawn).expect("the picture is written");
    }
    assert_eq!(read(FILE), drawn, "`{FILE}` is stale: WIREFORM_BLESS=1 cargo test -p wireform-cli picture");
    assert!(read("README.md").contains(&format!("({FILE})")), "the README shows it");
}
