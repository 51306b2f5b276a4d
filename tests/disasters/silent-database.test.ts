import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import '#tests/support/browser/browser-globals.ts';
import { answeringFactory } from '#src/client/local/db/answering-factory.ts';
import { MoneyDb } from '#src/client/local/db/money-db.ts';
import { withLiveHandle } from '#src/client/local/db/reopen-lost-handle.ts';

const soon = { steps: 2, stepMs: 10 };

/** The browser's database, which does not answer the first `count` open requests. */
function silentFor(count: number): { factory: IDBFactory; asked: () => number } {
  let asked = 0;
  const open = (name: string, version?: number): IDBOpenDBRequest => {
    asked += 1;
    return asked > count ? indexedDB.open(name, version) : (new EventTarget() as IDBOpenDBRequest);
  };
  const factory = new Proxy(indexedDB, {
    get: (target, key) => (key === 'open' ? open : Reflect.get(target, key, target)),
  });
  return { factory: answeringFactory(factory, () => undefined, soon), asked: () => asked };
}

const rows = (db: MoneyDb) => withLiveHandle(db, () => db.envelopes.count());

describe('a database whose page was closed while it was created', () => {
  it('is requested again without an answer, and then works', async () => {
    const { factory, asked } = silentFor(1);
    const db = new MoneyDb(randomUUID(), { indexedDB: factory });
    expect(await rows(db)).toBe(0);
    expect(asked()).toBe(2);
    db.close();
  });
});
