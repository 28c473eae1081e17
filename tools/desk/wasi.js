// The system calls of wasi-libc (WASI, snapshot preview 1), as far as the desk's program uses them, over places.js.

const READ_LEAST = 1 << 16, READ_MOST = 1 << 22, WRITE_STEP = 1 << 20;
const TYPE = { UNKNOWN: 0, CHARACTERS: 2, FOLDER: 3, FILE: 4 };
const OPEN = { CREATE: 1, FOLDER: 2, EXCLUSIVE: 4, TRUNCATE: 8 };
const FLAG_APPEND = 1, RIGHT_READ = 2n, RIGHT_WRITE = 64n, ROOT = 3;

class OpenFile {
  constructor(node, blob, { append = false, truncate = false, canWrite = false }) {
    Object.assign(this, { node, blob, append, canWrite, position: 0, size: truncate ? 0 : blob.size });
    this.isEmptied = truncate; // the old content does not count any more
    this.writer = null;
    this.pending = []; // pieces that follow each other, from pendingStart
    this.pendingStart = this.pendingSize = 0;
    this.cache = new Uint8Array(0);
    this.cacheStart = 0;
    this.step = READ_LEAST;
    this.isDirty = truncate;
  }

  // Files are mostly read from the beginning to the end: the further, the larger the steps.
  readAt(position, length) {
    if (position < this.cacheStart || position >= this.cacheStart + this.cache.length) {
      const follows = position === this.cacheStart + this.cache.length;
      this.step = follows ? Math.min(this.step * 2, READ_MOST) : READ_LEAST;
      const end = Math.min(position + Math.max(this.step, Math.min(length, READ_MOST)), this.blob.size);
      this.cache = position < end ? new Uint8Array(new FileReaderSync().readAsArrayBuffer(this.blob.slice(position, end))) : new Uint8Array(0);
      this.cacheStart = position;
    }
    const at = position - this.cacheStart;
    return this.cache.subarray(at, at + length);
  }

  write(position, bytes) {
    if (!this.canWrite) throw new Failure(ERRNO.BADF);
    const follows = this.pending.length > 0 && position === this.pendingStart + this.pendingSize;
    const ready = this.pending.length > 0 && !follows ? this.flush() : undefined;
    return after(ready, () => {
      if (this.pending.length === 0) this.pendingStart = position;
      this.pending.push(bytes);
      this.pendingSize += bytes.length;
      this.size = Math.max(this.size, position + bytes.length);
      this.isDirty = true;
      return this.pendingSize >= WRITE_STEP ? this.flush() : undefined;
    });
  }

  withWriter(use) {
    if (this.writer) return use(this.writer);
    return after(this.node.writer(!this.isEmptied), (writer) => {
      this.isEmptied = false;
      return use(this.writer = writer);
    });
  }

  flush() {
    if (this.pending.length === 0) return undefined;
    const bytes = new Uint8Array(this.pendingSize);
    let at = 0;
    for (const piece of this.pending) bytes.set(piece, at), at += piece.length;
    const start = this.pendingStart;
    this.pending = [];
    this.pendingSize = 0;
    return this.withWriter((writer) => writer.write(start, bytes));
  }

  truncate(size) {
    return after(this.flush(), () => after(this.withWriter((writer) => writer.truncate(size)), () => {
      this.size = size;
      this.isDirty = true;
    }));
  }

  // After this the file is what was written.
  commit() {
    if (!this.isDirty) return undefined;
    return after(this.flush(), () => after(this.withWriter((writer) => writer.close()), () => {
      this.writer = null;
      this.isDirty = false;
      return after(this.node.blob(), (blob) => {
        this.blob = blob;
        this.cache = new Uint8Array(0);
        this.cacheStart = 0;
      });
    }));
  }
}

class Wasi {
  constructor(root, say, isUndone) {
    this.root = root;
    this.say = say; // gets each line of standard output and standard error
    this.isUndone = isUndone; // an early end takes back everything, also what is finished
    this.lines = ["", ""];
    this.files = new Map([[ROOT, { folder: root }]]);
    this.made = new Map(); // folders, and files that are not finished, that this run made: node -> {folder, name}
    this.replaced = new Map(); // node -> its bytes before
    this.erased = 0; // files of the card
    this.next = ROOT + 1;
    this.decoders = [new TextDecoder(), new TextDecoder()];
  }

  use(instance) { this.memory = instance.exports.memory; }
  view() { return new DataView(this.memory.buffer); }
  bytes(at, size) { return new Uint8Array(this.memory.buffer, at, size); }
  text(at, size) { return new TextDecoder().decode(this.bytes(at, size)); }

  file(fd) {
    const file = this.files.get(fd);
    if (!file) throw new Failure(ERRNO.BADF);
    return file;
  }

  // The folder of a path, and the last name in it.
  walk(fd, path) {
    const steps = path.split("/").filter((step) => step && step !== ".");
    if (steps.includes("..")) throw new Failure(ERRNO.ACCES);
    const name = steps.pop();
    let folder = this.file(fd).folder ?? null;
    for (const step of steps)
      folder = after(folder, (at) => {
        if (!at) throw new Failure(ERRNO.NOENT);
        if (!at.isFolder) throw new Failure(ERRNO.NOTDIR);
        return at.get(step);
      });
    return after(folder, (at) => {
      if (!at) throw new Failure(ERRNO.NOENT);
      if (!at.isFolder) throw new Failure(ERRNO.NOTDIR);
      return { folder: at, name };
    });
  }

  find(fd, path) {
    return after(this.walk(fd, path), ({ folder, name }) => name === undefined ? folder : folder.get(name));
  }

  existing(fd, path) {
    return after(this.find(fd, path), (node) => {
      if (!node) throw new Failure(ERRNO.NOENT);
      return node;
    });
  }

  putStat(at, type, size, modified) {
    const view = this.view();
    this.bytes(at, 64).fill(0);
    view.setUint8(at + 16, type);
    view.setBigUint64(at + 24, 1n, true);
    view.setBigUint64(at + 32, BigInt(size), true);
    for (const field of [40, 48, 56]) view.setBigUint64(at + field, BigInt(modified) * 1000000n, true);
    return 0;
  }

  statNode(node, at) {
    if (node.isFolder) return this.putStat(at, TYPE.FOLDER, 0, 0);
    return after(node.blob(), (blob) => this.putStat(at, TYPE.FILE, blob.size, blob.lastModified ?? 0));
  }

  open(file) {
    this.files.set(this.next, file);
    return this.next++;
  }

  // What a path is called from the top.
  pathOf(fd, path) { return [this.file(fd).path, path].filter(Boolean).join("/"); }

  openNode(place, flags, rights, isAppend, path) {
    return after(place.name === undefined ? place.folder : place.folder.get(place.name), (found) => {
      if (found && flags & OPEN.CREATE && flags & OPEN.EXCLUSIVE) throw new Failure(ERRNO.EXIST);
      if (!found && !(flags & OPEN.CREATE)) throw new Failure(ERRNO.NOENT);
      if (found?.isFolder) return this.open({ folder: found, path });
      if (found?.isLine) return this.open({ line: found });
      if (found && flags & OPEN.FOLDER) throw new Failure(ERRNO.NOTDIR);
      const canWrite = (rights & RIGHT_WRITE) !== 0n, truncate = canWrite && (!found || (flags & OPEN.TRUNCATE) !== 0);
      return after(found ?? place.folder.make(place.name, false), (node) => after(node.blob(), (blob) => {
        const file = new OpenFile(node, blob, { canWrite, append: isAppend, truncate });
        file.place = place;
        if (!found || place.name.endsWith(".part")) this.made.set(node, place);
        return after(found && truncate ? this.remember(node, blob) : undefined, () => this.open(file));
      }));
    });
  }

  // What a file held that is going to be replaced. Only small ones are, in runs that can be taken back.
  remember(node, blob) {
    if (!this.isUndone) return undefined;
    return blob.arrayBuffer().then((bytes) => this.replaced.set(node, new Uint8Array(bytes)));
  }

  readInto(file, vectors, count, position) {
    const view = this.view();
    let total = 0;
    for (let i = 0; i < count; i++) {
      const at = view.getUint32(vectors + 8 * i, true), size = view.getUint32(vectors + 8 * i + 4, true);
      let done = 0;
      while (done < size) {
        const piece = file.readAt(position + total, size - done);
        if (piece.length === 0) return total;
        this.bytes(at + done, piece.length).set(piece);
        done += piece.length;
        total += piece.length;
      }
    }
    return total;
  }

  gather(vectors, count) {
    const view = this.view(), pieces = [];
    let total = 0;
    for (let i = 0; i < count; i++) {
      const at = view.getUint32(vectors + 8 * i, true), size = view.getUint32(vectors + 8 * i + 4, true);
      if (size > 0) pieces.push(this.bytes(at, size));
      total += size;
    }
    const bytes = new Uint8Array(total);
    let at = 0;
    for (const piece of pieces) bytes.set(piece, at), at += piece.length;
    return bytes;
  }

  print(fd, bytes) {
    this.lines[fd - 1] += this.decoders[fd - 1].decode(bytes, { stream: true });
    const lines = this.lines[fd - 1].split("\n");
    this.lines[fd - 1] = lines.pop();
    for (const line of lines) this.say(fd, line);
  }

  // What an interrupted job leaves: nothing that is half. Folders go if they are empty.
  async cleanUp() {
    for (const file of this.files.values())
      try {
        await file.writer?.abort();
      } catch { /* the card or the disk is gone */ }
    for (const { folder, name } of [...this.made.values()].reverse())
      try {
        await folder.remove(name);
      } catch { /* it has its final name, holds something that is finished, or is gone with its disk */ }
    for (const [node, bytes] of this.replaced)
      try {
        const writer = await node.writer(false);
        await writer.write(0, bytes);
        await writer.close();
      } catch { /* as above */ }
  }

  calls() {
    const put32 = (at, value) => (this.view().setUint32(at, value, true), 0);
    const put64 = (at, value) => (this.view().setBigUint64(at, BigInt(value), true), 0);
    return {
      environ_sizes_get: (count, size) => put32(count, 0) || put32(size, 0),
      environ_get: () => 0,
      clock_time_get: (clock, precision, at) => put64(at, BigInt(Math.round((clock === 0 ? Date.now() : performance.now()) * 1000)) * 1000n),
      random_get: (at, size) => {
        for (let done = 0; done < size; done += 65536) crypto.getRandomValues(this.bytes(at + done, Math.min(65536, size - done)));
        return 0;
      },
      proc_exit: (code) => { throw new Error("the program ended with " + code); },
      fd_prestat_get: (fd, at) => fd === ROOT ? put32(at, 0) || put32(at + 4, 1) : ERRNO.BADF,
      fd_prestat_dir_name: (fd, at) => (this.bytes(at, 1)[0] = 47, 0),
      fd_fdstat_get: (fd, at) => {
        const file = fd < ROOT ? null : this.file(fd);
        this.bytes(at, 24).fill(0);
        this.view().setUint8(at, file?.folder ? TYPE.FOLDER : file && !file.line ? TYPE.FILE : TYPE.UNKNOWN);
        this.view().setUint16(at + 2, file?.append ? FLAG_APPEND : 0, true);
        this.bytes(at + 8, 16).fill(255);
        return 0;
      },
      fd_fdstat_set_flags: (fd, flags) => (this.file(fd).append = (flags & FLAG_APPEND) !== 0, 0),
      fd_filestat_get: (fd, at) => {
        if (fd < ROOT) return this.putStat(at, TYPE.CHARACTERS, 0, 0);
        const file = this.file(fd);
        return file.folder ? this.putStat(at, TYPE.FOLDER, 0, 0) : this.putStat(at, TYPE.FILE, file.size, file.blob.lastModified ?? 0);
      },
      fd_filestat_set_size: (fd, size) => {
        const file = this.file(fd);
        const isNew = this.made.has(file.node) || this.replaced.has(file.node);
        return after(isNew ? undefined : this.remember(file.node, file.blob), () => after(file.truncate(Number(size)), () => 0));
      },
      fd_read: (fd, vectors, count, at) => {
        const file = this.file(fd);
        if (file.line) return this.readLine(file.line, vectors, at);
        return after(file.commit(), () => {
          const got = this.readInto(file, vectors, count, file.position);
          file.position += got;
          return put32(at, got);
        });
      },
      fd_pread: (fd, vectors, count, offset, at) => {
        const file = this.file(fd);
        return after(file.commit(), () => put32(at, this.readInto(file, vectors, count, Number(offset))));
      },
      fd_write: (fd, vectors, count, at) => {
        const bytes = this.gather(vectors, count);
        if (fd < ROOT) return this.print(fd, bytes), put32(at, bytes.length);
        const file = this.file(fd);
        if (file.line) return file.line.send(bytes), put32(at, bytes.length);
        if (file.append) file.position = file.size;
        return after(file.write(file.position, bytes), () => {
          file.position += bytes.length;
          return put32(at, bytes.length);
        });
      },
      fd_pwrite: (fd, vectors, count, offset, at) => {
        const bytes = this.gather(vectors, count);
        return after(this.file(fd).write(Number(offset), bytes), () => put32(at, bytes.length));
      },
      fd_seek: (fd, offset, whence, at) => {
        if (fd < ROOT) return 70; // ESPIPE
        const file = this.file(fd);
        const position = Number(offset) + [0, file.position, file.size][whence];
        if (!(position >= 0)) return ERRNO.INVAL;
        file.position = position;
        return put64(at, position);
      },
      poll_oneoff: (subscriptions, events, count, at) => this.poll(subscriptions, events, count, at),
      fd_tell: (fd, at) => put64(at, this.file(fd).position),
      fd_sync: (fd) => after(this.file(fd).commit(), () => 0),
      fd_close: (fd) => {
        const file = this.file(fd);
        return after(file.folder ? undefined : file.commit(), () => {
          this.files.delete(fd);
          if (file.place && !file.place.name.endsWith(".part") && !this.isUndone) this.made.delete(file.node);
          return 0;
        });
      },
      fd_readdir: (fd, buffer, size, cookie, used) => {
        const file = this.file(fd);
        return after(file.listed && cookie !== 0n ? file.listed : file.folder.list(), (listed) => {
          file.listed = listed;
          return this.putEntries(listed, buffer, size, Number(cookie), used);
        });
      },
      path_open: (fd, lookup, path, length, flags, rights, inherited, fdFlags, at) =>
        after(this.walk(fd, this.text(path, length)), (place) =>
          after(this.openNode(place, flags, rights, (fdFlags & FLAG_APPEND) !== 0, this.pathOf(fd, this.text(path, length))),
            (opened) => put32(at, opened))),
      path_filestat_get: (fd, lookup, path, length, at) =>
        after(this.existing(fd, this.text(path, length)), (node) => this.statNode(node, at)),
      path_create_directory: (fd, path, length) => after(this.walk(fd, this.text(path, length)), ({ folder, name }) =>
        after(name === undefined ? folder : folder.get(name), (found) => {
          if (found) throw new Failure(ERRNO.EXIST);
          return after(folder.make(name, true), (node) => (this.made.set(node, { folder, name }), 0));
        })),
      path_remove_directory: (fd, path, length) => this.removeAt(fd, path, length),
      path_unlink_file: (fd, path, length) => this.removeAt(fd, path, length),
      path_rename: (fd, path, length, newFd, newPath, newLength) => {
        const to = this.text(newPath, newLength);
        return after(this.walk(fd, this.text(path, length)), (from) => after(this.walk(newFd, to), (target) =>
          after(from.folder.move(from.name, target.folder, target.name), () => {
            for (const [node, place] of this.made)
              if (place.folder === from.folder && place.name === from.name) this.made.delete(node);
            return 0;
          })));
      },
    };
  }

  readLine(line, vectors, at) {
    return after(line.ready(Infinity), () => {
      const view = this.view(), bytes = line.take(view.getUint32(vectors + 4, true));
      this.bytes(view.getUint32(vectors, true), bytes.length).set(bytes);
      view.setUint32(at, bytes.length, true);
      return 0;
    });
  }

  // poll(): of the subscriptions, the one to a line and the one to a clock are looked at.
  poll(subscriptions, events, count, at) {
    const view = this.view(), wanted = [];
    for (let i = 0; i < count; i++) {
      const from = subscriptions + 48 * i, type = view.getUint8(from + 8);
      wanted.push({ user: view.getBigUint64(from, true), type, line: type === 1 ? this.file(view.getUint32(from + 16, true)).line : null,
        milliseconds: type === 0 ? Number(view.getBigUint64(from + 24, true)) / 1e6 : Infinity });
    }
    const line = wanted.find((one) => one.line)?.line;
    return after(line?.ready(Math.min(...wanted.map((one) => one.milliseconds))), () => {
      const happened = wanted.filter((one) => line?.isReady() ? one.line : one.type === 0), now = this.view();
      happened.forEach(({ user, type }, i) => {
        this.bytes(events + 32 * i, 32).fill(0);
        now.setBigUint64(events + 32 * i, user, true);
        now.setUint8(events + 32 * i + 10, type);
        now.setBigUint64(events + 32 * i + 16, 1n, true);
      });
      now.setUint32(at, happened.length, true);
      return 0;
    });
  }

  removeAt(fd, path, length) {
    const text = this.text(path, length);
    return after(this.walk(fd, text), ({ folder, name }) => after(folder.remove(name), () => {
      this.erased += /^\/?card\//.test(this.pathOf(fd, text));
      return 0;
    }));
  }

  putEntries(listed, buffer, size, first, used) {
    let at = 0;
    const view = this.view();
    for (let i = first; i < listed.length && at < size; i++) {
      const name = new TextEncoder().encode(listed[i][0]), entry = new Uint8Array(24 + name.length), head = new DataView(entry.buffer);
      head.setBigUint64(0, BigInt(i + 1), true);
      head.setBigUint64(8, BigInt(i + 1), true);
      head.setUint32(16, name.length, true);
      head.setUint8(20, listed[i][1] ? TYPE.FOLDER : TYPE.FILE);
      entry.set(name, 24);
      const piece = entry.subarray(0, size - at);
      this.bytes(buffer + at, piece.length).set(piece);
      at += piece.length;
    }
    view.setUint32(used, at, true);
    return 0;
  }
}
