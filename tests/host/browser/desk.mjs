// Operates the desk in a headless browser, as a person would, by commands that come as lines of JSON on standard input; answers each
// with a line of JSON. tests/host/deskpage.py is the other end.
// usage: node desk.mjs NPM-FOLDER BROWSER PAGE.html
// Folders of the origin private file system stand in for those that a person picks; a folder that is dropped is a real one.
import { createRequire } from "node:module";
import { createReadStream, createWriteStream, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { connect } from "node:net";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [npm, browser, file] = process.argv.slice(2);
const require = createRequire(npm + "/");
const { chromium } = (await import(pathToFileURL(require.resolve("playwright-core")).href)).default;

// Serves the page, and files of this machine to and from the browser's own file system; on loopback only.
const server = createServer((request, response) => {
  const url = new URL(request.url, "http://x"), path = url.searchParams.get("path");
  if (url.pathname === "/desk.html") response.writeHead(200, { "Content-Type": "text/html" }).end(readFileSync(file));
  else if (url.pathname === "/get") createReadStream(path).pipe(response);
  else if (url.pathname === "/put") {
    mkdirSync(dirname(path), { recursive: true });
    request.pipe(createWriteStream(path)).on("close", () => response.end());
  } else response.writeHead(200, { "Content-Type": "text/html" }).end("<!doctype html><title>helper</title>");
});
await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
const origin = `http://127.0.0.1:${server.address().port}`;

const context = await chromium.launchPersistentContext("", { // a profile of its own, which it removes at the end
  executablePath: browser, headless: true, timeout: 0, acceptDownloads: true,
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"],
});
context.setDefaultTimeout(0); // a busy machine takes its time
const helper = context.pages()[0] ?? (await context.newPage());
await helper.goto(origin + "/helper");
const heard = { console: [], requests: [] };
let tab = null;

// A tab in the place of the one before: what that one was made to believe of its browser is gone, what it stored is not.
async function openTab() {
  const old = tab;
  tab = await context.newPage();
  heard.console.length = heard.requests.length = 0;
  tab.on("console", (message) => heard.console.push(message.text()));
  tab.on("pageerror", (error) => heard.console.push(String(error)));
  tab.on("request", (request) => heard.requests.push(request.url()));
  tab.on("dialog", (dialog) => {
    heard.console.push("dialog " + dialog.message());
    dialog.dismiss();
  });
  await old?.close();
}

function allFiles(folder, under = "") {
  return readdirSync(join(folder, under), { withFileTypes: true }).flatMap((entry) => {
    const path = join(under, entry.name), isFolder = entry.isDirectory();
    return isFolder ? [...allFiles(folder, path), { path, isFolder }] : [{ path, isFolder }];
  });
}

// In the helper: a folder of the private file system, made if need be.
const openFolder = `async (path) => {
  let folder = await navigator.storage.getDirectory();
  for (const step of path.split("/").filter(Boolean)) folder = await folder.getDirectoryHandle(step, { create: true });
  return folder;
}`;

// A serial port that leads to HOST:PORT, in the place of the one that a person chooses. It fails as Chromium's does: a pulled cable ends
// both streams, and the port has to be closed before it can be opened again; noise ends the stream of what comes, and there is a new one.
let socket = null, serialAddress = null;
async function joinSerial(tab, address) {
  const [host, port] = address.split(":");
  await tab.exposeBinding("serialOpen", () => new Promise((answer) => {
    const joined = socket = connect({ host, port: Number(port) });
    joined.on("connect", () => answer(true)).on("error", () => answer(false));
    joined.on("data", (data) => tab.evaluate((bytes) => window.serialIn?.(bytes), [...data]).catch(() => {}));
    joined.on("close", () => tab.evaluate(() => window.serialGone?.()).catch(() => {}));
  }));
  await tab.exposeBinding("serialOut", (_, bytes) => !socket.destroyed && (socket.write(Buffer.from(bytes)), true));
  await tab.exposeBinding("serialClose", () => void socket.destroy());
  await tab.addInitScript(() => {
    const failure = (name) => new DOMException("The device has been lost.", name), port = { readable: null, writable: null, isOpen: false };
    function listen() {
      port.readable = new ReadableStream({ start(sink) {
        window.serialIn = (bytes) => sink.enqueue(new Uint8Array(bytes));
        window.serialNoise = () => (listen(), sink.error(failure("FramingError")));
        window.serialGone = () => {
          window.serialIn = window.serialGone = port.readable = port.writable = null;
          sink.error(failure("NetworkError"));
        };
      } });
    }
    port.open = async ({ baudRate }) => {
      if (port.isOpen) throw failure("InvalidStateError");
      if (!await window.serialOpen()) throw failure("NetworkError");
      Object.assign(window, { baudRate });
      port.isOpen = true;
      listen();
      port.writable = new WritableStream({ async write(bytes) {
        if (!await window.serialOut([...bytes])) throw failure("NetworkError");
      } });
    };
    port.close = async () => {
      if (port.readable?.locked || port.writable?.locked) throw new TypeError("a stream is locked");
      window.serialIn = window.serialGone = null;
      port.isOpen = false;
      await window.serialClose();
    };
    window.plugIn = () => navigator.serial.dispatchEvent(Object.defineProperty(new Event("connect"), "target", { value: port }));
    Object.defineProperty(navigator, "serial", { value: Object.assign(new EventTarget(), { requestPort: async () => port }) });
  });
}

const commands = {
  // Of the tab that is opened next.
  async serial({ address }) { serialAddress = address; },
  async pull() { socket.destroy(); },
  async said({ selector, text }) {
    await tab.waitForFunction(([selector, text]) => document.querySelector(selector).textContent.includes(text), [selector, text], { timeout: 0 });
    return tab.textContent(selector);
  },
  async give({ selector, file }) { await tab.setInputFiles(selector, file); },
  async open({ via = "http", language = "en", width = 1280, height = 900, scheme = "light", without = [] }) {
    socket?.destroy();
    await openTab();
    if (serialAddress) await joinSerial(tab, serialAddress);
    await commands.size({ width, height, scheme });
    await tab.addInitScript(({ open, without }) => {
      if (location.protocol === "file:" && !without.length) return;
      const openFolder = eval?.(open);
      window.showDirectoryPicker = async () => openFolder(window.picked);
      for (const name of without) name.includes(".") ? delete WebAssembly[name.split(".")[1]] : delete window[name];
      window.violations = [];
      document.addEventListener("securitypolicyviolation", (event) => window.violations.push(event.blockedURI + " " + event.violatedDirective));
    }, { open: `(${openFolder})`, without });
    await tab.goto(via === "file" ? pathToFileURL(file).href : origin + "/desk.html");
    await tab.click(language === "th" ? "#thai" : "#english");
  },
  async fill({ folder, from }) {
    for (const { path, isFolder } of allFiles(from))
      await helper.evaluate(`(async (open, folder, path, from, isFolder) => {
        const steps = path.split("/"), name = steps.pop(), to = await open([folder, ...steps].join("/"));
        if (isFolder) return void await to.getDirectoryHandle(name, { create: true });
        const stream = await (await to.getFileHandle(name, { create: true })).createWritable();
        await (await fetch("/get?path=" + encodeURIComponent(from))).body.pipeTo(stream);
      })(${openFolder}, ...${JSON.stringify([folder, path, join(from, path), isFolder])})`);
  },
  async dump({ folder, to }) {
    return helper.evaluate(`(async (open, folder, to) => {
      const names = [];
      async function walk(at, path) {
        for await (const [name, handle] of at.entries()) {
          if (handle.kind === "directory") {
            names.push(path + name + "/");
            await walk(handle, path + name + "/");
          } else {
            await fetch("/put?path=" + encodeURIComponent(to + "/" + path + name), { method: "POST", body: await handle.getFile() });
            names.push(path + name);
          }
        }
      }
      await walk(await open(folder), "");
      return names.sort();
    })(${openFolder}, ...${JSON.stringify([folder, to])})`);
  },
  async pick({ button, folder }) {
    await tab.evaluate((folder) => { window.picked = folder; }, folder);
    await tab.click(button);
    await tab.waitForFunction(([button, name]) => document.querySelector(button === "#choose-card" ? "#card-name" : "#out-name").textContent === name,
      [button, folder.split("/").at(-1)]);
  },
  async drop({ folder }) {
    const session = await context.newCDPSession(tab), box = await tab.locator("#card-box").boundingBox();
    const data = { items: [], files: [folder], dragOperationsMask: 1 };
    for (const type of ["dragEnter", "dragOver", "drop"]) await session.send("Input.dispatchDragEvent", { type, x: box.x + 20, y: box.y + 20, data });
    await tab.waitForFunction((name) => document.querySelector("#card-name").textContent === name, folder.split("/").at(-1));
  },
  async files({ folder }) {
    await tab.setInputFiles("#card-files", folder);
  },
  async click({ selector }) { await tab.click(selector); },
  // Waits until all that the page has asked of its worker is answered and shown.
  async answered() { await tab.evaluate(() => ask({ what: "seeds", text: "" }).then(() => {})); },
  // Holds the pointer down on something until the worker has answered all that was asked before; what is told in `at` by then.
  async holdOn({ selector, at }) {
    await tab.hover(selector);
    await tab.mouse.down();
    await tab.evaluate(() => new Promise((resolve) => {
      const id = "last"; // behind everything that the worker has to do
      worker.then((made) => {
        made.onmessage = ({ data }) => (data.id === id ? resolve() : hear(data));
        made.postMessage({ what: "seeds", text: "", id });
      });
    }));
    const told = await tab.textContent(at);
    await tab.mouse.up();
    return told;
  },
  async press({ key }) { await tab.keyboard.press(key); },
  async type({ selector, text }) {
    await tab.evaluate((selector) => {
      for (const at of document.querySelectorAll("details")) at.open ||= at.querySelector(selector) !== null;
    }, selector);
    await tab.fill(selector, text);
  },
  async check({ selector, to = true }) { await tab.setChecked(selector, to); },
  // Waits until nothing is under way, and tells what the page says then.
  async ended() {
    await tab.waitForFunction(() => document.querySelector("#work").hidden && document.querySelector("#said").textContent !== "", null,
      { timeout: 0 });
    return tab.textContent("#said");
  },
  async wait({ selector }) { await tab.waitForSelector(selector, { state: "attached", timeout: 0 }); },
  async text({ selector }) { return tab.innerText(selector); },
  async texts({ selector }) { return tab.locator(selector).allInnerTexts(); },
  async focused() { return tab.evaluate(() => document.activeElement?.id ?? ""); },
  async frame() {
    const frame = await (await tab.waitForSelector("iframe")).contentFrame();
    return { html: await tab.getAttribute("iframe", "srcdoc"), sandbox: await tab.getAttribute("iframe", "sandbox"), title: await frame.title() };
  },
  async evaluate({ script }) { return tab.evaluate(script); },
  async download({ selector, to }) {
    const [download] = await Promise.all([tab.waitForEvent("download"), tab.click(selector)]);
    await download.saveAs(to);
  },
  // Presses Stop as soon as the progress says this; a person would hardly be quicker.
  async stopAt({ text }) {
    await tab.evaluate((text) => {
      const observer = new MutationObserver(() => {
        if (!document.querySelector("#how-far").textContent.includes(text)) return;
        observer.disconnect();
        document.querySelector("#stop").click();
      });
      observer.observe(document.querySelector("#how-far"), { childList: true, characterData: true, subtree: true });
    }, text);
  },
  // The most memory, in KB, that any process of a page has ever had.
  async memory() {
    const session = await context.browser()?.newBrowserCDPSession() ?? await context.newCDPSession(tab);
    const { processInfo } = await session.send("SystemInfo.getProcessInfo");
    const most = ({ id }) => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, "utf8"))[1]);
    return Math.max(...processInfo.filter(({ type }) => type === "renderer").map(most));
  },
  async quota({ bytes }) {
    const session = await context.newCDPSession(tab);
    await session.send("Storage.overrideQuotaForOrigin", { origin, ...(bytes === undefined ? {} : { quotaSize: bytes }) });
  },
  async heard() { return { ...heard, violations: await tab.evaluate(() => window.violations ?? []) }; },
  async picture({ to }) {
    await tab.screenshot({ path: to, fullPage: true });
  },
  async axe() {
    const session = await context.newCDPSession(tab);
    const source = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
    await session.send("Runtime.evaluate", { expression: source });
    const look = `axe.run(document, { iframes: false }).then(({ violations }) => JSON.stringify(violations.map(
      ({ id, nodes }) => id + ": " + nodes.map((node) => node.html.slice(0, 120)).join(" | "))))`;
    const { result } = await session.send("Runtime.evaluate", { expression: look, awaitPromise: true });
    return JSON.parse(result.value);
  },
  async size({ width, height = 900, scheme = "light" }) {
    await tab.setViewportSize({ width, height });
    await tab.emulateMedia({ colorScheme: scheme });
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const { command, ...wish } = JSON.parse(line);
  let answer;
  try {
    answer = { result: (await commands[command](wish)) ?? null };
  } catch (error) {
    answer = { error: String(error?.message ?? error) };
  }
  console.log(JSON.stringify(answer));
}
socket?.destroy();
await context.close();
server.close();
process.exit(0);
