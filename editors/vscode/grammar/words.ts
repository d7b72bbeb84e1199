// The words of the language by their place: the one list from which the grammars for editors are made. A test compares
// it with the quoted words of `schema/grammar.md`.

const list = (words: string): string[] => words.split(" ");

/** Begin a declaration. */
export const declarations = list(
  "protocol use const type varint enum bits quantity packed struct delta message family session hook",
);

/** Begin an entry of a body that is no field. */
export const entries = list("bits within example accepts refuses");

/** Examples. */
export const examples = ["example", "accepts", "refuses"];

/** Notations of the bytes of an example. */
export const bases = ["hex", "dec"];

/** Continue a field after its wire, in this order; `=` is one of them as well. */
export const clauses = list("from by as fill if else where");

/** Wires of bytes and text, which an extent in brackets may follow. */
export const encodings = ["bytes", "utf8", "ascii", "latin1"];

/** Wires that begin with a word, besides numbers and encodings. */
export const wires = list("bool bits match if struct delta align within none");

/** Values after `as`, besides names of types. */
export const values = list("bool truthy hex ipv4 fourcc mac utf8 ascii latin1");

/** Numbers after `as` in a quantity. */
export const floats = ["f32", "f64"];

/** Orders of parts. */
export const orders = ["low_first", "high_first"];

/** Begin the end of an extent. */
export const ends = ["until", "through", "before"];

/** After an extent: the end of the input is an end, too. */
export const orEnd = ["or", "end"];

/** Rounding of quantities. */
export const roundings = ["round", "trunc", "floor"];

/** Options of quantities and digits, besides `in UNIT` and `range`. */
export const options = ["wrap", "clamp", "refuse", "lossy", ...roundings];

/** Options of varints. */
export const varints = ["wrap", "canonical"];

/** Before a unit or the pattern of a quantity. */
export const measures = ["in", "range"];

/** Every word that the grammar quotes. */
export const all = [
  ...new Set(
    [
      declarations,
      entries,
      bases,
      clauses,
      encodings,
      wires,
      values,
      floats,
      orders,
      ends,
      orEnd,
      options,
      varints,
      measures,
    ].flat(),
  ),
].sort();

/** Values that the compiler knows, in expressions and examples. They are names to the grammar. */
export const constants = ["true", "false", "none", "zero"];

/** Names that the compiler gives, in expressions. */
export const given = ["it", "base", "raw"];

/** Byte orders, in the header. */
export const byteOrders = ["little", "big"];

/** A number on the wire. */
export const number = String.raw`\b(?:[ui](?:[1-9]|[1-5]\d|6[0-4])|f(?:32|64))(?:be|le)?\b`;
