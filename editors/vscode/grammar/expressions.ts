// Expressions, extents and the clauses of a field. A word is a name where an operand must be, directly after an
// operator or a word of a clause, and a word of a clause where an operand has ended.

import {
  assign,
  braces,
  bracket,
  choice,
  end,
  oneOf,
  operand,
  operandScopes,
  operator,
  untilWord,
  upper,
  use,
  word,
  type Rule,
} from "./pieces";
import * as words from "./words";

/** Ends a clause: a separator, a closing bracket, or the next clause after an operand. */
const clauseEnd = end(String.raw`(?=[,;)\]}])|(?=${oneOf(words.clauses)})|(?=${assign})`);

/** A clause with an expression. */
const clause = (keyword: string, scope: string, patterns: Rule[] = []): Rule => ({
  begin: `\\b(${keyword})\\b${operand}`,
  end: clauseEnd,
  beginCaptures: { 1: { name: `${scope}.wire` }, ...operandScopes(2) },
  patterns: [...patterns, use("expression")],
});

/** A guard of a declaration, which ends at what follows it. */
export const guard: Rule = {
  begin: `\\b(if)\\b${operand}`,
  end: end(String.raw`(?=[{;,]|${assign})|(?=${oneOf([...words.varints, ...words.orders])})`),
  beginCaptures: { 1: { name: "keyword.control.conditional.wire" }, ...operandScopes(2) },
  patterns: [use("expression")],
};

/** `depth 64`, before what a guard ends at, or before a guard. */
export const depth: Rule = {
  begin: `(${oneOf(words.heads)})${operand}`,
  end: end(String.raw`(?=[{;,]|\bif\b)`),
  beginCaptures: { 1: { name: "keyword.other.depth.wire" }, ...operandScopes(2) },
  patterns: [use("expression")],
};

const arrowTo = (patterns: Rule[]): Rule => ({
  begin: `(=>)${operand}`,
  end: end(String.raw`(?=[,}])`),
  beginCaptures: { 1: { name: "keyword.operator.arrow.wire" }, ...operandScopes(2) },
  patterns,
});

/** The contents of the brackets of an extent, from what opens them: two groups with their scopes. */
export const extentFrom = (opening: string, scopes: [string, string], close: string, closing?: string): Rule => ({
  begin: `${opening}\\s*(?:(${untilWord})${operand}|(${upper})|${operand})`,
  end: end(close),
  beginCaptures: {
    1: { name: scopes[0] },
    2: { name: scopes[1] },
    3: { name: "keyword.control.until.wire" },
    ...operandScopes(4),
    6: { name: "entity.name.type.wire" },
    ...operandScopes(7, "wire-name"),
  },
  ...(closing ? { endCaptures: { 0: { name: closing } } } : {}),
  patterns: [use("extent")],
});

export const expressions: Record<string, Rule> = {
  expression: {
    patterns: [
      use("comments"),
      use("choice"),
      use("literals"),
      use("operator"),
      { name: "keyword.operator.word.wire", match: String.raw`\bin\b` },
      use("call"),
      use("constant"),
      use("variant"),
      use("member"),
      use("range"),
      { name: "keyword.operator.or.wire", match: String.raw`\|` },
      { name: "variable.language.wildcard.wire", match: String.raw`\b_\b` },
      use("arguments-of-match"),
      use("parentheses"),
      use("list-of-values"),
      use("name"),
      { name: "invalid.illegal.operator.wire", match: "[&^~?]" },
    ],
  },
  call: { name: "entity.name.function.wire", match: `${word}(?=\\s*\\()` },
  parentheses: {
    ...bracket(String.raw`(\()(?!\s*match\b)${operand}`, String.raw`\)`, "parens", [
      use("chosen-constants"),
      use("argument"),
      use("bound"),
      use("expression"),
    ]),
    beginCaptures: { 1: { name: "punctuation.section.parens.begin.wire" }, ...operandScopes(2) },
  },
  "arguments-of-match": bracket(String.raw`\((?=\s*match\b)`, String.raw`\)`, "parens", [
    use("chosen-constants"),
    use("argument"),
    use("bound"),
    use("expression"),
  ]),
  argument: {
    match: `(,)(?!\\s*match\\s+[A-Za-z_])${operand}`,
    captures: { 1: { name: "punctuation.separator.comma.wire" }, ...operandScopes(2) },
  },
  bound: {
    match: `(\\.\\.=?)${operand}`,
    captures: { 1: { name: "keyword.operator.range.wire" }, ...operandScopes(2) },
  },
  // `match id { 0 => 50 }` in a call.
  "chosen-constants": {
    begin: `(,)?\\s*\\b(match)\\b(?=\\s*[A-Za-z_])${operand}`,
    end: end(String.raw`(?<=\})|(?=\))`),
    beginCaptures: {
      1: { name: "punctuation.separator.comma.wire" },
      2: { name: "keyword.control.match.wire" },
      ...operandScopes(3),
    },
    patterns: [
      use("comments"),
      use("member"),
      braces([arrowTo([use("expression")]), use("comma"), use("pattern")]),
      use("constant"),
      use("variant"),
      use("name"),
    ],
  },
  "list-of-values": {
    ...bracket(`(\\[)${operand}`, String.raw`\]`, "brackets", [use("argument"), use("contents"), use("expression")]),
    beginCaptures: { 1: { name: "punctuation.section.brackets.begin.wire" }, ...operandScopes(2) },
  },
  // `if a { 3 } else { 0 }`, where an operand is. The condition and the first braces end at `else`.
  choice: {
    begin: `(?:\\G\\s+|(${operator})\\s*)?\\b(${choice})${operand}`,
    end: end(String.raw`(?<=\})|(?=;)`),
    beginCaptures: {
      1: { name: "keyword.operator.wire" },
      2: { name: "keyword.control.conditional.wire" },
      ...operandScopes(3),
    },
    patterns: [
      {
        begin: String.raw`\G`,
        end: end(String.raw`\b(else)\b|(?=;)`),
        endCaptures: { 1: { name: "keyword.control.conditional.wire" } },
        patterns: [use("alternative"), use("expression")],
      },
      use("comments"),
      use("alternative"),
    ],
  },
  alternative: {
    ...braces([use("expression")]),
    begin: `(\\{)${operand}`,
    beginCaptures: { 1: { name: "punctuation.section.block.begin.wire" }, ...operandScopes(2) },
  },
  // The size of bytes, text, a list or a region, after its first operand.
  extent: {
    patterns: [
      use("comments"),
      { match: String.raw`\b(or)\b(?:\s+(end)\b)?`, captures: { 0: { name: "keyword.control.until.wire" } } },
      {
        match: `\\b(fill)\\b${operand}`,
        captures: { 1: { name: "keyword.other.clause.wire" }, ...operandScopes(2) },
      },
      {
        match: `(,)\\s*(\\.\\.=)${operand}`,
        captures: {
          1: { name: "punctuation.separator.comma.wire" },
          2: { name: "keyword.operator.range.wire" },
          ...operandScopes(3),
        },
      },
      use("comma"),
      use("colon"),
      {
        match: `(${untilWord})${operand}`,
        captures: { 1: { name: "keyword.control.until.wire" }, ...operandScopes(2) },
      },
      use("expression"),
    ],
  },
  clauses: {
    patterns: [
      clause("from", "keyword.other.clause"),
      {
        match: `\\b(by)\\b(?:\\s*(${word}))?`,
        captures: { 1: { name: "keyword.other.clause.wire" }, 2: { name: "variable.other.wire" } },
      },
      {
        match: `\\b(as)\\b(?:\\s*(?:(${oneOf([...words.values, ...words.floats])})|(${upper})))?`,
        captures: {
          1: { name: "keyword.other.clause.wire" },
          2: { name: "support.type.value.wire" },
          3: { name: "entity.name.type.wire" },
        },
      },
      {
        begin: `(${assign})${operand}`,
        end: clauseEnd,
        beginCaptures: { 1: { name: "keyword.operator.assignment.wire" }, ...operandScopes(2) },
        patterns: [use("expression")],
      },
      clause("fill", "keyword.other.clause"),
      clause("if", "keyword.control.conditional", [use("group")]),
      clause("else", "keyword.control.conditional"),
      clause("where", "keyword.control.rule", [
        {
          match: String.raw`(\.\.=|\.\.(?!\s*else\b))${operand}`,
          captures: { 1: { name: "keyword.operator.range.wire" }, ...operandScopes(2) },
        },
      ]),
    ],
  },
};
