// Comments, texts, numbers and names.

import {
  bracket,
  operator,
  oneOf,
  text,
  upper,
  use,
  word,
  nameRules,
  wireNameRules,
  operand,
  operandScopes,
  type Rule,
} from "./pieces";
import * as words from "./words";

const escape = String.raw`\\(?:[nrt0\\'"]|x[0-9A-Fa-f]{2})`;

/** A text in quotes; an unclosed one ends with its line. */
export const quoted = (scope: string, inside: Rule[] = [use("escape")]): Rule => ({
  name: `string.quoted.double.${scope}`,
  begin: '"',
  end: '"|$',
  beginCaptures: { 0: { name: "punctuation.definition.string.begin.wire" } },
  endCaptures: { 0: { name: "punctuation.definition.string.end.wire" } },
  patterns: inside,
});

export const lexical: Record<string, Rule> = {
  // A comment takes the end of its line, so that no rule takes its last character for the end of a bracket.
  comments: {
    patterns: [
      {
        name: "comment.line.documentation.wire",
        match: String.raw`(//[/!](?!/))([^\n]*)\n?`,
        captures: { 1: { name: "punctuation.definition.comment.wire" }, 2: { patterns: [use("documentation")] } },
      },
      {
        name: "comment.line.double-slash.wire",
        match: String.raw`(//)[^\n]*\n?`,
        captures: { 1: { name: "punctuation.definition.comment.wire" } },
      },
    ],
  },
  // The part of Markdown that documentation may have. Each line stands alone: a rule for an emphasis or a fence over several
  // lines would go on into the fields.
  documentation: {
    patterns: [
      {
        match: String.raw`(?<=//[/!])\s*(#{1,6})\s+(.*)$`,
        name: "markup.heading.markdown",
        captures: { 1: { name: "punctuation.definition.heading.markdown" } },
      },
      { match: "(?<=//[/!])\\s*(```|~~~).*$", name: "markup.fenced_code.block.markdown" },
      {
        match: "(`+)(?!`)(.+?)(?<!`)\\1(?!`)",
        name: "markup.inline.raw.string.markdown",
        captures: { 1: { name: "punctuation.definition.raw.markdown" } },
      },
      { match: "<(https://[^>\\s]+)>", captures: { 1: { name: "markup.underline.link.markdown" } } },
      {
        match: String.raw`\[([^\]]+)\]\((https://[^)\s]+)\)`,
        captures: {
          1: { name: "string.other.link.title.markdown" },
          2: { name: "markup.underline.link.markdown" },
        },
      },
      {
        match: String.raw`(?<=//[/!])\s*([-*+]|\d+\.)(?=\s)`,
        captures: { 1: { name: "punctuation.definition.list.begin.markdown" } },
      },
      { match: String.raw`(?<!\\)\|`, name: "punctuation.definition.table.markdown" },
    ],
  },
  escape: {
    patterns: [
      { name: "constant.character.escape.wire", match: escape },
      { name: "invalid.illegal.escape.wire", match: String.raw`\\[^"]` },
    ],
  },
  text: quoted("wire"),
  literals: {
    patterns: [
      use("text"),
      { name: "constant.character.wire", match: String.raw`'(?:\\x[0-9A-Fa-f]{2}|\\.|[^'\\])'` },
      use("numbers"),
    ],
  },
  numbers: {
    patterns: [
      { name: "constant.numeric.hex.wire", match: String.raw`\b0[xX][0-9A-Fa-f_]+\b` },
      { name: "constant.numeric.binary.wire", match: String.raw`\b0[bB][01_]+\b` },
      {
        name: "constant.numeric.float.wire",
        match: String.raw`\b\d[\d_]*(?:\.\d[\d_]*(?:[eE][+-]?\d[\d_]*)?|[eE][+-]?\d[\d_]*)\b`,
      },
      { name: "constant.numeric.decimal.wire", match: String.raw`\b\d[\d_]*\b` },
    ],
  },
  name: { patterns: nameRules },
  "wire-name": { patterns: wireNameRules },
  member: {
    match: String.raw`(\.)(?!\.)(?:\s*(${word}))?`,
    captures: { 1: { name: "punctuation.accessor.wire" }, 2: { name: "variable.other.member.wire" } },
  },
  // Names in capitals are constants; a single capital is a type or a name of an enum.
  constant: { name: "constant.other.caps.wire", match: String.raw`\b[A-Z][A-Z0-9_]+\b(?![A-Za-z0-9_])` },
  variant: { name: "variable.other.enummember.wire", match: upper },
  type: { name: "entity.name.type.wire", match: upper },
  number: { name: "support.type.number.wire", match: words.number },
  range: { name: "keyword.operator.range.wire", match: String.raw`\.\.=?` },
  comma: { name: "punctuation.separator.comma.wire", match: "," },
  colon: { name: "punctuation.separator.colon.wire", match: ":" },
  semicolon: { name: "punctuation.terminator.wire", match: ";" },
  arrow: { name: "keyword.operator.arrow.wire", match: "=>" },
  assignment: { name: "keyword.operator.assignment.wire", match: "=" },
  operator: {
    match: `(${operator})${operand}`,
    captures: { 1: { name: "keyword.operator.wire" }, ...operandScopes(2) },
  },
  // Alternatives of numbers, ranges, texts and names; there are no names in small letters.
  pattern: {
    patterns: [
      use("comments"),
      use("literals"),
      use("constant"),
      use("variant"),
      use("range"),
      { name: "keyword.operator.or.wire", match: String.raw`\|` },
      { name: "keyword.operator.wire", match: "-" },
      { name: "variable.language.wildcard.wire", match: String.raw`\b_\b` },
      use("pattern-tuple"),
    ],
  },
  "pattern-tuple": bracket(String.raw`\(`, String.raw`\)`, "parens", [use("pattern"), use("comma")]),
  "source-name": quoted("source-name.wire"),
  include: {
    begin: String.raw`\b(use)\b`,
    end: "(;)|$",
    beginCaptures: { 1: { name: "keyword.other.use.wire" } },
    endCaptures: { 1: { name: "punctuation.terminator.wire" } },
    patterns: [use("comments"), quoted("include.wire")],
  },
  values: { name: "support.type.value.wire", match: oneOf(words.values) },
};

/** A text that is not the source name of a field. */
export const title = `(?=\\s*(?:${text}(?!\\s*:)|$))`;
