import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { MoneyDb } from '#src/client/local/money-db.ts';
import { storePurchase } from '#tests/support/stored-operations.ts';

afterEach(() => vi.restoreAllMocks());

describe('the money database of a device', () => {
  it('says "saved" only once the disk has it: every write asks the browser to flush', async () => {
    const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction');
    await storePurchase(new MoneyDb(randomUUID()));
    const writes = transaction.mock.calls.filter(([, mode]) => mode === 'readwrite');
    expect(writes.length).toBeGreaterThan(0);
    for (const [, , options] of writes) expect(options).toEqual({ durability: 'strict' });
  });
});
