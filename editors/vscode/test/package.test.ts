// The manifest and what it names.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { extension, root, textOf } from "./files";

const read = (file: string) => JSON.parse(readFileSync(join(extension, file), "utf8"));
const manifest = read("package.json");

test("every file that the manifest names is there", () => {
  const named =
    JSON.stringify(manifest).match(/"(?:\.\/)?(?:images|syntaxes|snippets)\/[^"]+"|"\.\/language[^"]+"/g) ?? [];
  assert.ok(named.length >= 6, named.join());
  for (const file of named) assert.ok(existsSync(join(extension, JSON.parse(file))), file);
});

test("the version is that of the workspace", () => {
  const [, version] = /^version = "([^"]+)"$/m.exec(textOf("Cargo.toml")) ?? [];
  assert.equal(manifest.version, version);
});

test("the code uses the commands and settings that the manifest declares", () => {
  const code = readFileSync(join(extension, "src/extension.ts"), "utf8");
  const declared = manifest.contributes.commands.map((one: { command: string }) => one.command);
  const registered = [...code.matchAll(/registerCommand\("([^"]+)"/g)].map((match) => match[1]);
  assert.deepEqual(registered.sort(), declared.sort());
  assert.ok("wireform.path" in manifest.contributes.configuration.properties && code.includes('"wireform.path"'));
});

test("the lock names no registry but that of npm", () => {
  const hosts =
    readFileSync(join(extension, "package-lock.json"), "utf8").match(/"resolved": "https?:\/\/[^/"]+/g) ?? [];
  assert.deepEqual(
    hosts.filter((host) => !host.endsWith("https://registry.npmjs.org")),
    [],
  );
});

test("dependencies have one exact version", () => {
  for (const [name, version] of Object.entries(manifest.devDependencies))
    assert.match(String(version), /^\d+\.\d+\.\d+$/, name);
});

test("the rules for indentation and for comments do what is wanted of them", () => {
  const config = read("language-configuration.json");
  const opens = new RegExp(config.indentationRules.increaseIndentPattern);
  const closes = new RegExp(config.indentationRules.decreaseIndentPattern);
  for (const line of [
    "struct A {",
    "    x: match a {",
    "wind: if has_wind { // a mast",
    'message A "{" = 1 {',
    "list: [",
  ]) {
    assert.ok(opens.test(line), line);
  }
  for (const line of [
    "struct A {}",
    "// struct A {",
    "/// {",
    'x: utf8[1] = "{",',
    "x: u8,",
    "}",
    "enum A: u8 { B = 1, .. }",
  ]) {
    assert.ok(!opens.test(line), line);
  }
  assert.ok(closes.test("    }") && closes.test("},") && !closes.test("x: u8 }"));
  const goesOn = config.onEnterRules.map((rule: { beforeText: string }) => new RegExp(rule.beforeText));
  const continued = (line: string) => goesOn.findIndex((rule: RegExp) => rule.test(line));
  assert.deepEqual(["    /// a", "//! a", "///", "//// a", "x: u8, /// a"].map(continued), [0, 1, -1, -1, -1]);
});

test("the licences are those of the repository", () => {
  for (const file of ["LICENSE-MIT", "LICENSE-APACHE"]) {
    assert.equal(readFileSync(join(extension, file), "utf8"), readFileSync(join(root, file), "utf8"));
  }
});
