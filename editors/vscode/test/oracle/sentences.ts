// Random sentences of the grammar of the reference, in which names are words of the language as well.

import { all } from "../../grammar/words";
import { each, type Grammar, type Part } from "./notation";

/** At this depth the shortest derivation is taken. */
const deepest = 40;

const words = ["x", "count", "has_fall", "w2", "it", "raw", ...all.filter((word) => !/^f\d/.test(word))];

const tokens: Record<string, string[]> = {
  UPPER: ["Pos", "Cubes", "Point"],
  CAPS: ["VERSION", "MOST", "N_2"],
  INT: ["0", "12", "0x1F", "0b101", "1_000"],
  IGNORED: ["_1", "_2", "_12"],
  FLOAT: ["0.5", "4.793836e-5", "1e6"],
  CHAR: ["'P'", "'\\n'", "'\\xFF'"],
  STRING: ['"RIFF\\0"', '""', '"01 ff"'],
  NUMBER: ["u8", "i24", "u16be", "f32", "u1", "i64le"],
};

/** A reproducible sequence of sentences. */
export class Sentences {
  private readonly fewest = new Map<string, number>();
  /** The words that no sentence has had yet. */
  readonly unused = new Set<Part>();
  private longest = 0;
  private state: number;

  /** `share`: how many of ten names are words of the language. */
  constructor(
    private readonly grammar: Grammar,
    seed: number,
    private readonly share: number,
  ) {
    this.state = seed;
    // Each sentence has the same head.
    const rules = new Map([...grammar].filter(([name]) => name !== "file"));
    each(rules, (part) => part.kind === "quoted" && /^[a-z]/.test(part.text) && this.unused.add(part));
    grammar.forEach(() => grammar.forEach((part, name) => this.fewest.set(name, this.least(part))));
  }

  /** A head and a declaration. */
  next(): string[] {
    this.longest = 20 + this.below(120);
    const out = "protocol p { byte_order : little }".split(" ");
    const item = this.grammar.get("item");
    if (item) this.write(item, 0, out);
    return out;
  }

  private least(part: Part): number {
    switch (part.kind) {
      case "quoted":
        return 1;
      case "named":
        return this.grammar.has(part.name) ? (this.fewest.get(part.name) ?? 1000) : 1;
      case "sequence":
        return part.parts.reduce((sum, one) => sum + this.least(one), 0);
      case "choice":
        return Math.min(...part.parts.map((one) => this.least(one)));
      default:
        return 0;
    }
  }

  private write(part: Part, depth: number, out: string[]): void {
    switch (part.kind) {
      case "quoted":
        this.unused.delete(part);
        out.push(part.text);
        return;
      case "named": {
        const rule = this.grammar.get(part.name);
        if (rule) this.write(rule, depth + 1, out);
        else out.push(this.token(part.name));
        return;
      }
      case "sequence":
        part.parts.forEach((one, index) => {
          if (one.kind === "list") this.list(one.part, part.parts[index + 1]?.kind === "quoted", depth, out);
          else this.write(one, depth, out);
        });
        return;
      case "choice": {
        // Where the sentence should end, a new word is taken if it is no longer than others.
        const ends = this.ends(depth, out);
        const least = Math.min(...part.parts.map((one) => this.least(one)));
        const fitting = ends ? part.parts.filter((one) => this.least(one) === least) : part.parts;
        const chosen = fitting.find((one) => this.isNew(one)) ?? fitting[ends ? 0 : this.below(fitting.length)];
        if (chosen) this.write(chosen, depth, out);
        return;
      }
      case "many":
        // Mostly none: repetitions are operators, which would fill expressions.
        if (this.below(3) === 0)
          for (let left = this.times(depth, out); left > 0; left -= 1) this.write(part.part, depth, out);
        return;
      case "list":
        this.list(part.part, true, depth, out);
        return;
      case "maybe":
        if (this.isNew(part.part) || (!this.ends(depth, out) && this.below(2) === 0)) this.write(part.part, depth, out);
    }
  }

  /** Whether a part has a word that no sentence has had, itself or by a rule that chooses among words. */
  private isNew(part: Part): boolean {
    const parts = part.kind === "sequence" ? part.parts : [part];
    const rules = parts.map((one) => (one.kind === "named" ? this.grammar.get(one.name) : one));
    const words = rules.flatMap((rule) => (rule?.kind === "choice" ? rule.parts : (rule ?? [])));
    return words.some((word) => word.kind === "quoted" && this.unused.has(word));
  }

  /** `closed`: the bracket ends directly after it, so that the last comma is optional. */
  private list(part: Part, closed: boolean, depth: number, out: string[]): void {
    const times = this.times(depth, out);
    for (let index = 0; index < times; index += 1) {
      const start = out.length;
      this.write(part, depth, out);
      const declares = out[start + 1] !== ":" && out[start + 2] !== ":";
      const word = out[start] ?? "";
      const isMessage = word === "message" && declares;
      const isExample = ["example", "accepts", "refuses"].includes(word) && declares;
      const lacks = isMessage || ((isExample || (closed && index + 1 === times)) && this.below(2) === 0);
      if (!lacks) out.push(",");
    }
  }

  private times(depth: number, out: string[]): number {
    return this.ends(depth, out) ? 0 : this.below(4);
  }

  private token(kind: string): string {
    const from = kind === "WORD" ? (this.below(10) < this.share ? words : words.slice(0, 6)) : tokens[kind];
    if (!from) throw new Error(`the grammar has no kind of token \`${kind}\``);
    return from[this.below(from.length)] ?? "";
  }

  private ends(depth: number, out: string[]): boolean {
    return depth > deepest || out.length > this.longest;
  }

  private below(end: number): number {
    this.state = (Math.imul(this.state, 1664525) + 1013904223) >>> 0;
    return Math.floor((this.state / 2 ** 32) * end);
  }
}
