//! Two values are the same if nobody who reads them could tell one from the other: names by their names, numbers and
//! floats bit for bit.

use wireform_build::interpret::{Float, Value};
use wireform_build::model::Protocol;

use super::{Difference, join};

/// The differences, of which those explain nothing that change the value.
pub fn without_lost(
    protocol: &Protocol,
    mut found: Vec<Difference>,
    given: &Value,
    written: &Value,
) -> Vec<Difference> {
    let mut lost = Vec::new();
    compare(protocol, (given, written), "", &mut lost);
    for path in lost {
        let mut is_told = false;
        for one in found.iter_mut().filter(|one| holds(&path, &one.path) || holds(&one.path, &path)) {
            one.kind = None;
            is_told = true;
        }
        if !is_told {
            found.push(Difference { path, offset: 0, kind: None, given: Vec::new(), written: Vec::new() });
        }
    }
    found
}

/// Whether one path leads to the other, or into it.
fn holds(outer: &str, inner: &str) -> bool {
    inner.strip_prefix(outer).is_some_and(|rest| outer.is_empty() || rest.is_empty() || rest.starts_with(['.', '[']))
}

/// The paths at which two values are not the same.
fn compare(protocol: &Protocol, (given, written): (&Value, &Value), path: &str, lost: &mut Vec<String>) {
    let lists = given.list(protocol).zip(written.list(protocol));
    if let Some(((_, given), (_, written))) = lists.filter(|((one, _), (other, _))| one == other) {
        let pairs = given.zip(written).enumerate();
        return pairs.for_each(|(index, (given, written))| {
            compare(protocol, (&given, &written), &format!("{path}[{index}]"), lost);
        });
    }
    let fields = |given: &[_], written: &[_], lost| fields(protocol, [given, written], path, lost);
    let same = match (given, written) {
        (Value::Record(given), Value::Record(written)) => return fields(given, written, lost),
        (Value::Bits { parts: given, .. }, Value::Bits { parts: written, .. }) => {
            return fields(given, written, lost);
        }
        (Value::Message { name, fields: given }, Value::Message { name: other, fields: written })
        | (Value::Arm { name, fields: given }, Value::Arm { name: other, fields: written })
            if name == other =>
        {
            return fields(given, written, lost);
        }
        (Value::Enum { name: Some(name), .. }, Value::Enum { name: Some(other), .. }) => name == other,
        (Value::Float(Float::F32(given)), Value::Float(Float::F32(written))) => given.to_bits() == written.to_bits(),
        (Value::Float(Float::F64(given)), Value::Float(Float::F64(written))) => given.to_bits() == written.to_bits(),
        (Value::Quantity { raw: given, .. }, Value::Quantity { raw: written, .. })
        | (Value::Packed { raw: given, .. }, Value::Packed { raw: written, .. }) => given == written,
        // It is compared as bytes only.
        (Value::Unverified { .. }, Value::Unverified { .. }) => true,
        (given, written) => given == written,
    };
    if !same {
        lost.push(path.to_owned());
    }
}

fn fields(protocol: &Protocol, [given, written]: [&[(String, Value)]; 2], path: &str, lost: &mut Vec<String>) {
    if given.len() != written.len() {
        lost.push(path.to_owned());
    }
    for ((name, given), (_, written)) in given.iter().zip(written) {
        compare(protocol, (given, written), &join(path, name), lost);
    }
}
