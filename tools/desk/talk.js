// Talk: the console of a box over Web Serial. A worker of its own has the conversation, so that a card can be emptied meanwhile.

const STATUS_EVERY_MS = 5000, LINES_KEPT = 1000, BAUD = 115200;
const link = { state: "lineClosed", port: null, worker: null, writer: null, jobs: new Map(), isBusy: false, facts: [], lines: [], timer: null };
const canTalk = canPickFolders() && "serial" in navigator;

function canPickFolders() { return typeof WebAssembly.Suspending === "function"; }

function lineSays(state) {
  link.state = state;
  showTalk();
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
  job.resolve({ status: end.status, answer: job.answer });
}

async function readPort(port) {
  const reader = port.readable.getReader();
  link.reader = reader;
  try {
    for (let chunk; !(chunk = await reader.read()).done;) link.worker.postMessage({ bytes: chunk.value });
  } catch { /* the cable was pulled */ }
  if (link.port === port) hangUp("lineGone");
}

async function connect() {
  let port;
  try {
    port = await navigator.serial.requestPort();
    await port.open({ baudRate: BAUD });
  } catch (error) {
    return error.name === "NotFoundError" ? undefined : lineSays("lineFailed"); // the first: the user has chosen none
  }
  Object.assign(link, { port, writer: port.writable.getWriter(), facts: [], lines: [], isBusy: true });
  link.worker = await startWorker(hearTalk);
  readPort(port);
  lineSays("lineWaits");
  const { status } = await converse({ what: "talk" }, true);
  if (link.port !== port) return;
  link.isBusy = false;
  if (status !== 0) return hangUp("lineGone");
  lineSays("lineOpen");
  refresh();
}

async function hangUp(state = "lineClosed") {
  const { port, worker: ended, reader, writer } = link;
  clearTimeout(link.timer);
  Object.assign(link, { port: null, worker: null, writer: null, isBusy: false });
  link.jobs.clear();
  lineSays(state);
  ended?.terminate();
  try {
    await reader?.cancel();
    writer?.releaseLock();
    reader?.releaseLock();
    await port?.close();
  } catch { /* it is gone already */ }
}

// A job that the user has asked for, or the status; the others wait.
async function busy(job, isShown) {
  link.isBusy = true;
  lineSays("lineBusy");
  const port = link.port, result = await converse(job, isShown);
  if (link.port !== port) return result;
  link.isBusy = false;
  lineSays("lineOpen");
  return result;
}

// The dashboard: `status -k` has a line KEY=VALUE for each fact.
async function refresh() {
  clearTimeout(link.timer);
  if (!link.port) return;
  if (!link.isBusy) {
    const { answer } = await busy({ what: "ask", command: "status -k" }, false);
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
  await busy({ what: "send", sort, file }, true);
  field.value = "";
}

function showTalk() {
  const isOpen = link.port !== null;
  byId("connect").textContent = t(isOpen ? "hangUp" : "connect");
  byId("connect").disabled = !canTalk;
  byId("line-state").textContent = t(canTalk ? link.state : "noSerial");
  byId("conversation").hidden = !isOpen || link.state === "lineWaits";
  byId("facts").replaceChildren(...link.facts.map(([key, value]) => make("div", {}, make("dt", { lang: "en" }, key), make("dd", {}, value))));
}

function startTalk() {
  byId("connect").onclick = () => link.port ? hangUp() : connect();
  byId("command-form").onsubmit = sendCommand;
  for (const sort of ["settings", "seeds", "model"]) byId(`send-${sort}`).onchange = () => sendFile(sort, byId(`send-${sort}`));
}
