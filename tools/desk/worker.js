// The desk's worker: runs one job after the other, each in a fresh copy of the program. The page hands over the program, and with
// each job the folders that it may use.

// With this a call of C may wait for a promise of the browser. Without it only files in memory can be written.
const canWait = typeof WebAssembly.Suspending === "function" && typeof WebAssembly.promising === "function";
let program = null; // a promise
let isStopped = false;

function placeOf(place) {
  if (!place) return new MemoryFolder();
  return place.handle ? new ChosenFolder(place.handle) : folderOfFiles(place.files);
}

// Lets messages in, such as one that says stop.
function breathe() {
  return new Promise((resolve) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => (channel.port1.close(), resolve());
    channel.port2.postMessage(0);
  });
}

// Messages are handed to the page in heaps: a card has a hundred thousand pages.
class Outbox {
  constructor(id) {
    this.id = id;
    this.heap = [];
  }
  add(message) {
    this.heap.push(message);
    if (this.heap.length >= 500 || message.kind === "progress") this.send();
  }
  send() {
    if (this.heap.length > 0) postMessage({ id: this.id, messages: this.heap });
    this.heap = [];
  }
}

class Run {
  constructor(job, outbox) {
    this.outbox = outbox;
    this.root = new MemoryFolder();
    this.root.entries.set("card", placeOf(job.card));
    this.root.entries.set("out", placeOf(job.out));
    this.root.entries.set("tmp", new MemoryFolder());
    this.wasi = new Wasi(this.root, (fd, text) => this.outbox.add({ kind: "printed", fd, text: text.replace(/^crawlbox: /, "") }),
      job.what === "prepare");
  }

  tell(at, size) {
    const message = JSON.parse(this.wasi.text(at, size));
    this.outbox.add(message);
    if (message.kind !== "progress" || !canWait) return undefined;
    return breathe().then(() => {
      if (isStopped) throw new Stopped();
    });
  }

  imports() {
    const guarded = (call) => (...values) => {
      const failed = (error) => {
        if (error instanceof Stopped || error instanceof WebAssembly.RuntimeError) throw error;
        return errnoOf(error);
      };
      try {
        if (isStopped) throw new Stopped();
        const result = call(...values);
        return result instanceof Promise ? result.catch(failed) : result;
      } catch (error) {
        return failed(error);
      }
    };
    const wrap = (call) => canWait ? new WebAssembly.Suspending(call) : call;
    const calls = {};
    for (const [name, call] of Object.entries(this.wasi.calls())) calls[name] = wrap(guarded(call));
    calls.proc_exit = () => { throw new Error("the program has ended"); };
    return { wasi_snapshot_preview1: calls, desk: { tell: wrap((at, size) => this.tell(at, size)) } };
  }

  async start(module) {
    this.instance = await WebAssembly.instantiate(module, this.imports());
    this.wasi.use(this.instance);
    await this.call("_initialize");
  }

  call(name, ...values) {
    const call = this.instance.exports[name];
    return canWait ? WebAssembly.promising(call)(...values) : call(...values);
  }

  // A text of the page in the program's memory.
  async give(text) {
    const bytes = new TextEncoder().encode(text + "\0"), at = await this.call("desk_room", bytes.length);
    new Uint8Array(this.instance.exports.memory.buffer, at, bytes.length).set(bytes);
    return at;
  }

  async report(path, to) {
    return this.call("desk_report", await this.give(path), await this.give(to));
  }
}

const jobs = {
  look: (run) => run.call("desk_look"),
  page: async (run, { file, offset }) => run.call("desk_page", await run.give(file), offset),
  async report(run) {
    const status = await run.report("/card", "/tmp/report.html");
    if (status === 0) run.outbox.add({ kind: "report", blob: run.root.get("tmp").get("report.html").blob() });
    return status;
  },
  settings: (run) => run.call("desk_settings"),
  check: async (run, { key, value }) => run.call("desk_check", await run.give(key), await run.give(value)),
  missing: async (run, { assignments }) => run.call("desk_missing", await run.give(assignments)),
  seeds: async (run, { text }) => run.call("desk_seeds", await run.give(text)),
  async prepare(run, { files, assignments, force }) {
    for (const [name, blob] of Object.entries(files)) run.root.get("tmp").entries.set(name, new MemoryFile(blob));
    return run.call("desk_prepare", await run.give(assignments), force ? 1 : 0);
  },
  async empty(run, { title, erase }) {
    let status = await run.call("desk_empty", await run.give(title), erase ? 1 : 0);
    if (status === 0) status = await run.report("/out", "/out/report.html");
    const out = run.root.get("out");
    if (status === 0 && out instanceof MemoryFolder) run.outbox.add({ kind: "downloads", files: allFiles(out, "") });
    return status;
  },
};

// The console of a box: one program, as long as the line to it is open.
let session = null;
const line = new Line((bytes) => postMessage({ bytes }));
const talkJobs = {
  talk: (run) => run.call("desk_talk"),
  hear: (run) => run.call("desk_hear"),
  ask: async (run, { command }) => run.call("desk_ask", await run.give(command)),
  async send(run, { sort, file }) {
    run.root.get("tmp").entries.set(file.name, new MemoryFile(file));
    return run.call("desk_send", await run.give(sort), await run.give(`/tmp/${file.name}`));
  },
};

async function talk(job) {
  const outbox = new Outbox(job.id);
  let status;
  if (!session) {
    session = new Run(job, outbox);
    session.root.entries.set("line", line);
    await session.start(await program);
  }
  session.outbox = outbox;
  try {
    status = await talkJobs[job.what](session, job);
  } catch (error) {
    outbox.add({ kind: "printed", fd: 2, text: String(error?.message ?? error) });
    status = -1;
  }
  outbox.send();
  postMessage({ id: job.id, end: { status } });
}

function allFiles(folder, path) {
  return [...folder.entries].flatMap(([name, node]) =>
    node.isFolder ? allFiles(node, path + name + "/") : [{ path: path + name, blob: node.blob() }]);
}

async function work(job) {
  const outbox = new Outbox(job.id), run = new Run(job, outbox);
  let end;
  try {
    await run.start(await program);
    end = { status: await jobs[job.what](run, job) };
  } catch (error) {
    end = error instanceof Stopped ? { stopped: true } : { error: String(error?.message ?? error) };
  }
  if (end.status !== 0) await run.wasi.cleanUp();
  end.erased = run.wasi.erased;
  outbox.send();
  postMessage({ id: job.id, end });
}

let queue = Promise.resolve(), queued = 0;
function enqueue(job) {
  queued++;
  queue = queue.then(() => (isStopped = false, job.what in talkJobs ? talk(job) : work(job))).finally(() => queued--);
}

// What a box says when nobody has asked is read at once.
function hearLine(bytes) {
  line.add(bytes);
  if (queued === 0 && session) enqueue({ what: "hear", id: 0 });
}

onmessage = ({ data }) => {
  if (data.program) program = WebAssembly.compile(data.program);
  else if (data.stop) isStopped = true;
  else if (data.bytes) hearLine(data.bytes);
  else if (data.hangUp) line.close();
  else enqueue(data);
};
