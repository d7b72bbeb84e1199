// The settings for Neovim start the server for schemas, and format on save. The server is a program of a few lines that
// answers as a server would, and writes down what it is asked.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { extension, skipped } from "./files";

const isThere = spawnSync("nvim", ["--version"]).status === 0;

const server = `
  const { appendFileSync } = require("node:fs");
  let text = Buffer.alloc(0);
  const answers = {
    initialize: { capabilities: { textDocumentSync: 1, documentFormattingProvider: true } },
    "textDocument/formatting": [
      { range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } }, newText: "// formatted\\n" },
    ],
    shutdown: null,
  };
  process.stdin.on("data", (chunk) => {
    text = Buffer.concat([text, chunk]);
    for (;;) {
      const head = /^Content-Length: (\\d+)\\r\\n(?:.*\\r\\n)*?\\r\\n/.exec(text.toString("latin1"));
      if (!head || text.length < head[0].length + Number(head[1])) return;
      const message = JSON.parse(text.subarray(head[0].length, head[0].length + Number(head[1])));
      text = text.subarray(head[0].length + Number(head[1]));
      appendFileSync(process.argv[2], JSON.stringify(message) + "\\n");
      if (message.method === "exit") process.exit();
      if (!(message.method in answers)) continue;
      const answer = JSON.stringify({ jsonrpc: "2.0", id: message.id, result: answers[message.method] });
      process.stdout.write("Content-Length: " + Buffer.byteLength(answer) + "\\r\\n\\r\\n" + answer);
    }
  });
`;

test("Neovim starts the server and formats on save", { skip: skipped(isThere, "there is no nvim") }, () => {
  const folder = mkdtempSync(join(tmpdir(), "wireform-neovim-"));
  const [log, schema, init] = ["log", "a.wire", "init.lua"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  try {
    writeFileSync(join(folder, "server.js"), server);
    writeFileSync(join(folder, "Cargo.toml"), "");
    writeFileSync(schema, "struct A { x: u8 }\n");
    const command = JSON.stringify([process.execPath, join(folder, "server.js"), log])
      .replace("[", "{")
      .replace("]", "}");
    writeFileSync(
      init,
      `vim.opt.runtimepath:append(${JSON.stringify(join(extension, "../neovim"))})\n` +
        `require("wireform").setup({ cmd = ${command}, format_on_save = true })\n`,
    );
    const ready = "vim.wait(10000, function() return #(vim.lsp.get_clients or vim.lsp.get_active_clients)() > 0 end)";
    const asked = [
      "-c",
      `lua ${ready}`,
      "-c",
      "write",
      "-c",
      "lua print(vim.bo.filetype, vim.bo.syntax)",
      "-c",
      "qall!",
    ];
    const { stderr, status } = spawnSync("nvim", ["--headless", "-i", "NONE", "-u", init, schema, ...asked], {
      encoding: "utf8",
      timeout: 60_000,
    });
    assert.equal(status, 0, stderr);
    assert.match(stderr, /wire wire/);
    const messages = readFileSync(log, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const of = (method: string) => messages.find((message) => message.method === method)?.params;
    assert.equal(of("initialize")?.rootUri, `file://${folder}`);
    assert.equal(of("textDocument/didOpen")?.textDocument.languageId, "wire");
    assert.ok(of("textDocument/formatting"), messages.map((message) => message.method).join());
    assert.equal(readFileSync(schema, "utf8"), "// formatted\nstruct A { x: u8 }\n");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
