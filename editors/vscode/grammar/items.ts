// Declarations.

import { depth, guard } from "./expressions";
import {
  assign,
  braces,
  bracket,
  end,
  oneOf,
  operand,
  operandScopes,
  upper,
  use,
  word,
  type Captures,
  type Rule,
} from "./pieces";
import { element, typed } from "./records";
import * as words from "./words";

/** A declaration: its word, the pattern and the scope of its name, and what follows up to its end. */
const item = (kinds: string[], name: [pattern: string, scope: string], stop: string, patterns: Rule[]): Rule => ({
  begin: `(${oneOf(kinds)})(?:\\s*(${name[0]}))?`,
  end: end(stop),
  beginCaptures: { 1: { name: `storage.type.${kinds[0]}.wire` }, 2: { name: name[1] } },
  endCaptures: { 1: { name: "punctuation.terminator.wire" } },
  patterns: [use("comments"), ...patterns],
});

const typeName: [string, string] = [upper, "entity.name.type.wire"];
const ofBraces = String.raw`(?<=\})|(;)`;
const ofSemicolon = "(;)";

/** The rest of a declaration after its `=`. */
const assigned = (patterns: Rule[], stop = "(?=;)"): Rule => ({
  begin: `(${assign})${operand}`,
  end: end(stop),
  beginCaptures: { 1: { name: "keyword.operator.assignment.wire" }, ...operandScopes(2) },
  patterns: [...patterns, use("expression")],
});

/** `: u8`, before braces, a guard or `=`. */
const carried: Rule = {
  begin: ":",
  end: end(String.raw`(?=[{;]|\bif\b|\bas\b|${assign})|(?=${oneOf([...words.varints, ...words.orders, ...words.heads])})`),
  beginCaptures: { 0: { name: "punctuation.separator.colon.wire" } },
  patterns: [use("carrier")],
};

/** The start of a group: its `sign`, which is no name here, and its first operand. */
const group = `(?:\\s*(sign)\\b)?(?:(?=\\s*match\\s+[A-Za-z_])|${operand})`;
const groupScopes = (before: string): Captures => ({
  1: { name: before },
  2: { name: "storage.modifier.sign.wire" },
  ...operandScopes(3),
});

/** `= groups(sign 6, 7)`, perhaps with `high_first`. */
const groups: Rule = {
  begin: `(${assign})\\s*\\b(groups)\\b(?=\\s*\\()`,
  end: end("(?=;)"),
  beginCaptures: { 1: { name: "keyword.operator.assignment.wire" }, 2: { name: "entity.name.function.wire" } },
  patterns: [
    {
      ...bracket(`(\\()${group}`, String.raw`\)`, "parens", [
        { match: `(,)${group}`, captures: groupScopes("punctuation.separator.comma.wire") },
        { match: `(^)(?=\\s*sign\\b)${group}`, captures: groupScopes("") },
        use("chosen-constants"),
        use("bound"),
        use("expression"),
      ]),
      beginCaptures: groupScopes("punctuation.section.parens.begin.wire"),
    },
    use("order"),
    use("expression"),
  ],
};

const optional = { match: oneOf(words.options), name: "keyword.other.option.wire" };
const unit: Rule = {
  match: `\\b(in)\\b(?:\\s*(${word}))?`,
  captures: { 1: { name: "keyword.other.option.wire" }, 2: { name: "constant.other.unit.wire" } },
};
const limits: Rule = { match: String.raw`\brange\b`, name: "keyword.other.option.wire" };

export const items: Record<string, Rule> = {
  items: {
    patterns: [
      item(["protocol"], [word, "entity.name.namespace.wire"], ofBraces, [
        braces([
          use("comments"),
          use("comma"),
          element("variable.other.setting.wire", [
            {
              begin: ":",
              end: end("(?=[,}])"),
              beginCaptures: { 0: { name: "punctuation.separator.colon.wire" } },
              patterns: [
                { match: oneOf([...words.byteOrders, ...words.orders]), name: "constant.language.order.wire" },
                use("expression"),
              ],
            },
          ]),
        ]),
      ]),
      use("include"),
      item(["const"], [upper, "constant.other.caps.wire"], ofSemicolon, [guard, assigned([])]),
      item(["type"], typeName, ofSemicolon, [
        use("source-name"),
        guard,
        {
          begin: assign,
          end: end("(?=;)"),
          beginCaptures: { 0: { name: "keyword.operator.assignment.wire" } },
          patterns: [use("wire"), use("clauses")],
        },
      ]),
      item(["varint"], typeName, ofBraces, [
        use("source-name"),
        carried,
        guard,
        { match: oneOf(words.varints), name: "keyword.other.option.wire" },
        braces([
          {
            begin: "=>",
            end: end("(?=[,}])"),
            beginCaptures: { 0: { name: "keyword.operator.arrow.wire" } },
            patterns: [use("form")],
          },
          use("comma"),
          use("pattern"),
        ]),
        groups,
        assigned([]),
      ]),
      item(["enum"], typeName, ofBraces, [
        use("source-name"),
        carried,
        guard,
        braces([
          use("comments"),
          use("comma"),
          {
            begin: `(${upper})`,
            end: end("(?=[,}])"),
            beginCaptures: { 1: { name: "variable.other.enummember.wire" } },
            patterns: [use("assigned-pattern"), use("comments"), use("source-name")],
          },
          use("range"),
        ]),
      ]),
      item(["bits"], typeName, ofBraces, [use("source-name"), carried, guard, use("order"), use("parts")]),
      item(["quantity"], typeName, ofSemicolon, [
        use("source-name"),
        carried,
        {
          match: `\\b(as)\\b(?:\\s*(${oneOf(words.floats)}))?`,
          captures: { 1: { name: "keyword.other.clause.wire" }, 2: { name: "support.type.number.wire" } },
        },
        guard,
        assigned([{ match: String.raw`\bfrom\b`, name: "keyword.other.clause.wire" }, unit, limits, optional]),
      ]),
      item(["packed"], typeName, ofBraces, [
        use("source-name"),
        carried,
        guard,
        braces([
          use("comments"),
          use("comma"),
          element("variable.other.member.wire", [
            {
              begin: ":",
              end: end("(?=[,}])"),
              beginCaptures: { 0: { name: "punctuation.separator.colon.wire" } },
              patterns: [unit, limits, optional, use("pattern")],
            },
          ]),
        ]),
      ]),
      item(["struct", "delta"], typeName, ofBraces, [
        use("source-name"),
        use("parameters"),
        depth,
        guard,
        use("body"),
      ]),
      use("message"),
      item(["family"], typeName, ofBraces, [
        use("parameters"),
        carried,
        depth,
        braces([use("comments"), use("message"), use("type"), use("comma"), use("range"), use("parentheses")]),
      ]),
      item(["session"], [word, "variable.other.session.wire"], ofSemicolon, [
        use("assignment"),
        use("type"),
        use("member"),
      ]),
      item(["hook"], [word, "entity.name.function.wire"], ofSemicolon, [
        use("parameters"),
        { match: "->", name: "keyword.operator.arrow.wire" },
        use("number"),
      ]),
    ],
  },
  message: item(["message"], [upper, "entity.name.type.message.wire"], ofBraces, [
    use("source-name"),
    use("parameters"),
    assigned([], String.raw`(?=[{;])|(?=\bif\b)`),
    guard,
    use("body"),
  ]),
  parameters: bracket(String.raw`\(`, String.raw`\)`, "parens", [
    use("comments"),
    use("comma"),
    element("variable.parameter.wire", [typed]),
  ]),
  carrier: {
    patterns: [
      use("comments"),
      use("number"),
      { match: String.raw`\bbool\b`, name: "support.type.wire" },
      use("type"),
      use("arguments-of-match"),
      use("parentheses"),
    ],
  },
  // The bits of a form of a varint: `0b10 _6 !u16 + 0x80`.
  form: {
    patterns: [
      use("comments"),
      use("number"),
      use("literals"),
      { match: String.raw`\b_\d+\b`, name: "constant.numeric.ignored.wire" },
      { match: "[!+]", name: "keyword.operator.wire" },
      use("type"),
    ],
  },
  order: { match: oneOf(words.orders), name: "storage.modifier.order.wire" },
  "assigned-pattern": {
    begin: assign,
    end: end("(?=[,}])"),
    beginCaptures: { 0: { name: "keyword.operator.assignment.wire" } },
    patterns: [use("pattern")],
  },
};
