//! Texts that are no PDL, and PDL that is made to break its reader.

use wireform_import::pdl;

fn accepts(text: &str) -> bool {
    wireform_build::load_text("import.wire", text).is_ok()
}

#[test]
fn texts_that_are_no_pdl_are_refused() {
    let many = |text: &str| text.repeat(100_000);
    for (text, says) in [
        (String::new(), "line 1: this is no PDL\nhelp: a file in PDL begins with `little_endian_packets`"),
        ("hello".to_owned(), "line 1: this is no PDL\nhelp: a file in PDL begins with `little_endian_packets`"),
        (many("{"), "line 1: this is no PDL\nhelp: a file in PDL begins with `little_endian_packets`"),
        (format!("little_endian_packets\n{}", many("{")), "line 2: this is no PDL"),
        (format!("little_endian_packets\npacket A {{ a: {}", many("[")), "line 2: this is no PDL"),
        (format!("little_endian_packets\n/*{}", many("/*")), "line 2: this is no PDL"),
        ("little_endian_packets packet A { a: 99999999999999999999999 }".to_owned(), "cannot convert"),
        ("little_endian_packets packet A { a: 0XFF }".to_owned(), "cannot convert"),
        ("little_endian_packets packet A { x: \"\u{202e}\" }".to_owned(), "line 1: this is no PDL"),
        ("little_endian_packets\npacket A {}\npacket A {}".to_owned(), "line 3: `A` is declared twice"),
        ("little_endian_packets\n\npacket A { b: B }".to_owned(), "line 3: `B` is not declared"),
        ("little_endian_packets\npacket A : A {}".to_owned(), "line 2: `A` contains itself"),
        ("little_endian_packets\nstruct A { a: A }".to_owned(), "line 2: `A` contains itself"),
        ("little_endian_packets\ngroup A { B }\ngroup B { A }".to_owned(), "contains itself"),
        (many("//////////////////////"), "the file has more than 1 MiB"),
        (format!("little_endian_packets\n{}{}", "\n".repeat(400_000), many("/**/")), "too many lines"),
    ] {
        let wrong = pdl(&text, "wrong").expect_err(&text.chars().take(80).collect::<String>()).to_string();
        assert!(wrong.contains(says), "{wrong}");
    }
}

#[test]
fn hostile_pdl_becomes_a_schema_or_an_error() {
    let line = |number: usize| match number {
        0 => "struct S0 { x: 8 }\n".to_owned(),
        _ => format!("struct S{number} {{ x: S{} }}\n", number - 1),
    };
    let deep: String = (0..2_000).rev().map(line).collect();
    let groups: String = (1..60).map(|n| format!("group G{n} {{ G{}, G{} }}\n", n - 1, n - 1)).collect();
    let parents: String = (1..60).map(|n| format!("packet P{n} : P{} (a = {n}) {{ _payload_ }}\n", n - 1)).collect();
    for body in [
        deep,
        format!("group G0 {{ _reserved_: 8 }}\n{groups} packet P {{ G59 }}"),
        format!("packet P0 {{ a: 8, _payload_ }}\n{parents}"),
        "packet P { a: 0 } packet Q { a: 0[0], _padding_[0] }".to_owned(),
        "packet P { a: 18446744073709551615, b: 18446744073709551615 }".to_owned(),
        "packet P { a: 64[18446744073709551615], b: 8[], _padding_[18446744073709551615] }".to_owned(),
        "struct S { a: 64[18446744073709551615] } packet P { a: S[18446744073709551615], b: 8[], c: S }".to_owned(),
        "packet P { _size_(x): 64, x: 8[+99999999999999999999999] }".to_owned(),
        "packet P { _payload_ : [+18446744073709551615], _payload_, _body_ }".to_owned(),
        "enum E : 0 { A = 0 } enum F : 65 { A = 18446744073709551615 } packet P { e: E, f: F }".to_owned(),
        "enum E : 64 { A = 0..18446744073709551615 { B = 18446744073709551615, C = 0 } } packet P { e: E }".to_owned(),
        "enum E : 8 { A = 9..1 { B = 5 }, C = .., D = .. } packet P { e: E[] }".to_owned(),
        "enum E : 8 { A = .. } packet P { e: E, _fixed_ = A : E, _fixed_ = B : E }".to_owned(),
        "checksum C : 3 \"\n\" custom_field D : 0 \"\" packet P { c: C, d: D, e: D[], f: 8 if c = 1 }".to_owned(),
        "packet P { a: 8 if a = 1, b: 8[] if b = X, _reserved_: 8 if a = 0, _padding_[4] }".to_owned(),
        "packet P { a: 8, _payload_ } packet Q : P (a = 300, b = 1, a = 1) { x: 8 } packet R : P (a = Z) {}".to_owned(),
        "packet unknown { payload: 8, _payload_ } packet Unknown : unknown (payload = 1) {}".to_owned(),
        "test P { \"\\x00\" } packet P { _checksum_start_(nothing), until: 8, through: 8[], before: 8 }".to_owned(),
    ] {
        if let Ok(imported) = pdl(&format!("little_endian_packets\n{body}"), "hostile") {
            assert!(accepts(&imported.text), "{body}\n{}", imported.text);
        }
    }
}
