// Bundles one of the programs of this folder: `node build.mjs extension`, `generate` or `test`.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { build } from "esbuild";

const programs = {
  extension: { entryPoints: ["src/extension.ts"], external: ["vscode"], minify: true, target: "node18" },
  generate: { entryPoints: ["grammar/generate.ts"] },
  test: { entryPoints: ["test/all.test.ts"], external: ["vscode-oniguruma", "vscode-textmate"], sourcemap: "inline" },
};

const name = process.argv[2];
const program = programs[name];
if (!program) throw new Error(`usage: node build.mjs ${Object.keys(programs).join("|")}`);
const { metafile } = await build({
  bundle: true,
  platform: "node",
  format: "cjs",
  outdir: "out",
  logLevel: "warning",
  metafile: true,
  ...program,
});
if (name === "extension") writeFileSync("out/THIRD-PARTY.txt", licences(Object.keys(metafile.inputs)));

/** The licences of the packages that a bundle has parts of. */
function licences(inputs) {
  const folders = inputs.map((input) => /^(?:.*node_modules\/)(?:@[^/]+\/)?[^/]+/.exec(input)?.[0]);
  const packages = [...new Set(folders.filter((folder) => folder !== undefined))].sort();
  return packages
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
      const file = ["License.txt", "LICENSE", "LICENSE.md", "LICENSE.txt", "license"].find((one) =>
        existsSync(`${folder}/${one}`),
      );
      if (!file) throw new Error(`${name} has no licence`);
      return `${name} ${version} (${license})\n\n${readFileSync(`${folder}/${file}`, "utf8").trim()}\n`;
    })
    .join(`\n${"-".repeat(80)}\n\n`);
}
