// Wires, bodies and examples.

import { extentFrom } from "./expressions";
import { title } from "./lexical";
import {
  braces,
  bracket,
  choice,
  end,
  namesNoField,
  oneOf,
  operand,
  operandScopes,
  upper,
  use,
  word,
  type Rule,
} from "./pieces";
import * as words from "./words";

/** Ends an element of a list in braces. */
const elementEnd = end(String.raw`(?=[,;})\]])`);

/** A name at the start of an element, and what follows up to the next one. */
const element = (scope: string, patterns: Rule[]): Rule => ({
  begin: `(${word})`,
  end: elementEnd,
  beginCaptures: { 1: { name: scope } },
  patterns: [use("comments"), use("source-name"), ...patterns],
});

const typed: Rule = {
  begin: ":",
  end: elementEnd,
  beginCaptures: { 0: { name: "punctuation.separator.colon.wire" } },
  patterns: [use("wire"), use("clauses"), use("range")],
};

/** `{ path: value, .. }`; a value that is one word is a reason in `refuses`. */
const contents = (isRefused: boolean): Rule =>
  braces([
    use("comments"),
    use("comma"),
    {
      begin: isRefused ? `(:)(?:\\s*(?!${choice})(${word})(?!\\s*[.(])\\s*)?` : `(:)${operand}`,
      end: end(String.raw`(?=[,}])`),
      beginCaptures: {
        1: { name: "punctuation.separator.colon.wire" },
        ...(isRefused ? { 2: { name: "constant.other.reason.wire" } } : operandScopes(2)),
      },
      patterns: [use(isRefused ? "refusals" : "contents"), use("expression")],
    },
    { match: String.raw`[\[\]]`, name: "punctuation.section.brackets.wire" },
    use("numbers"),
    use("member"),
    use("constant"),
    use("type"),
    { match: word, name: "variable.other.member.wire" },
  ]);

/** `hex "09 1f"` */
const bytes = (base: string, digits: string): Rule => ({
  begin: `\\b(${base})\\b\\s*(")`,
  end: '"|$',
  beginCaptures: { 1: { name: "keyword.other.bytes.wire" }, 2: { name: "punctuation.definition.string.begin.wire" } },
  endCaptures: { 0: { name: "punctuation.definition.string.end.wire" } },
  name: `string.quoted.double.bytes.${base}.wire`,
  patterns: [
    { match: digits, name: `constant.numeric.${base === "hex" ? "hex" : "decimal"}.bytes.wire` },
    { match: String.raw`[^"\s]+`, name: "invalid.illegal.bytes.wire" },
  ],
});

const example = (kinds: string[], values: string): Rule => ({
  begin: `(${oneOf(kinds)})${title}`,
  end: end(String.raw`(?<=\})|(?=[,}])`),
  beginCaptures: { 1: { name: "keyword.other.example.wire" } },
  patterns: [
    use("comments"),
    bytes("hex", "[0-9A-Fa-f]{2}"),
    bytes("dec", String.raw`-?\d+\b`),
    { match: oneOf(words.bases), name: "keyword.other.bytes.wire" },
    use("text"),
    bracket(String.raw`\(`, String.raw`\)`, "parens", [
      { match: `(${word})(?=\\s*:)`, name: "variable.parameter.wire" },
      { match: `(:)${operand}`, captures: { 1: { name: "punctuation.separator.colon.wire" }, ...operandScopes(2) } },
      use("comma"),
      use("expression"),
    ]),
    use("assignment"),
    use(values),
  ],
});

export const records: Record<string, Rule> = {
  body: braces([use("entries")]),
  entries: {
    patterns: [
      use("comments"),
      use("comma"),
      { ...bitsOf("keyword.other.entry.wire"), begin: `\\b(bits)\\b${namesNoField}` },
      within("keyword.other.entry.wire"),
      { match: String.raw`\bwithin\b(?=\s*$)`, name: "keyword.other.entry.wire" },
      // `let size: u28 = (a, b)`: after its word it is written as a field.
      { match: `\\blet\\b${namesNoField}`, name: "keyword.other.entry.wire" },
      example(["example", "accepts"], "contents"),
      example(["refuses"], "refusals"),
      {
        match: String.raw`(@)(?:\s*(0[xXbB][0-9A-Fa-f_]+|\d[\d_]*))?`,
        captures: { 1: { name: "keyword.operator.offset.wire" }, 2: { patterns: [use("numbers")] } },
      },
      reservedEntry(),
      element("variable.other.member.wire", [typed, use("clauses")]),
      use("body"),
      use("type"),
      use("literals"),
    ],
  },
  parts: braces([
    use("comments"),
    use("comma"),
    reservedEntry(),
    element("variable.other.member.wire", [typed, use("clauses")]),
    use("type"),
  ]),
  wire: {
    patterns: [
      use("comments"),
      within("keyword.other.region.wire"),
      { match: String.raw`\bwithin\b`, name: "keyword.other.region.wire" },
      use("number"),
      extentFrom(
        `(${oneOf(words.encodings)})\\s*(\\[)`,
        ["support.type.text.wire", "punctuation.section.brackets.begin.wire"],
        String.raw`\]`,
        "punctuation.section.brackets.end.wire",
      ),
      { match: oneOf(["bool", ...words.encodings]), name: "support.type.wire" },
      bitsOf("storage.type.bits.wire"),
      use("match"),
      { match: String.raw`\bnested\b`, name: "storage.modifier.nested.wire" },
      { match: String.raw`\balign\b`, name: "support.type.align.wire" },
      { match: String.raw`\bnone\b`, name: "constant.language.none.wire" },
      use("group"),
      use("list"),
      use("type"),
      use("values"),
      use("arguments-of-match"),
      use("parentheses"),
      use("literals"),
    ],
  },
  group: {
    patterns: [
      { match: String.raw`\btrailer\b`, name: "storage.modifier.trailer.wire" },
      {
        match: `\\b(struct|delta)\\b\\s*(${upper})`,
        captures: { 1: { name: "storage.type.struct.wire" }, 2: { name: "entity.name.type.wire" } },
      },
      { match: String.raw`\b(?:struct|delta)\b(?=\s*$)`, name: "storage.type.struct.wire" },
      use("body"),
    ],
  },
  list: bracket(String.raw`\[`, String.raw`\]`, "brackets", [
    extentFrom("()(;)", ["", "punctuation.separator.semicolon.wire"], String.raw`(?=\])`),
    use("wire"),
    use("clauses"),
  ]),
  // The subject ends at the braces of the arms; a choice in it has braces of its own.
  match: {
    begin: String.raw`\b(match)\b`,
    end: end(String.raw`(?<=\})|(?=[,;})\]])`),
    beginCaptures: { 1: { name: "keyword.control.match.wire" } },
    patterns: [
      {
        begin: `\\G(?=\\s*[^\\s{])${operand}`,
        end: end(String.raw`(?=\{)`),
        beginCaptures: operandScopes(1, "wire-name"),
        patterns: [use("expression")],
      },
      braces([
        {
          begin: "=>",
          end: end(String.raw`(?=[,}])`),
          beginCaptures: { 0: { name: "keyword.operator.arrow.wire" } },
          patterns: [use("wire"), use("clauses"), use("colon")],
        },
        use("comma"),
        use("pattern"),
      ]),
      use("expression"),
    ],
  },
  contents: contents(false),
  refusals: contents(true),
};

/** `within (u16)` */
function within(scope: string): Rule {
  const scopes: [string, string] = [scope, "punctuation.section.parens.begin.wire"];
  return extentFrom(String.raw`\b(within)\b\s*(\()`, scopes, String.raw`\)`, "punctuation.section.parens.end.wire");
}

/** `bits u8 low_first { .. }` */
function bitsOf(scope: string): Rule {
  return {
    begin: String.raw`\b(bits)\b`,
    end: end(String.raw`(?<=\})|(?=[,;})\]])`),
    beginCaptures: { 1: { name: scope } },
    patterns: [use("comments"), use("order"), use("carrier"), use("parts")],
  };
}

/** `_: u16` */
function reservedEntry(): Rule {
  return {
    begin: String.raw`\b_\b`,
    end: elementEnd,
    beginCaptures: { 0: { name: "variable.language.reserved.wire" } },
    patterns: [use("comments"), use("source-name"), typed, use("clauses")],
  };
}

export { element, typed };
