// The syntax file for Vim and Neovim. Vim has no rules for what may follow what over several lines, so a word is judged
// by what is before and after it on its line.

import * as words from "./words";

const any = (list: readonly string[]): string => `\\<\\%(${list.join("\\|")}\\)\\>`;

/** After an operator, a word or a bracket that an operand follows, a word is a name. */
const operandBefore =
  String.raw`\%(\%([-+*/%=<>!&|([.]\|` +
  String.raw`\<\%(if\|else\|where\|from\|by\|fill\|in\|until\|through\|before\|match\)\)\s*\)\@40<!`;

/** A colon, perhaps after a source name: the word before it is the name of a field. */
const colon = String.raw`\s*\%("[^"]*"\s*\)\=:`;

/** A word that is none of the language if it names a field or a member follows. */
const noName = String.raw`\ze\%(${colon}\|\s*\.[^.]\|\s*,\)\@!`;

/** A line of the file. Of several rules that match at one place, Vim takes the last. */
const rule = (group: string, pattern: string, more = ""): string =>
  `syntax match ${group} ~${pattern}~${more === "" ? "" : ` ${more}`}`;

/** A number on the wire, in the notation of Vim. */
const inVim: Record<string, string> = { "(?:": "\\%(", ")": "\\)", "|": "\\|", "?": "\\=", "\\b": "" };
const number = `\\<${words.number.replace(/\(\?:|\)|\||\?|\\b/g, (piece) => inVim[piece] ?? piece)}\\>`;

const after = (before: string): string => `\\%(\\%(${before}\\)\\s*\\)\\@40<=`;

const links: Record<string, string> = {
  Comment: "Comment",
  Documentation: "SpecialComment",
  Code: "Special",
  Text: "String",
  Bytes: "String",
  Escape: "SpecialChar",
  Character: "Character",
  Integer: "Number",
  Float: "Float",
  NumberType: "Type",
  BuiltIn: "Type",
  Field: "Identifier",
  Reserved: "Special",
  Type: "Type",
  Constant: "Constant",
  Value: "Constant",
  Function: "Function",
  Declaration: "Structure",
  Entry: "Keyword",
  Clause: "Keyword",
  Control: "Conditional",
  Option: "Keyword",
};

/** The whole file. */
export const vim = [
  '" Vim syntax file: schemas of Wireform. Made by `npm run generate` in editors/vscode.',
  'if exists("b:current_syntax")',
  "  finish",
  "endif",
  "",
  "syntax case match",
  "syntax sync minlines=1",
  "",
  rule("wireName", String.raw`\<\l\w*\>`),
  rule("wireReserved", String.raw`\<_\>`),
  rule("wireType", String.raw`\<\u\w*\>`),
  rule("wireConstant", String.raw`\<\u[A-Z0-9_]\+\>`),
  rule("wireInteger", String.raw`\<\%(0[xX][0-9A-Fa-f_]\+\|0[bB][01_]\+\|\d[0-9_]*\|_\d\+\)\>`),
  rule("wireFloat", String.raw`\<\d[0-9_]*\%(\.\d[0-9_]*\%([eE][-+]\=\d\+\)\=\|[eE][-+]\=\d\+\)\>`),
  rule("wireCharacter", String.raw`'\%(\\x\x\x\|\\.\|[^'\\]\)'`),
  "",
  rule("wireFunction", String.raw`\<\l\w*\ze\s*(`),
  rule("wireValue", any(words.constants)),
  rule("wireNumberType", number),
  rule("wireBuiltIn", `${after("[:;[]\\|=>\\|\\<as")}${any(["bool", ...words.encodings])}`),
  rule("wireBuiltIn", String.raw`${any(words.encodings)}\ze\s*\[`),
  rule("wireBuiltIn", String.raw`\<align\ze\s*(`),
  rule("wireBuiltIn", `${after("\\s=")}\\<groups\\ze\\s*(`),
  rule("wireBuiltIn", String.raw`\<nested\ze\s\+\u`),
  rule("wireBuiltIn", String.raw`\<trailer\ze\s*\({\|struct\)`),
  rule("wireBuiltIn", `${after("\\<as")}${any(words.values)}`),
  "",
  rule(
    "wireClause",
    `${operandBefore}${any(words.clauses.filter((word) => !["if", "else", "where"].includes(word)))}${noName}`,
  ),
  rule("wireControl", `${operandBefore}${any(["if", "else", "where"])}${noName}`),
  rule("wireControl", String.raw`${after("[:=;(&|<>+*/-]\\|\\<else")}\<if\>\ze\s*\%(\w\|["'([!-]\)`),
  rule("wireControl", String.raw`\%([:[(,]\s*\|=>\s*\)\@40<=\<match\>\ze\s*\%(\w\|(\)`),
  rule(
    "wireControl",
    String.raw`\%(\%([;[]\|\<within\s*(\)\s*\)\@40<=${any(words.ends)}\ze\%(\s*\%(\.[^.]\|[]+*/%)]\)\)\@!`,
  ),
  rule("wireControl", String.raw`\<or\s\+end\>`),
  rule(
    "wireOption",
    `${operandBefore}${any([...words.options, ...words.varints, ...words.measures])}\\ze\\%(${colon}\\|\\s*[.(,]\\)\\@!`,
  ),
  rule("wireOption", `${after("\\w\\|)")}${any([...words.options])}\\ze\\s*[,;}]`),
  rule("wireOption", `${operandBefore}\\<in\\>\\ze\\%(${colon}\\|\\s*\\.\\w\\|\\s*,\\)\\@!`),
  rule("wireOption", `${after("\\<from")}${any(words.roundings)}\\ze\\s*(`),
  rule("wireOption", String.raw`${any(words.orders)}\ze\s*{`),
  rule("wireOption", `${after(")")}\\<high_first\\ze\\s*;`),
  rule("wireOption", `${after("\\<groups\\s*(")}\\<sign\\>`),
  rule("wireOption", `${operandBefore}${any(words.heads)}${noName}`),
  rule("wireValue", `${after("_order\\s*:")}${any([...words.orders, ...words.byteOrders])}`),
  "",
  rule("wireDeclaration", String.raw`${any(words.declarations)}\ze\s\+\u`),
  rule("wireDeclaration", String.raw`${any(["protocol", "session", "hook"])}\ze\s\+\l`),
  rule("wireDeclaration", String.raw`\<use\ze\s\+"[^"]*"\s*;`),
  rule("wireEntry", String.raw`\<bits\ze\s\+\%(\l\|\u\w*\s*[{(hl]\)`),
  rule("wireEntry", String.raw`\<let\ze\s\+\l\w*${colon}`),
  rule("wireEntry", String.raw`\<within\ze\s*(`),
  rule("wireEntry", String.raw`${any(words.examples)}\ze\s*"\%([^"\\]\|\\.\)*"\%(\s*:\)\@!`),
  rule("wireEntry", String.raw`${any(words.bases)}\ze\s*"`, "nextgroup=wireBytes skipwhite"),
  "",
  rule("wireField", String.raw`\<\l\w*\ze${colon}`),
  rule("wireField", String.raw`\.\@1<=\<\l\w*\>`),
  "",
  String.raw`syntax region wireText start=+"+ skip=+\\.+ end=+"+ oneline contains=wireEscape`,
  String.raw`syntax region wireBytes start=+"+ end=+"+ oneline contained`,
  rule("wireEscape", String.raw`\\\%(x\x\x\|.\)`, "contained"),
  rule("wireComment", "//.*$", "contains=@Spell"),
  rule("wireDocumentation", String.raw`//[/!]\%(/\)\@!.*$`, "contains=wireCode,@Spell"),
  rule("wireCode", "`[^`]*`", "contained"),
  "",
  ...Object.entries(links).map(([group, link]) => `highlight default link wire${group} ${link}`),
  "",
  'let b:current_syntax = "wire"',
  "",
].join("\n");
