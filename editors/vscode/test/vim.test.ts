// The syntax file for Vim and Neovim, run by one of them on every schema: words of the language are keywords, names are
// none.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { extension, files, root, skipped, textOf } from "./files";
import { rolesOf } from "./oracle/derive";
import { reference } from "./oracle/notation";
import { tokensOf, type Token } from "./oracle/tokens";

const plugin = join(extension, "../neovim");
const editors: [string, string[]][] = [
  ["nvim", ["--headless", "-u", "NONE", "-i", "NONE"]],
  ["vim", ["-es", "-u", "NONE", "-i", "NONE", "-N"]],
];
const editor = editors.find(([name]) => spawnSync(name, ["--version"]).status === 0);

/** Groups of words of the language; a number on the wire and a value are words as well as names. */
const keywords = ["wireDeclaration", "wireEntry", "wireClause", "wireControl", "wireOption", "wireBuiltIn"];

/** The group of each token of each file. */
function groups(schemas: string[], tokens: Token[][]): string[][] {
  const [name, options] = editor ?? ["", []];
  const folder = mkdtempSync(join(tmpdir(), "wireform-vim-"));
  try {
    const script = schemas.flatMap((file, index) => [
      `edit ${join(root, file)}`,
      "syntax clear | unlet! b:current_syntax | source " + join(plugin, "syntax/wire.vim"),
      `let places = json_decode(readfile('${folder}/${index}.json')[0])`,
      `let groups = map(places, 'synIDattr(synID(v:val[0], v:val[1], 1), "name")')`,
      `call writefile([json_encode(groups)], '${folder}/${index}.out')`,
    ]);
    tokens.forEach((found, index) => {
      const bytes = (token: Token) =>
        Buffer.byteLength((textOf(schemas[index] ?? "").split("\n")[token.line] ?? "").slice(0, token.column));
      writeFileSync(
        join(folder, `${index}.json`),
        JSON.stringify(found.map((token) => [token.line + 1, bytes(token) + 1])),
      );
    });
    writeFileSync(
      join(folder, "all.vim"),
      ["set nomodeline noswapfile hidden", "syntax on", ...script, "qall!"].join("\n"),
    );
    execFileSync(name, [...options, "-S", join(folder, "all.vim")], { stdio: "pipe", timeout: 120_000 });
    return schemas.map((_, index) => JSON.parse(readFileSync(join(folder, `${index}.out`), "utf8")));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test(
  "words of the language and names differ in Vim",
  { skip: skipped(editor !== undefined, "there is neither nvim nor vim") },
  () => {
    const rules = reference();
    const schemas = files("wire").filter((file) => /^(schema|examples)\//.test(file));
    const tokens = schemas.map((file) => tokensOf(textOf(file)));
    const found = groups(schemas, tokens);
    let words = 0;
    let names = 0;
    const wrong: string[] = [];
    tokens.forEach((list, index) => {
      const roles = rolesOf(rules, list, "file") ?? [];
      const lines = textOf(schemas[index] ?? "").split("\n");
      list.forEach((token, at) => {
        const role = roles[at];
        const group = found[index]?.[at] ?? "";
        const isWord = role?.quoted !== undefined && /^[a-z]/.test(role.quoted);
        const isName = role?.kind === "WORD";
        words += isWord ? 1 : 0;
        names += isName ? 1 : 0;
        const isRight = isWord
          ? [...keywords, "wireValue", "wireNumberType"].includes(group)
          : !isName || !keywords.includes(group);
        if (!isRight) wrong.push(`${schemas[index]}: \`${token.text}\` is ${group}: ${lines[token.line]?.trim()}`);
        // Whatever it is, it has a group: its end is found.
        if (/^["\w']/.test(token.text) && group === "")
          wrong.push(`${schemas[index]}: \`${token.text}\` has no group: ${lines[token.line]}`);
      });
    });
    assert.deepEqual(wrong.slice(0, 40), []);
    assert.ok(words > 3000 && names > 7000, `${words} words, ${names} names`);
  },
);
