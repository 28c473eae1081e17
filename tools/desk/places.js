// Folders and files as the worker sees them, wherever they are: in a folder that the user has chosen (which the browser reaches
// with promises), in a list of files that the user has chosen (which it can only read), or in memory. A function that may have to
// wait returns a promise, and only then: after() goes on with either.

const ERRNO = { ACCES: 2, BADF: 8, EXIST: 20, INVAL: 28, IO: 29, ISDIR: 31, NOENT: 44, NOMEM: 48, NOSPC: 51, NOSYS: 52, NOTDIR: 54,
  NOTEMPTY: 55, NOTSUP: 58, ROFS: 69 };

class Failure extends Error {
  constructor(errno) {
    super("errno " + errno);
    this.errno = errno;
  }
}

// The user has stopped the job: nothing goes on.
class Stopped extends Error {}

function after(value, next) {
  return value instanceof Promise ? value.then(next) : next(value);
}

// What a browser says when something fails, as the C library knows it.
function errnoOf(error) {
  if (error instanceof Failure) return error.errno;
  switch (error.name) {
    case "NotFoundError": return ERRNO.NOENT;
    case "NotAllowedError": case "SecurityError": return ERRNO.ACCES;
    case "NoModificationAllowedError": return ERRNO.ROFS;
    case "QuotaExceededError": return ERRNO.NOSPC;
    case "TypeMismatchError": return ERRNO.NOTDIR;
    case "InvalidModificationError": return ERRNO.NOTEMPTY;
    default: return ERRNO.IO;
  }
}

// ---- In memory, or read from a list of files ----

class MemoryFile {
  constructor(blob = new Blob()) {
    this.isFolder = false;
    this.data = blob;
  }
  blob() { return this.data; }
  writer(keep) {
    if (!keep) this.data = new Blob();
    const file = this;
    return { // large blobs are kept on disk by the browser, so that memory stays free
      write(position, bytes) {
        const before = file.data;
        const gap = position > before.size ? [new Uint8Array(position - before.size)] : [];
        file.data = new Blob([before.slice(0, position), ...gap, bytes, before.slice(position + bytes.length)]);
      },
      truncate(size) { file.data = file.data.slice(0, size); },
      close() {},
      abort() {},
    };
  }
}

class MemoryFolder {
  constructor(isReadOnly = false) {
    this.isFolder = true;
    this.isReadOnly = isReadOnly;
    this.entries = new Map();
  }
  list() { return [...this.entries].map(([name, node]) => [name, node.isFolder]); }
  get(name) { return this.entries.get(name) ?? null; }
  make(name, isFolder) {
    if (this.isReadOnly) throw new Failure(ERRNO.ROFS);
    const node = isFolder ? new MemoryFolder() : new MemoryFile();
    this.entries.set(name, node);
    return node;
  }
  remove(name) {
    if (this.isReadOnly) throw new Failure(ERRNO.ROFS);
    const node = this.entries.get(name);
    if (!node) throw new Failure(ERRNO.NOENT);
    if (node.isFolder && node.entries.size > 0) throw new Failure(ERRNO.NOTEMPTY);
    this.entries.delete(name);
  }
  move(name, folder, newName) {
    const node = this.entries.get(name);
    if (!node) throw new Failure(ERRNO.NOENT);
    this.remove(name);
    folder.entries.set(newName, node);
  }
}

// The files of <input webkitdirectory>: their paths begin with the name of the folder that was chosen.
function folderOfFiles(files) {
  const top = new MemoryFolder(true);
  for (const { file, path } of files) {
    const steps = path.split("/").slice(1);
    let folder = top;
    for (const step of steps.slice(0, -1)) {
      if (!folder.entries.has(step)) folder.entries.set(step, new MemoryFolder(true));
      folder = folder.entries.get(step);
    }
    folder.entries.set(steps.at(-1), new MemoryFile(file));
  }
  return top;
}

// ---- The serial line of a box ----

class Line {
  constructor(send) {
    this.isFolder = false;
    this.isLine = true;
    this.send = send; // takes bytes to the box
    this.heap = [];
    this.waiting = [];
    this.isClosed = false;
  }
  add(bytes) {
    this.heap.push(bytes);
    this.wake();
  }
  close() {
    this.isClosed = true;
    this.wake();
  }
  wake() {
    for (const resolve of this.waiting.splice(0)) resolve();
  }
  isReady() { return this.heap.length > 0 || this.isClosed; }
  // Until there is something to read, or so many milliseconds are over.
  ready(milliseconds) {
    if (this.isReady() || milliseconds <= 0) return undefined;
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, Math.min(milliseconds, 2 ** 31 - 1));
      this.waiting.push(() => (clearTimeout(timer), resolve()));
    });
  }
  take(most) {
    if (this.heap.length === 0) return new Uint8Array(0);
    const [first, ...rest] = this.heap, taken = first.subarray(0, most);
    this.heap = taken.length < first.length ? [first.subarray(taken.length), ...rest] : rest;
    return taken;
  }
}

// ---- A folder that the user has chosen ----

class ChosenFile {
  constructor(handle) {
    this.isFolder = false;
    this.handle = handle;
  }
  blob() { return this.handle.getFile(); }
  // The browser writes into a file of its own, which takes the place of this one when it is closed. So a file is the old or the
  // new one, never half of one; but nothing is ever written in place.
  async writer(keep) {
    const stream = await this.handle.createWritable({ keepExistingData: keep });
    return {
      write: (position, bytes) => stream.write({ type: "write", position, data: bytes }),
      truncate: (size) => stream.truncate(size),
      close: () => stream.close(),
      abort: () => stream.abort(),
    };
  }
}

class ChosenFolder {
  constructor(handle) {
    this.isFolder = true;
    this.handle = handle;
    this.folders = new Map(); // those that were met before
  }
  async list() {
    const entries = [];
    for await (const [name, handle] of this.handle.entries()) entries.push([name, handle.kind === "directory"]);
    return entries;
  }
  get(name) { return this.folders.get(name) ?? this.find(name); }
  async find(name) {
    try {
      return new ChosenFile(await this.handle.getFileHandle(name));
    } catch (error) {
      if (error.name === "NotFoundError" || error instanceof TypeError) return null; // TypeError: no file can have this name
      if (error.name !== "TypeMismatchError") throw error;
    }
    const folder = new ChosenFolder(await this.handle.getDirectoryHandle(name));
    this.folders.set(name, folder);
    return folder;
  }
  async make(name, isFolder) {
    if (!isFolder) return new ChosenFile(await this.handle.getFileHandle(name, { create: true }));
    const folder = new ChosenFolder(await this.handle.getDirectoryHandle(name, { create: true }));
    this.folders.set(name, folder);
    return folder;
  }
  async remove(name) {
    await this.handle.removeEntry(name);
    this.folders.delete(name);
  }
  async move(name, folder, newName) {
    const file = await this.handle.getFileHandle(name);
    if (file.move) {
      try {
        await file.move(folder.handle, newName);
        return;
      } catch (error) {
        if (error.name !== "NotSupportedError" && error.name !== "NotAllowedError" && error.name !== "InvalidModificationError") throw error;
      }
    }
    await copyFile(await file.getFile(), await folder.handle.getFileHandle(newName, { create: true }));
    await this.handle.removeEntry(name);
  }
}

async function copyFile(blob, handle) {
  const stream = await handle.createWritable();
  await blob.stream().pipeTo(stream); // closes it, too
}
