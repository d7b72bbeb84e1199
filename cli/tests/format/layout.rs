//! The rules of the layout, each in small.

use wireform_cli::format;

use crate::oracle::laid_out;

const HEAD: &str = "protocol tiny { byte_order: little }\n";

/// That the items of a schema are laid out like this.
#[track_caller]
fn becomes(text: &str, expected: &str) {
    assert_eq!(laid_out("a schema", &format!("{HEAD}{text}")), format!("{HEAD}{expected}"));
}

#[track_caller]
fn stays(text: &str) {
    becomes(text, text);
}

#[test]
fn one_blank_is_between_two_tokens_or_none() {
    becomes("const   MOST=3 *( 4+5 )-- 1;\n", "const MOST = 3 * (4 + 5) - -1;\n");
    becomes("type  Text=latin1 [ until 0 ,..= 2047 ] ;\n", "type Text = latin1[until 0, ..=2047];\n");
    becomes("varint Groups :i29=groups( 7,7 ,7, 8 ) ;\n", "varint Groups: i29 = groups(7, 7, 7, 8);\n");
    becomes("hook sum(data :bytes)->u8 ;\n", "hook sum(data: bytes) -> u8;\n");
    becomes(
        "enum Gun:u8{Fist=0x0|-1 ..=3,Odd=..0|9 .. ,..}\n",
        "enum Gun: u8 { Fist = 0x0 | -1..=3, Odd = ..0 | 9.., .. }\n",
    );
    becomes(
        "struct S{@ 4 x :u8 where it!=-1&&! y||it in -3 ..- 1|..=5,a:[ u8;..],_:.. fill 1}\n",
        "struct S { @4 x: u8 where it != -1 && !y || it in -3..-1 | ..=5, a: [u8; ..], _: .. fill 1 }\n",
    );
    becomes(
        "struct S{a:match(x,y){(1,_)=>u8,_=>none}else 0,within(u8){b:T(1)}}\n",
        "struct S { a: match (x, y) { (1, _) => u8, _ => none } else 0, within (u8) { b: T(1) } }\n",
    );
    becomes(
        "struct S{a:u8=crc(before(a),after (b)),c:bytes[before(0xFF|1)],\nexample\"t\"(v:1)=hex\"00\"{a [0].b:[ {} ]}}\n",
        "struct S {\n    a: u8 = crc(before(a), after(b)), c: bytes[before(0xFF | 1)],\n    \
         example \"t\" (v: 1) = hex \"00\" { a[0].b: [{}] }\n}\n",
    );
}

/// Words of the language are names where no clause can be.
#[test]
fn words_are_names_where_they_name_something() {
    stays("struct S { if: u8, where: u8 where where - 1 > range, range: u8 if if == until, in: u8 in a.in - 3 }\n");
    stays("struct S { until: u8, x: bytes[until until], y: u8 if before(x) == 1, from: u8 as bool, as: u8 }\n");
}

#[test]
fn lines_between_items_are_kept() {
    stays("struct Hit { x: u8, y: u8 }\n");
    stays("struct Hit {\n    x: u8, y: u8,\n    z: u8,\n}\n");
    stays("family ToServer: u8 { message Ping = 1; message Pong = 2; Other, .. }\n");
    stays(
        "family ToServer: u8 {\n    message Ping = 1; message Pong = 2;\n    message Text = 3 { x: u8 }\n    ..\n}\n",
    );
}

#[test]
fn an_item_after_several_lines_begins_a_line() {
    becomes(
        "struct S { x: { a: u8,\n b: u8 }, y: u8, z: u8 where\n it == 1, w: u8, v: u8 }\n",
        "struct S {\n    x: {\n        a: u8,\n        b: u8,\n    },\n    y: u8, z: u8 where\n        it == 1,\n    w: u8, v: u8,\n}\n",
    );
    becomes(
        "family F: u8 { message A = 1 {\n x: u8 } message B = 2; message C = 3; Other, .. }\n",
        "family F: u8 {\n    message A = 1 {\n        x: u8,\n    }\n    message B = 2; message C = 3; Other, ..\n}\n",
    );
}

#[test]
fn a_declaration_begins_a_line() {
    becomes(
        "const A = 1; const B = 2; struct S {} struct T {} type X = { a: u8 } if B == 2;\n",
        "const A = 1;\nconst B = 2;\nstruct S {}\nstruct T {}\ntype X = { a: u8 } if B == 2;\n",
    );
}

#[test]
fn braces_with_a_line_in_them_are_opened() {
    becomes("struct Hit { x: u8,\n  y: u8 }\n", "struct Hit {\n    x: u8,\n    y: u8,\n}\n");
    becomes("struct Hit {\nx: u8 }\n", "struct Hit {\n    x: u8,\n}\n");
    becomes(
        "struct Hit { x: { a: u8,\n b: u8 } }\n",
        "struct Hit {\n    x: {\n        a: u8,\n        b: u8,\n    },\n}\n",
    );
    becomes("struct Hit {\n}\n", "struct Hit {}\n");
    stays("struct Hit {\n    // Nothing.\n}\n");
}

#[test]
fn other_brackets_are_opened_by_a_line_between_their_items() {
    becomes("family F(a: u8,\nb: u8): u8 {}\n", "family F(\n    a: u8,\n    b: u8,\n): u8 {}\n");
    becomes("struct S(\na: u8) {}\n", "struct S(\n    a: u8,\n) {}\n");
    stays("struct S {\n    labels: [{\n        ttl: u8,\n        last: u8,\n    }; until last: 1],\n}\n");
    stays(
        "struct S {\n    example \"t\" = hex \"00\" {\n        x: [{\n            a: 1,\n        }, { a: 2 }],\n    }\n}\n",
    );
}

#[test]
fn a_comma_follows_the_last_item_if_lines_end_there() {
    becomes("struct S { x: u8, y: u8, }\n", "struct S { x: u8, y: u8 }\n");
    becomes("enum E: u8 {\n    A = 1,\n    .. ,\n}\n", "enum E: u8 {\n    A = 1,\n    ..\n}\n");
    becomes("enum E: u8 {\n    A = 1\n}\n", "enum E: u8 {\n    A = 1,\n}\n");
    becomes(
        "varint V: u32 {\n    0..=252 => u8,\n    .. => 253 u16\n}\n",
        "varint V: u32 {\n    0..=252 => u8,\n    .. => 253 u16,\n}\n",
    );
    // After a message there may be none.
    stays("family F: u8 {\n    Other,\n    message A = 1 { x: u8 }\n}\n");
    becomes(
        "family F: u8 {\n    message A = 1;\n    Other\n}\n",
        "family F: u8 {\n    message A = 1;\n    Other,\n}\n",
    );
    // Nor in a choice of two values, nor where no items are.
    stays("const A = if VERSION == 1 {\n    2\n} else {\n    3\n};\n");
    stays("struct S {\n    x: utf8[until 0, ..=3],\n    y: u8 where (x + 1\n        + 2) * 3 == 4,\n}\n");
}

#[test]
fn no_comma_follows_an_example() {
    becomes(
        "struct S {\n    x: u8,\n    example \"a\" = hex \"00\" { x: 0 },\n    accepts \"b\" = hex \"00\" {},\n}\n",
        "struct S {\n    x: u8,\n    example \"a\" = hex \"00\" { x: 0 }\n    accepts \"b\" = hex \"00\" {}\n}\n",
    );
    becomes(
        "struct S { example \"a\" (v: 1) = hex \"00\" { x: [{}] }, x: u8 }\n",
        "struct S { example \"a\" (v: 1) = hex \"00\" { x: [{}] } x: u8 }\n",
    );
    stays("bits B: u8 { example \"EXAMPLE\" = 1, accepts, refuses \"R\": u6 }\n");
}

#[test]
fn empty_lines_are_between_items_and_single() {
    becomes(
        "\n\n\n// One.\n\n\n\nstruct S {\n\n    x: u8,\n\n\n    y: u8,\n\n    // Two.\n\n}\n\n\n",
        "\n// One.\n\nstruct S {\n    x: u8,\n\n    y: u8,\n\n    // Two.\n}\n",
    );
    becomes("struct S {\n    x: u8\n\n    where it > 1,\n}\n", "struct S {\n    x: u8\n        where it > 1,\n}\n");
}

#[test]
fn a_line_in_an_item_is_kept_before_an_operator_or_a_clause_and_after_where() {
    stays(
        "struct S {\n    x: u8 where\n        it == 1 && y\n        || it == 2,\n    y: u8\n        if x == 1\n        else 3,\n}\n",
    );
    stays("struct S {\n    example \"a\"\n        = hex \"00\" {\n        x: 1,\n    }\n}\n");
    becomes("struct\nS\n{ x\n:\nu8,\ny:\nu8 }\n", "struct S {\n    x: u8,\n    y: u8,\n}\n");
    becomes("struct S { x: u8\n, y: u8 }\n", "struct S {\n    x: u8,\n    y: u8,\n}\n");
}

#[test]
fn comments_stay_where_they_are() {
    becomes(
        "// a\n   // b\nstruct S{// c\nx:u8,    // d  \n// e\ny:u8// f\n// g\n}// h\n",
        "// a\n// b\nstruct S { // c\n    x: u8, // d\n    // e\n    y: u8, // f\n    // g\n} // h\n",
    );
    becomes("struct S { /// Number.\n x: u8 }\n", "struct S {\n    /// Number.\n    x: u8,\n}\n");
    stays("// ------------------------------------ heading\n\n/// A  table:\n///   | a  | b |\nstruct S {}\n");
    stays("struct S {\n    x: u8 where\n        // Why it is so.\n        it == 1,\n}\n");
    stays("struct S {\n    x: u8 // before a comma\n        ,\n    y: u8,\n}\n");
}

#[test]
fn a_text_keeps_its_line_ends_and_ends_with_one() {
    assert_eq!(format("struct S{}"), "struct S {}\n");
    assert_eq!(format("// a \r\nstruct S{}"), "// a\r\nstruct S {}\r\n");
    assert_eq!(format("// a\nstruct S{\r\nx:u8}\r\n"), "// a\nstruct S {\n    x: u8,\n}\n");
    assert_eq!(format(" \n\n "), "");
    assert_eq!(format(""), "");
}

/// The layout of a line that is too long.
#[track_caller]
fn splits(long: &str, expected: &str) {
    assert!(long.lines().any(|line| line.chars().count() > 120), "it is not long");
    becomes(long, expected);
}

#[test]
fn a_long_line_ends_between_its_items_as_late_as_possible() {
    let name = "a_name_of_31_characters_that_is";
    splits(
        &format!("struct S {{\n    {name}: u8, {name}: u8, {name}: u8, {name}: u8,\n    x: u8,\n}}\n"),
        &format!("struct S {{\n    {name}: u8, {name}: u8, {name}: u8,\n    {name}: u8,\n    x: u8,\n}}\n"),
    );
    // 120 characters are not too many; the comma counts.
    for (more, is_split) in [(6, false), (7, true)] {
        let last = "u8".to_owned() + &"1".repeat(more);
        let line = format!("{name}: u8, {name}: u8, {name}: {last}");
        assert_eq!(line.len() + 5, 120 + usize::from(is_split));
        let end = if is_split { "\n    " } else { " " };
        becomes(
            &format!("struct S {{\n    {line}\n}}\n"),
            &format!("struct S {{\n    {name}: u8, {name}: u8,{end}{name}: {last},\n}}\n"),
        );
    }
}

#[test]
fn a_long_item_opens_its_last_braces_that_help() {
    let long = "0 => u8, 1 => u16, 2 => u24, 3 => u32, 4 => u40, 5 => u48, 6 => u56, 7 => u64, 8 => i8, 9 => i16";
    splits(
        &format!("struct S {{\n    width: match kind_of_width {{ {long} }} else 0,\n}}\n"),
        &format!("struct S {{\n    width: match kind_of_width {{\n        {long},\n    }} else 0,\n}}\n"),
    );
    splits(
        &format!("struct S {{ width: match kind_of_width {{ {long} }} else 0, x: u8 }}\n"),
        &format!("struct S {{\n    width: match kind_of_width {{\n        {long},\n    }} else 0,\n    x: u8,\n}}\n"),
    );
    let fields = ["a_name: bits u8 { a_part, _: .. }"; 3].join(", ");
    // Brackets that are no items are passed through.
    splits(
        &format!("struct S {{\n    list: [{{ {fields} }}; 3],\n}}\n"),
        &format!("struct S {{\n    list: [{{\n        {fields},\n    }}; 3],\n}}\n"),
    );
    let numbers = ["0x1234"; 13].join(", ");
    splits(
        &format!(
            "struct S {{\n    example \"t\" = hex \"00\" {{\n        a_name_of_19_letter: [{numbers}],\n    }}\n}}\n"
        ),
        &format!(
            "struct S {{\n    example \"t\" = hex \"00\" {{\n        a_name_of_19_letter: [\n            {numbers},\n        ],\n    }}\n}}\n"
        ),
    );
}

#[test]
fn the_bytes_of_a_long_example_have_a_line_of_their_own() {
    let bytes = "00".repeat(45);
    splits(
        &format!("struct S {{\n    example \"a title\" (v: 1) = hex \"{bytes}\" {{ x: 1 }}\n}}\n"),
        &format!("struct S {{\n    example \"a title\" (v: 1)\n        = hex \"{bytes}\" {{ x: 1 }}\n}}\n"),
    );
    // The parameters may still be too long.
    let names = ["a_parameter: 12"; 6].join(", ");
    splits(
        &format!("struct S {{\n    example \"a title\" ({names}) = hex \"{bytes}\" {{}}\n}}\n"),
        &format!(
            "struct S {{\n    example \"a title\" (\n        {names},\n    )\n        = hex \"{bytes}\" {{}}\n}}\n"
        ),
    );
    // Values that are too long for a line have lines of their own.
    let bytes = "00".repeat(60);
    let values = ["a_value: 12345"; 7].join(", ");
    let expected = format!(
        "struct S {{\n    example \"a title\" (v: 1)\n        = hex \"{bytes}\" {{\n        {values},\n        {values},\n    }}\n}}\n"
    );
    for start in [" ", "\n"] {
        let long = format!("example \"a title\" (v: 1){start}= hex \"{bytes}\" {{ {values}, {values} }}");
        splits(&format!("struct S {{\n    {long}\n}}\n"), &expected);
    }
    // Bytes that are too long for a line leave one to the values.
    splits(
        &format!("struct S {{\n    example \"a title\" (v: 1) = hex \"{bytes}\" {{ x: 1 }}\n}}\n"),
        &format!(
            "struct S {{\n    example \"a title\" (v: 1)\n        = hex \"{bytes}\" {{\n        x: 1,\n    }}\n}}\n"
        ),
    );
    // Nothing helps.
    stays(&format!("struct S {{\n    example \"a title\" (v: 1) = hex \"{bytes}\" {{}}\n}}\n"));
}

#[test]
fn a_long_item_without_brackets_that_help_is_split_where_it_is_loosest() {
    let [few, many] = [4, 7].map(|count| vec!["it == 1234567890"; count].join(" || "));
    splits(
        &format!("struct S {{\n    a: u8 if x == 1 else 5 where {few} && a_flag_that_is_too_long, b: u8,\n}}\n"),
        &format!(
            "struct S {{\n    a: u8 if x == 1 else 5\n        where {few} && a_flag_that_is_too_long,\n    b: u8,\n}}\n"
        ),
    );
    let first = ["it == 1234567890"; 5].join(" || ");
    splits(
        &format!("struct S {{\n    a: u8 where {many},\n}}\n"),
        &format!(
            "struct S {{\n    a: u8\n        where {first}\n        || it == 1234567890 || it == 1234567890,\n}}\n"
        ),
    );
    let codes = ["1234567890"; 6].join(" | ");
    splits(
        &format!("struct S {{\n    a: u8 if x == 1 || y == 1 || x_and_y in {codes} || z,\n}}\n"),
        &format!("struct S {{\n    a: u8\n        if x == 1 || y == 1 || x_and_y in {codes}\n        || z,\n}}\n"),
    );
    splits(
        &format!("const A_LONG_NAME = {};\n", ["1234567890123456"; 6].join(" + ")),
        &format!("const A_LONG_NAME\n    = {};\n", ["1234567890123456"; 6].join(" + ")),
    );
}

#[test]
fn a_text_that_is_no_schema_stays() {
    for text in ["struct S { x :u8", "struct S  { x: \"a }", "a ° b", "/* a */ struct  S {}", "x  ]", "( a  }"] {
        assert_eq!(format(text), text);
    }
}

/// The blanks before the lines of deep brackets would be more than the text.
#[test]
fn brackets_deeper_than_those_of_schemas_are_not_indented_further() {
    let deep = 100_000;
    let text = format!("{}{}", "{\n".repeat(deep), "}".repeat(deep));
    let laid_out = format(&text);
    assert!(laid_out.len() < 300 * 2 * deep, "{}", laid_out.len());
    assert_eq!(format(&laid_out), laid_out);
}
