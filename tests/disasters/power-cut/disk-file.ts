/** The kernel keeps or loses file contents page by page, in any order. */
export const PAGE_BYTES = 4096;
/** A disk writes this much at once and no more: a page can be half old, half new. */
export const SECTOR_BYTES = 512;

type Change = { order: number; offset: number; data: Buffer } | { order: number; size: number };

/** How much of a page's changes since the last sync survived: `kept` of them, in the order they were made. */
export type PageChoice = (page: { number: number; changes: readonly { order: number }[] }) => {
  /** For each sector of the page; one entry means the same for all. */
  kept: readonly number[];
};

/** Contents of one file: what the last sync made durable, and every change since. */
export class DiskFile {
  #synced: Buffer = Buffer.alloc(0);
  #changes: Change[] = [];

  get isDirty(): boolean {
    return this.#changes.length > 0;
  }

  write(order: number, offset: number, data: Buffer): void {
    this.#changes.push({ order, offset, data });
  }

  truncate(order: number, size: number): void {
    this.#changes.push({ order, size });
  }

  sync(): void {
    this.#synced = this.#after(this.#changes);
    this.#changes = [];
  }

  /** The contents a cut leaves: each page and the size in some state they had since the last sync. */
  afterCut(choose: PageChoice, pickSize: (sizes: readonly number[]) => number): Buffer {
    if (!this.isDirty) return this.#synced;
    const sizes = this.#sizes();
    const contents = Buffer.alloc(pickSize(sizes));
    const largest = Math.max(...sizes);
    this.#synced.copy(contents);
    for (let number = 0; number * PAGE_BYTES < Math.min(largest, contents.length); number += 1) {
      const changes = this.#changes.filter((change) => touches(change, number));
      if (changes.length === 0) continue;
      const { kept } = choose({ number, changes });
      const states = new Map(
        [...new Set(kept)].map((count) => [count, this.#page(number, changes.slice(0, count))]),
      );
      const sectors = PAGE_BYTES / SECTOR_BYTES;
      for (let sector = 0; sector < sectors; sector += 1) {
        const state = states.get(kept[sector % kept.length] ?? 0);
        const from = sector * SECTOR_BYTES;
        state?.copy(contents, number * PAGE_BYTES + from, from, from + SECTOR_BYTES);
      }
    }
    return contents;
  }

  /** The size at the last sync and after each change. */
  #sizes(): number[] {
    let size = this.#synced.length;
    const sizes = [size];
    for (const change of this.#changes) {
      size = 'size' in change ? change.size : Math.max(size, change.offset + change.data.length);
      if (size !== sizes.at(-1)) sizes.push(size);
    }
    return sizes;
  }

  #page(number: number, changes: readonly Change[]): Buffer {
    const start = number * PAGE_BYTES;
    const page = Buffer.alloc(PAGE_BYTES);
    this.#synced.subarray(start, start + PAGE_BYTES).copy(page);
    for (const change of changes) {
      if ('size' in change) {
        page.fill(0, Math.max(0, change.size - start));
        continue;
      }
      const from = Math.max(change.offset, start);
      change.data.copy(page, from - start, from - change.offset, start + PAGE_BYTES - change.offset);
    }
    return page;
  }

  #after(changes: readonly Change[]): Buffer {
    const size = this.#sizes().at(-1) ?? 0;
    let whole = this.#synced;
    for (const change of changes) {
      if ('size' in change) {
        const cut = Buffer.alloc(change.size);
        whole.copy(cut);
        whole = cut;
        continue;
      }
      const end = change.offset + change.data.length;
      if (end > whole.length) {
        const grown = Buffer.alloc(Math.max(end, size));
        whole.copy(grown);
        whole = grown;
      }
      change.data.copy(whole, change.offset);
    }
    return whole.subarray(0, size);
  }
}

function touches(change: Change, page: number): boolean {
  const start = page * PAGE_BYTES;
  if ('size' in change) return change.size < start + PAGE_BYTES;
  return change.offset < start + PAGE_BYTES && change.offset + change.data.length > start;
}
