// Bundles one of the programs of this folder: `node build.mjs extension`, `generate` or `test`.

import { build } from "esbuild";

const programs = {
  extension: { entryPoints: ["src/extension.ts"], external: ["vscode"], minify: true, target: "node18" },
  generate: { entryPoints: ["grammar/generate.ts"] },
  test: { entryPoints: ["test/all.test.ts"], external: ["vscode-oniguruma", "vscode-textmate"], sourcemap: "inline" },
};

const program = programs[process.argv[2]];
if (!program) throw new Error(`usage: node build.mjs ${Object.keys(programs).join("|")}`);
await build({ bundle: true, platform: "node", format: "cjs", outdir: "out", logLevel: "warning", ...program });
