// What a browser would ask for to show pages: parse5 reads the HTML and css-tree the CSS, neither of which we wrote.
// usage: node judge_looks.mjs NPM-FOLDER
// Reads lines of FILE, a tab and the file's address; prints a JSON list of addresses for each. A file that ends in .css is a stylesheet.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const npm = process.argv[2];
const require = createRequire(npm + "/");
const parse5 = await import(pathToFileURL(join(npm, "node_modules/parse5/dist/index.js")).href);
const csstree = require("css-tree");

function addressesOfCss(text, context) {
  const found = [];
  let rules = false;
  const tree = csstree.parse(text, { context, parseValue: true, parseAtrulePrelude: true, parseCustomProperty: true, onParseError: () => {} });
  csstree.walk(tree, {
    enter(node) {
      if (node.type === "Rule" || (node.type === "Atrule" && node.block)) rules = true;
      if (node.type === "Url" && this.atrule?.name.toLowerCase() !== "namespace"
        && !(rules && this.atrule?.name.toLowerCase() === "import")) found.push(node.value);
      if (node.type === "String" && this.atrule?.name.toLowerCase() === "import" && !rules && !this.function
        && this.atrule.prelude?.children?.first === node) found.push(node.value);
    },
  });
  return found.filter((one) => one !== "" && !one.startsWith("#"));
}

// The standard's "parse a srcset attribute", as far as addresses go.
function addressesOfSrcset(text) {
  const found = [];
  for (let at = 0; ;) {
    at += /^[\s,]*/.exec(text.slice(at))[0].length;
    if (at >= text.length) return found;
    let url = /^\S+/.exec(text.slice(at))[0];
    at += url.length;
    const commas = /,+$/.exec(url);
    if (commas) url = url.slice(0, -commas[0].length);
    else at += /^(?:\([^)]*\)|[^,(])*/.exec(text.slice(at))[0].length;
    if (url) found.push(url);
  }
}

function addressesOfElement(node, attributes) {
  const found = [], get = (name) => attributes[name] ?? "";
  const words = get("rel").toLowerCase().split(/\s+/), as = get("as").toLowerCase();
  switch (node.tagName) {
    case "link":
      if (words.includes("stylesheet") || words.includes("icon")) found.push(get("href"));
      else if (words.includes("preload") && ["style", "font", "image", "script"].includes(as)) found.push(get("href"));
      if (words.includes("preload") && as === "image") found.push(...addressesOfSrcset(get("imagesrcset")));
      break;
    case "img": found.push(get("src"), ...addressesOfSrcset(get("srcset"))); break;
    case "source": if (node.parentNode.tagName === "picture") found.push(...addressesOfSrcset(get("srcset"))); break;
    case "script": found.push(get("src")); break;
    case "video": found.push(get("poster")); break;
    case "embed": found.push(get("src")); break;
    case "object": found.push(get("data")); break;
    case "input": if (get("type").toLowerCase() === "image") found.push(get("src")); break;
    case "image": found.push(get("href")); break;
    case "body": case "table": case "td": case "th": case "tr": case "thead": case "tbody": case "tfoot": found.push(get("background")); break;
    case "style": found.push(...addressesOfCss(node.childNodes.map((child) => child.value ?? "").join(""), "stylesheet")); break;
  }
  if (attributes.style) found.push(...addressesOfCss(attributes.style, "declarationList"));
  return found.filter((one) => one !== "");
}

function walk(node, visit) {
  if (node.tagName) visit(node, Object.fromEntries(node.attrs.map(({ name, value }) => [name, value])));
  for (const child of node.childNodes ?? []) walk(child, visit);
}

function addressesOfPage(text, address) {
  const found = [];
  let base = address;
  walk(parse5.parse(text, { scriptingEnabled: false }), (node, attributes) => {
    if (node.tagName === "base" && attributes.href !== undefined && base === address) base = new URL(attributes.href, address).href;
    found.push(...addressesOfElement(node, attributes));
  });
  return { base, found };
}

for await (const line of createInterface({ input: process.stdin })) {
  const [file, address] = line.split("\t");
  const bytes = readFileSync(file);
  const declared = /charset\s*=\s*["']?\s*([\w-]+)/i.exec(bytes.subarray(0, 1024).toString("latin1"))?.[1] ?? "utf-8";
  let text;
  try { text = new TextDecoder(declared).decode(bytes); } catch { text = new TextDecoder("utf-8").decode(bytes); }
  const { base, found } = file.endsWith(".css") ? { base: address, found: addressesOfCss(text, "stylesheet") } : addressesOfPage(text, address);
  const urls = new Set();
  for (const one of found) {
    let url;
    try { url = new URL(one, base); } catch { continue; }
    url.hash = "";
    if (url.protocol === "http:" || url.protocol === "https:") urls.add(url.href.replace(/#$/, ""));
  }
  console.log(JSON.stringify([...urls]));
}
