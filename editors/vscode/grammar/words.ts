// The words of the language by their place: the one list from which the grammars for editors are made. The compiler has the
// table; a test compares it with the quoted words of `schema/grammar.md`.

import { readFileSync } from "node:fs";
import { join } from "node:path";

const table = join(__dirname, "../../../codegen/language/src/keywords.txt");
const rows = readFileSync(table, "utf8")
  .trimEnd()
  .split(/\r?\n/)
  .map((row) => row.split("\t"));

/** The words that may be at one of these places. */
const at = (...places: string[]): string[] =>
  rows.flatMap(([word, own]) => (word && own?.split(" ").some((place) => places.includes(place)) ? [word] : []));

/** Begin a declaration. */
export const declarations = at("item");

/** Wires that begin with a word, besides numbers and encodings. */
export const wires = at("wire", "region", "target").filter((word) => !at("encoding").includes(word));

/** Examples: the entries that are no bytes and no number. */
export const examples = at("entry").filter((word) => !wires.includes(word) && word !== "let");

/** Notations of the bytes of an example. */
export const bases = at("base");

/** Continue a field after its wire, in this order; `=` is one of them as well. */
export const clauses = at("clause");

/** Wires of bytes and text, which an extent in brackets may follow. */
export const encodings = at("encoding");

/** Values after `as`, besides names of types. */
export const values = at("value", "notation");

/** Numbers after `as` in a quantity. */
export const floats = ["f32", "f64"];

/** Orders of parts. */
export const orders = at("bit_order");

/** Begin the end of an extent. */
export const ends = at("end");

/** Before a unit or the pattern of a quantity. */
export const measures = at("measure");

/** Rounding of quantities. */
export const roundings = at("rounding");

/** Options of quantities and digits, besides `in UNIT` and `range`. */
export const options = at("option").filter((word) => !measures.includes(word));

/** Between the parameters of a declaration and its body. */
export const heads = at("head");

/** Options of varints. */
export const varints = at("varint");

/** Every word that the grammar quotes. */
export const all = [
  ...new Set([
    ...at("item", "entry", "base", "clause", "wire", "region", "target", "value", "notation", "bit_order"),
    ...at("end", "or_end", "option", "varint", "group", "groups", "head"),
    ...floats,
  ]),
].sort();

/** Values that the compiler knows, in expressions and examples. They are names to the grammar. */
export const constants = at("constant");

/** Names that the compiler gives, in expressions. */
export const given = at("given");

/** Byte orders, in the header. */
export const byteOrders = at("byte_order");

/** A number on the wire. */
export const number = String.raw`\b(?:[ui](?:[1-9]|[1-5]\d|6[0-4])|f(?:32|64))(?:be|le)?\b`;
