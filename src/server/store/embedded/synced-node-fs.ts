import fs from 'node:fs';
import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { canSyncFolders, syncFolder } from './sync-folder.ts';

type EmscriptenOptions = Parameters<NodeFS['init']>[1];

/** What the bridge touches inside the WASM module. Private to PGlite: checked before use, version pinned. */
type FileNode = { parent: FileNode; name: string };
type FileStream = { nfd?: number; node: FileNode };
type NodeFiles = {
  realPath(node: FileNode): string;
  node_ops: {
    mknod(parent: FileNode, name: string, mode: number, dev: number): FileNode;
    rename(node: FileNode, newParent: FileNode, newName: string): void;
    unlink(parent: FileNode, name: string): void;
    rmdir(parent: FileNode, name: string): void;
  };
  stream_ops: { write: unknown; fsync?: (stream: FileStream) => number };
};

const isFunction = (value: unknown): boolean => typeof value === 'function';

/** The file system of a PGlite module, if it still looks the way the bridge needs it. */
function nodeFilesOf(module: object): NodeFiles {
  const found: Partial<NodeFiles> | undefined =
    'NODEFS' in module ? (module.NODEFS as Partial<NodeFiles>) : undefined;
  const complete =
    isFunction(found?.realPath) &&
    isFunction(found?.stream_ops?.write) &&
    isFunction(found?.node_ops?.mknod) &&
    isFunction(found?.node_ops?.rename) &&
    isFunction(found?.node_ops?.unlink) &&
    isFunction(found?.node_ops?.rmdir);
  if (!found || !complete) {
    throw new Error('PGlite ya no ofrece los puntos donde se engancha la sincronización con el disco');
  }
  return found as NodeFiles;
}

export type SyncedNodeFsOptions = {
  /** Called when a sync fails, and must not return: the commit that asked for it is not on the disk. */
  onSyncFailure: (reason: string) => never;
  /** False: only when a test plants the fault. */
  syncsFolders?: boolean;
  /** True when the caller will call `bridge` itself, too late: only when a test plants the fault. */
  late?: boolean;
};

/**
 * PGlite's Node file system with the part it lacks: it answers every fsync of postgres with success and does nothing.
 * The hook runs before the first instruction of postgres, so that crash recovery and its checkpoint are synced too.
 */
export class SyncedNodeFs extends NodeFS {
  readonly #options: SyncedNodeFsOptions;
  /** Folders whose list of names changed since they were last synced. */
  readonly #changedFolders = new Set<string>();
  #failsFromNowOn = false;
  #deaf = false;

  constructor(folder: string, options: SyncedNodeFsOptions) {
    super(folder);
    this.#options = options;
  }

  override async init(pg: PGlite, options: EmscriptenOptions): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pg, options);
    const hook = this.#options.late ? [] : [(module: object) => this.bridge(module)];
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), ...hook] } };
  }

  bridge(module: object): void {
    const files = nodeFilesOf(module);
    files.stream_ops.fsync = (stream) => {
      if (!this.#deaf) this.#sync(stream.nfd, files.realPath(stream.node));
      return 0;
    };
    if (this.#options.syncsFolders !== false) this.#followNames(files);
  }

  /** Planted faults of a bridge that was fine at the start: see `Plant`. */
  breakInService(fault: 'sync-fails-in-service' | 'bridge-lost-in-service'): void {
    if (fault === 'sync-fails-in-service') this.#failsFromNowOn = true;
    else this.#deaf = true;
  }

  /** Remembers each folder in which a name appears, moves or goes; a commit may depend on it. */
  #followNames({ node_ops: nodes, realPath }: NodeFiles): void {
    const { mknod, rename, unlink, rmdir } = nodes;
    const changed = (folder: FileNode): void => void this.#changedFolders.add(realPath(folder));
    nodes.mknod = (parent, name, mode, dev) => {
      changed(parent);
      return mknod(parent, name, mode, dev);
    };
    nodes.rename = (node, newParent, newName) => {
      changed(node.parent);
      changed(newParent);
      rename(node, newParent, newName);
    };
    nodes.unlink = (parent, name) => {
      changed(parent);
      unlink(parent, name);
    };
    nodes.rmdir = (parent, name) => {
      changed(parent);
      rmdir(parent, name);
    };
  }

  /**
   * Names first, contents second: when this returns, a commit that relies on a new file finds the file by its name.
   * A cut in between leaves a durable name with contents nobody was promised yet, which recovery overwrites.
   */
  #sync(fd: number | undefined, path: string): void {
    try {
      if (this.#failsFromNowOn) throw new Error('EIO: fallo plantado por una prueba');
      for (const folder of this.#changedFolders) {
        // A folder removed since then has no names left to keep; its parent is on the list as well.
        if (fs.existsSync(folder)) syncFolder(folder);
        this.#changedFolders.delete(folder);
      }
      if (fd !== undefined) fs.fsyncSync(fd);
      else if (canSyncFolders) syncFolder(path);
    } catch (error) {
      this.#options.onSyncFailure(`el disco no confirmó la escritura de ${path} (${String(error)})`);
    }
  }
}
