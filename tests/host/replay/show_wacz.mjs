// Opens a WACZ in ReplayWeb.page in a headless browser, waits for a text in the replayed page, takes a picture.
// usage: node show_wacz.mjs NPM-FOLDER BROWSER WACZ URL TEXT PICTURE
// Prints what the page says. Everything is served on loopback; the browser gets no other network.
import { createReadStream, statSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:http";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [npm, browser, wacz, url, text, picture] = process.argv.slice(2);
const require = createRequire(npm + "/");
const { chromium } = (await import(pathToFileURL(require.resolve("playwright-core")).href)).default;
const TRY_MS = 30000;
const TRIES = 5;

const page = `<!doctype html><meta charset="utf-8"><style>body,html{margin:0;height:100%}
replay-web-page{display:block;height:100%}</style><script src="/ui.js"></script>
<replay-web-page source="/harvest.wacz" url="${url}" replayBase="/replay/" embed="default"></replay-web-page>`;
const files = {
  "/ui.js": [join(npm, "player/ui.js"), "text/javascript"],
  "/replay/sw.js": [join(npm, "player/sw.js"), "text/javascript"],
  "/harvest.wacz": [wacz, "application/octet-stream"],
};

// the player reads a package piece by piece, so ranges must work
function serveFile(request, response, [path, type]) {
  const size = statSync(path).size;
  const range = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? "");
  let start = 0, end = size - 1;
  if (range) {
    start = range[1] ? Number(range[1]) : Math.max(0, size - Number(range[2]));
    end = range[1] && range[2] ? Math.min(Number(range[2]), end) : end;
  }
  response.writeHead(range ? 206 : 200, {
    "Content-Type": type, "Accept-Ranges": "bytes", "Content-Length": end - start + 1,
    ...(range && { "Content-Range": `bytes ${start}-${end}/${size}` }),
  });
  if (request.method === "HEAD") response.end();
  else createReadStream(path, { start, end }).pipe(response);
}

const server = createServer((request, response) => {
  const path = new URL(request.url, "http://x").pathname;
  if (files[path]) return serveFile(request, response, files[path]);
  if (path !== "/") return response.writeHead(404).end();
  response.writeHead(200, { "Content-Type": "text/html" }).end(page);
});
await new Promise((ready) => server.listen(0, "127.0.0.1", ready));

async function findText(tab) {
  for (const end = Date.now() + TRY_MS; Date.now() < end;) {
    for (const frame of tab.frames()) {
      const shown = await frame.evaluate(() => document.body?.innerText ?? "").catch(() => "");
      if (frame !== tab.mainFrame() && shown.includes(text)) return shown;
    }
    await new Promise((next) => setTimeout(next, 250));
  }
  return null;
}

const profile = mkdtempSync(join(tmpdir(), "replay-"));
const context = await chromium.launchPersistentContext(profile, {
  executablePath: browser, headless: true, viewport: { width: 900, height: 600 },
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"],
});
let shown = null;
try {
  const tab = context.pages()[0] ?? (await context.newPage());
  // the player's service worker may miss the first load on a busy machine: then a person would load the page again
  for (let tries = 0; shown === null && tries < TRIES; tries++) {
    await tab.goto(`http://127.0.0.1:${server.address().port}/`);
    shown = await findText(tab);
  }
  await tab.screenshot({ path: picture });
} finally {
  await context.close();
  server.close();
  rmSync(profile, { recursive: true, force: true });
}
if (shown === null) {
  console.error("the page was not shown");
  process.exit(1);
}
console.log(shown);
process.exit(0);
