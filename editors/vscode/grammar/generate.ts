// Writes the grammars, or with `--check` says whether the checked-in ones are those.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { markdown, schema } from "./textmate";
import { vim } from "./vim";

const root = join(__dirname, "..");

/** The generated files, by their paths from the extension's folder. */
const files: Record<string, string> = {
  "syntaxes/wire.tmLanguage.json": `${JSON.stringify(schema, null, 2)}\n`,
  "syntaxes/markdown-wire.tmLanguage.json": `${JSON.stringify(markdown, null, 2)}\n`,
  "../neovim/syntax/wire.vim": vim,
};

const check = process.argv.includes("--check");
for (const [name, text] of Object.entries(files)) {
  const path = join(root, name);
  if (!check) {
    writeFileSync(path, text);
  } else if (readFileSync(path, "utf8") !== text) {
    console.error(`${name} is stale: run \`npm run generate\``);
    process.exitCode = 1;
  }
}
