// The bundle loads, and says so if there is no command. VS Code is not here: its module is a stand-in that has what the
// extension itself calls, and takes anything else without an effect.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { extension } from "./files";

type Members = Record<PropertyKey, unknown>;

/** A class, function and object with any members. */
function anything(members: Members = {}): unknown {
  return new Proxy(class {}, {
    get: (target, key) =>
      key in members ? members[key] : key in target ? Reflect.get(target, key) : (members[key] ??= anything()),
    apply: () => anything(),
  });
}

/** Activates the extension with a path of the command; what it says, and which commands it has. */
async function activated(path: string): Promise<{ said: string; commands: string[]; answers: string[] }> {
  execFileSync(process.execPath, ["build.mjs", "extension"], { cwd: extension });
  const commands: string[] = [];
  let stop: (() => Promise<void>) | undefined;
  try {
    return await new Promise((resolve, reject) => {
      const vscode = anything({
        commands: anything({ registerCommand: (name: string) => commands.push(name) }),
        window: anything({
          createOutputChannel: () => ({ appendLine: () => undefined, show: () => undefined }),
          showWarningMessage: (said: string, ...answers: string[]) => {
            resolve({ said, commands, answers });
            return Promise.resolve(undefined);
          },
        }),
        workspace: anything({ getConfiguration: () => ({ get: () => path }) }),
      });
      const bundle = join(extension, "out/extension.js");
      const requires = createRequire(bundle);
      const module = { exports: {} as { activate(context: unknown): void; deactivate(): Promise<void> } };
      const load = new Function("require", "module", "exports", readFileSync(bundle, "utf8"));
      load((name: string) => (name === "vscode" ? vscode : requires(name)), module, module.exports);
      module.exports.activate({ subscriptions: [], extensionUri: {} });
      stop = () => module.exports.deactivate();
      setTimeout(() => reject(new Error("it says nothing")), 20_000).unref();
    });
  } finally {
    await stop?.();
  }
}

test("a missing command is named, with what to do", async () => {
  const { said, commands, answers } = await activated("no-such-command-as-this");
  assert.match(said, /^There is no command `no-such-command-as-this`\. /);
  assert.deepEqual(commands, ["wireform.restartServer", "wireform.showOutput"]);
  assert.deepEqual(answers, ["How to install", "Open the setting", "Show the output"]);
});

test("a command without a language server is named", async () => {
  // Node knows no program `help`.
  const { said } = await activated(process.execPath);
  assert.match(said, /has no language server, or does not run/);
});
