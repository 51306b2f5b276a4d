import { ask, askAll, readAll, type Written } from './ask.ts';
import { copyRow, readRow } from './copy-row.ts';
import type { Guard, Request } from './guard.ts';
import { compareKeys, type Key, type KeyRange } from './keys.ts';
import type { Entry } from './rows.ts';
import type { Scope } from './scope.ts';
import { enterZone, zoneNow } from './zone.ts';

export type Query = { index: string | null; range: KeyRange; isReverse: boolean };

/** The requests of one table. Each passes the guard first, like those of Dexie's own core. */
export class TableCore {
  readonly name: string;
  readonly keyPath: string;
  private readonly db: { readonly guard: Guard | null };

  constructor(db: { readonly guard: Guard | null }, name: string, keyPath: string) {
    this.db = db;
    this.name = name;
    this.keyPath = keyPath;
  }

  get(scope: Scope, key: Key): Promise<unknown> {
    return this.guarded(scope, readsKey, () =>
      ask(scope, () => readRow(scope.disk.rows(this.name).get(key))),
    );
  }

  getMany(scope: Scope, keys: readonly (Key | null | undefined)[]): Promise<unknown[]> {
    const rowsOf = async (): Promise<unknown[]> => {
      const wanted = keys.filter((key) => key !== null && key !== undefined);
      const found = await readAll(
        scope,
        wanted.map((key) => () => readRow(scope.disk.rows(this.name).get(key))),
      );
      let next = 0;
      return keys.map((key) => (key === null || key === undefined ? undefined : found[next++]));
    };
    return this.guarded(scope, readsKeys, rowsOf);
  }

  query(scope: Scope, { index, range, isReverse }: Query, limit: number): Promise<readonly Entry[]> {
    return this.guarded(scope, reads, () => {
      if (limit === 0) return Promise.resolve([]);
      return ask(scope, () => {
        const entries = scope.disk.rows(this.name).within(index, range);
        const ordered = isReverse ? entries.toReversed() : entries;
        return limit === Infinity ? ordered : ordered.slice(0, limit);
      });
    });
  }

  count(scope: Scope, index: string | null, range: KeyRange): Promise<number> {
    return this.guarded(scope, reads, () =>
      ask(scope, () => scope.disk.rows(this.name).within(index, range).length),
    );
  }

  write(scope: Scope, kind: 'put' | 'add', rows: readonly object[]): Promise<Written> {
    const request: Request = { isWrite: true, values: [...rows] };
    return this.guarded(scope, request, () => {
      const writesOf = (request.values ?? []).map((row) => {
        const copy = copyRow(row);
        return () => scope.disk.rowsToWrite(this.name).write(copy, kind === 'put');
      });
      return askAll(scope, writesOf);
    });
  }

  delete(scope: Scope, keys: readonly Key[]): Promise<Written> {
    const removals = keys.map((key) => () => {
      scope.disk.rowsToWrite(this.name).removeKey(key);
      return key;
    });
    return this.guarded(scope, writes, () => askAll(scope, removals));
  }

  deleteRange(scope: Scope, range: KeyRange): Promise<void> {
    return this.guarded(scope, writes, () =>
      ask(scope, () => scope.disk.rowsToWrite(this.name).remove(range)),
    );
  }

  /**
   * Steps through an index as a cursor does, one request each. `visit` returns where to go on: at the next
   * row, at the next one not before a key, or nowhere.
   */
  iterate(
    scope: Scope,
    { index, range, isReverse }: Query,
    visit: (entry: Entry) => { at?: Key } | 'end',
  ): Promise<void> {
    const sign = isReverse ? -1 : 1;
    return this.guarded(scope, reads, () => {
      const zone = zoneNow(scope.db);
      return new Promise<void>((resolve, reject) => {
        const fail = (error: unknown): void => {
          enterZone(scope.db, zone);
          reject(error as Error);
        };
        const goOn = (entry: Entry | undefined): void => {
          enterZone(scope.db, zone);
          const next = entry ? visit(entry) : 'end';
          if (!entry || next === 'end') return resolve();
          const { at } = next;
          seek(
            (other) =>
              compareEntries(other, entry) * sign > 0 &&
              (at === undefined || compareKeys(other.key, at) * sign >= 0),
          );
        };
        const seek = (isNext: (entry: Entry) => boolean): void => {
          const find = (): Entry | undefined => {
            const entries = scope.disk.rows(this.name).within(index, range);
            return isReverse ? entries.findLast(isNext) : entries.find(isNext);
          };
          const answer = (entry: Entry | undefined): void => {
            try {
              goOn(entry);
            } catch (error) {
              fail(error);
            }
          };
          scope.disk.ask(find, answer, fail);
        };
        seek(() => true);
      });
    });
  }

  private guarded<Answer>(scope: Scope, request: Request, work: () => Promise<Answer>): Promise<Answer> {
    const found = this.db.guard?.(scope, this.name, request) ?? null;
    if (found === null) return attempt(scope, work);
    return 'fault' in found ? Promise.reject(found.fault) : Promise.resolve(found.answer as Answer);
  }
}

const reads: Request = { isWrite: false };
const readsKey: Request = { isWrite: false, key: true };
const readsKeys: Request = { isWrite: false, keys: true };
const writes: Request = { isWrite: true };

/** An error of asking is an answer, too. */
function attempt<Answer>(scope: Scope, work: () => Promise<Answer>): Promise<Answer> {
  try {
    scope.disk.checkActive();
    return work();
  } catch (error) {
    return Promise.reject(error as Error);
  }
}

function compareEntries(one: Entry, other: Entry): number {
  return compareKeys(one.key, other.key) || compareKeys(one.primaryKey, other.primaryKey);
}
