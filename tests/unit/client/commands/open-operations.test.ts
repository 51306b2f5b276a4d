import { randomUUID } from 'node:crypto';
import 'fake-indexeddb/auto';
import '#tests/support/browser/browser-globals.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createCommands } from '#src/client/commands/create-commands.ts';
import { MoneyDb } from '#src/client/local/db/money-db.ts';
import { updateStatus } from '#src/client/local/outbox/outbox.ts';
import { keepRescued } from '#src/client/local/outbox/rescue.ts';
import { toAmount, toVoucherId } from '#src/protocol/brands.ts';
import { commandPorts } from '#tests/support/device/command-ports.ts';
import { newId, storeCustomer, storedAt, storePurchase } from '#tests/support/market/stored-operations.ts';

const requestSync = vi.fn<() => void>();
const keep = vi.fn<() => Promise<boolean>>();
let db: MoneyDb;
let commands: ReturnType<typeof createCommands>;
beforeEach(() => {
  vi.clearAllMocks();
  keep.mockResolvedValue(true);
  db = new MoneyDb(randomUUID());
  const ports = commandPorts(db);
  commands = createCommands({
    ...ports,
    secondCopy: { ...ports.secondCopy, keep },
    connection: { ...ports.connection, requestSync },
  });
});

const waiting = { state: 'pending', nextAttemptAt: storedAt + 60_000 } as const;
const dueAt = async () =>
  (await db.statuses.orderBy('seq').toArray()).map(({ nextAttemptAt }) => nextAttemptAt);

describe('unsent operations', () => {
  it('become due when a person retries one, while the others wait', async () => {
    const [first, second] = [await storePurchase(db), await storePurchase(db)];
    for (const opId of [first, second]) await updateStatus(db, opId, waiting);
    await commands.retry(second);
    expect(await dueAt()).toEqual([waiting.nextAttemptAt, 0]);
    expect((await db.statuses.get(second))?.state).toBe('pending');
    expect(requestSync).toHaveBeenCalledOnce();
  });

  it('become due when a person retries all, while decided ones stay unchanged', async () => {
    const [open, refused, line] = [await storePurchase(db), await storePurchase(db), await storePurchase(db)];
    await updateStatus(db, open, waiting);
    // A manager may have decided it: without this the button does nothing for ten minutes.
    await updateStatus(db, line, { state: 'in-review', nextAttemptAt: waiting.nextAttemptAt });
    await db.statuses.update(refused, { state: 'refused', nextAttemptAt: 7 });
    const entry = { sig: '', envelope: await db.envelopes.get(open) };
    const rescued = { opId: newId(), deviceId: 'x', seq: 1, kind: 'purchase' as const, amount: 1, entry };
    const both = { ...rescued, state: 'pending' as const, nextAttemptAt: 9, attempts: 0 };
    await keepRescued(db, [both as never]);
    await commands.retryAll();
    expect(await dueAt()).toEqual([0, 7, 0]);
    expect((await db.statuses.get(line))?.state).toBe('in-review');
    expect((await db.rescued.toArray()).map(({ nextAttemptAt }) => nextAttemptAt)).toEqual([0]);
    expect(requestSync).toHaveBeenCalledOnce();
  });

  it('that were refused need no more attention once read, and lose their name', async () => {
    const [seen, other] = [await storeCustomer(db), await storeCustomer(db)];
    await commands.markRefusalSeen(seen);
    expect((await db.statuses.get(seen))?.seen).toBe(true);
    expect((await db.statuses.get(other))?.seen).not.toBe(true);
    expect((await db.registrations.toArray()).map(({ opId }) => opId)).toEqual([other]);
  });
});

describe('the result of a look-up', () => {
  const voucherId = toVoucherId(randomUUID());
  const readAt = { serverTime: new Date(storedAt).toISOString(), epoch: 3, position: 41 };
  const voucher = { uuid: voucherId, monto: toAmount(700), status: true, readAt };

  it("is stored with the server's time, and not on a device without a journal", async () => {
    await commands.rememberBalance(voucher);
    expect(await db.balances.count()).toBe(0);
    await storePurchase(db);
    await db.device.update('self', { clockOffset: 5_000 });
    await commands.rememberBalance(voucher);
    const row = { voucherId, balance: 700, asOf: storedAt, epoch: 3, position: 41 };
    expect(await db.balances.toArray()).toEqual([row]);
  });

  it('is stored as 0 when the voucher no longer pays', async () => {
    await storePurchase(db);
    await commands.rememberBalance({ ...voucher, status: false });
    expect((await db.balances.get(voucherId))?.balance).toBe(0);
  });

  it("is not stored without a server time, because the device's clock dates nothing", async () => {
    await storePurchase(db);
    const { readAt: _none, ...undated } = voucher;
    await commands.rememberBalance(undated);
    expect(await db.balances.count()).toBe(0);
  });
});

it('tests the second copy by writing nothing', async () => {
  expect(await commands.checkSecondCopy()).toBe(true);
  expect(keep).toHaveBeenCalledExactlyOnceWith([]);
});
