// Opens a page of ours in a headless browser as its readers will, and says what is wrong with it, as JSON.
// usage: node look.mjs NPM-FOLDER BROWSER PAGE.html PICTURES NAME
// Pictures: PICTURES/NAME-wide.png, -phone.png, -dark.png, -print.png, NAME.pdf.
import { createRequire } from "node:module";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [npm, browser, file, pictures, name] = process.argv.slice(2);
const require = createRequire(npm + "/");
const { chromium } = (await import(pathToFileURL(require.resolve("playwright-core")).href)).default;
const VIEWS = {
  wide: { size: [1280, 900], media: "screen", scheme: "light" },
  phone: { size: [390, 844], media: "screen", scheme: "light" },
  dark: { size: [1280, 900], media: "screen", scheme: "dark" },
  print: { size: [794, 1123], media: "print", scheme: "light" }, // A4 at 96 dots per inch
};

// In the page: text whose contrast with what is behind it is less than WCAG's AA asks for.
function faintTexts() {
  const parse = (color) => (color.match(/[\d.]+/g) ?? [0, 0, 0, 0]).map(Number);
  const luminance = ([r, g, b]) => [r, g, b].map((c) => (c /= 255) <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const color = parse(getComputedStyle(at).backgroundColor);
      if (color.length < 4 || color[3] > 0) return color;
    }
    return [255, 255, 255];
  };
  const faint = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !element.checkVisibility() || element.closest("title")) continue;
    const style = getComputedStyle(element);
    const ink = luminance(parse(element.namespaceURI.endsWith("svg") ? style.fill : style.color)), paper = luminance(behind(element));
    const ratio = (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05);
    const size = parseFloat(style.fontSize), large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    if (ratio < (large ? 3 : 4.5)) faint.add(`${ratio.toFixed(2)} ${walker.currentNode.data.trim().slice(0, 40)}`);
  }
  return [...faint];
}

// In the page: letters too small to be read, in CSS pixels on the screen, charts included.
function smallTexts() {
  const small = new Set();
  for (const element of document.querySelectorAll("svg text")) {
    const scale = element.getScreenCTM()?.a ?? 1, size = parseFloat(getComputedStyle(element).fontSize) * scale;
    if (element.checkVisibility() && size < 9) small.add(`${size.toFixed(1)} ${element.textContent}`);
  }
  return [...small];
}

// Tab goes round: everything that can be operated must be reached, and be seen to be.
async function keyboard(tab) {
  const wanted = await tab.evaluate(() => [...document.querySelectorAll("a[href],summary,input,[tabindex='0']")]
    .filter((element) => element.checkVisibility() && (element.type !== "radio" || element.checked)).length);
  const reached = new Set(), unseen = [];
  await tab.evaluate(() => document.activeElement?.blur());
  for (let i = 0; i < wanted + 5; i++) {
    await tab.keyboard.press("Tab");
    const at = await tab.evaluate(() => {
      const element = document.activeElement, style = getComputedStyle(element);
      window.reached ??= [];
      if (!window.reached.includes(element)) window.reached.push(element);
      return { number: window.reached.indexOf(element), body: element === document.body, outline: style.outlineStyle !== "none",
        what: element.outerHTML.slice(0, 60) };
    });
    if (at.body) continue;
    reached.add(at.number);
    if (!at.outline) unseen.push(at.what);
  }
  return { wanted, reached: reached.size, unseen };
}

const context = await chromium.launchPersistentContext("", { // a profile of its own, which it removes at the end
  executablePath: browser, headless: true, timeout: 0,
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--host-resolver-rules=MAP * ~NOTFOUND"],
});
context.setDefaultTimeout(0); // a busy machine takes its time
const findings = { console: [], requests: [], views: {} };
try {
  const tab = context.pages()[0] ?? (await context.newPage());
  tab.on("console", (message) => findings.console.push(message.text()));
  tab.on("pageerror", (error) => findings.console.push(String(error)));
  tab.on("request", (request) => findings.requests.push(request.url()));
  await tab.goto(pathToFileURL(file).href);
  for (const [view, { size: [width, height], media, scheme }] of Object.entries(VIEWS)) {
    await tab.setViewportSize({ width, height });
    await tab.emulateMedia({ media, colorScheme: scheme });
    findings.views[view] = {
      faint: await tab.evaluate(faintTexts), small: media === "screen" ? await tab.evaluate(smallTexts) : [],
      overflow: await tab.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    };
    await tab.screenshot({ path: join(pictures, `${name}-${view}.png`), fullPage: true });
  }
  await tab.setViewportSize({ width: 1280, height: 900 });
  await tab.emulateMedia({ media: "screen", colorScheme: "light" });
  findings.keyboard = await keyboard(tab);
  await tab.evaluate(() => { for (const details of document.querySelectorAll("details")) details.open = true; });
  findings.opened = await tab.evaluate(faintTexts);
  findings.unnamed = await tab.evaluate(() => [...document.querySelectorAll("svg[role=img]")]
    .filter((svg) => !svg.querySelector("title")?.textContent).length);
  findings.languages = {};
  for (const id of ["only-en", "only-th"]) {
    if (!(await tab.$(`#${id}`))) continue;
    await tab.focus(`#${id}`);
    await tab.keyboard.press("Space");
    findings.languages[id] = await tab.evaluate(() => ({
      en: [...document.querySelectorAll("main [lang=en]")].filter((element) => element.checkVisibility()).length,
      th: [...document.querySelectorAll("main [lang=th]")].filter((element) => element.checkVisibility()).length }));
  }
  await tab.reload();
  const pdf = await tab.pdf({ preferCSSPageSize: true, printBackground: false });
  writeFileSync(join(pictures, `${name}.pdf`), pdf);
  findings.pages = (pdf.toString("latin1").match(/\/Type\s*\/Page\b/g) ?? []).length;
} finally {
  await context.close();
}
console.log(JSON.stringify(findings));
process.exit(0);
