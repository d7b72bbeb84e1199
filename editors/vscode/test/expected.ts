// The scopes that a token must have, by its role in the grammar of the reference.

import type { Role } from "./oracle/derive";
import { isKind } from "./oracle/tokens";

type Table = Record<string, RegExp>;

/** Quoted words by the rule that quotes them. */
const words: Record<string, Table> = {
  file: { protocol: /^storage\.type\.protocol/ },
  item: {
    use: /^keyword\.other\.use/,
    "wrap canonical range": /^keyword\.other\.option/,
    "as from": /^keyword\.other\.clause/,
    "f32 f64": /^support\.type\.number/,
    "const type varint enum bits quantity packed struct delta family session hook": /^storage\.type/,
  },
  message: { message: /^storage\.type\.message/ },
  depth: { depth: /^keyword\.other\.depth/ },
  groups: { groups: /^entity\.name\.function/, "sign high_first": /^storage\.modifier/ },
  guard: { if: /^keyword\.control\.conditional/ },
  options: { "in range wrap clamp refuse lossy": /^keyword\.other\.option/ },
  rounding: { "round trunc floor": /^keyword\.other\.option/ },
  parts: { "low_first high_first": /^storage\.modifier/, "as fill": /^keyword\.other\.clause/ },
  entry: {
    "bits let within": /^keyword\.other\.entry/,
    "example accepts refuses": /^keyword\.other\.example/,
    "hex dec": /^keyword\.other\.bytes/,
  },
  region: { within: /^keyword\.other\.region/ },
  clauses: {
    "from by as fill": /^keyword\.other\.clause/,
    "if else": /^keyword\.control\.conditional/,
    where: /^keyword\.control\.rule/,
  },
  value: { "bool truthy utf8 ascii latin1 utf16": /^support\.type\.value/ },
  notation: { "hex ipv4 fourcc mac": /^support\.type\.value/ },
  wire: {
    if: /^keyword\.control\.conditional/,
    nested: /^storage\.modifier/,
    bits: /^storage\.type\.bits/,
    match: /^keyword\.control\.match/,
    "bytes utf8 ascii latin1 align": /^support\.type/,
    else: /^keyword\.control\.conditional/,
    fill: /^keyword\.other\.clause/,
  },
  utf16: { "utf16 utf16le utf16be": /^support\.type/ },
  carrier: { bool: /^support\.type/ },
  group: { trailer: /^storage\.modifier/, "struct delta": /^storage\.type\.struct/ },
  target: { none: /^constant\.language\.none/ },
  extent: { "until through before or end": /^keyword\.control\.until/ },
  compare: { in: /^keyword\.operator\.word/ },
  primary: { "if else": /^keyword\.control\.conditional/ },
  argument: { match: /^keyword\.control\.match/ },
};

/** Names in small letters by the rule that has them. */
const names: Table = {
  file: /^(entity\.name\.namespace|variable\.other\.setting)/,
  item: /^(entity\.name\.function|variable\.other\.(session|member))\b/,
  params: /^variable\.parameter/,
  options: /^constant\.other\.unit/,
  parts: /^variable\.other\.member/,
  entry: /^variable\.(other\.member|parameter)/,
  contents: /^variable\.other\.member/,
  clauses: /^variable\.other/,
  extent: /^variable\.other|^variable\.language|^constant\.language/,
  path: /^(variable\.(other|language)|constant\.language|entity\.name\.function)\b/,
};

/** Names that begin with a capital. */
const uppers: Table = {
  item: /^(entity\.name\.type|variable\.other\.enummember)/,
  single: /^(variable\.other\.enummember|constant\.other\.caps)/,
  content: /^(variable\.other\.enummember|constant\.other\.caps)/,
  path: /^(variable\.other\.enummember|constant\.other\.caps|entity\.name\.type)/,
};

const type = /^entity\.name\.type|^constant\.other\.caps/;

const kinds: Table = {
  CAPS: /^(constant\.other\.caps|variable\.other\.enummember|entity\.name\.type)/,
  INT: /^constant\.numeric/,
  IGNORED: /^constant\.numeric/,
  FLOAT: /^constant\.numeric/,
  CHAR: /^constant\.character/,
  NUMBER: /^support\.type\.number/,
};

/** What the innermost scope of a token must be; `isReason`: it is a word in the contents of `refuses`. */
export function expected(role: Role, text: string, isReason: boolean): RegExp {
  const rule = role.rules.at(-1) ?? "";
  if (role.quoted !== undefined) {
    if (text === "_") return /^variable\.language/;
    if (!/^[a-z]/.test(text)) return /^(punctuation|keyword\.operator)/;
    const table = Object.entries(words[rule] ?? {}).find(([list]) => list.split(" ").includes(text));
    if (!table) throw new Error(`no scope is expected of \`${text}\` in \`${rule}\``);
    return table[1];
  }
  switch (role.kind) {
    case "WORD":
      if (rule === "path" && isReason) return /^constant\.other\.reason/;
      // A number on the wire as an extent or a tag is a path to the grammar.
      if (rule === "path" && isKind("NUMBER", text)) return /^(support\.type\.number|variable\.other)/;
      return names[rule] ?? fail(role);
    case "UPPER":
      return uppers[rule] ?? type;
    case "STRING":
      return /^(string\.quoted|punctuation\.definition\.string)/;
    default:
      return kinds[role.kind ?? ""] ?? fail(role);
  }
}

function fail(role: Role): never {
  throw new Error(`no scope is expected of ${JSON.stringify(role)}`);
}
