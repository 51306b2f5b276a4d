import 'fake-indexeddb/auto';
import '#tests/support/browser/browser-globals.ts';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Commands, createCommands } from '#src/client/commands/create-commands.ts';
import { MoneyDb } from '#src/client/local/db/money-db.ts';
import { updateStatus } from '#src/client/local/outbox/outbox.ts';
import { openPurchaseOf, summarizeOutbox } from '#src/client/local/outbox/read-outbox.ts';
import { askAfterMs, beginSending } from '#src/client/local/outbox/unaccepted.ts';
import { drainOnce } from '#src/client/sync/drain.ts';
import type { SendAnswer } from '#src/client/sync/ports.ts';
import type { Envelope } from '#src/operations/envelopes.ts';
import { type OpId, toAmount, toVoucherId } from '#src/protocol/brands.ts';
import { commandPorts } from '#tests/support/device/command-ports.ts';
import { syncPorts } from '#tests/support/device/sync-ports.ts';
import {
  newId,
  receiptOf,
  storedAt,
  storePurchase,
  storeTopUp,
} from '#tests/support/market/stored-operations.ts';

const noLink: SendAnswer = { kind: 'offline', reason: 'network' };
let db: MoneyDb;
let commands: Commands;
let clock: { now: number };
let sent: Envelope[];
let answer: (envelope: Envelope) => SendAnswer;
let hasNetwork: boolean;

beforeEach(() => {
  db = new MoneyDb(randomUUID());
  clock = { now: storedAt };
  commands = createCommands(commandPorts(db, { clock: { now: () => clock.now } }));
  [sent, answer, hasNetwork] = [[], () => noLink, true];
});

const drain = () =>
  drainOnce(
    db,
    syncPorts({
      server: {
        send: (envelope) => {
          sent.push(envelope);
          return Promise.resolve(answer(envelope));
        },
      },
      clock: { now: () => clock.now, steady: () => ({ since: 0, ms: clock.now }), random: () => 0 },
      maySendFor: () => true,
      hasNetwork: () => hasNetwork,
    }),
  );
const statusOf = async (opId: OpId) => {
  const status = await db.statuses.get(opId);
  if (!status) throw new Error(`no status of ${opId}`);
  return status;
};
const voucherId = toVoucherId(randomUUID());
const placeAsHolder = async (): Promise<OpId> => {
  const opId = newId();
  const payload = { userId: randomUUID(), estanteId: randomUUID(), codeQrUuid: voucherId };
  await commands.placePurchase({
    opId,
    payload: { ...payload, price: toAmount(7_000), by: 'holder' },
    operatorId: '',
    voucher: null,
    label: { userName: 'luz', estanteName: 'Rosalba' },
  });
  return opId;
};
const receipt = { purchase: receiptOf(voucherId, 33_000) };

it('may have arrived once a call began, though an earlier one never left the device', async () => {
  const opId = await storePurchase(db);
  hasNetwork = false;
  await drain();
  expect((await statusOf(opId)).mayHaveArrived).toBe(false);
  expect(await beginSending(db, opId, clock.now)).toBe(true);
  clock.now += 3_600_000;
  expect(await commands.takeBack(opId), 'the page was closed during the call').toBe('asking');
});

describe('an operation that never left the device', () => {
  it.each([
    ['a purchase', storePurchase],
    ['a top-up', storeTopUp],
  ] as const)('is withdrawn at once, and no tab sends it: %s', async (_what, store) => {
    const opId = await store(db);
    expect(await commands.takeBack(opId)).toBe('taken-back');
    expect(await statusOf(opId)).toMatchObject({ state: 'refused', lastError: 'WITHDRAWN', seen: true });
    answer = () => ({ kind: 'accepted', receipt });
    await drain();
    await commands.retry(opId);
    await commands.retryAll();
    await drain();
    expect(sent).toEqual([]);
    expect(await db.exposures.count()).toBe(0);
    expect(await summarizeOutbox(db)).toMatchObject({ openCount: 0, reviewCount: 0 });
  });

  it('is not sent by another tab that read it before the withdrawal', async () => {
    const opId = await storePurchase(db);
    await commands.takeBack(opId);
    expect(await beginSending(db, opId, clock.now)).toBe(false);
  });
});

describe('an operation that may have arrived', () => {
  const place = async (opId = placeAsHolder()): Promise<OpId> => {
    const placed = await opId;
    await drain();
    sent = [];
    clock.now += 60_000;
    return placed;
  };

  it('is not sent any more, and the server is queried by its id', async () => {
    const opId = await place();
    expect(await commands.takeBack(opId)).toBe('asking');
    expect(await commands.takeBack(opId)).toBe('asking');
    expect(await beginSending(db, opId, clock.now)).toBe(false);
    answer = () => ({ kind: 'withdrawn' });
    await drain();
    expect(sent.map(({ kind }) => kind)).toEqual(['withdrawal']);
    expect(sent[0]?.payload).toMatchObject({ purchaseOpId: opId, price: 7_000 });
    expect(await statusOf(opId)).toMatchObject({ state: 'refused', lastError: 'WITHDRAWN' });
    expect(await openPurchaseOf(db, voucherId)).toBeNull();
    await drain();
    expect(sent).toHaveLength(1);
  });

  it('of a holder is shown as open until there is an answer, and as paid when the server reports that', async () => {
    const opId = await place();
    await commands.takeBack(opId);
    await drain();
    expect((await openPurchaseOf(db, voucherId))?.status.opId).toBe(opId);
    clock.now += 3_600_000;
    answer = () => ({ kind: 'stands', receipt });
    await drain();
    const status = await statusOf(opId);
    expect(status).toMatchObject({ state: 'accepted', receipt });
    expect(status.offline).toBeUndefined();
  });

  it('is open again when the server rejects its withdrawal', async () => {
    const opId = await place();
    await commands.takeBack(opId);
    answer = ({ kind }) =>
      kind === 'withdrawal'
        ? { kind: 'refused', code: 'KEY_REUSED', message: 'x' }
        : { kind: 'accepted', receipt };
    await drain();
    await drain();
    expect((await statusOf(opId)).state).toBe('accepted');
  });

  it('may be a top-up too, whose void is sent without it', async () => {
    const opId = await place(storeTopUp(db));
    expect(await commands.takeBack(opId)).toBe('asking');
    answer = () => ({ kind: 'withdrawn' });
    await drain();
    expect(sent.map(({ kind }) => kind)).toEqual(['top-up-void']);
    expect(await statusOf(opId)).toMatchObject({ state: 'refused', offline: { kind: 'voided' } });
  });

  it('is left alone while it is being sent, but not forever: the page may have died', async () => {
    const opId = await storePurchase(db);
    await beginSending(db, opId, clock.now);
    expect(await commands.takeBack(opId)).toBe('sending');
    expect((await statusOf(opId)).offline).toBeUndefined();
    clock.now += 30_000;
    expect(await commands.takeBack(opId)).toBe('asking');
  });
});

describe('an operation that is settled', () => {
  it('is not withdrawn', async () => {
    const opId = await storePurchase(db);
    answer = () => ({ kind: 'accepted', receipt });
    await drain();
    expect(await commands.takeBack(opId)).toBe('settled');
    expect(await commands.takeBack(newId())).toBe('settled');
  });

  it('is not withdrawn when the goods were handed over without a link', async () => {
    const opId = await storePurchase(db);
    await updateStatus(db, opId, { offline: { kind: 'accepted', opId: newId() } });
    expect(await commands.takeBack(opId)).toBe('settled');
  });
});

describe('an operation that has waited for ten minutes', () => {
  it('is sent up to exactly ten minutes, and when the clock was set back', async () => {
    await storePurchase(db);
    clock.now += askAfterMs;
    await drain();
    expect(sent).toHaveLength(1);
    clock.now = storedAt - 86_400_000;
    await drain();
    expect(sent).toHaveLength(2);
  });

  it('is asked about again ten minutes after a confirmation', async () => {
    const opId = await storePurchase(db);
    clock.now += askAfterMs + 1;
    await commands.retryAll();
    await drain();
    clock.now += askAfterMs + 1;
    await drain();
    expect(sent).toHaveLength(1);
    expect((await statusOf(opId)).state).toBe('pending');
  });
});
