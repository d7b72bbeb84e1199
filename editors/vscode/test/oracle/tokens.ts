// The tokens of a schema, comments aside, and the kinds of tokens that the grammar names in capitals.

/** A token and where it is. */
export interface Token {
  text: string;
  line: number;
  column: number;
}

const quoted = /"(?:[^"\\]|\\.)*"|'(?:\\.|[^'\\])+'/;
const number = /0[xXbB][0-9A-Fa-f_]+|\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?/;
const mark = /\.\.=|\.\.|=>|->|==|!=|<=|>=|&&|\|\||\S/;
const token = new RegExp([quoted, number, /[A-Za-z_]\w*/, mark].map((one) => one.source).join("|"), "g");

/** The tokens of a text in order. */
export function tokensOf(text: string): Token[] {
  return text.split("\n").flatMap((line, number) => {
    const found: Token[] = [];
    token.lastIndex = 0;
    for (let match = token.exec(line); match; match = token.exec(line)) {
      if (line.startsWith("//", match.index)) break;
      found.push({ text: match[0], line: number, column: match.index });
    }
    return found;
  });
}

/** Whether a token is of a kind. */
export function isKind(kind: string, text: string): boolean {
  const isFloat = /^\d/.test(text) && !/^0[xX]/.test(text) && /[.e]/.test(text);
  switch (kind) {
    case "WORD":
      return /^[a-z]/.test(text);
    case "UPPER":
      return /^[A-Z][A-Za-z0-9]*$/.test(text);
    case "CAPS":
      return /^[A-Z][A-Z0-9_]*$/.test(text);
    case "INT":
      return /^\d/.test(text) && !isFloat;
    case "IGNORED":
      return /^_\d+$/.test(text);
    case "FLOAT":
      return isFloat;
    case "CHAR":
      return text.startsWith("'");
    case "STRING":
      return text.startsWith('"');
    case "NUMBER": {
      const bits = /^(?:([ui])|f)(\d{1,2})(?:be|le)?$/.exec(text);
      return (
        bits !== null &&
        (bits[1] ? Number(bits[2]) >= 1 && Number(bits[2]) <= 64 : ["32", "64"].includes(bits[2] ?? ""))
      );
    }
    default:
      throw new Error(`the grammar has no kind of token \`${kind}\``);
  }
}
