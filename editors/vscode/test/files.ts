// The schemas of the repository.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The extension's folder, and the repository. The tests run from `out/`. */
export const extension = join(__dirname, "..");
export const root = join(extension, "../..");

/** The files of the repository that end so, apart from those that git does not know. */
export function files(ending: string): string[] {
  const list = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard", `*.${ending}`], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 1 << 26,
  });
  return list.split("\0").filter((file) => file !== "");
}

/** The text of a file of the repository. */
export function textOf(file: string): string {
  return readFileSync(join(root, file), "utf8").replaceAll("\r\n", "\n");
}

/** A schema, or a part of one, in a page. */
export interface Block {
  name: string;
  info: string;
  text: string;
}

/** The blocks of schemas of all pages. */
export function blocks(): Block[] {
  return files("md").flatMap((file) => {
    const found = textOf(file).matchAll(/^(`{3,})(wire\b[^\n]*)\n([\s\S]*?)^\1$/gm);
    return [...found].map((block, index) => ({
      name: `${file}, block ${index + 1}`,
      info: block[2] ?? "",
      text: block[3] ?? "",
    }));
  });
}

/** Whether a test is left out, and why: where the gate of continuous integration runs, none is. */
export function skipped(isThere: boolean, reason: string): string | false {
  return isThere || process.env.WIREFORM_EDITORS === "required" ? false : reason;
}
