//! Each kind of name as an editor shows it.

use std::path::Path;

use wireform_build::load_text;
use wireform_cli::lsp::Analysis;
use wireform_cli::lsp::hover::Hovers;

use crate::document::Document;
use crate::support::{FILE, analysis, offset, root};

/// The explanations at places of a schema: a stretch of its text, with `|` at the place.
fn told(compiled: &Analysis, places: &[&str]) -> String {
    let hovers = Hovers::new(compiled);
    let text = &compiled.sources.get(FILE).text;
    let one = |place: &&str| {
        let (before, after) = place.split_once('|').expect("a place");
        let at = text.find(&format!("{before}{after}")).unwrap_or_else(|| panic!("no `{place}`"));
        let markdown = hovers.at(FILE, offset(at + before.len())).map(|(_, markdown)| markdown);
        format!("<<< {place} >>>\n\n{}\n", markdown.unwrap_or_default())
    };
    places.iter().map(one).collect::<Vec<_>>().join("\n")
}

/// The explanations of all names of a schema, where they are declared.
fn every_definition(compiled: &Analysis) -> String {
    let hovers = Hovers::new(compiled);
    let all = compiled.references.definitions().iter().map(|one| {
        let (_, markdown) = hovers.at(FILE, one.span.start).expect("an explanation");
        format!("<<< {} >>>\n\n{markdown}\n", compiled.sources.text(one.span))
    });
    all.collect::<Vec<_>>().join("\n")
}

fn shipped(name: &str) -> Analysis {
    analysis(&root().join("schema").join(name))
}

fn of(text: &str) -> Analysis {
    Analysis::from(load_text("example.wire", text))
}

#[test]
fn a_sound_of_quake_2() {
    let places = [
        "message |Sound",
        "|volume \"SND_VOLUME\"",
        "|mask: bits u8 {\n            volume",
        "|sound: u8",
        "|volume: Unit if",
        "volume: |Unit if",
        "if mask.|volume else",
        "|source: Source if",
        "quantity |Attenuation",
        "|channel: u3",
        "family |ToClient",
        "delta |Command",
        "hook |",
        "protocol |quake2",
    ];
    insta::assert_snapshot!(told(&shipped("quake2.wire"), &places));
}

#[test]
fn the_buoy_of_the_guide() {
    let guide = Document::new(&root(), &["schema/guide.md"]);
    let schema = guide.schemas().into_iter().next().expect("the first schema");
    insta::assert_snapshot!(every_definition(&of(&schema.text)));
}

#[test]
fn versions_of_sauerbraten() {
    let places = [
        "message |Pos ",
        "match |wide_x",
        "|extra: bytes[u16] if VERSION",
        "const |SHIFT",
        "+ |SHIFT",
        "session |mode",
        "enum |GameMode",
        "bits |PlayerState",
        "|hold: if VERSION",
        "if |VERSION",
    ];
    insta::assert_snapshot!(told(&shipped("sauerbraten.wire"), &places));
}

#[test]
fn a_packet_of_mqtt() {
    let places = ["value: |VariableByteInteger", "type |Text =", "enum |Qos", "struct |Packet", "message |Publish"];
    insta::assert_snapshot!(told(&shipped("gallery/mqtt.wire"), &places));
}

#[test]
fn a_message_of_dns() {
    let places = [
        "type |Ipv4",
        "as |ipv4",
        "|label: match len",
        "|Text: latin1[len]",
        "type |Name =",
        "|address: bytes[(",
        "struct |ResourceRecord",
    ];
    insta::assert_snapshot!(told(&shipped("gallery/dns.wire"), &places));
}

#[test]
fn each_kind_of_name() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hover/kinds.wire");
    let compiled = analysis(&path);
    assert!(compiled.diagnostics.is_empty(), "{:?}", compiled.diagnostics);
    insta::assert_snapshot!(every_definition(&compiled));
}

#[test]
fn fields_without_a_name() {
    let text = "protocol p { byte_order: little }\nstruct S { n: u8, _: u16, @3 _: align(4), _: ascii[2] = \"OK\" }";
    let compiled = of(text);
    let hovers = Hovers::new(&compiled);
    let all = text.match_indices("_:").filter_map(|(at, _)| hovers.at(FILE, offset(at)));
    let all: Vec<String> = all.map(|(_, markdown)| markdown).collect();
    assert_eq!(all.len(), 3);
    insta::assert_snapshot!(all.join("\n\n"));
}

#[test]
fn a_schema_with_errors_has_its_text() {
    let text = "protocol p { byte_order: little }\n/// A point.\nstruct Point {\n    /// To the right.\n    x: u8,\n}\n\
                struct Line { from: Point, to: Pont }\n";
    let compiled = of(text);
    assert!(compiled.schema.is_none());
    insta::assert_snapshot!(told(&compiled, &["|x: u8", "from: |Point", "struct |Line"]));
}

#[test]
fn a_schema_with_a_wrong_example_has_all() {
    let text = "protocol p { byte_order: little }\nstruct Point { x: u8, example \"far\" = hex \"01\" { x: 2 } }\n";
    let compiled = of(text);
    assert_eq!(compiled.diagnostics.len(), 1);
    insta::assert_snapshot!(told(&compiled, &["{ |x: u8", "{ |x: 2"]));
}
