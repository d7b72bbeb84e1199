// Starts `wireform lsp` for schemas, and says how to install the command where it is missing.

import { execFile } from "node:child_process";
import {
  commands,
  Uri,
  window,
  workspace,
  type ExtensionContext,
  type FileSystemWatcher,
  type OutputChannel,
} from "vscode";
import { LanguageClient } from "vscode-languageclient/node";

let client: LanguageClient | undefined;
let output: OutputChannel | undefined;
/** The page that says how to install the command: the README of the extension. */
let manual: Uri | undefined;
/** Sees the schemas that other programs change. */
let watcher: FileSystemWatcher | undefined;
/** The last start or stop: each waits for the one before it. */
let last: Promise<void> = Promise.resolve();

export function activate(context: ExtensionContext): void {
  const channel = window.createOutputChannel("Wireform");
  output = channel;
  manual = Uri.joinPath(context.extensionUri, "README.md");
  watcher = workspace.createFileSystemWatcher("**/*.wire");
  context.subscriptions.push(
    channel,
    watcher,
    commands.registerCommand("wireform.restartServer", restart),
    commands.registerCommand("wireform.showOutput", () => channel.show()),
    workspace.onDidChangeConfiguration((change) =>
      change.affectsConfiguration("wireform.path") ? restart() : undefined,
    ),
  );
  void restart();
}

export function deactivate(): Promise<void> {
  return next(stop);
}

function restart(): Promise<void> {
  return next(async () => {
    await stop();
    await start();
  });
}

function next(step: () => Promise<void>): Promise<void> {
  last = last.then(step, step);
  return last;
}

async function stop(): Promise<void> {
  const stopped = client;
  client = undefined;
  // A server that has ended by itself cannot be stopped.
  await stopped?.dispose().catch((error: unknown) => output?.appendLine(`stopping the server: ${String(error)}`));
}

async function start(): Promise<void> {
  const command = workspace.getConfiguration("wireform").get<string>("path")?.trim() || "wireform";
  const problem = await problemOf(command);
  if (problem !== undefined) {
    await explain(problem);
    return;
  }
  const started = new LanguageClient(
    "wireform",
    "Wireform",
    { command, args: ["lsp"] },
    {
      documentSelector: [{ scheme: "file", language: "wire" }],
      // A schema that is open depends on those that it imports.
      synchronize: watcher ? { fileEvents: watcher } : {},
      ...(output ? { outputChannel: output } : {}),
    },
  );
  client = started;
  try {
    await started.start();
  } catch (error) {
    await explain(`\`${command} lsp\` does not start: ${String(error)}`);
  }
}

/** The reason for which a command cannot be run, if there is one. */
function problemOf(command: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(command, ["help", "lsp"], { timeout: 10_000 }, (error) => {
      if (!error) resolve(undefined);
      else if (error.code === "ENOENT") resolve(`There is no command \`${command}\`.`);
      else
        resolve(
          `\`${command}\` has no language server, or does not run: a newer version may be needed. ${error.message}`,
        );
    });
  });
}

/** Says why there is no server. Highlighting and snippets work without one. */
async function explain(problem: string): Promise<void> {
  output?.appendLine(problem);
  const [install, settings, show] = ["How to install", "Open the setting", "Show the output"];
  // The start does not wait for the answer.
  void window
    .showWarningMessage(`${problem} Schemas have colours and snippets only.`, install, settings, show)
    .then(async (answer) => {
      if (answer === install) await commands.executeCommand("markdown.showPreview", manual);
      if (answer === settings) await commands.executeCommand("workbench.action.openSettings", "wireform.path");
      if (answer === show) output?.show();
    });
}
