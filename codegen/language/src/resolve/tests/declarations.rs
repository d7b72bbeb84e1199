//! Headers, imports, and declared names.

use super::{HEADER, compiled, complaint, complaints, several};
use crate::model::{ByteOrder, Carrier, Scalar};

#[test]
fn headers() {
    let cases = [
        "const A = 1;",
        "protocol test { }",
        "protocol test { byte_order: middle }",
        "protocol test { byte_order: little, byte_order: big }",
        "protocol test { byte_ordr: little, byte_order: little }",
        "protocol test { byte_order: little, endian: 1 }",
        "protocol test { byte_order: little, bit_odrer: high_first }",
        "protocol test { byte_order: little, bit_order: high_frist }",
        "protocol test { byte_order: little, bit_order: msb }",
        "protocol test { byte_order: little, bit_order: 1 }",
    ];
    insta::assert_snapshot!(cases.iter().map(|case| complaint(&[case])).collect::<String>());
}

#[test]
fn names() {
    insta::assert_snapshot!(complaints(&[
        "const A = 1;\nenum B: u8 { X = 0 }\nbits B: u8 { x: u8 }",
        "const A = 1;\nconst B if A == 1 = 2;\nconst B if A >= 1 = 3;",
        "enum Gun: u8 { Pistol = 0 }\nbits State: u8 { gun: Gum }",
        "const KIND = 1;\nenum Gun: u8 if KIND == 2 { Pistol = 0 }\nbits State: u8 { gun: Gun }",
        "const VERSION = 1;",
    ]));
}

#[test]
fn wrong_guards_are_not_duplicates() {
    let items = "type A if VERSION == 1 = u8;\ntype A if SHIFT == 2 = u16;\nenum E: A { X = 0 }\n";
    insta::assert_snapshot!(several(&[&format!("{HEADER}{items}")], 2));
}

#[test]
fn rings() {
    insta::assert_snapshot!(complaints(&[
        "const A = A + 1;",
        "const A = B;\nconst B = C * 2;\nconst C = A;",
        "type A = B;\ntype B = A;",
        "type A = [A; 3];",
        "enum A: B { X = 0 }\nenum B: A { X = 0 }",
        "const A if B == 1 = 1;\nconst B = A;",
    ]));
}

#[test]
fn guards_choose_a_declaration() {
    let text = "protocol test { byte_order: big }
        const KIND = 2;
        enum Gun: u8 if KIND == 1 { Pistol = 0 }
        enum Gun: u16 if KIND == 2 { Rifle = 0 }";
    let (protocol, ..) = compiled(&[text]);
    let protocol = protocol.unwrap();
    assert_eq!(protocol.enums[0].codes[0].name, "Rifle");
    let order = ByteOrder::Big;
    assert_eq!(protocol.enums[0].carrier, Carrier::Scalar(Scalar::Int { bytes: 2, signed: false, order }));
}

#[test]
fn imports() {
    let schema = "protocol test { byte_order: little }\nuse \"imported.wire\";\nenum Gun: Code { Pistol = FIRST }\n";
    let (protocol, ..) = compiled(&[schema, "const FIRST = 3;\ntype Code = u8;\n"]);
    assert_eq!(protocol.unwrap().enums[0].codes[0].written, 3);
    let (protocol, ..) =
        compiled(&[schema, "protocol other { byte_order: little }\nconst FIRST = 3;\ntype Code = u8;\n"]);
    assert_eq!(protocol.unwrap().name, "test");
    insta::assert_snapshot!(
        [
            complaint(&[schema, "protocol other { byte_order: big }\nconst FIRST = 3;\ntype Code = u8;\n"]),
            complaint(&[schema, "const FIRST = 3;\nenum Gun: u8 { A = 0 }\ntype Code = u8;\n"]),
            complaint(&[
                schema,
                "protocol other { byte_order: little, bit_order: high_first }\nconst FIRST = 3;\ntype Code = u8;\n"
            ]),
            complaint(&[
                "protocol test { byte_order: little, bit_order: high_first }\nuse \"imported.wire\";\n",
                "protocol other { byte_order: little }\n",
            ]),
        ]
        .concat()
    );
}
