// Each snippet, expanded with its defaults, is a schema that compiles, or a part of one.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { extension, root, skipped } from "./files";

interface Snippet {
  prefix: string;
  description: string;
  body: string[];
}

const snippets: Record<string, Snippet> = JSON.parse(readFileSync(join(extension, "snippets/wire.json"), "utf8"));

/** Entries of a body; all others are declarations. */
const entries = ["optional", "match", "list", "text", "example", "refuses"];

/** The compiler: `WIREFORM` names it, or a build of the repository has it. */
const built = join(root, "target/debug/wireform");
const wireform = process.env.WIREFORM ?? (existsSync(built) ? built : undefined);

/** The text of a snippet whose placeholders have their defaults, or the first of their choices. */
function expanded(snippet: Snippet): string {
  const values = new Map<string, string>();
  const text = snippet.body
    .join("\n")
    .replace(/\$\{(\d+):([^}]*)\}|\$\{(\d+)\|([^,|]*)[^}]*\}|\$(\d+)/g, (...match: string[]) => {
      const [, named, value, chosen, first, bare] = match;
      const key = named ?? chosen ?? bare ?? "";
      if (!values.has(key)) values.set(key, value ?? first ?? "");
      return values.get(key) ?? "";
    });
  assert.ok(!text.includes("$"), text);
  return text;
}

function schemaOf(snippet: Snippet): string {
  const text = expanded(snippet);
  if (snippet.prefix === "protocol") return `${text}struct A { x: u8 }\n`;
  const header = "protocol snippet { byte_order: little }\n";
  return header + (entries.includes(snippet.prefix) ? `struct A {\n    ${bodyOf(snippet, text)}\n}\n` : `${text}\n`);
}

/** An example has the bytes of a field. */
function bodyOf(snippet: Snippet, text: string): string {
  return ["example", "refuses"].includes(snippet.prefix) ? `x: u8,\n    ${text}` : text;
}

test(
  "each snippet compiles",
  { skip: skipped(wireform !== undefined, "there is no compiler: WIREFORM names it") },
  () => {
    const folder = mkdtempSync(join(tmpdir(), "wireform-snippets-"));
    try {
      for (const [name, snippet] of Object.entries(snippets)) {
        const path = join(folder, `${snippet.prefix}.wire`);
        writeFileSync(path, schemaOf(snippet));
        try {
          execFileSync(wireform ?? "", ["check", path], { encoding: "utf8", stdio: "pipe" });
        } catch (error) {
          assert.fail(`${name}\n${schemaOf(snippet)}\n${String((error as { stderr?: string }).stderr)}`);
        }
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);

test("snippets have a word and a description of their own, and say all kinds of declarations that are long to write", () => {
  const prefixes = Object.values(snippets).map((snippet) => snippet.prefix);
  assert.deepEqual([...new Set(prefixes)], prefixes);
  for (const wanted of [
    "protocol",
    "message",
    "struct",
    "family",
    "enum",
    "bits",
    "quantity",
    "example",
    "list",
    "optional",
  ]) {
    assert.ok(prefixes.includes(wanted), wanted);
  }
  for (const snippet of Object.values(snippets)) assert.ok(snippet.description.length > 5, snippet.prefix);
});
