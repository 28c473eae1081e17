// The page: what the user chooses, what the worker tells, shown as text and never as anything else.

const PAGES_KEPT = 50000, PAGES_SHOWN = 200, FINDINGS_SHOWN = 100;
const byId = (id) => document.getElementById(id);
const canPick = typeof showDirectoryPicker === "function" && typeof WebAssembly.Suspending === "function";

let language = (navigator.language ?? "").startsWith("th") ? 1 : 0;
const state = { part: "look", card: null, out: null, job: null, look: null, text: null, report: null, emptied: null, said: null };

function t(key, ...values) {
  return TEXTS[key][language].replace(/\{(\d)\}/g, (all, number) => values[number]);
}

// ---- Elements ----

function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== false && value !== undefined) element.setAttribute(name, value === true ? "" : value);
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

function count(number) { return number.toLocaleString(language ? "th-TH-u-nu-latn" : "en-GB"); }

function size(bytes) {
  for (const [unit, factor] of [["GB", 1e9], ["MB", 1e6], ["KB", 1e3]])
    if (bytes >= factor) return `${(bytes / factor).toFixed(1)} ${unit}`;
  return `${bytes} B`;
}

function duration(seconds) {
  if (seconds < 90) return t("seconds", Math.max(1, Math.round(seconds)));
  if (seconds < 5400) return t("minutes", Math.round(seconds / 60));
  return t("hours", Math.floor(seconds / 3600), Math.round(seconds % 3600 / 60));
}

// ---- The worker ----

let worker = null;

async function startWorker() {
  const packed = Uint8Array.from(atob(byId("program").textContent), (letter) => letter.charCodeAt(0));
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  const source = new Blob([byId("worker").textContent], { type: "text/javascript" });
  const made = new Worker(URL.createObjectURL(source));
  made.onmessage = ({ data }) => hear(data);
  made.postMessage({ program: await new Response(unpacked).arrayBuffer() });
  return made;
}

// One job at a time: `take` gets each message, `end` how it ended.
async function begin(job, take, end) {
  state.job = { ...job, id: Date.now() + Math.random(), take, end, printed: [], problem: null, progress: null, started: performance.now() };
  state.said = null;
  render();
  worker ??= startWorker();
  (await worker).postMessage({ ...job, id: state.job.id });
  byId("stop").focus();
}

function hear({ id, messages, end }) {
  const job = state.job;
  if (job?.id !== id) return;
  for (const message of messages ?? [])
    if (message.kind === "progress") job.progress = message;
    else if (message.kind === "printed") job.printed.push(message.text);
    else if (message.kind === "problem") job.problem = message;
    else job.take(message);
  if (!end) return showProgress();
  state.job = null;
  state.said = sentenceOf(end, job);
  if (state.said.problem && job.card?.handle === state.card?.handle && job.what === "look") state.look = null;
  job.end(end.status === 0);
  render();
  byId("said").scrollIntoView?.({ block: "nearest" });
}

async function stop() {
  const job = state.job;
  if (!job) return;
  if (canPick) return (await worker).postMessage({ stop: true });
  (await worker).terminate(); // it has written nothing but memory
  worker = null;
  hear({ id: job.id, end: { stopped: true } });
}

// How a job ended, as [key of a sentence, what the program says about it].
function sentenceOf(end, job) {
  if (end.stopped) return { key: "stopped" };
  if (end.status === 0) return { key: "done" };
  const details = [...job.printed, job.problem?.text, end.error].filter(Boolean).join("; ");
  const status = job.problem?.status;
  if (status === 5 && job.problem.text === "not a card") return { key: "notACard", problem: true };
  if (status === 13) return { key: "otherVersion", details, problem: true };
  if (/No space left/.test(details)) return { key: "full", details, problem: true };
  if (/memory/.test(details)) return { key: "noMemory", details, problem: true };
  if (/No such file|I\/O error|cannot be read|Permission denied|Capabilities/.test(details)) return { key: "gone", details, problem: true };
  return { key: "failed", details, problem: true };
}

// ---- Choosing folders ----

function useCard(card) {
  Object.assign(state, { card, look: null, text: null, report: null, emptied: null, said: null });
  render();
}

async function pick(id, mode) {
  try {
    return await showDirectoryPicker({ id, mode });
  } catch (error) {
    if (error.name !== "AbortError") state.said = { key: "denied", details: error.message, problem: true };
    return null;
  }
}

async function chooseCard() {
  if (!canPick) return byId("card-files").click();
  const handle = await pick("card", "read");
  if (handle) useCard({ handle, name: handle.name });
}

async function chooseOut() {
  const handle = await pick("harvest", "readwrite");
  if (handle) state.out = { handle, name: handle.name };
  render();
}

function chooseFiles() {
  const files = [...byId("card-files").files];
  if (files.length > 0) useCard({ files, name: files[0].webkitRelativePath.split("/")[0] });
}

async function drop(event) {
  event.preventDefault();
  byId("card-box").classList.remove("over");
  const handle = await event.dataTransfer.items[0]?.getAsFileSystemHandle?.();
  if (handle?.kind === "directory" && !state.job) useCard({ handle, name: handle.name });
}

async function mayWrite(place) {
  return await place.handle.requestPermission?.({ mode: "readwrite" }) !== "denied";
}

// Whether one of the folders is, or lies in, the other.
async function isWithin(card, out) {
  return await card.handle.resolve(out.handle) !== null || await out.handle.resolve(card.handle) !== null;
}

// ---- Look ----

function look() {
  const seen = { setup: null, findings: [], damage: 0, pages: [], pageCount: 0, counts: null, filter: "" };
  state.text = state.report = null;
  state.look = seen;
  begin({ what: "look", card: state.card }, (message) => {
    if (message.kind === "setup") seen.setup = message;
    else if (message.kind === "finding") (seen.damage += message.is_damage), seen.findings.push(message);
    else if (message.kind === "checked") seen.counts = message;
    else if (message.kind === "page" && ++seen.pageCount <= PAGES_KEPT) seen.pages.push(message);
  }, (isDone) => {
    if (!isDone && state.look === seen) state.look = null;
  });
}

function report() {
  begin({ what: "report", card: state.card }, async (message) => {
    const text = await message.blob.text();
    state.report = { blob: message.blob, text };
    render();
  }, () => {});
}

function showText(page) {
  state.text = { page, message: null };
  begin({ what: "page", card: state.card, file: page.file, offset: page.offset }, (message) => { state.text.message = message; }, (isDone) => {
    if (!isDone) state.text = null;
    else setTimeout(() => byId("page-text")?.focus());
  });
}

function facts(rows) {
  return make("dl", {}, ...rows.map(([key, value]) => make("div", {}, make("dt", {}, t(key)), make("dd", {}, value))));
}

function thaiOf(text) { return THAI_FINDINGS.find(([pattern]) => new RegExp(pattern).test(text))[1]; }

function findingItem(finding) {
  const where = finding.file ? `${finding.file}, ${count(finding.offset)}: ` : "";
  return make("li", {}, make("strong", { class: finding.is_damage ? "bad" : "" }, t(finding.is_damage ? "damage" : "note")), ": ",
    language ? thaiOf(finding.text) + " " : null, make("span", { lang: "en", class: language ? "soft" : "" }, where + finding.text));
}

function problemsOf({ setup, findings, damage, counts }) {
  const parts = [make("h3", {}, t("problems"))];
  if (counts.records === 0 && damage === 0) parts.push(make("p", {}, t("noHarvest")));
  else if (damage === 0) parts.push(make("p", { class: "good" }, t("sound")));
  else parts.push(make("p", { class: "bad" }, t("damaged", count(damage))));
  if (setup?.missing) parts.push(make("p", {}, t("missing")));
  parts.push(make("ul", { class: "list" }, ...findings.slice(0, FINDINGS_SHOWN).map(findingItem)));
  if (findings.length > FINDINGS_SHOWN) parts.push(make("p", {}, t("moreFindings", count(findings.length - FINDINGS_SHOWN))));
  return parts;
}

function pageItem(page) {
  const facts = [page.date, page.status || null, page.mime, size(page.bytes), page.is_revisit ? t("revisit") : null,
    page.is_sound ? null : t("broken")];
  return make("li", {}, make("button", { type: "button", disabled: state.job !== null, onclick: () => showText(page) }, page.uri || "-"),
    make("div", { class: "soft" }, facts.filter(Boolean).join(" · ")));
}

function fillPages(list, label) {
  const { pages, pageCount, filter } = state.look;
  const wanted = pages.filter((page) => page.uri.toLowerCase().includes(filter.toLowerCase()));
  list.replaceChildren(...wanted.slice(0, PAGES_SHOWN).map(pageItem));
  label.textContent = t("shown", count(Math.min(wanted.length, PAGES_SHOWN)), count(filter ? wanted.length : pageCount));
}

function pagesOf(seen) {
  const list = make("ul", { class: "list" }), label = make("p", { class: "soft", role: "status" });
  const field = make("input", { type: "search", id: "find", value: seen.filter, oninput: () => (seen.filter = field.value, fillPages(list, label)) });
  fillPages(list, label);
  return [make("h3", {}, t("pages")), make("label", { for: "find" }, t("find")), field, label, list];
}

function textOf({ page, message }) {
  if (!message) return [];
  const body = message.encoding ? t("packed", message.encoding) : message.text || t("noText");
  return [make("h3", { id: "text-head" }, t("pageText")), make("p", {}, page.uri),
    make("pre", { id: "page-text", tabindex: "0", role: "region", "aria-labelledby": "text-head" }, body)];
}

function reportOf({ blob, text }) {
  // no origin, no scripts: what is in it can only be looked at
  const frame = make("iframe", { sandbox: "", title: t("report") });
  frame.srcdoc = text;
  const link = make("a", { class: "button", href: URL.createObjectURL(blob), download: "report.html" }, t("saveReport"));
  return [make("h3", {}, t("report")), make("p", {}, link), frame];
}

function lookResult() {
  const seen = state.look, parts = [];
  if (seen?.counts) {
    const { setup, counts } = seen, text = (value) => value || t("notSet");
    parts.push(make("h3", {}, t("onCard")), facts([
      ["operator", text(setup.operator)], ["organisation", text(setup.organisation)], ["box_id", text(setup.box_id)], ["language", setup.language],
      ["strategy", setup.strategy], ["seeds", count(setup.seeds)], ["pages", count(counts.pages)], ["revisits", count(counts.revisits)],
      ["files", count(counts.files)], ["bytes", size(counts.bytes)],
      ...(counts.has_journal ? [["ejected", t(counts.ejected ? "yes" : "no")]] : []),
      ...(counts.has_crawl ? ["round", "hosts", "crawled", "thai"].map((key) => [key, count(counts[key])]) : [])]));
    parts.push(...problemsOf(seen));
  }
  if (state.report) parts.push(...reportOf(state.report));
  if (state.text) parts.push(...textOf(state.text));
  if (seen?.counts && seen.pageCount > 0) parts.push(...pagesOf(seen));
  return parts;
}

// ---- Empty ----

async function empty() {
  const erase = byId("erase").checked && canPick, { card, out } = state;
  state.emptied = state.said = null;
  render();
  if (canPick && await isWithin(card, out)) state.said = { key: "sameFolder", problem: true };
  else if (canPick && (!await mayWrite(out) || (erase && !await mayWrite(card)))) state.said = { key: "denied", problem: true };
  else {
    const seen = { told: [], counts: null, downloads: null };
    const title = byId("collection-title").value.trim() || TEXTS.titleDefault[0];
    return begin({ what: "empty", card, out: canPick ? out : null, title, erase }, (message) => {
      if (message.kind === "told") seen.told.push(message.text);
      else if (message.kind === "emptied") seen.counts = { ...message, erase };
      else if (message.kind === "downloads")
        seen.downloads = message.files.map(({ path, blob }) => ({ path, url: URL.createObjectURL(blob), bytes: blob.size }));
    }, (isDone) => {
      if (isDone) state.emptied = seen;
    });
  }
  render();
}

function emptyResult() {
  const seen = state.emptied;
  if (!seen?.counts) return [];
  const { files, records, skipped, logs, erased, erase } = seen.counts;
  const sum = files + skipped > 0 ? t("emptied", count(files), count(records), count(skipped), count(logs)) : t("noHarvest");
  const parts = [make("p", { class: "good" }, sum)];
  parts.push(make("p", {}, erase ? t("erased", count(erased)) : t("notErased")));
  const told = seen.told.map((text) => make("li", { class: "bad", lang: "en" }, text));
  if (told.length > 0) parts.push(make("ul", { class: "list" }, ...told));
  if (seen.downloads) parts.push(make("p", {}, t("downloads")), make("ul", { class: "list" }, ...seen.downloads.map(({ path, url, bytes }) =>
    make("li", {}, make("a", { href: url, download: path.split("/").at(-1) }, path), ` ${size(bytes)}`))));
  const player = make("a", { href: "https://replayweb.page", rel: "noreferrer", target: "_blank" }, "replayweb.page");
  parts.push(make("p", {}, t("replay") + " ", player, "."));
  return parts;
}

// ---- All of it ----

function showProgress() {
  const { progress, started } = state.job, bar = byId("bar"), done = progress?.done ?? 0, total = progress?.total ?? 0;
  if (total > 0) bar.max = total, bar.value = done;
  else bar.removeAttribute("value");
  let text = t(progress ? progress.what : "starting");
  if (total > 0) text += ` · ${t("of", size(done), size(total))}`;
  else if (done > 0) text += ` · ${size(done)}`;
  const seconds = (performance.now() - started) / 1000;
  if (total > 0 && done > 0 && seconds > 2) text += ` · ${t("left", duration(seconds * (total - done) / done))}`;
  byId("how-far").textContent = text;
}

function showTexts() {
  document.documentElement.lang = language ? "th" : "en";
  document.title = t("title");
  for (const element of document.querySelectorAll("[data-t]")) element.textContent = t(element.dataset.t);
  for (const element of document.querySelectorAll("[data-t-label]")) element.setAttribute("aria-label", t(element.dataset.tLabel));
  byId("thai").setAttribute("aria-pressed", String(language === 1));
  byId("english").setAttribute("aria-pressed", String(language === 0));
  byId("limits").textContent = t("limits");
  byId("collection-title").placeholder = t("titleDefault");
}

function render() {
  const isBusy = state.job !== null, { card, out, said } = state;
  showTexts();
  for (const button of document.querySelectorAll("nav button")) {
    const isHere = button.dataset.part === state.part;
    if (isHere) button.setAttribute("aria-current", "page");
    else button.removeAttribute("aria-current");
    byId(button.dataset.part).hidden = !isHere;
  }
  byId("card-name").textContent = card ? card.name : t("noCard");
  byId("out-name").textContent = out ? out.name : t("noOut");
  byId("out-row").hidden = byId("erase-row").hidden = !canPick;
  byId("choose-card").disabled = byId("choose-out").disabled = isBusy;
  byId("start-look").disabled = byId("start-report").disabled = isBusy || !card;
  byId("start-empty").disabled = isBusy || !card || (canPick && !out);
  byId("work").hidden = !isBusy;
  if (isBusy) showProgress();
  byId("look-result").replaceChildren(...lookResult());
  byId("empty-result").replaceChildren(...emptyResult());
  byId("said").className = said?.problem ? "bad" : "";
  const details = said?.details ? [" ", make("span", { class: "soft", lang: "en" }, `(${said.details})`)] : [];
  byId("said").replaceChildren(...(said ? [t(said.key), ...details] : []));
}

function speak(number) {
  language = number;
  render();
}

byId("limits").hidden = canPick;
byId("thai").onclick = () => speak(1);
byId("english").onclick = () => speak(0);
for (const button of document.querySelectorAll("nav button")) button.onclick = () => (state.part = button.dataset.part, state.said = null, render());
byId("choose-card").onclick = chooseCard;
byId("choose-out").onclick = chooseOut;
byId("card-files").onchange = chooseFiles;
byId("start-look").onclick = look;
byId("start-report").onclick = report;
byId("start-empty").onclick = empty;
byId("stop").onclick = stop;
byId("card-box").addEventListener("dragover", (event) => (event.preventDefault(), byId("card-box").classList.add("over")));
byId("card-box").addEventListener("dragleave", () => byId("card-box").classList.remove("over"));
byId("card-box").addEventListener("drop", drop);
render();
