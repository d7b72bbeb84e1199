//! The schema that each description becomes, and the packets that it reads and writes.

use std::path::Path;

use serde_json::{Value, json};

use super::subject::{Subject, subjects};
use crate::support::Folder;

fn blesses() -> bool {
    std::env::var_os("WIREFORM_BLESS").is_some()
}

#[test]
fn descriptions_become_the_schemas_beside_them() {
    let mut count = 0;
    for subject in subjects() {
        count += 1;
        let name = format!("{}/{}", subject.language, subject.name());
        let imported = subject.imported().unwrap_or_else(|wrong| panic!("{name}: {wrong}"));
        assert_eq!(wireform_cli::format(&imported.text), imported.text, "{name} is not laid out");
        let compiled = wireform_build::load_text("import.wire", imported.text.as_str());
        assert!(compiled.is_ok(), "{name}: {}", compiled.unwrap_err().render(false));
        let whole =
            format!("{}\n// {}", imported.text, imported.summary.to_string().trim_end().replace('\n', "\n// ")) + "\n";
        let golden = subject.path.with_extension("wire");
        if blesses() {
            std::fs::write(&golden, &whole).expect("the schema is written");
        }
        let there = std::fs::read_to_string(&golden).unwrap_or_default();
        assert!(there == whole, "{name} becomes another schema; WIREFORM_BLESS=1 writes it to {}", golden.display());
    }
    assert!(count >= 20, "{count} descriptions");
}

/// Everything that the lines say is so, in both directions.
#[test]
fn schemas_read_and_write_the_packets_beside_them() {
    let mut count = 0;
    for subject in subjects() {
        let Ok(lines) = std::fs::read_to_string(subject.path.with_extension("jsonl")) else { continue };
        let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect();
        let folder = Folder::new(&format!("import_{}_{}", subject.language, subject.name()));
        folder.write("it.wire", subject.imported().expect("it is imported").text.as_bytes());
        let lines: Vec<Value> = lines.iter().map(|line| packet(&subject, &folder, line)).collect();
        count += lines.len();
        if blesses() {
            let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
            std::fs::write(subject.path.with_extension("jsonl"), text).expect("the lines are written");
        }
    }
    assert!(count >= 60, "{count} packets");
}

/// Reads a packet, compares its values, and writes these. Gives the line as it should be.
fn packet(subject: &Subject, folder: &Folder, line: &Value) -> Value {
    let (name, hex) = (line["name"].as_str().expect("a name"), line["hex"].as_str().expect("bytes"));
    let place = format!("{}/{}: {name} {hex}", subject.language, subject.name());
    let read = one(folder, &["read", "it.wire", name, "--lines"], &json!({ "hex": hex }));
    if read["ok"] != true {
        let kind = &read["error"]["kind"];
        assert!(blesses() || line["refused"] == *kind, "{place}: {read}");
        return json!({ "name": name, "hex": hex, "refused": kind });
    }
    assert_eq!(read["rest"], "", "{place}: bytes are left over");
    assert!(blesses() || line["fields"] == read["fields"], "{place}: {}", read["fields"]);
    let written = one(folder, &["write", "it.wire", name, "--lines"], &json!({ "fields": read["fields"] }));
    // Bytes that readers ignore are written as zeros, which the line says.
    let other = written["hex"].as_str().filter(|written| *written != hex.replace(' ', ""));
    assert!(blesses() || line.get("written").and_then(Value::as_str) == other, "{place}: {written}");
    match other {
        Some(other) => json!({ "name": name, "hex": hex, "written": other, "fields": read["fields"] }),
        None => json!({ "name": name, "hex": hex, "fields": read["fields"] }),
    }
}

fn one(folder: &Folder, arguments: &[&str], line: &Value) -> Value {
    let ran = folder.pipe(arguments, format!("{line}\n").as_bytes());
    serde_json::from_str(&ran.out).unwrap_or_else(|_| panic!("{line}: {ran:?}"))
}

/// The three examples of the page: each description, and the schema behind it.
#[test]
fn the_page_shows_what_its_descriptions_become() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("import.md");
    let mut page = std::fs::read_to_string(&path).expect("the page");
    let mut count = 0;
    for (fence, language) in [("```json\n", "protodef"), ("```yaml\n", "kaitai"), ("```pdl\n", "pdl")] {
        let Some((before, behind)) = page.split_once(fence) else { continue };
        let (description, behind) = behind.split_once("```\n").expect("its end");
        let (between, behind) = behind.split_once("```wire\n").expect("the schema");
        let (schema, behind) = behind.split_once("```\n").expect("its end");
        let name = schema.split(' ').nth(1).expect("the name of the protocol");
        let subject = Subject { language, path: path.with_file_name(format!("{name}.ksy")) };
        let imported = subject.import(None, description).expect("a schema").text;
        assert!(blesses() || imported == schema, "{language}: {imported}");
        page = format!("{before}{fence}{description}```\n{between}```wire\n{imported}```\n{behind}");
        count += 1;
    }
    if blesses() {
        std::fs::write(&path, page).expect("the page is written");
    }
    assert_eq!(count, 3);
}
