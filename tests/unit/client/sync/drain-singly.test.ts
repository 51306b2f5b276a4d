import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { MoneyDb } from '#src/client/local/db/money-db.ts';
import { drainOnce } from '#src/client/sync/drain.ts';
import type { SendAnswer, SyncPorts } from '#src/client/sync/ports.ts';
import { toVoucherId, type OpId } from '#src/protocol/brands.ts';
import { syncPorts } from '#tests/support/device/sync-ports.ts';
import {
  newId,
  receiptOf,
  storedAt,
  storePurchase,
  storeTopUp,
} from '#tests/support/market/stored-operations.ts';

const again: SendAnswer = { kind: 'again', reason: 'UNAVAILABLE', retryAfterMs: undefined };
const noLink: SendAnswer = { kind: 'offline', reason: 'network' };
const no: SendAnswer = { kind: 'refused', code: 'AMOUNT_TOO_LARGE', message: 'Es demasiado.' };

let db: MoneyDb;
let sent: string[];
let links: string[];
let outcomes: Record<string, SendAnswer>;

beforeEach(() => {
  db = new MoneyDb(randomUUID());
  [sent, links, outcomes] = [[], [], {}];
});

/** Accepts everything for which the test sets no other outcome. */
function ports(own: Partial<SyncPorts> = {}): SyncPorts {
  return syncPorts({
    server: {
      send: ({ opId }) => {
        sent.push(opId);
        const receipt = { purchase: receiptOf(toVoucherId(randomUUID()), 0) };
        return Promise.resolve(outcomes[opId] ?? { kind: 'accepted', receipt });
      },
    },
    clock: { now: () => storedAt, steady: () => ({ since: 0, ms: storedAt }), random: () => 0.5 },
    maySendFor: () => true,
    onLink: (link) => links.push(link),
    ...own,
  });
}

const stateOf = async (opId: OpId) => (await db.statuses.get(opId))?.state;

/** A sale on the voucher of a top-up that meets `outcome`: only the top-up is sent. */
async function drainBehindTopUp(outcome: SendAnswer): Promise<OpId> {
  const voucherId = toVoucherId(randomUUID());
  const topUp = await storeTopUp(db, { voucherId });
  const sale = await storePurchase(db, { voucherId });
  outcomes[topUp] = outcome;
  await drainOnce(db, ports());
  expect(sent).toEqual([topUp]);
  return sale;
}

describe('a device that is not enrolled', () => {
  it('sends what it has one by one, oldest first', async () => {
    const ids = [await storePurchase(db), await storeTopUp(db), await storePurchase(db)];
    const during: unknown[] = [];
    const own = ports();
    const send: typeof own.server.send = async (envelope, label) => {
      during.push(await stateOf(envelope.opId));
      return own.server.send(envelope, label);
    };
    expect(await drainOnce(db, { ...own, server: { ...own.server, send } })).toMatchObject({ nextAt: null });
    expect(sent).toEqual(ids);
    expect([during, links]).toEqual([ids.map(() => 'sending'), ids.map(() => 'online')]);
    expect(await db.statuses.get(ids[0] ?? newId())).toMatchObject({ changedAt: storedAt });
    expect(await Promise.all(ids.map(stateOf))).toEqual(['accepted', 'accepted', 'accepted']);
  });

  it.each(['waiting-sign-in', 'sending'] as const)(
    'asks its person about an old sale that is %s, instead of leaving it so forever',
    async (state) => {
      const sale = await storePurchase(db);
      await db.statuses.update(sale, { state });
      const late = storedAt + 10 * 60_000 + 1;
      const clock = { now: () => late, steady: () => ({ since: 0, ms: late }), random: () => 0.5 };
      await drainOnce(db, ports({ clock, maySendFor: () => false }));
      expect(await stateOf(sale)).toBe(state);
      await drainOnce(db, ports({ clock }));
      expect([sent, await stateOf(sale)]).toEqual([[], 'pending']);
      await db.statuses.update(sale, { confirmedAt: late });
      await drainOnce(db, ports({ clock }));
      expect([sent, await stateOf(sale)]).toEqual([[sale], 'accepted']);
    },
  );

  it("sends a sale after its voucher's top-up is accepted or gone", async () => {
    const voucherId = toVoucherId(randomUUID());
    const topUp = await storeTopUp(db, { voucherId });
    const sale = await storePurchase(db, { voucherId });
    await drainOnce(db, ports());
    expect(sent).toEqual([topUp, sale]);
    sent = [];
    const lost = await storeTopUp(db, { voucherId });
    const second = await storePurchase(db, { voucherId });
    await db.statuses.delete(lost);
    await drainOnce(db, ports());
    expect(sent).toEqual([second]);
  });

  it('leaves out operations of a newer app version, and those settled before their turn', async () => {
    const ids = [await storePurchase(db), await storePurchase(db), await storePurchase(db)];
    await db.envelopes.put({ v: 9, opId: ids[0] ?? newId(), seq: 1 });
    const onProgress: SyncPorts['onProgress'] = (sending) => {
      if (sending?.done === 0) void db.statuses.update(ids[1] ?? newId(), { state: 'accepted' });
    };
    await drainOnce(db, ports({ onProgress }));
    expect(sent).toEqual([ids[2]]);
  });

  it("stores no balance dated by the device's clock", async () => {
    const opId = await storePurchase(db);
    outcomes[opId] = { kind: 'refused', code: 'VOUCHER_SPENT', message: 'Está gastado.' };
    await drainOnce(db, ports());
    expect((await db.statuses.get(opId))?.state).toBe('refused');
    expect(await db.balances.count()).toBe(0);
  });

  it('holds the sale back until its top-up is accepted', async () => {
    const sale = await drainBehindTopUp(again);
    expect(await db.statuses.get(sale)).toMatchObject({ state: 'pending', attempts: 0 });
  });

  it('refuses the sale with the sentence of its refused top-up, without a call', async () => {
    const sale = await drainBehindTopUp(no);
    expect(await db.statuses.get(sale)).toMatchObject({
      state: 'refused',
      lastError: 'UNKNOWN_VOUCHER',
      message: 'Es demasiado.',
    });
  });

  it('stops at the first that reaches no server, because the others would fail too', async () => {
    const ids = [await storePurchase(db), await storePurchase(db)];
    outcomes[ids[0] ?? newId()] = noLink;
    await drainOnce(db, ports());
    expect(sent).toEqual([ids[0]]);
    expect(await db.statuses.get(ids[0] ?? newId())).toMatchObject({
      state: 'pending',
      attempts: 1,
      lastError: 'network',
    });
    expect(await db.statuses.get(ids[1] ?? newId())).toMatchObject({ state: 'pending', attempts: 0 });
    expect(links).toEqual(['offline']);
  });

  it('continues after one at which the server fails, and retries that one when the server asks for it', async () => {
    const ids = [await storePurchase(db), await storePurchase(db)];
    outcomes[ids[0] ?? newId()] = { ...again, retryAfterMs: 400_000 };
    const { nextAt } = await drainOnce(db, ports());
    expect(sent).toEqual(ids);
    expect(await stateOf(ids[1] ?? newId())).toBe('accepted');
    expect(nextAt).toBe(storedAt + 400_000);
    sent = [];
    await drainOnce(db, ports());
    expect(sent).toEqual([]);
    await drainOnce(
      db,
      ports({
        clock: { now: () => nextAt ?? 0, steady: () => ({ since: 0, ms: nextAt ?? 0 }), random: () => 0.5 },
      }),
    );
    expect(sent).toEqual([ids[0]]);
  });

  it('says nothing of the link after an answer without a session', async () => {
    const opId = await storePurchase(db);
    outcomes[opId] = { kind: 'signed-out' };
    await drainOnce(db, ports());
    expect([links, (await db.statuses.get(opId))?.lastError]).toEqual([[], 'UNAUTHORIZED']);
  });

  it('keeps a sale whose person has left while another one was sent', async () => {
    const [first, second] = [await storePurchase(db), await storePurchase(db)];
    await drainOnce(db, ports({ maySendFor: () => sent.length === 0 }));
    expect(sent).toEqual([first]);
    expect(await stateOf(second)).toBe('waiting-sign-in');
  });

  it('shows its progress, and nothing once it is done, even when the disk fails', async () => {
    await storePurchase(db);
    await storePurchase(db);
    const shown: unknown[] = [];
    await drainOnce(db, ports({ onProgress: (sending) => shown.push(sending) }));
    expect(shown).toEqual([{ done: 0, total: 2 }, { done: 1, total: 2 }, null]);
    await storePurchase(db);
    db.statuses.hook('updating', () => {
      throw new Error('disk full');
    });
    await expect(drainOnce(db, ports({ onProgress: (sending) => shown.push(sending) }))).rejects.toThrow(
      'disk full',
    );
    expect(shown.at(-1)).toBeNull();
  });
});
