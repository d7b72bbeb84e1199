// Derives a schema by the grammar of the reference, and says which rule each token belongs to. It is independent of the
// TextMate grammar: a test of the compiler compares this grammar with the parser.

import type { Grammar, Part } from "./notation";
import { isKind, type Token } from "./tokens";

/** The role of a token: the rules around it, the outermost first, and the quoted word or the kind of token. */
export interface Role {
  rules: string[];
  quoted?: string;
  kind?: string;
}

/**
 * The roles of all tokens; `undefined` for one whose role depends on the derivation. `null` if the grammar has no such
 * text.
 */
export function rolesOf(grammar: Grammar, tokens: Token[], start: string): (Role | undefined)[] | null {
  const derivation = new Derivation(grammar, tokens);
  const [first, last] = [derivation.roles(start, false), derivation.roles(start, true)];
  if (!first || !last) return null;
  return first.map((role, at) => {
    const other = last[at];
    if (!other || role.quoted !== other.quoted) return undefined;
    // A literal and a mark are the same in any rule, and so is a name after `until`: it is a pattern or an expression.
    // A short name in capitals may be that of a type or of a constant.
    const rules = [role.rules.at(-1), other.rules.at(-1)];
    const isName = role.kind !== undefined && ["WORD", "UPPER", "CAPS"].includes(role.kind);
    const isSame = rules[0] === rules[1] || !(isName || /^[a-z]/.test(role.quoted ?? ""));
    const isEnd = role.kind !== "WORD" && rules.every((rule) => rule === "single" || rule === "path");
    if (!isSame && !isEnd) return undefined;
    return role.kind === other.kind ? role : { rules: role.rules, kind: "CAPS" };
  });
}

type Repetition = Extract<Part, { part: Part }>;

class Derivation {
  private readonly known = new Map<number, Set<number>>();
  /** Whether of several alternatives the last is taken. */
  private last = false;

  constructor(
    private readonly grammar: Grammar,
    private readonly tokens: Token[],
  ) {}

  roles(start: string, last: boolean): Role[] | null {
    this.last = last;
    const part = this.grammar.get(start);
    if (!part || !this.ends(part, 0).has(this.tokens.length)) return null;
    const roles: Role[] = [];
    this.assign(part, 0, this.tokens.length, [start], roles);
    return roles;
  }

  private text(at: number): string {
    return this.tokens[at]?.text ?? "";
  }

  /** All possible ends of a part that begins at a token. */
  private ends(part: Part, at: number): Set<number> {
    const key = part.id * (this.tokens.length + 1) + at;
    let ends = this.known.get(key);
    if (!ends) {
      ends = this.newEnds(part, at);
      this.known.set(key, ends);
    }
    return ends;
  }

  private newEnds(part: Part, at: number): Set<number> {
    switch (part.kind) {
      case "quoted":
        return new Set(this.text(at) === part.text ? [at + 1] : []);
      case "named": {
        const rule = this.grammar.get(part.name);
        if (rule) return this.ends(rule, at);
        return new Set(
          at < this.tokens.length && isKind(part.name, this.text(at)) && !this.beginsMore(at) ? [at + 1] : [],
        );
      }
      case "choice":
        return new Set(part.parts.flatMap((one) => [...this.ends(one, at)]));
      case "sequence":
        return part.parts.reduce(
          (starts, one) => new Set([...starts].flatMap((start) => [...this.ends(one, start)])),
          new Set([at]),
        );
      case "maybe":
        return new Set([...this.ends(part.part, at), at]);
      case "many":
      case "list":
        return new Set(this.steps(part as Repetition, at).keys());
    }
  }

  /** All ends of a repetition, each with the start and the end of its last element. */
  private steps(part: Repetition, at: number): Map<number, [start: number, end: number] | null> {
    const steps = new Map<number, [number, number] | null>([[at, null]]);
    const fresh = [at];
    for (let start = fresh.pop(); start !== undefined; start = fresh.pop()) {
      for (const end of this.ends(part.part, start)) {
        if (end === start) continue;
        for (const [next, goesOn] of this.after(part.kind === "list", start, end)) {
          if (steps.has(next)) continue;
          steps.set(next, [start, end]);
          if (goesOn) fresh.push(next);
        }
      }
    }
    return steps;
  }

  /** Where an element may have ended, with its comma, and whether another may follow. */
  private after(commas: boolean, start: number, end: number): [number, boolean][] {
    const comma = this.text(end) === ",";
    if (!commas) return [[end, true]];
    switch (this.needsComma(start)) {
      case true:
        if (comma) return [[end + 1, true]];
        return ["}", ")", "]"].includes(this.text(end)) ? [[end, false]] : [];
      case false:
        return [[end, true]];
      case undefined:
        return [[comma ? end + 1 : end, true]];
    }
  }

  /** A message of a family has no comma after it, an example may have one. */
  private needsComma(start: number): boolean | undefined {
    const next = this.text(start + 1);
    if (this.text(start) === "message" && /^[A-Z]/.test(next)) return false;
    const isField = this.text(start + 2) === ":";
    if (["example", "accepts", "refuses"].includes(this.text(start)) && next.startsWith('"') && !isField)
      return undefined;
    return true;
  }

  /** Whether a word is a keyword by what follows it: see the end of `schema/grammar.md`. */
  private beginsMore(at: number): boolean {
    const [two, one, here, next] = [at - 2, at - 1, at, at + 1].map((place) => this.text(place)) as [
      string,
      string,
      string,
      string,
    ];
    const isOperand = /^[A-Za-z0-9"'(]/.test(next);
    switch (here) {
      case "if":
        if (next.startsWith('"') && this.text(at + 2) === ":") return false;
        return one !== "." && (isOperand || ["!", "-", "["].includes(next));
      case "match":
        return ["(", ","].includes(one) && /^[A-Za-z]/.test(next);
      case "sign":
        return ["(", ","].includes(one) && this.opener(at) === "groups";
      case "until":
      case "through":
      case "before": {
        const opens =
          one === ";" ||
          (one === "(" && two === "within") ||
          (one === "[" && ["bytes", "utf8", "ascii", "latin1", "utf16", "utf16le", "utf16be"].includes(two));
        return opens && (isOperand || ["-", "_", "..", "..=", "!"].includes(next));
      }
      default:
        return false;
    }
  }

  /** The token in front of the bracket that is open at a place. */
  private opener(at: number): string {
    let closed = 0;
    for (let place = at - 1; place > 0; place -= 1) {
      if (["}", ")", "]"].includes(this.text(place))) closed += 1;
      if (["{", "(", "["].includes(this.text(place)) && closed-- === 0) return this.text(place - 1);
    }
    return "";
  }

  /** Gives its role to each token of a part between two places. */
  private assign(part: Part, at: number, end: number, rules: string[], roles: Role[]): void {
    switch (part.kind) {
      case "quoted":
        roles[at] = { rules, quoted: part.text };
        return;
      case "named": {
        const rule = this.grammar.get(part.name);
        if (rule) this.assign(rule, at, end, [...rules, part.name], roles);
        else roles[at] = { rules, kind: part.name };
        return;
      }
      case "choice": {
        const fitting = part.parts.filter((one) => this.ends(one, at).has(end));
        // To the grammar, `groups(7, 7)` is a call as well.
        const groups = fitting.find((one) => one.kind === "named" && one.name === "groups");
        const chosen = groups ?? fitting.at(this.last ? -1 : 0);
        if (chosen) this.assign(chosen, at, end, rules, roles);
        return;
      }
      case "sequence":
        this.assignSequence(part.parts, at, end, rules, roles);
        return;
      case "maybe": {
        const isThere = this.ends(part.part, at).has(end);
        if (isThere && end > at) this.assign(part.part, at, end, rules, roles);
        return;
      }
      case "many":
      case "list": {
        const steps = this.steps(part as Repetition, at);
        let place = end;
        for (let step = steps.get(place); step; step = steps.get(place)) {
          this.assign(part.part, step[0], step[1], rules, roles);
          if (step[1] < place) roles[step[1]] = { rules, quoted: "," };
          place = step[0];
        }
        return;
      }
    }
  }

  private assignSequence(parts: Part[], at: number, end: number, rules: string[], roles: Role[]): void {
    const [first, ...others] = parts;
    if (!first) return;
    const ends = [...this.ends(first, at)].filter((middle) => this.reaches(others, middle, end));
    const middle = ends.sort((a, b) => a - b).at(this.last ? -1 : 0);
    if (middle === undefined) return;
    this.assign(first, at, middle, rules, roles);
    this.assignSequence(others, middle, end, rules, roles);
  }

  private reaches(parts: Part[], at: number, end: number): boolean {
    let places = new Set([at]);
    for (const part of parts) places = new Set([...places].flatMap((place) => [...this.ends(part, place)]));
    return places.has(end);
  }
}
