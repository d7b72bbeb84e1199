//! A lost byte is never told as one of the kinds.

mod kinds;

use wireform_build::interpret::{Float, Value};
use wireform_build::model::Protocol;

use super::{Difference, Kind, cover, same};

fn difference(path: &str, offset: usize, given: &[u8], written: &[u8]) -> Difference {
    Difference {
        path: path.to_owned(),
        offset,
        kind: Some(Kind::Flag),
        given: given.to_vec(),
        written: written.to_vec(),
    }
}

fn packet(fields: &[(&str, Value)]) -> Value {
    Value::Record(fields.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect())
}

/// Whether each of the differences at `a.b` and `c` still has its kind, where the one value becomes the other.
fn kept(given: &Value, written: &Value) -> Vec<bool> {
    let values = [given, written]
        .map(|value| packet(&[("a", packet(&[("b", value.clone())])), ("c", Value::List(vec![Value::Int(1)]))]));
    let found = vec![difference("a.b", 0, &[1], &[]), difference("c", 1, &[1], &[])];
    let [given, written] = &values;
    same::without_lost(&Protocol::default(), found, given, written).iter().map(|one| one.kind.is_some()).collect()
}

#[test]
fn a_difference_that_changes_the_value_has_no_kind() {
    let float = |float: f32| Value::Float(Float::F32(float));
    let name = |raw, name: &str| Value::Enum { raw, name: Some(name.to_owned()) };
    assert_eq!(kept(&float(f32::NAN), &float(f32::NAN)), [true, true]);
    assert_eq!(kept(&float(0.0), &float(-0.0)), [false, true]);
    assert_eq!(kept(&name(1, "A"), &name(2, "A")), [true, true]);
    assert_eq!(kept(&name(1, "A"), &name(2, "B")), [false, true]);
    assert_eq!(kept(&Value::Unverified { raw: 1 }, &Value::Unverified { raw: 2 }), [true, true]);
    assert_eq!(kept(&Value::Int(1), &Value::Null), [false, true]);
    // A part of what differs, and what holds it.
    let list = |numbers: &[i128]| Value::List(numbers.iter().copied().map(Value::Int).collect());
    assert_eq!(kept(&list(&[1, 2]), &list(&[1, 3])), [false, true]);
    assert_eq!(kept(&list(&[1, 2]), &list(&[1])), [false, true]);
}

#[test]
fn a_changed_value_without_a_difference_is_one() {
    let [given, written] = [1, 2].map(|number| packet(&[("d", Value::Int(number))]));
    let found = same::without_lost(&Protocol::default(), vec![difference("a", 0, &[1], &[])], &given, &written);
    assert_eq!(
        found.iter().map(|one| (one.path.as_str(), one.kind)).collect::<Vec<_>>(),
        [("a", Some(Kind::Flag)), ("d", None)]
    );
}

#[test]
fn differences_that_leave_something_out_explain_nothing() {
    let all = vec![difference("a", 0, &[1], &[2]), difference("b", 0, &[1], &[2]), difference("c", 2, &[], &[3])];
    assert_eq!(cover::checked(all.clone(), &[1, 9], &[2, 9, 3]), all);
    for wrong in [&[2, 9][..], &[2, 8, 3], &[1, 9, 3]] {
        let found = cover::checked(all.clone(), &[1, 9], wrong);
        assert_eq!(found, [cover::whole(&[1, 9], wrong)]);
        assert_eq!(found[0].kind, None);
    }
    // Nor do those of other bytes.
    let wrong = vec![difference("a", 7, &[1], &[2])];
    assert_eq!(cover::checked(wrong, &[1, 9], &[2, 9])[0].kind, None);
}
