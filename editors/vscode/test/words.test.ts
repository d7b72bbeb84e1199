// The words of the grammars for editors are those of the reference.

import assert from "node:assert/strict";
import { test } from "node:test";
import * as words from "../grammar/words";
import { textOf } from "./files";
import { each, reference } from "./oracle/notation";
import { isKind } from "./oracle/tokens";

test("the words of the language are those that the grammar of the reference quotes", () => {
  const quoted = new Set<string>();
  each(reference(), (part) => part.kind === "quoted" && /^[a-z]/.test(part.text) && quoted.add(part.text));
  assert.deepEqual(words.all, [...quoted].sort());
});

test("names that the compiler knows are in the index of the reference", () => {
  const index = textOf("schema/reference/index.md");
  for (const word of [...words.constants, ...words.byteOrders]) {
    assert.ok(index.includes(`\n| \`${word}\` |`), `\`${word}\` is not in the index`);
  }
});

test("numbers on the wire have the widths of the reference", () => {
  const number = new RegExp(`^${words.number}$`);
  for (const sign of ["u", "i", "f"]) {
    for (let bits = 0; bits <= 100; bits += 1) {
      for (const order of ["", "be", "le", "xe"]) {
        const word = `${sign}${bits}${order}`;
        assert.equal(number.test(word), isKind("NUMBER", word), word);
      }
    }
  }
});
