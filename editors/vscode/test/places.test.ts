// The scopes of single words, which a reader can check by eye: words of the language in places where they are none,
// comments, texts, text that is being typed, and schemas in Markdown.

import assert from "node:assert/strict";
import { test } from "node:test";
import { grammar, scopesOf } from "./scopes";

/** Asserts the innermost scope of each marked word: `«word»`. */
async function marked(cases: [text: string, ...scopes: string[]][], scope = "source.wire"): Promise<void> {
  const by = await grammar(scope);
  for (const [text, ...wanted] of cases) {
    const plain = text.replace(/«|»/g, "");
    const lines = scopesOf(by, plain);
    const found: string[] = [];
    text.split("\n").forEach((line, number) => {
      let shift = 0;
      for (const match of line.matchAll(/«(.*?)»/g)) {
        const column = match.index - shift;
        shift += 2;
        const scopes = (lines[number]?.scopes ?? []).slice(column, column + (match[1] ?? "").length);
        found.push([...new Set(scopes.map((one) => one.at(-1)))].join(" "));
      }
    });
    assert.deepEqual(found, wanted, text);
  }
}

test("a word of the language is a name where a name must be", () =>
  marked([
    [
      'struct A { «type»: u8, «use»: u8, «bits»: u8, «message»: u8, «from»: u16, «session» "S": u8 }',
      ...Array.from({ length: 6 }, () => "variable.other.member.wire"),
    ],
    [
      "bits A: u8 { «as», «fill»: u2 «as» Fill, «use»: u1 }",
      "variable.other.member.wire",
      "variable.other.member.wire",
      "keyword.other.clause.wire",
      "variable.other.member.wire",
    ],
    [
      "struct A { x: u8 «if» «else» == 1 «else» 2, y: [u8; «until»], z: [u8; «until» 0 «or» «end»] }",
      "keyword.control.conditional.wire",
      "variable.other.wire",
      "keyword.control.conditional.wire",
      "variable.other.wire",
      "keyword.control.until.wire",
      "keyword.control.until.wire",
      "keyword.control.until.wire",
    ],
    [
      "struct A { bits u8 { use, match }, x: u8 if «use» && «match», y: match «match» { 0 => u8, _ => «none» } }",
      "variable.other.wire",
      "variable.other.wire",
      "variable.other.wire",
      "constant.language.none.wire",
    ],
    [
      "quantity A: u8 = raw / 2 «in» «in» «range» 0..=9 «round»;",
      "keyword.other.option.wire",
      "constant.other.unit.wire",
      "keyword.other.option.wire",
      "keyword.other.option.wire",
    ],
    ["packed A: u8 { «wrap»: 0..9 in degrees «wrap» }", "variable.other.member.wire", "keyword.other.option.wire"],
    // As on a page: the entries of a body without the body.
    [
      '«type»: u8,\n«bits» u8 { wide }\n«message» "M": u8,\nbits A: «u8» { x: u8 }',
      "variable.other.member.wire",
      "keyword.other.entry.wire",
      "variable.other.member.wire",
      "support.type.number.wire",
    ],
  ]));

test("forms of bits, groups and joined numbers", () =>
  marked([
    [
      "varint A: i32 { 0.. => «0b10» «_6» «u16» «+» 0x80, _ => 0b11 «_6» «!»«Plain» }",
      "constant.numeric.binary.wire",
      "constant.numeric.ignored.wire",
      "support.type.number.wire",
      "keyword.operator.wire",
      "constant.numeric.ignored.wire",
      "keyword.operator.wire",
      "entity.name.type.wire",
    ],
    [
      "varint A: u27 = «groups»(\n    «sign» 6, «sign» sign,\n    7, if) «high_first»;\n«const» B = groups(«sign»);",
      "entity.name.function.wire",
      "storage.modifier.sign.wire",
      "storage.modifier.sign.wire",
      "storage.modifier.order.wire",
      "storage.type.const.wire",
      "variable.other.wire",
    ],
    [
      'struct A { «let»: u8, «let» "L": u8, «let» «let» "L": u28 «as» Kind = («let», «as») }',
      "variable.other.member.wire",
      "variable.other.member.wire",
      "keyword.other.entry.wire",
      "variable.other.member.wire",
      "keyword.other.clause.wire",
      "variable.other.wire",
      "variable.other.wire",
    ],
    // As on a page.
    [
      "«let» «type»: u8 = (a, b),\n«let»: u8",
      "keyword.other.entry.wire",
      "variable.other.member.wire",
      "variable.other.member.wire",
    ],
  ]));

test("reasons, bytes and titles of examples", () =>
  marked([
    [
      'struct A { x: u8, refuses "t" = «hex» "«09» «1f»" { x: «truncated», y[0].«rule»: «rule» } }',
      "keyword.other.bytes.wire",
      "constant.numeric.hex.bytes.wire",
      "constant.numeric.hex.bytes.wire",
      "constant.other.reason.wire",
      "variable.other.member.wire",
      "constant.other.reason.wire",
    ],
    [
      'struct A { x: u8, example "t" (flies: «true») = dec "«-1» 4" { x: «none» } }',
      "constant.language.wire",
      "constant.numeric.decimal.bytes.wire",
      "constant.language.wire",
    ],
    [
      'struct A { «hex»: u8, y: u8 as «hex», example "t" = hex "«0g»" {} }',
      "variable.other.member.wire",
      "support.type.value.wire",
      "invalid.illegal.bytes.wire",
    ],
  ]));

test("comments, and the Markdown of documentation", () =>
  marked([
    [
      "«//» a\n«///» The `«x»` of [«it»](«https://a.b»).\n«//»// plain",
      "punctuation.definition.comment.wire",
      "punctuation.definition.comment.wire",
      "markup.inline.raw.string.markdown",
      "string.other.link.title.markdown",
      "markup.underline.link.markdown",
      "punctuation.definition.comment.wire",
    ],
    [
      "//! «#» «Sources»\n//! «-» one «|» two\nstruct A { x: «u8» }",
      "punctuation.definition.heading.markdown",
      "markup.heading.markdown",
      "punctuation.definition.list.begin.markdown",
      "punctuation.definition.table.markdown",
      "support.type.number.wire",
    ],
    // An emphasis or a code that is not closed ends with its line, and a bracket in a comment closes nothing.
    [
      "/// a ` and a * and **\n«struct» A { x: u8 } // }\n«enum» B // }\n: u8 { «One» = 1 }",
      "storage.type.struct.wire",
      "storage.type.enum.wire",
      "variable.other.enummember.wire",
    ],
  ]));

test("text that is being typed changes no declaration after it", () =>
  marked([
    [
      "struct A {\n    x: u8 if (a == [\n\n«struct» B { «y»: u8 }",
      "storage.type.struct.wire",
      "variable.other.member.wire",
    ],
    ["const A = if x { 1\n«enum» B: u8 { «C» = 1 }", "storage.type.enum.wire", "variable.other.enummember.wire"],
    ['struct A { x: utf8[4] = "not closed\n}\n«message» B = 1;', "storage.type.message.wire"],
    ["family F: u8 {\n    message A = 1 { x:\n«quantity» Q: u8 = raw / 2;", "storage.type.quantity.wire"],
  ]));

test("schemas in Markdown", () =>
  marked(
    [
      [
        "text\n```«wire»\nstruct «A» { x: u8 }\n```\ntext",
        "fenced_code.block.language.markdown",
        "entity.name.type.wire",
      ],
      [
        "```wire,prelude\n«protocol» a { byte_order: little }\n```\n«x»",
        "storage.type.protocol.wire",
        "text.html.markdown",
      ],
      [
        "- item\n  ~~~ wire\n  x: «u8»,\n  ~~~\n\n```rust\n«struct» A;\n```",
        "support.type.number.wire",
        "text.html.markdown",
      ],
    ],
    "text.html.markdown",
  ));
