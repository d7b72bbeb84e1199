// The notation of `schema/grammar.md`, from which the tests know the role of each token.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../files";

/** A part of a rule; `id` tells parts apart. */
export type Part = { id: number } & (
  | { kind: "quoted"; text: string }
  | { kind: "named"; name: string }
  | { kind: "sequence" | "choice"; parts: Part[] }
  | { kind: "many" | "list" | "maybe"; part: Part }
);

/** Rules by name. Names in capitals without a rule are kinds of tokens. */
export type Grammar = Map<string, Part>;

let count = 0;

/** The grammar of the reference. */
export function reference(): Grammar {
  const page = readFileSync(join(root, "schema/grammar.md"), "utf8").replaceAll("\r\n", "\n");
  const block = page.split("\n## The grammar\n")[1]?.split("```text\n")[1]?.split("```")[0];
  if (block === undefined) throw new Error("schema/grammar.md has no grammar");
  // A block of a page may have declarations alone.
  return read(`${block}\nitems = { item }`);
}

function read(text: string): Grammar {
  const tokens = text.match(/"[^"]*"|\w+|\S/g) ?? [];
  const heads = tokens.flatMap((token, at) => (token === "=" && at > 0 ? [at - 1] : []));
  const grammar: Grammar = new Map();
  heads.forEach((head, index) => {
    const reader = new Reader(tokens.slice(head + 2, heads[index + 1] ?? tokens.length));
    grammar.set(tokens[head] ?? "", reader.whole());
  });
  return grammar;
}

/** Calls a function with each part of a grammar. */
export function each(grammar: Grammar, visit: (part: Part) => void): void {
  const walk = (part: Part): void => {
    visit(part);
    if ("parts" in part) part.parts.forEach(walk);
    if ("part" in part) walk(part.part);
  };
  grammar.forEach(walk);
}

class Reader {
  private at = 0;

  constructor(private readonly tokens: string[]) {}

  whole(): Part {
    const part = this.choice();
    if (this.at !== this.tokens.length) throw new Error(`a rule ends early: ${this.tokens.join(" ")}`);
    return part;
  }

  private choice(): Part {
    const parts = [this.sequence()];
    while (this.tokens[this.at] === "|") {
      this.at += 1;
      parts.push(this.sequence());
    }
    return single(parts) ?? { id: count++, kind: "choice", parts };
  }

  private sequence(): Part {
    const parts: Part[] = [];
    for (
      let token = this.tokens[this.at];
      token !== undefined && !"|)]}".includes(token);
      token = this.tokens[this.at]
    ) {
      parts.push(this.one(token, parts.at(-1)));
      this.at += 1;
    }
    return single(parts) ?? { id: count++, kind: "sequence", parts };
  }

  private one(token: string, before: Part | undefined): Part {
    if (token === "(") return this.inside(")");
    if (token === "[") return { id: count++, kind: "maybe", part: this.inside("]") };
    if (token === "{") {
      // Commas separate the items directly after an opening bracket.
      const inBrackets = before?.kind === "quoted" && ["{", "(", "["].includes(before.text);
      return { id: count++, kind: inBrackets ? "list" : "many", part: this.inside("}") };
    }
    if (token.startsWith('"')) return { id: count++, kind: "quoted", text: token.slice(1, -1) };
    return { id: count++, kind: "named", name: token };
  }

  private inside(close: string): Part {
    this.at += 1;
    const part = this.choice();
    if (this.tokens[this.at] !== close) throw new Error(`no \`${close}\` in the grammar`);
    return part;
  }
}

function single(parts: Part[]): Part | undefined {
  return parts.length === 1 ? parts[0] : undefined;
}
