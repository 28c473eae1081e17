// The page: what the user chooses, what the worker tells, shown as text and never as anything else.

// What the whole page is, to be put on cards; before anything is changed in it.
const OWN_SOURCE = "<!DOCTYPE html>\n" + document.documentElement.outerHTML + "\n";

const PAGES_KEPT = 50000, PAGES_SHOWN = 200, FINDINGS_SHOWN = 100;
const byId = (id) => document.getElementById(id);
const canPick = typeof showDirectoryPicker === "function" && typeof WebAssembly.Suspending === "function";

let language = (navigator.language ?? "").startsWith("th") ? 1 : 0;
const state = { part: "look", card: null, out: null, job: null, look: null, text: null, report: null, emptied: null, form: null,
  ready: null, said: null };

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

// What the page carries, as a blob; null: nothing.
async function carried(id) {
  const packed = Uint8Array.from(atob(byId(id).textContent), (letter) => letter.charCodeAt(0));
  return packed.length > 0 ? new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).blob() : null;
}

async function startWorker(listen) {
  const source = new Blob([byId("worker").textContent], { type: "text/javascript" });
  const made = new Worker(URL.createObjectURL(source));
  made.onmessage = ({ data }) => listen(data);
  made.postMessage({ program: await (await carried("program")).arrayBuffer() });
  return made;
}

// A tab in the background that holds a lock is not put to sleep. Returns what lets go of it.
function stayAwake() {
  let release;
  const held = new Promise((resolve) => { release = resolve; });
  navigator.locks?.request("crawlbox desk", { mode: "shared" }, () => held).catch(() => { /* this browser gives none to a file */ });
  return release;
}

// One job at a time: `take` gets each message, `end` how it ended.
async function begin(job, take, end) {
  state.job = { ...job, id: Date.now() + Math.random(), take, end, printed: [], problem: null, progress: null, started: 0, from: 0,
    focus: document.activeElement, awake: stayAwake() };
  state.said = null;
  render();
  worker ??= startWorker(hear);
  (await worker).postMessage({ ...job, id: state.job.id });
  byId("stop").focus();
}

// What an answer shows may move the page. While the pointer is down it must not: a button that has moved before the pointer is up gets no
// click, and whoever pressed it would press it in vain.
let pointerUp = Promise.resolve();
addEventListener("pointerdown", () => {
  pointerUp = new Promise((resolve) => {
    for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => setTimeout(resolve), { once: true, capture: true });
  });
}, true);

// A short job that nobody has to watch: what it told, and its status. The answer comes while the pointer is up.
const quiet = new Map();

async function ask(job) {
  const id = Date.now() + Math.random(), answer = { told: [] };
  worker ??= startWorker(hear);
  const told = new Promise((resolve) => quiet.set(id, { answer, resolve }));
  (await worker).postMessage({ ...job, id });
  return told;
}

function hearQuiet({ answer, resolve }, id, messages, end) {
  answer.told.push(...messages ?? []);
  if (!end) return;
  quiet.delete(id);
  pointerUp.then(() => resolve({ ...answer, status: end.status }));
}

function hear({ id, messages, end }) {
  const job = state.job;
  if (quiet.has(id)) return hearQuiet(quiet.get(id), id, messages, end);
  if (job?.id !== id) return;
  for (const message of messages ?? [])
    if (message.kind === "progress") takeProgress(job, message);
    else if (message.kind === "printed") job.printed.push(message.text);
    else if (message.kind === "problem") job.problem = message;
    else job.take(message);
  if (!end) return showProgress();
  state.job = null;
  state.said = sentenceOf(end, job);
  if (state.said.problem && job.card?.handle === state.card?.handle && job.what === "look") state.look = null;
  job.end(end.status === 0);
  render();
  job.awake();
  if (job.focus?.isConnected) job.focus.focus(); // Stop, which had it, is gone
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

// What an early end left: sentences, as texts with their values.
function aftermathOf(end, { what }) {
  if (what === "prepare") return [["cardAsBefore"]];
  if (what !== "empty") return [];
  return [end.erased > 0 ? ["someErased", count(end.erased)] : ["nothingErased"], ["goesOn"]];
}

// How a job ended: the key of a sentence, those that follow it, what the program says about it.
function sentenceOf(end, job) {
  if (end.status === 0) return { key: "done" };
  const sentence = end.stopped ? { key: "stopped" } : problemOf(end, job);
  return { ...sentence, more: ["hasHarvest", "wrongInput"].includes(sentence.key) ? [] : aftermathOf(end, job) };
}

function problemOf(end, job) {
  const details = [...job.printed, job.problem?.text, end.error].filter(Boolean).join("; ");
  const status = job.problem?.status;
  if (status === 5 && job.problem.text === "not a card") return { key: "notACard", problem: true };
  if (status === 10 && job.what === "prepare") return { key: "hasHarvest", problem: true };
  if (status === 1 && job.what === "prepare") return { key: "wrongInput", details, problem: true };
  if (status === 13) return { key: "otherVersion", details, problem: true };
  if (/No space left/.test(details)) return { key: "full", details, problem: true };
  if (/memory/.test(details)) return { key: "noMemory", details, problem: true };
  if (/No such file|I\/O error|cannot be read|Permission denied|Capabilities/.test(details)) return { key: "gone", details, problem: true };
  return { key: "failed", details, problem: true };
}

// ---- Choosing folders ----

function useCard(card) {
  Object.assign(state, { card, look: null, text: null, report: null, emptied: null, form: null, ready: null, said: null });
  render();
  if (canPick) loadForm();
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
  const chosen = files.map((file) => ({ file, path: file.webkitRelativePath }));
  if (files.length > 0) useCard({ files: chosen, name: chosen[0].path.split("/")[0] });
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

// ---- All of it ----

// Copying and packing are measured each from its own beginning: what lay there already took no time.
function takeProgress(job, message) {
  if (message.what !== job.progress?.what) Object.assign(job, { started: performance.now(), from: message.done });
  job.progress = message;
}

function showProgress() {
  const { progress, started, from } = state.job, bar = byId("bar"), done = progress?.done ?? 0, total = progress?.total ?? 0;
  if (total > 0) bar.max = total, bar.value = done;
  else bar.removeAttribute("value");
  let text = t(progress ? progress.what : "starting");
  if (total > 0) text += ` · ${t("of", size(done), size(total))}`;
  else if (done > 0) text += ` · ${size(done)}`;
  const seconds = (performance.now() - started) / 1000;
  if (total > 0 && done > from && seconds > 2) text += ` · ${t("left", duration(seconds * (total - done) / (done - from)))}`;
  byId("how-far").textContent = text;
  document.title = (total > 0 ? `${Math.floor(100 * done / total)} % · ` : "") + t("title"); // for a tab in the background
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
  byId("card-box").hidden = state.part === "talk";
  byId("card-name").textContent = card ? card.name : t("noCard");
  byId("out-name").textContent = out ? out.name : t("noOut");
  byId("out-row").hidden = byId("erase-row").hidden = !canPick;
  byId("choose-card").disabled = byId("choose-out").disabled = isBusy;
  byId("start-look").disabled = byId("start-report").disabled = isBusy || !card;
  byId("start-empty").disabled = isBusy || !card || (canPick && !out);
  byId("work").hidden = !isBusy;
  if (isBusy) showProgress();
  showReport();
  byId("look-result").replaceChildren(...lookResult());
  byId("empty-result").replaceChildren(...emptyResult());
  showPrepare();
  showTalk();
  byId("said").className = said?.problem ? "bad" : "";
  const details = said?.details ? [" ", make("span", { class: "soft", lang: "en" }, `(${said.details})`)] : [];
  const sentences = said ? [[said.key], ...said.more ?? []].map((one) => t(...one)).join(" ") : "";
  byId("said").replaceChildren(...(said ? [sentences, ...details] : []));
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
addEventListener("beforeunload", (event) => state.job && event.preventDefault()); // the browser asks whether to leave
startTalk();
byId("form").onsubmit = prepare;
byId("seeds").onchange = checkSeeds;
byId("card-box").addEventListener("dragover", (event) => (event.preventDefault(), byId("card-box").classList.add("over")));
byId("card-box").addEventListener("dragleave", () => byId("card-box").classList.remove("over"));
byId("card-box").addEventListener("drop", drop);
render();
