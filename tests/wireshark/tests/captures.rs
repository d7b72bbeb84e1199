//! The packets of the harness are what they say.

use std::collections::BTreeMap;

use wireform_build::interpret::{Target, read_in};
use wireform_build::model::{Role, SessionId, SessionValues};
use wireform_cli::target::target;
use wireform_wireshark_tests::captures::{Loaded, Sample, examples, schemas, vectors};

/// Whether the interpreter reads all of a packet.
fn is_read(all: &[Loaded], sample: &Sample) -> Result<(), String> {
    let loaded = all.iter().find(|one| one.path == sample.schema).expect("its schema");
    let protocol = match &sample.version {
        Some(version) => loaded.schema.version(version).expect("its version"),
        None => &loaded.schema.first,
    };
    let target: Target = target(protocol, &sample.target).unwrap_or_else(|error| panic!("{}: {error}", sample.origin));
    let value = |all: &[(String, i128)], name: &str| all.iter().find(|(one, _)| one == name).map(|(_, value)| *value);
    let params = target.params(protocol).iter().map(|param| value(&sample.params, &param.name));
    let params: Vec<i128> = params.map(|value| value.expect("each parameter")).collect();
    let mut session = SessionValues::default();
    for (id, one) in protocol.sessions.iter().enumerate() {
        session.set(SessionId(id), value(&sample.session, &one.name));
    }
    match read_in(protocol, target, &sample.bytes, &params, &mut session) {
        Ok(read) if read.rest.is_empty() => Ok(()),
        Ok(read) => Err(format!("{} bytes are left", read.rest.len())),
        Err(error) => Err(error.to_string()),
    }
}

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
            let read = is_read(&all, &sample);
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
        let read = is_read(&all, &sample);
        if sample.is_right == Some(true) && read.is_err() {
            wrong.push(format!("{} {} {read:?}", sample.origin, sample.target));
        }
        counts.entry(sample.schema).or_default()[usize::from(read.is_err())] += 1;
    }
    println!("read and refused: {counts:#?}");
    assert_eq!(wrong, Vec::<String>::new());
    // The gate says so where the collections are there.
    if std::env::var("WIREFORM_SHARED").is_ok_and(|it| it == "required") {
        assert_eq!(counts.len(), 4 + 12, "each collection is found");
    }
    for protocol in ["blank", "quake2", "rcce2", "sauerbraten"] {
        let [read, refused] = counts[&format!("schema/{protocol}.wire")];
        assert!(read > 20 && refused > 5, "{protocol}: {read} {refused}");
    }
}
