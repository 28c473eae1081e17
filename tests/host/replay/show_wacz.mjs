// Opens a WACZ in ReplayWeb.page in a headless browser, waits for a text in the replayed page, takes a picture.
// usage: node show_wacz.mjs NPM-FOLDER BROWSER WACZ URL TEXT PICTURE
// Prints what the page says. Everything is served on loopback; the browser gets no other network.
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { servePlayer } from "./player.mjs";

const [npm, browser, wacz, url, text, picture] = process.argv.slice(2);
const require = createRequire(npm + "/");
const { chromium } = (await import(pathToFileURL(require.resolve("playwright-core")).href)).default;
const TRY_MS = 30000;
const TRIES = 5;

const { server, address } = await servePlayer(npm, wacz, url, "default");

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

const context = await chromium.launchPersistentContext("", { // a profile of its own, which it removes at the end
  executablePath: browser, headless: true, timeout: 0, viewport: { width: 900, height: 600 },
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"],
});
context.setDefaultTimeout(0); // a busy machine takes its time
let shown = null;
try {
  const tab = context.pages()[0] ?? (await context.newPage());
  // the player's service worker may miss the first load on a busy machine: then a person would load the page again
  for (let tries = 0; shown === null && tries < TRIES; tries++) {
    await tab.goto(address);
    shown = await findText(tab);
  }
  await tab.screenshot({ path: picture });
} finally {
  await context.close();
  server.close();
}
if (shown === null) {
  console.error("the page was not shown");
  process.exit(1);
}
console.log(shown);
process.exit(0);
