import assert from 'node:assert/strict';
import { dirname, posix } from 'node:path';
import { DiskFile } from './disk-file.ts';
import type { RecordedOperation } from './recorded-operation.ts';

export type DiskFolder = Map<string, DiskNode>;
export type DiskNode = DiskFile | DiskFolder;

/** A change of names not yet durable. A rename within one folder is one change, as journals treat it. */
type NameChange = {
  folders: readonly DiskFolder[];
  apply(namesOf: (folder: DiskFolder) => DiskFolder): void;
};

/**
 * Which names survive a cut. `posix`: only a sync of the folder makes its names durable, and each other change is
 * kept or lost by itself. `ordered`: as on ext4, names go through a journal in order, and any sync commits it.
 */
export type NameRule = 'posix' | 'ordered';

/** A disk as the recorder saw it written: what is durable for certain, and everything that may or may not be. */
export class DiskModel {
  /** Names as programs see them now. */
  readonly root: DiskFolder = new Map();
  readonly #rule: NameRule;
  /** Names that survive any cut, for each folder. */
  readonly #durable = new Map<DiskFolder, DiskFolder>([[this.root, new Map()]]);
  #pending: NameChange[] = [];
  readonly #open = new Map<number, DiskNode>();
  #order = 0;

  constructor(rule: NameRule) {
    this.#rule = rule;
  }

  /** How many changes of contents and names there have been. */
  get order(): number {
    return this.#order;
  }

  apply(operation: RecordedOperation): void {
    this.#order += 1;
    switch (operation.kind) {
      case 'mkdir':
        this.#add(operation.path, new Map());
        return;
      case 'open':
        this.#openFile(operation);
        return;
      case 'close':
        this.#open.delete(operation.fd);
        return;
      case 'write':
        this.#file(operation.fd).write(this.#order, operation.position, operation.data);
        return;
      case 'truncate-open':
        this.#file(operation.fd).truncate(this.#order, operation.size);
        return;
      case 'truncate': {
        const file = this.#find(operation.path);
        assert(file instanceof DiskFile);
        file.truncate(this.#order, operation.size);
        return;
      }
      case 'rename':
        this.#rename(operation.from, operation.to);
        return;
      case 'unlink':
      case 'rmdir':
        this.#remove(operation.path);
        return;
      case 'sync':
        this.#sync(this.#open.get(operation.fd));
    }
  }

  /** The names a cut leaves, given which pending changes survive. Contents are asked of each file. */
  namesAfterCut(survives: (index: number, total: number) => boolean): DiskFolder {
    const names = new Map<DiskFolder, DiskFolder>();
    const namesOf = (folder: DiskFolder): DiskFolder => {
      const found = names.get(folder) ?? new Map(this.#durable.get(folder));
      names.set(folder, found);
      return found;
    };
    this.#pending.forEach((change, index) => {
      if (survives(index, this.#pending.length)) change.apply(namesOf);
    });
    return resolved(this.root, namesOf);
  }

  get rule(): NameRule {
    return this.#rule;
  }

  #openFile({ path, fd, creates, truncates }: Extract<RecordedOperation, { kind: 'open' }>): void {
    if (creates) this.#add(path, new DiskFile());
    const node = this.#find(path);
    if (truncates && !creates && node instanceof DiskFile) node.truncate(this.#order, 0);
    this.#open.set(fd, node);
  }

  #file(fd: number): DiskFile {
    const file = this.#open.get(fd);
    assert(file instanceof DiskFile, `descriptor ${fd} is not an open file`);
    return file;
  }

  #find(path: string): DiskNode {
    let node: DiskNode = this.root;
    for (const name of path.split('/')) {
      if (name === '.') continue;
      const next: DiskNode | undefined = node instanceof Map ? node.get(name) : undefined;
      assert(next, `no such file on the recorded disk: ${path}`);
      node = next;
    }
    return node;
  }

  #folderOf(path: string): { folder: DiskFolder; name: string } {
    const folder = this.#find(dirname(path));
    assert(folder instanceof Map);
    return { folder, name: posix.basename(path) };
  }

  #change(folders: readonly DiskFolder[], apply: NameChange['apply']): void {
    apply((folder) => folder);
    this.#pending.push({ folders, apply });
  }

  #add(path: string, node: DiskNode): void {
    const { folder, name } = this.#folderOf(path);
    if (node instanceof Map) this.#durable.set(node, new Map());
    this.#change([folder], (namesOf) => void namesOf(folder).set(name, node));
  }

  #remove(path: string): void {
    const { folder, name } = this.#folderOf(path);
    const node = folder.get(name);
    this.#change([folder], (namesOf) => {
      // A name that in the meantime (or because its removal was lost) means another file stays.
      if (namesOf(folder).get(name) === node) namesOf(folder).delete(name);
    });
  }

  #rename(from: string, to: string): void {
    const source = this.#folderOf(from);
    const target = this.#folderOf(to);
    const node = this.#find(from);
    this.#change([source.folder, target.folder], (namesOf) => {
      const names = namesOf(source.folder);
      if (names.get(source.name) === node) names.delete(source.name);
      namesOf(target.folder).set(target.name, node);
    });
  }

  #sync(node: DiskNode | undefined): void {
    assert(node, 'a sync of a descriptor that is not open');
    if (node instanceof DiskFile) node.sync();
    if (this.#rule === 'posix' && node instanceof DiskFile) return;
    const settled = (change: NameChange): boolean =>
      this.#rule === 'ordered' || (node instanceof Map && change.folders.includes(node));
    for (const change of this.#pending) {
      if (settled(change)) change.apply((folder) => this.#durable.get(folder) ?? folder);
    }
    this.#pending = this.#pending.filter((change) => !settled(change));
  }
}

function resolved(folder: DiskFolder, namesOf: (folder: DiskFolder) => DiskFolder): DiskFolder {
  return new Map(
    [...namesOf(folder)].map(([name, node]) => [name, node instanceof Map ? resolved(node, namesOf) : node]),
  );
}
