// The desk's program and its worker out of the page, in Node.js: files are in memory, as in a browser that cannot write into folders.
// usage: node program.mjs PAGE.html; each line of standard input is a job as JSON, {what, card, out}, and gets a line: {messages, end}
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { runInThisContext } from "node:vm";
import { gunzipSync } from "node:zlib";

const page = readFileSync(process.argv[2], "utf8");
const carried = (id) => page.match(new RegExp(`<script[^>]* id="${id}">([^]*?)</script>`))[1];

// A blob whose bytes can be had at once, as FileReaderSync has them in a browser's worker.
class MemoryBlob {
  constructor(parts = []) { this.bytes = Buffer.concat(parts.map((part) => part.bytes ?? part)); }
  get size() { return this.bytes.length; }
  slice(start, end) { return Object.assign(new MemoryBlob(), { bytes: this.bytes.subarray(start, end) }); }
}
globalThis.Blob = MemoryBlob;
globalThis.FileReaderSync = class {
  readAsArrayBuffer(blob) { return new Uint8Array(blob.bytes).buffer; }
};
// Where functions of C may wait for promises (Node.js 24) the worker would let messages in between: here nobody sends any.
delete WebAssembly.Suspending;

let messages = [], ended;
globalThis.postMessage = (data) => {
  if (data.messages) messages.push(...data.messages);
  if (data.end) ended(data.end);
};
runInThisContext("var onmessage;" + carried("worker"));
globalThis.onmessage({ data: { program: gunzipSync(Buffer.from(carried("program"), "base64")) } });

function filesOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map((entry) => {
    const path = join(entry.parentPath ?? entry.path, entry.name);
    return { file: new MemoryBlob([readFileSync(path)]), path: "card/" + path.slice(folder.length + 1) };
  });
}

function save(out) {
  for (const { path, blob } of messages.filter(({ kind }) => kind === "downloads").flatMap(({ files }) => files)) {
    mkdirSync(dirname(join(out, path)), { recursive: true });
    writeFileSync(join(out, path), blob.bytes);
  }
}

for await (const text of createInterface({ input: process.stdin })) {
  const { what, card, out } = JSON.parse(text);
  messages = [];
  const end = await new Promise((resolve) => {
    ended = resolve;
    globalThis.onmessage({ data: { what, id: 1, title: "A title", erase: false, card: { files: filesOf(card) } } });
  });
  if (out) save(out);
  process.stdout.write(JSON.stringify({ messages: messages.filter(({ kind }) => kind !== "downloads" && kind !== "page"), end }) + "\n");
}
