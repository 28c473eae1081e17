// Talk: the console of a box over Web Serial. A worker of its own has the conversation, so that a card can be emptied meanwhile.

const STATUS_EVERY_MS = 5000, SILENCE_MS = 10000, LINES_KEPT = 1000, BAUD = 115200, XMODEM_CANCEL = 24;
const link = { state: "lineClosed", port: null, worker: null, writer: null, jobs: new Map(), isSilent: false, silence: null,
  sent: null, facts: [], lines: [], timer: null, closing: null };
const canTalk = typeof WebAssembly.Suspending === "function" && "serial" in navigator;

function lineSays(state) {
  link.state = state;
  showTalk();
}

// Something is expected of the box: if nothing comes for a while, the page says so. A box that checks a large card may well be silent.
function watchSilence() {
  clearTimeout(link.silence);
  const wasSilent = link.isSilent;
  link.isSilent = false;
  if (link.port && link.jobs.size > 0) link.silence = setTimeout(() => (link.isSilent = true, showTalk()), SILENCE_MS);
  if (wasSilent) showTalk();
}

function addLine(text) {
  link.lines.push(text.replace("/tmp/", "")); // where the worker keeps files that are sent
  link.lines.splice(0, Math.max(0, link.lines.length - LINES_KEPT));
  const transcript = byId("transcript"), isAtEnd = transcript.scrollTop + transcript.clientHeight >= transcript.scrollHeight - 8;
  transcript.textContent = link.lines.join("\n");
  if (isAtEnd) transcript.scrollTop = transcript.scrollHeight;
}

// One job of the conversation: {status, answer: its lines}. `isShown`: they are for the transcript.
function converse(job, isShown) {
  return new Promise((resolve) => {
    const id = Date.now() + Math.random();
    link.jobs.set(id, { answer: [], isShown, resolve });
    link.worker.postMessage({ ...job, id });
    watchSilence();
  });
}

function hearTalk({ id, messages, end, bytes }) {
  if (bytes) return void link.writer?.write(bytes).catch(() => hangUp("lineGone"));
  const job = link.jobs.get(id);
  for (const { kind, fd, text } of messages ?? []) {
    if (kind !== "printed") continue;
    if (fd === 1 && job) job.answer.push(text);
    if (fd === 2 || !job || job.isShown) addLine(text);
  }
  if (!end || !job) return;
  link.jobs.delete(id);
  watchSilence();
  job.resolve({ status: end.status, answer: job.answer });
}

async function readStream(reader) {
  for (let chunk; !(chunk = await reader.read()).done;) {
    link.worker?.postMessage({ bytes: chunk.value });
    watchSilence();
  }
}

// Noise on the line, such as when a box starts, ends a stream, and the port has a new one; when the cable is pulled it has none.
async function readPort(port) {
  for (let last = null; link.port === port && port.readable && port.readable !== last;) {
    last = port.readable;
    link.reader = last.getReader();
    try {
      await readStream(link.reader);
    } catch { /* either */ }
    link.reader.releaseLock();
  }
  if (link.port === port) hangUp("lineGone");
}

async function connect() {
  try {
    const port = await navigator.serial.requestPort();
    link.lines = [];
    await talkOver(port);
  } catch (error) {
    if (error.name !== "NotFoundError") lineSays("lineFailed"); // that one: the user has chosen none
  }
}

// The cable is in again.
async function reconnect(port) {
  if (link.state === "lineGone" && !link.port) await talkOver(port).catch(() => lineSays("lineFailed"));
}

async function talkOver(port) {
  await link.closing;
  await port.open({ baudRate: BAUD });
  Object.assign(link, { port, writer: port.writable.getWriter(), facts: [], sent: null });
  link.worker = await startWorker(hearTalk);
  readPort(port);
  lineSays("lineWaits");
  const { status } = await converse({ what: "talk" }, true);
  if (link.port !== port) return;
  if (status !== 0) return hangUp(link.isSilent ? "lineNever" : "lineGone");
  lineSays("lineOpen");
  refresh();
}

// A port whose cable was pulled has to be closed, too, before it can be opened again, and most steps fail then.
async function closePort({ port, reader, writer, sent }) {
  const isCutShort = sent?.key === "sending" && sent.sort === "model";
  for (const step of [
    () => isCutShort && writer.write(Uint8Array.of(XMODEM_CANCEL, XMODEM_CANCEL)), // the box need not wait for more of it
    () => reader?.cancel(), () => reader?.releaseLock(), () => writer?.releaseLock(), () => port?.close()])
    try {
      await step();
    } catch { /* it is gone already */ }
}

function hangUp(state = "lineClosed") {
  const { worker: ended, jobs } = link;
  link.closing = closePort(link);
  clearTimeout(link.timer);
  Object.assign(link, { port: null, worker: null, writer: null, jobs: new Map() });
  watchSilence();
  lineSays(state);
  ended?.terminate();
  for (const { resolve } of jobs.values()) resolve({ status: null, answer: [] });
}

// A job that the user has asked for, or the status; the others wait.
async function busy(job, isShown) {
  lineSays("lineBusy");
  const port = link.port, result = await converse(job, isShown);
  if (link.port === port && link.jobs.size === 0) lineSays("lineOpen");
  return result;
}

// The dashboard: `status -k` has a line KEY=VALUE for each fact.
async function refresh() {
  const { port } = link;
  clearTimeout(link.timer);
  if (!port) return;
  if (link.jobs.size === 0) {
    const { answer } = await busy({ what: "ask", command: "status -k" }, false);
    if (link.port !== port) return;
    link.facts = answer.filter((text) => text.includes("=")).map((text) => [text.slice(0, text.indexOf("=")), text.slice(text.indexOf("=") + 1)]);
    showTalk();
  }
  link.timer = setTimeout(refresh, STATUS_EVERY_MS);
}

async function sendCommand(event) {
  event.preventDefault();
  const field = byId("command"), command = field.value.trim();
  if (!command || !link.port) return;
  field.value = "";
  addLine(`crawlbox> ${command}`);
  await busy({ what: "ask", command }, true);
}

async function sendFile(sort, field) {
  const [file] = field.files;
  if (!file || !link.port) return;
  addLine(`> ${file.name}`);
  link.sent = { key: "sending", sort, name: file.name };
  const { status } = await busy({ what: "send", sort, file }, true);
  link.sent = { key: status === 0 ? "sentDone" : status === null ? "sentBroken" : "sentRefused", sort, name: file.name };
  showTalk();
  field.value = "";
}

// What became of a file, and what the box has now if it did not arrive.
function sentText() {
  const { sent } = link;
  if (!sent) return "";
  const what = sent.key === "sentDone" || sent.key === "sending" ? [] : [t(sent.sort === "model" ? "keepsModel" : "hasPart")];
  return [t(sent.key, sent.name), ...what].join(" ");
}

function showTalk() {
  const isOpen = link.port !== null;
  byId("connect").textContent = t(isOpen ? "hangUp" : "connect");
  byId("connect").disabled = !canTalk;
  const state = !link.isSilent ? link.state : link.state === "lineWaits" ? "lineNever" : "lineSilent";
  byId("line-state").textContent = t(canTalk ? state : "noSerial");
  byId("sent").textContent = sentText();
  byId("sent").className = link.sent?.key.startsWith("sentB") || link.sent?.key.startsWith("sentR") ? "bad" : "";
  byId("conversation").hidden = !isOpen || link.state === "lineWaits";
  byId("facts").replaceChildren(...link.facts.map(factItem));
}

// Names that people know; the rest as the box says it.
function factItem([key, value]) {
  const name = `fact_${key}`, isTime = key === "uptime" && /^\d+$/.test(value);
  return make("div", {}, TEXTS[name] ? make("dt", {}, t(name)) : make("dt", { lang: "en" }, key.replaceAll("_", " ")),
    isTime ? make("dd", {}, duration(Number(value))) : make("dd", { lang: "en" }, value));
}

function startTalk() {
  byId("connect").onclick = () => link.port ? hangUp() : connect();
  byId("command-form").onsubmit = sendCommand;
  if (canTalk) navigator.serial.addEventListener("connect", ({ target }) => reconnect(target));
  for (const sort of ["settings", "seeds", "model"]) byId(`send-${sort}`).onchange = () => sendFile(sort, byId(`send-${sort}`));
}
