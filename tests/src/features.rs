//! One schema for each kind of construct: its Rust is held still by a snapshot, and its examples go through that Rust.

use wireform_build::model::ExampleKind;
use wireform_tests::features;

/// A feature: its name, its generated text, and what generated code makes of bytes: the same value written again.
type Feature = (&'static str, &'static str, fn(&[u8]) -> Result<Vec<u8>, String>);

macro_rules! feature {
    ($name:ident, $view:path) => {
        (stringify!($name), include_str!(concat!(env!("OUT_DIR"), "/", stringify!($name), ".rs")), |bytes| {
            let view = <$view>::parse_exact(bytes).map_err(|error| error.to_string())?;
            let mut out = vec![0; view.to_value().encoded_len()];
            let len = view.to_value().write(&mut out).map_err(|error| error.to_string())?;
            assert_eq!(len, out.len());
            assert_eq!(view.as_bytes(), bytes);
            Ok(out)
        })
    };
}

const FEATURES: [Feature; 7] = [
    feature!(choices, features::choices::MainView),
    feature!(lists, features::lists::MainView),
    feature!(presence, features::presence::MainView),
    feature!(rules, features::rules::MainView),
    feature!(values, features::values::MainView),
    feature!(varints, features::varints::MainView),
    feature!(widths, features::widths::MainView),
];

#[test]
fn examples_of_features_go_through_generated_code() {
    let mut counts = [0; 3];
    for (name, _, again) in FEATURES {
        let path = format!("{}/schema/features/{name}.wire", env!("CARGO_MANIFEST_DIR"));
        let compiled = wireform_build::load::load(path).expect("the schema compiled when the tests were built");
        for example in compiled.protocol.records.iter().flat_map(|record| &record.examples) {
            let written = again(&example.bytes);
            match &example.kind {
                ExampleKind::Example => assert_eq!(written.as_ref(), Ok(&example.bytes), "{name}: {}", example.title),
                ExampleKind::Accepts => {
                    assert!(written.is_ok_and(|written| written != example.bytes), "{name}: {}", example.title)
                }
                ExampleKind::Refuses { field, .. } => {
                    let error = written.expect_err(&example.title);
                    assert!(error.contains(&format!("Main.{field} at byte")), "{name}: {}: {error}", example.title);
                }
            }
            counts[match example.kind {
                ExampleKind::Example => 0,
                ExampleKind::Accepts => 1,
                ExampleKind::Refuses { .. } => 2,
            }] += 1;
        }
    }
    assert_eq!(counts, [12, 3, 8]);
}

#[test]
fn a_stream_hands_what_is_known_to_its_messages() {
    use features::families::{MainView, ToClient, to_client};
    let bytes = [1, 2, 2, b'h', b'i', 3, 1, 0, 9, 0, 7, 8];
    let view = MainView::parse_exact(&bytes, true).expect("a stream is checked when it is reached");
    let messages: Vec<_> = view.messages().map(|message| message.expect("fine").to_value()).collect();
    assert_eq!(messages[2], ToClient::Update(to_client::Update { id: 1, energy: Some(9) }));
    assert_eq!(messages[3], ToClient::Unknown { code: 7, body: &[8] });
    let mut out = [0; 12];
    assert_eq!(view.to_value().write(&mut out, true), Ok(12));
    assert_eq!(out, bytes);
    let error = view.to_value().write(&mut out, false).expect_err("the energy contradicts what is known");
    assert_eq!(error.to_string(), "Main.messages.energy: contradicts what says whether it is there");
}

#[test]
fn the_rust_of_each_feature() {
    insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
        for (name, rust, _) in FEATURES {
            let schema = std::fs::read_to_string(format!("{}/schema/features/{name}.wire", env!("CARGO_MANIFEST_DIR")));
            let schema = schema.expect("the schema was read when the tests were built");
            insta::assert_snapshot!(name, format!("{schema}\n// ---- its Rust ----\n\n{rust}"));
        }
    });
}
