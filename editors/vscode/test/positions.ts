// Compares the scopes of a schema with the roles of its tokens in the grammar of the reference.

import type { IGrammar } from "vscode-textmate";
import { expected } from "./expected";
import { rolesOf, type Role } from "./oracle/derive";
import type { Grammar } from "./oracle/notation";
import { tokensOf, type Token } from "./oracle/tokens";
import { scopesOf } from "./scopes";

export interface Compared {
  /** Tokens whose scopes were compared, and those of more than one role. */
  compared: number;
  ambiguous: string[];
  wrong: string[];
}

/** `null` if the text is no file, no declarations and no entries of a body. */
function roles(reference: Grammar, tokens: Token[]): (Role | undefined)[] | null {
  const file = rolesOf(reference, tokens, "file") ?? rolesOf(reference, tokens, "items");
  if (file) return file;
  const brace = (text: string): Token => ({ text, line: -1, column: 0 });
  const body = rolesOf(reference, [brace("{"), ...tokens, brace("}")], "body");
  return body ? body.slice(1, -1) : null;
}

/** `null` if the grammar of the reference has no such text. */
export function compare(by: IGrammar, reference: Grammar, text: string): Compared | null {
  const tokens = tokensOf(text);
  const found = roles(reference, tokens);
  if (!found) return null;
  const lines = scopesOf(by, text);
  const result: Compared = { compared: 0, ambiguous: [], wrong: [] };
  let refuses = false;
  tokens.forEach((token, at) => {
    const role = found[at];
    if (role?.rules.at(-1) === "entry" && role.quoted && /^[a-z]/.test(role.quoted)) {
      refuses = token.text === "refuses" || (refuses && ["hex", "dec"].includes(token.text));
    }
    if (!role) {
      result.ambiguous.push(`\`${token.text}\` in: ${lines[token.line]?.text.trim()}`);
      return;
    }
    result.compared += 1;
    const scopes = lines[token.line]?.scopes.slice(token.column, token.column + token.text.length) ?? [];
    const innermost = [...new Set(scopes.map((one) => one.at(-1) ?? ""))];
    // A text has scopes for its escapes as well.
    const judged = role.kind === "STRING" ? innermost.slice(0, 1) : innermost;
    const isAlone = ![".", "("].includes(tokens[at + 1]?.text ?? "") && tokens[at - 1]?.text === ":";
    const wanted = expected(role, token.text, refuses && isAlone && role.rules.includes("contents"));
    if (!judged.every((scope) => wanted.test(scope))) {
      const line = lines[token.line]?.text ?? "";
      const before = line.slice(Math.max(0, token.column - 60), token.column);
      const around = `${before}>>>${line.slice(token.column, token.column + 40)}`;
      result.wrong.push(`${around} (${role.rules.slice(-3).join(" > ")}) is ${judged.join(", ")}, not ${wanted}`);
    }
  });
  return result;
}

/** The characters that have no scope but that of the file; or one of mistakes, unless the text has some. */
export function unscoped(by: IGrammar, text: string, hasMistakes = false): string[] {
  return scopesOf(by, text).flatMap((line, number) => {
    // By units of UTF-16, as scopes are.
    const bare = line.text.split("").flatMap((char, at) => {
      const scopes = line.scopes[at] ?? [];
      return char.trim() !== "" && (scopes.length < 2 || (!hasMistakes && scopes.at(-1)?.startsWith("invalid")))
        ? [char]
        : [];
    });
    return bare.length > 0 ? [`${number + 1}: ${bare.join("")} in: ${line.text.trim()}`] : [];
  });
}
