import { randomUUID } from 'node:crypto';
import 'fake-indexeddb/auto';
import { expect, it, vi } from 'vitest';
import '#tests/support/browser/browser-globals.ts';
import { createCommands } from '#src/client/commands/create-commands.ts';
import { verifySignature, signText } from '#src/client/device/crypto.ts';
import type { LiveQueries } from '#src/client/local/live/live-queries.ts';
import { toAmount, toOpId } from '#src/protocol/brands.ts';
import { issueVoucher, makeIssuer, openEnrolledDevice } from '#tests/support/device/enrolled-device.ts';
import { storePurchase } from '#tests/support/market/stored-operations.ts';

vi.mock('#src/client/local/live/browser-money-db.ts', async () => {
  const { MoneyDb } = await import('#src/client/local/db/money-db.ts');
  return { moneyDb: new MoneyDb('mercado-dinero') };
});
const { watchOutbox } = await import('#src/client/local/live/live-queries.ts');
const { moneyDb } = await import('#src/client/local/live/browser-money-db.ts');

// Before any database opens, because Dexie binds this function then.
const transactions = vi.spyOn(IDBDatabase.prototype, 'transaction');
const reads = [IDBObjectStore.prototype, IDBIndex.prototype].flatMap((of) => [
  vi.spyOn(of, 'get'),
  vi.spyOn(of, 'getAll'),
  vi.spyOn(of, 'getAllKeys'),
  vi.spyOn(of, 'openCursor'),
  vi.spyOn(of, 'openKeyCursor'),
]);
const writes = [vi.spyOn(IDBObjectStore.prototype, 'add'), vi.spyOn(IDBObjectStore.prototype, 'put')];

/** Returns what reached IndexedDB since the last call: in a browser each is a message to another process. */
function work() {
  const callsOf = (spies: readonly { mock: { calls: unknown[] } }[]): number =>
    spies.reduce((sum, { mock }) => sum + mock.calls.length, 0);
  const writing = transactions.mock.calls.filter(([, mode]) => mode === 'readwrite').length;
  const done = {
    reading: transactions.mock.calls.length - writing,
    writing,
    reads: callsOf(reads),
    writes: callsOf(writes),
  };
  vi.clearAllMocks();
  return done;
}

it('takes a stall without a link four writing transactions, one proof and two signatures for each sale', async () => {
  const issuer = await makeIssuer();
  const device = await openEnrolledDevice(issuer);
  const voucher = await issueVoucher(issuer, 50_000, device.clock.now);
  device.list([{ voucherId: voucher.id, balance: 50_000 }]);
  const verify = vi.fn(verifySignature);
  const sign = vi.fn(signText);
  const commands = createCommands({
    ...device.ports,
    crypto: { ...device.ports.crypto, verify, signText: sign },
    secondCopy: { keep: () => Promise.resolve(true), read: () => Promise.resolve(null) },
  });
  work();
  const result = await commands.placePurchase({
    opId: toOpId(randomUUID()),
    payload: {
      userId: voucher.ownerId,
      estanteId: device.stallId,
      codeQrUuid: voucher.id,
      price: toAmount(12_500),
      by: 'stall',
    },
    operatorId: device.stallId,
    voucher: null,
    label: { userName: '', estanteName: 'Rosalba', proof: voucher.proof },
  });
  await (result.kind === 'saved' ? result.decision : null);
  expect([verify.mock.calls.length, sign.mock.calls.length]).toEqual([1, 2]);
  expect(work()).toEqual({ reading: 6, writing: 4, reads: 34, writes: 13 });
  expect(await device.db.exposures.toArray()).toMatchObject([{ accepted: true }]);
});

it('reads the whole outbox once for all parts of a page that ask the same, in one transaction', async () => {
  await storePurchase(moneyDb);
  const ask = (queries: LiveQueries) => queries.summary();
  const seen: number[][] = [[], [], []];
  const stops = seen.map((counts) =>
    watchOutbox(ask, '', { next: ({ openCount }) => counts.push(openCount), error: expect.unreachable }),
  );
  await expect.poll(() => seen).toEqual([[1], [1], [1]]);
  work();
  await moneyDb.statuses.clear();
  await expect
    .poll(() => seen)
    .toEqual([
      [1, 0],
      [1, 0],
      [1, 0],
    ]);
  expect(work()).toMatchObject({ reading: 1, writing: 1 });
  for (const stop of stops) stop();
});
