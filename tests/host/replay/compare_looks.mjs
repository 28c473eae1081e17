// Takes pictures of a live page, of its replay from a WACZ in ReplayWeb.page, and of the page alone, with all that it needs blocked, in
// a headless browser, and says how much of the pixels of the last two equal the first, in percent, as JSON.
// usage: node compare_looks.mjs NPM-FOLDER BROWSER WACZ URL ADDRESS PICTURES
// Every name of the live page leads to ADDRESS. The browser gets no other network but loopback.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { servePlayer } from "./player.mjs";

const [npm, browser, wacz, url, address, pictures] = process.argv.slice(2);
const require = createRequire(npm + "/");
const { chromium } = (await import(pathToFileURL(require.resolve("playwright-core")).href)).default;
const SIZE = { width: 800, height: 700 };
const TRY_MS = 30000, TRIES = 5;

const { server, address: player } = await servePlayer(npm, wacz, url, "replayonly");

// In a page: everything that it asked for has come, or has failed.
const settled = () => document.readyState === "complete" && [...document.images].every((image) => image.complete)
  && document.fonts.status === "loaded";

async function findReplay(tab) {
  for (const end = Date.now() + TRY_MS; Date.now() < end;) {
    for (const frame of tab.frames()) {
      if (frame === tab.mainFrame() || !frame.url().includes(url)) continue;
      if (await frame.evaluate(settled).catch(() => false)) return frame;
    }
    await new Promise((next) => setTimeout(next, 250));
  }
  return null;
}

// In a page: the share of equal pixels of two pictures.
async function compare([left, right]) {
  const pixels = async (data) => {
    const image = new Image();
    image.src = "data:image/png;base64," + data;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height), draw = canvas.getContext("2d");
    draw.drawImage(image, 0, 0);
    return draw.getImageData(0, 0, image.width, image.height);
  };
  const a = await pixels(left), b = await pixels(right);
  if (a.width !== b.width || a.height !== b.height) return 0;
  let equal = 0;
  for (let at = 0; at < a.data.length; at += 4)
    equal += a.data[at] === b.data[at] && a.data[at + 1] === b.data[at + 1] && a.data[at + 2] === b.data[at + 2];
  return 400 * equal / a.data.length;
}

const context = await chromium.launchPersistentContext("", { // a profile of its own, which it removes at the end
  executablePath: browser, headless: true, timeout: 0, viewport: SIZE,
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--hide-scrollbars",
    `--host-resolver-rules=MAP * ${address}, EXCLUDE 127.0.0.1`],
});
context.setDefaultTimeout(0); // a busy machine takes its time
const picture = (name) => join(pictures, `looks-${name}.png`);
let replay = null, found = {};
try {
  const tab = context.pages()[0] ?? (await context.newPage());
  await tab.goto(url, { waitUntil: "load" });
  await tab.waitForFunction(settled);
  await tab.screenshot({ path: picture("live") });
  await tab.route("**/*", (route) => route.request().url() === url ? route.continue() : route.abort());
  await tab.goto(url, { waitUntil: "load" });
  await tab.screenshot({ path: picture("bare") });
  await tab.unroute("**/*");
  // the player's service worker may miss the first load on a busy machine: then a person would load the page again
  for (let tries = 0; replay === null && tries < TRIES; tries++) {
    await tab.goto(player);
    replay = await findReplay(tab);
  }
  await tab.screenshot({ path: picture("replay") });
  await tab.goto("about:blank");
  const read = (name) => readFileSync(picture(name)).toString("base64");
  found = { equal: await tab.evaluate(compare, [read("live"), read("replay")]), bare: await tab.evaluate(compare, [read("live"), read("bare")]) };
} finally {
  await context.close();
  server.close();
}
if (replay === null) {
  console.error("the page was not replayed");
  process.exit(1);
}
console.log(JSON.stringify(found));
process.exit(0);
