import type { CopyFile, CopyFolder } from '#src/client/local/second/copy-log.ts';

/** Thrown after the power cut, when nothing more reaches the disk. */
export class PowerCut extends Error {
  override readonly name = 'PowerCut';
}

/** A folder of files in memory whose power fails after this many written bytes, in the middle of a write. */
export function fakeFiles() {
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  const disk = { bytesLeft: Number.POSITIVE_INFINITY, roomLeft: Number.POSITIVE_INFINITY, flushes: 0 };
  const open = new Set<string>();

  function put(name: string, bytes: Uint8Array<ArrayBuffer>, at: number): number {
    const before = files.get(name) ?? new Uint8Array();
    const fits = Math.min(bytes.length, disk.bytesLeft, disk.roomLeft);
    const after = new Uint8Array(Math.max(before.length, at + fits));
    after.set(before);
    after.set(bytes.subarray(0, fits), at);
    files.set(name, after);
    disk.bytesLeft -= fits;
    if (disk.bytesLeft <= 0) throw new PowerCut();
    return fits;
  }

  const fileAt = (name: string): CopyFile => ({
    getSize: () => files.get(name)?.length ?? 0,
    read: (into, { at }) => {
      into.set((files.get(name) ?? new Uint8Array()).subarray(at, at + into.length));
      return into.length;
    },
    write: (bytes, { at }) => put(name, bytes, at),
    truncate: (bytes) => {
      if (disk.bytesLeft <= 0) throw new PowerCut();
      files.set(name, (files.get(name) ?? new Uint8Array()).slice(0, bytes));
    },
    flush: () => {
      disk.flushes += 1;
    },
    close: () => void open.delete(name),
  });
  const folder: CopyFolder = {
    list: () => Promise.resolve([...files.keys()]),
    open: (name) => {
      if (open.has(name)) return Promise.reject(new Error(`${name} is open elsewhere`));
      open.add(name);
      if (!files.has(name)) files.set(name, new Uint8Array());
      return Promise.resolve(fileAt(name));
    },
    remove: (name) => {
      if (disk.bytesLeft <= 0) return Promise.reject(new PowerCut());
      files.delete(name);
      return Promise.resolve();
    },
  };
  return { folder, files, disk, restart: () => open.clear() };
}

/** Serialises work, like a lock across all tabs. */
export function oneAtATime() {
  let last: Promise<unknown> = Promise.resolve();
  return <Value>(work: () => Promise<Value>): Promise<Value> => {
    const next = last.then(work, work);
    last = next.catch(() => undefined);
    return next;
  };
}
