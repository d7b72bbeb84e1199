// The regular expressions and the types of rules from which the TextMate grammar is put together.

import { declarations, given, constants, number } from "./words";

/** A rule of a TextMate grammar. */
export interface Rule {
  include?: string;
  name?: string;
  match?: string;
  begin?: string;
  end?: string;
  captures?: Captures;
  beginCaptures?: Captures;
  endCaptures?: Captures;
  patterns?: Rule[];
}

/** Scopes of the groups of a regular expression. */
export type Captures = Record<string, { name?: string; patterns?: Rule[] }>;

/** A rule by its name in the repository. */
export const use = (name: string): Rule => ({ include: `#${name}` });

/** One of some words. */
export const oneOf = (words: readonly string[]): string => `\\b(?:${words.join("|")})\\b`;

/** A name in small letters. */
export const word = String.raw`\b(?!_\b)[a-z_][A-Za-z0-9_]*\b`;

/** A name that begins with a capital. */
export const upper = String.raw`\b[A-Z][A-Za-z0-9_]*\b`;

/** A text in quotes. */
export const text = String.raw`"(?:[^"\\]|\\.)*"`;

/** `if` begins a choice, and is no name, before one of these. */
const beginsOperand = String.raw`\s*(?:[\w"'(\[!]|-)`;

/** The `if` of a choice. */
export const choice = String.raw`\bif\b(?=${beginsOperand})`;

/** A name that is an operand: any word but the `if` of a choice. */
const operandName = String.raw`(?!${choice})${word}`;

/** `until`, `through` and `before`, unless they are names: before an operator, a member or the end. */
export const untilWord = String.raw`\b(?:until|through|before)\b(?!\s*(?:\.(?!\.)|[+*%\])]|/(?!/)))`;

/** Operators that are followed by an operand. */
export const operator = String.raw`&&|\|\||==|!=|<=|>=|<|>|\+|-(?!>)|\*|/(?!/)|%|!(?!=)`;

/** The `=` of a clause, which is no part of another mark. */
export const assign = "=(?![=>])";

/** After a name at the start of an entry, if it is that of a field: a colon, perhaps after its source name. */
const colonFollows = String.raw`\s*(?:${text}\s*)?:`;
export const namesField = `(?=${colonFollows})`;
export const namesNoField = `(?!${colonFollows})`;

/**
 * A declaration at the head of a line ends all that is still open before it, so that a bracket that is being typed does not
 * change the colours of the rest of the file.
 */
const named = declarations.filter((one) => !["use", "protocol", "session", "hook", "bits"].includes(one));
export const restart =
  String.raw`^(?=(?:${named.join("|")})\s+[A-Z]|(?:protocol|session|hook)\s+[a-z]|use\s+${text}\s*;|` +
  String.raw`bits\s+[A-Z]\w*\s*(?:${text}\s*)?:)`;

/** The end of a rule, which a new declaration is as well. */
export const end = (own: string): string => `${own}|${restart}`;

/**
 * The operand directly after a token, if it is a name: whatever its word is, it is no keyword. It takes the blanks after it:
 * a choice may only begin directly after the token, so where `\G` is before blanks.
 */
export const operand = String.raw`(?:\s*(?:(${operandName})(?=\s*\()|(${operandName})\s*))?`;

/** The scopes of the two groups of an `operand`, from this group on; a name is one of an expression or of a wire. */
export const operandScopes = (group: number, names: "name" | "wire-name" = "name"): Captures => ({
  [group]: { name: "entity.name.function.wire" },
  [group + 1]: { patterns: [use(names)] },
});

/** A rule for a name: one that the compiler knows, or another. */
export const nameRules: Rule[] = [
  { name: "constant.language.wire", match: oneOf(constants) },
  { name: "variable.language.wire", match: oneOf(given) },
  { name: "variable.other.wire", match: word },
];

/** A rule for an operand of an extent or a `match`, which may be a number on the wire. */
export const wireNameRules: Rule[] = [{ name: "support.type.number.wire", match: number }, ...nameRules];

/** A bracket with contents. */
export const bracket = (open: string, close: string, kind: string, patterns: Rule[]): Rule => ({
  begin: open,
  end: end(close),
  beginCaptures: { 0: { name: `punctuation.section.${kind}.begin.wire` } },
  endCaptures: { 0: { name: `punctuation.section.${kind}.end.wire` } },
  patterns,
});

export const braces = (patterns: Rule[]): Rule => bracket(String.raw`\{`, String.raw`\}`, "block", patterns);
