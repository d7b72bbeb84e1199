//! The packets of the harness are what they say.

use std::collections::BTreeMap;

use wireform_build::model::Role;
use wireform_wireshark_tests::beside::beside;
use wireform_wireshark_tests::captures::{examples, schemas, vectors};
use wireform_wireshark_tests::reading::Reading;

#[test]
fn each_example_is_what_it_says() {
    let all = schemas();
    let mut counts: BTreeMap<&str, [usize; 2]> = BTreeMap::new();
    for loaded in &all {
        for protocol in loaded.schema.protocols() {
            let elements = protocol.records.iter().filter(|one| matches!(one.role, Role::Element { .. }));
            assert!(elements.into_iter().all(|one| one.examples.is_empty()), "an element has no examples of its own");
        }
        for sample in examples(loaded) {
            let read = Reading::of(&sample, &all).whole(&sample.bytes);
            assert_eq!(Some(read.is_ok()), sample.is_right, "{}: {read:?}", sample.origin);
            counts.entry(&loaded.path).or_default()[usize::from(read.is_err())] += 1;
        }
    }
    assert!(
        counts.len() == all.len() && counts.values().all(|[read, refused]| *read > 0 && *refused > 0),
        "{counts:?}"
    );
}

#[test]
fn each_vector_has_a_target() {
    let all = schemas();
    let mut counts: BTreeMap<String, [usize; 2]> = BTreeMap::new();
    let mut wrong = Vec::new();
    for sample in vectors() {
        let read = Reading::of(&sample, &all).whole(&sample.bytes);
        if sample.is_right == Some(true) && read.is_err() {
            wrong.push(format!("{} {} {read:?}", sample.origin, sample.target));
        }
        counts.entry(sample.schema).or_default()[usize::from(read.is_err())] += 1;
    }
    println!("read and refused: {counts:#?}");
    assert_eq!(wrong, Vec::<String>::new());
    if beside("vectors-foreign").is_some() {
        assert_eq!(counts.len(), 4 + 12, "each collection is found");
    }
    for protocol in ["blank", "quake2", "rcce2", "sauerbraten"] {
        let [read, refused] = counts[&format!("schema/{protocol}.wire")];
        assert!(read > 20 && refused > 5, "{protocol}: {read} {refused}");
    }
}
