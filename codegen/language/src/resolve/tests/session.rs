//! Session values: their sources and their uses.

use super::{complaints, right};
use crate::model::{CellId, Expr, ParamKind, Presence, SessionId, Test};

#[test]
fn a_value_is_what_a_message_says() {
    let protocol = right(
        "enum Mode: u8 { Ffa = 0, .. }
        message A = 1 { n: u8, mode: Mode, on: u8 as truthy }
        family F: u8 { A, message B = 2 { x: u8 if session.mode == Ffa && session.on } }
        session mode = A.mode;
        session on = A.on;
        session n = A.n;",
    );
    // In the order of first use.
    let values: Vec<_> = protocol.sessions.iter().map(|one| (one.name.as_str(), one.kind, one.cell)).collect();
    assert_eq!(values[0].0, "mode");
    assert!(matches!(values[0], (_, ParamKind::Enum(_), CellId(1))));
    assert_eq!(values[1], ("on", ParamKind::Bool, CellId(2)));
    assert_eq!(values[2].0, "n");
    let field = &protocol.records[1].fields[0];
    assert_eq!((field.condition_needs(), field.needs()), (vec![SessionId(0), SessionId(1)], vec![]));
    let Presence::When { test: Test::All(tests), checked: true, .. } = &field.presence else {
        panic!("{:?}", field.presence)
    };
    assert!(matches!(&tests[0], Test::In { value: Expr::Session(SessionId(0)), .. }));
}

#[test]
fn mistakes() {
    let said = "message A = 1 { n: u8, f: f32, q: Q, x: u8 if n > 2, bits u8 { e, _: .. }, s: u8 if e }
quantity Q: u8 = raw / 2;
";
    let with = |rest: &str| format!("{said}{rest}");
    let cases = [
        with("family F: u8 { A }\nsession n = A.n;\nsession n = A.x;"),
        with("family F: u8 { A }\nsession n = A.m;"),
        with("family F: u8 { A }\nsession q = A.q;"),
        with("family F: u8 { A }\nsession x = A.x;"),
        with("family F: u8 { A }\nsession e = A.e;"),
        with("session n = A.n;"),
        with("family F: u8 { A }\nsession n = F.n;"),
        "session n = B.n;".to_owned(),
        with("family F: u8 { A }\nsession n = A.n;\nstruct S { x: u8 if session.m > 2 }"),
        with("struct S { x: u8 if session.m > 2 }"),
        with("family F: u8 { A }\nsession n = A.n;\nstruct T(p: u8) { x: u8 if p > 2 }\nstruct S { t: T(session.n) }"),
        with("family F: u8 { A }\nsession n = A.n;\nstruct T(n: u8) { x: u8 if n > 2 }"),
        "family F: u8 { A }\nmessage A = 1 { n: u8, x: u8 if session.n > 2 }\nsession n = A.n;".to_owned(),
        with("family F: u8 { A }\nsession n = A.n;\nstruct S { b: bytes[session.n - 300] }"),
    ];
    insta::assert_snapshot!(complaints(&cases.iter().map(String::as_str).collect::<Vec<_>>()));
}
