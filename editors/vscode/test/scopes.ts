// Runs the grammars as VS Code does.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { loadWASM, OnigScanner, OnigString } from "vscode-oniguruma";
import { INITIAL, Registry, type IGrammar } from "vscode-textmate";
import { extension } from "./files";

/** The scopes of each character of a line, the outermost first. */
export type Line = { text: string; scopes: string[][] };

const grammars: Record<string, string> = {
  "source.wire": "syntaxes/wire.tmLanguage.json",
  "markdown.wire.codeblock": "syntaxes/markdown-wire.tmLanguage.json",
};

const wasm = readFileSync(join(extension, "node_modules/vscode-oniguruma/release/onig.wasm"));

const registry = new Registry({
  onigLib: loadWASM(wasm).then(() => ({
    createOnigScanner: (patterns) => new OnigScanner(patterns),
    createOnigString: (text) => new OnigString(text),
  })),
  loadGrammar: (scope) => {
    const file = grammars[scope];
    // A Markdown of one rule: the injection needs no more.
    if (scope === "text.html.markdown")
      return Promise.resolve({ scopeName: scope, patterns: [], repository: {} as never });
    return Promise.resolve(file ? JSON.parse(readFileSync(join(extension, file), "utf8")) : null);
  },
  getInjections: (scope) => (scope === "text.html.markdown" ? ["markdown.wire.codeblock"] : undefined),
});

/** A grammar by its scope. */
export async function grammar(scope: string): Promise<IGrammar> {
  const found = await registry.loadGrammar(scope);
  if (!found) throw new Error(`no grammar ${scope}`);
  return found;
}

/** The scopes of all characters of a text. */
export function scopesOf(by: IGrammar, text: string): Line[] {
  let state = INITIAL;
  return text.split("\n").map((line) => {
    const { tokens, ruleStack, stoppedEarly } = by.tokenizeLine(line, state);
    if (stoppedEarly) throw new Error(`stopped in: ${line}`);
    state = ruleStack;
    const scopes: string[][] = [];
    for (const token of tokens)
      scopes.fill(token.scopes, token.startIndex, (scopes.length = Math.max(scopes.length, token.endIndex)));
    return { text: line, scopes };
  });
}
