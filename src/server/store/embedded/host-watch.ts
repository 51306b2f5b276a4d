import fs from 'node:fs';
import { sep } from 'node:path';

/** The calls PGlite makes on the disk. Assignable, which the declarations of `node:fs` are not. */
type HostCalls = Pick<typeof fs, 'openSync' | 'closeSync' | 'writeSync' | 'fsyncSync'>;

const host: HostCalls = fs;

/**
 * Sees what really reaches the disk of this thread, below PGlite and below our own bridge: a bridge that nobody calls
 * is noticed here and nowhere else. Wraps four functions of this thread's `fs` until `stop` is called.
 */
export class HostWatch {
  readonly #walFolder: string;
  readonly #pathOf = new Map<number, string>();
  readonly #unsyncedWal = new Set<string>();
  readonly #original: HostCalls = { ...pick(host) };
  #synced: string[] | undefined;
  /** Bytes written to the log since this watch began, or since `walBytes` was set back to 0. */
  walBytes = 0;

  constructor(folder: string) {
    this.#walFolder = `${folder}${sep}pg_wal${sep}`;
    const { openSync, closeSync, writeSync, fsyncSync } = this.#original;
    host.openSync = new Proxy(openSync, {
      apply: (call, self, args) => {
        const fd: number = Reflect.apply(call, self, args);
        const path: unknown = args[0];
        if (typeof path === 'string') this.#pathOf.set(fd, path);
        return fd;
      },
    });
    host.closeSync = new Proxy(closeSync, {
      apply: (call, self, args) => {
        this.#pathOf.delete(args[0]);
        return Reflect.apply(call, self, args);
      },
    });
    host.writeSync = new Proxy(writeSync, {
      apply: (call, self, args) => {
        const written: number = Reflect.apply(call, self, args);
        this.#noteWrite(args[0], written);
        return written;
      },
    });
    host.fsyncSync = new Proxy(fsyncSync, {
      apply: (call, self, args) => {
        Reflect.apply(call, self, args);
        this.#noteSync(args[0]);
      },
    });
  }

  /** True while bytes of the log are written but not synced: nothing committed may be answered in that state. */
  get walUnsynced(): boolean {
    return this.#unsyncedWal.size > 0;
  }

  /** The paths synced on the host while `work` ran, in order. */
  async syncedDuring(work: () => Promise<unknown>): Promise<string[]> {
    const synced: string[] = [];
    this.#synced = synced;
    try {
      await work();
    } finally {
      this.#synced = undefined;
    }
    return synced;
  }

  stop(): void {
    Object.assign(host, this.#original);
  }

  #noteWrite(fd: number, written: number): void {
    const path = this.#pathOf.get(fd);
    if (!path?.startsWith(this.#walFolder)) return;
    this.#unsyncedWal.add(path);
    this.walBytes += written;
  }

  #noteSync(fd: number): void {
    const path = this.#pathOf.get(fd);
    if (path === undefined) return;
    this.#unsyncedWal.delete(path);
    this.#synced?.push(path);
  }
}

function pick({ openSync, closeSync, writeSync, fsyncSync }: HostCalls): HostCalls {
  return { openSync, closeSync, writeSync, fsyncSync };
}
