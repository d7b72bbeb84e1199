// Random sentences of the grammar of the reference: words are keywords in their places and names in all others.

import assert from "node:assert/strict";
import { test } from "node:test";
import { reference } from "./oracle/notation";
import { Sentences } from "./oracle/sentences";
import { compare, unscoped } from "./positions";
import { grammar } from "./scopes";

/** The number of sentences of each test. */
const count = Number(process.env.WIREFORM_SENTENCES ?? 1500);

/** A sentence in one line, or in a line for each element. */
function laidOut(tokens: string[], inLines: boolean): string {
  return inLines
    ? tokens.map((token) => (["{", ",", ";"].includes(token) ? `${token}\n    ` : `${token} `)).join("")
    : tokens.join(" ");
}

async function run(
  share: number,
  inLines = false,
): Promise<{ read: number; compared: number; ambiguous: number; wrong: string[]; unused: string[] }> {
  const wire = await grammar("source.wire");
  const rules = reference();
  const sentences = new Sentences(rules, 8 + share, share);
  const sum = { read: 0, compared: 0, ambiguous: 0, wrong: [] as string[], unused: [] as string[] };
  for (let made = 0; made < count; made += 1) {
    const text = laidOut(sentences.next(), inLines);
    const result = compare(wire, rules, text);
    if (!result) continue;
    sum.read += 1;
    sum.compared += result.compared;
    sum.ambiguous += result.ambiguous.length;
    // The others may follow from the first.
    sum.wrong.push(...[...result.wrong, ...unscoped(wire, text, true)].slice(0, 1));
  }
  sum.unused = [...sentences.unused].map((part) => JSON.stringify(part));
  return sum;
}

test("sentences without words of the language as names", async () => {
  const { read, compared, wrong, unused } = await run(0);
  assert.deepEqual(wrong.slice(0, 10), []);
  assert.deepEqual(unused, [], "each word of the grammar was used");
  assert.ok(read > count * 0.95 && compared > count * 30, `${read} read, ${compared} tokens`);
});

test("sentences with words of the language as names", async () => {
  const { read, compared, ambiguous, wrong, unused } = await run(5);
  assert.deepEqual(wrong.slice(0, 10), []);
  assert.deepEqual(unused, [], "each word of the grammar was used");
  assert.ok(read > count * 0.5 && compared > count * 15, `${read} read, ${compared} tokens, ${ambiguous} ambiguous`);
});

test("sentences in lines", async () => {
  const { read, compared, wrong } = await run(2, true);
  assert.deepEqual(wrong.slice(0, 10), []);
  assert.ok(read > count * 0.5 && compared > count * 15, `${read} read, ${compared} tokens`);
});
