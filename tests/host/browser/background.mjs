// The desk in a tab that nobody looks at: it empties a card while another tab is in front of it, and another one while the browser has
// frozen it for a time. Prints what came of it, as JSON.
// usage: node background.mjs BROWSER PAGE.html CARD-FOLDER
// A driver such as Playwright keeps every tab visible, so this one speaks with the browser itself, over a pipe.
import { spawn } from "node:child_process";
import { createReadStream, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";

const [browser, page, card] = process.argv.slice(2);
const files = readdirSync(card, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(card.length + 1));
const server = createServer((request, response) => {
  const path = new URL(request.url, "http://x").searchParams.get("path");
  if (path) return void createReadStream(join(card, path)).pipe(response);
  response.writeHead(200, { "Content-Type": "text/html" }).end(request.url === "/desk.html" ? readFileSync(page) : "<title>other</title>");
});
await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
const origin = `http://127.0.0.1:${server.address().port}`;

// ---- The browser: messages of JSON, each with a zero byte behind it ----

const profile = mkdtempSync(join(tmpdir(), "desk-"));
const child = spawn(browser, ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", `--user-data-dir=${profile}`, "--remote-debugging-pipe"],
{ stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"], detached: true });
const waiting = new Map();
let rest = "";
child.stdio[4].setEncoding("utf8").on("data", (text) => {
  const messages = (rest + text).split("\0");
  rest = messages.pop();
  for (const { id, result, error } of messages.map((message) => JSON.parse(message))) waiting.get(id)?.({ result, error });
});

async function send(method, params = {}, sessionId = undefined) {
  const id = waiting.size + 1, answer = new Promise((resolve) => waiting.set(id, resolve));
  child.stdio[3].write(JSON.stringify({ id, method, params, sessionId }) + "\0");
  const { result, error } = await answer;
  if (error) throw new Error(`${method}: ${error.message}`);
  return result;
}

class Tab {
  async open(url) {
    ({ targetId: this.target } = await send("Target.createTarget", { url: "about:blank" }));
    ({ sessionId: this.session } = await send("Target.attachToTarget", { targetId: this.target, flatten: true }));
    await this.send("Page.enable");
    await this.send("Page.addScriptToEvaluateOnNewDocument", { source: "window.showDirectoryPicker = () => window.openFolder(window.picked);" +
      "window.openFolder = async (name) => (await navigator.storage.getDirectory()).getDirectoryHandle(name, { create: true });" });
    await this.send("Page.navigate", { url });
    await this.evaluate("new Promise((done) => document.readyState === 'complete' ? done() : addEventListener('load', () => done()))");
    return this;
  }
  send(method, params) { return send(method, params, this.session); }
  show() { return send("Target.activateTarget", { targetId: this.target }); }
  async evaluate(expression) {
    const { result, exceptionDetails } = await this.send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }
  until(condition) { return this.evaluate(`(async () => { while (!(${condition})) await new Promise((done) => setTimeout(done, 50)); })()`); }
}

// ---- What is tried ----

const desk = await new Tab().open(`${origin}/desk.html`), other = await new Tab().open(`${origin}/other.html`);
await other.evaluate(`(async () => {
  for (const path of ${JSON.stringify(files)}) {
    let folder = await openFolder("card");
    for (const step of path.split("/").slice(0, -1)) folder = await folder.getDirectoryHandle(step, { create: true });
    const stream = await (await folder.getFileHandle(path.split("/").at(-1), { create: true })).createWritable();
    await (await fetch("/get?path=" + encodeURIComponent(path))).body.pipeTo(stream);
  }
})()`);

async function begin(out) {
  await desk.show();
  await desk.evaluate(`(async () => {
    document.querySelector("#english").click();
    window.picked = "card";
    await chooseCard();
    state.part = "empty";
    window.picked = "${out}";
    await chooseOut();
    await empty();
  })()`);
  await desk.until(`document.querySelector("#how-far").textContent.startsWith("copying")`);
  await other.show();
}

const said = () => desk.evaluate(`(async () => {
  while (!document.querySelector("#work").hidden) await new Promise((done) => setTimeout(done, 50));
  return document.querySelector("#said").textContent;
})()`);

await begin("hidden");
const visibility = await desk.evaluate("document.visibilityState");
await other.until(`(await Array.fromAsync((await openFolder("hidden")).keys())).includes("report.html")`);
const hidden = { visibility, whileDone: await desk.evaluate("document.visibilityState"), said: await said() };

await begin("frozen");
await desk.evaluate(`(window.seen = [], ["freeze", "resume"].forEach((name) => document.addEventListener(name, () => window.seen.push(name))))`);
await desk.send("Page.setWebLifecycleState", { state: "frozen" });
const wasUnderWay = await desk.evaluate(`!document.querySelector("#work").hidden`);
await desk.send("Page.setWebLifecycleState", { state: "active" });
const frozen = { wasUnderWay, said: await said(), seen: await desk.evaluate("window.seen") };

console.log(JSON.stringify({ hidden, frozen }));
process.kill(-child.pid, "SIGKILL"); // all its processes at once, so that none writes into the profile any more
await new Promise((ended) => child.on("exit", ended));
server.close();
rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
process.exit(0);
