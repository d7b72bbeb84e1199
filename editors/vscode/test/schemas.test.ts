// Every schema of the repository is highlighted whole, and each of its words is what it is to the compiler.

import assert from "node:assert/strict";
import { test } from "node:test";
import { blocks, files, textOf } from "./files";
import { reference } from "./oracle/notation";
import { compare, unscoped } from "./positions";
import { grammar } from "./scopes";

/** Schemas that must compile: those that ship, and those of tests that have each construct. */
const schemas = files("wire").filter((file) => /^(schema|tests|examples|cli)\//.test(file));

test("every character of every schema has a scope", async () => {
  const wire = await grammar("source.wire");
  assert.ok(schemas.length > 60, `${schemas.length} schemas`);
  const wrong = schemas.flatMap((file) => unscoped(wire, textOf(file)).map((problem) => `${file}:${problem}`));
  assert.deepEqual(wrong, []);
});

test("every character of every block of a page has a scope", async () => {
  const wire = await grammar("source.wire");
  const all = blocks();
  assert.ok(all.length > 100, `${all.length} blocks`);
  const wrong = all.flatMap((block) =>
    unscoped(wire, block.text, block.info.includes("refused")).map((problem) => `${block.name}, line ${problem}`),
  );
  assert.deepEqual(wrong, []);
});

test("each word of every schema has the scope of its role", async () => {
  const wire = await grammar("source.wire");
  const rules = reference();
  let compared = 0;
  const wrong = schemas.flatMap((file) => {
    const result = compare(wire, rules, textOf(file));
    if (!result) return [`${file} is no schema to the grammar of the reference`];
    compared += result.compared;
    return [...result.wrong, ...result.ambiguous.map((token) => `several roles: ${token}`)].map(
      (problem) => `${file}: ${problem}`,
    );
  });
  assert.deepEqual(wrong.slice(0, 40), []);
  assert.ok(compared > 50_000, `${compared} tokens`);
});

test("each word of every block that is a schema or a body has the scope of its role", async () => {
  const wire = await grammar("source.wire");
  const rules = reference();
  let read = 0;
  const wrong = blocks().flatMap((block) => {
    const result = compare(wire, rules, block.text);
    read += result ? 1 : 0;
    if (!result && !block.info.includes("refused")) return [`${block.name} is no part of a schema`];
    return (result?.wrong ?? []).map((problem) => `${block.name}: ${problem}`);
  });
  assert.deepEqual(wrong.slice(0, 40), []);
  assert.ok(read > 60, `${read} blocks`);
});
