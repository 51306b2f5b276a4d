import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SyncEntry, SyncResult } from '#src/contract/sync/schemas.ts';
import { toAmount, toOpId, type VoucherId } from '#src/protocol/brands.ts';
import type { SignedDevice } from '#tests/support/device/signed-device.ts';
import { marketForSuite } from '#tests/support/for-suite.ts';
import type { IssuedVoucher } from '#tests/support/market/open-market.ts';
import type { Asker } from '#tests/support/market/two-markets.ts';
import { rounds } from '#tests/support/rounds.ts';
import { forSuite } from '#tests/support/suite.ts';

const limit = 1_000_000;
/** More than every limit, and the most that one top-up may be. */
const beyond = 2_000_000;
const [perVoucher, perDevice] = [50_000, 300_000];

const acts = ['top-up', 'kiosk', 'sale', 'foreign', 'journal', 'offline'] as const;
const sequence = fc.array(
  fc.record({
    act: fc.constantFrom(...acts),
    amount: fc.integer({ min: 1, max: 20_000 }),
    /** Number of acts undone before it, oldest first. */
    undone: fc.nat(2),
  }),
  { minLength: 5, maxLength: 12, size: 'max' },
);

/** A limited person chooses what is done and undone; no limit is computed from that. */
describe('a limit', () => {
  const place = marketForSuite();
  const stall = forSuite(() => place.stallDevice());
  const kiosk = forSuite(() => place.kiosk());
  let voucher: IssuedVoucher;
  /** Apart, because a sale in review keeps a voucher from being refunded. */
  let refundable: VoucherId;
  let rewardId: unknown;

  const as = (asker: Exclude<Asker, 'nobody'>, path: string, body: object) => place.as(asker, path, body);
  const made = async (...call: Parameters<typeof as>) => {
    const { status, body } = await as(...call);
    expect([call[1], body['code'], status]).toEqual([call[1], undefined, 201]);
    return body;
  };
  /** The answer names what is left of the limit. */
  const refused = async (...call: Parameters<typeof as>) => {
    const { status, body } = await as(...call);
    return [status, body['code'], body['message']];
  };
  const accepted = async (device: SignedDevice, entries: readonly SyncEntry[]): Promise<SyncResult[]> => {
    const { results } = await device.sync(entries);
    expect(results.map(({ state }) => state)).toEqual(entries.map(() => 'accepted'));
    return results;
  };
  const query = (text: string, value: unknown) => place.rowsOf(text, value);

  const voidPurchase = (asker: Exclude<Asker, 'nobody'>, codeCompra: unknown) =>
    made(asker, '/shopping/void', { codeCompra, reason: 'Error' });
  const sell = async (estante: 'ESTANTE' | 'other ESTANTE', price: number) => {
    const estanteId = place.market.ids[estante];
    const sold = await made(estante, '/shopping/create', { ...owned(), price, estanteId });
    return () => voidPurchase(estante, sold['codeCompra']);
  };
  const owned = () => ({ userId: voucher.userId, codeQrUuid: voucher.codeQrUuid });
  const sellOffline = async (price: number, deviceOpen: number) => {
    const claim = { knownBalance: toAmount(beyond), deviceOpen: toAmount(deviceOpen) };
    const entry = stall.writeAcceptance(toOpId(randomUUID()), { ...voucher, price }, claim);
    return (await stall.sync([entry])).results;
  };
  const doAct: Record<(typeof acts)[number], (amount: number) => Promise<() => Promise<unknown>>> = {
    'top-up': async (monto) => {
      const uuid = randomUUID();
      await made('RECARGA', '/code-qr/create-recharger', { monto, uuid, clientId: voucher.userId });
      const id = await place.idOf(uuid);
      return () => made('RECARGA', '/code-qr/void', { id, reason: 'WRONG_AMOUNT' });
    },
    kiosk: async (amount) => {
      const { topUp } = kiosk.writePaper(amount, voucher.userId);
      await accepted(kiosk, [topUp]);
      return () => accepted(kiosk, [kiosk.writeTopUpVoid(topUp)]);
    },
    sale: (price) => sell('ESTANTE', price),
    foreign: (price) => sell('other ESTANTE', price),
    journal: async (amount) => {
      const entry = stall.writeSale(voucher, amount);
      await accepted(stall, [entry]);
      return () => accepted(stall, [stall.writeWithdrawal(entry)]);
    },
    offline: async (amount) => {
      const [sale] = await sellOffline(amount, 0);
      expect(sale?.state).toBe('accepted');
      return () => voidPurchase('GLOBAL_MARKET', sale?.purchase?.codeCompra);
    },
  };

  beforeAll(async () => {
    voucher = await place.issue(beyond);
    refundable = (await place.issue(beyond)).codeQrUuid;
    await stall.askForList();
    const { ids } = place.market;
    // Points of a day that is over.
    await place.buy(await place.issue(50_000), 50_000);
    await query('update points_entry set recorded_at = recorded_at - $1::interval', '1 day');
    await query(
      `update market set refunds_on = true, refund_cap = ${limit}, till_ceiling = ${limit},
        rewards_per_day = ${limit}, credit_line = ${limit} where id = $1`,
      ids['GLOBAL_MARKET'],
    );
    const received = 2 * beyond + 50_000;
    await made('GLOBAL_MARKET', '/cash/receive', { topUpPointId: ids['RECARGA'], received });
    const reward = { name: 'Bono', description: 'Para el mercado', pointsCost: 1, monto: beyond };
    rewardId = (await made('GLOBAL_MARKET', '/points/create', reward))['_id'];
  });

  const balances = async () => [
    await query(`select id, balance from voucher where balance > $1 order by id`, 0),
    await query(
      `select a.kind, a.market_id, sum(p.amount) from posting p join ledger_account a on a.id = p.account_id
        where a.kind <> $1 group by 1, 2 having sum(p.amount) <> 0 order by 1, 2`,
      'voucher',
    ),
  ];
  /** Each limit, probed by a call that it refuses, or by a sale at its edge that is voided. */
  const limits = async () => {
    const { ids } = place.market;
    const clientId = voucher.userId;
    const { limits: ofDevices } = await stall.sync([]);
    const [atEdge] = await sellOffline(perVoucher, perDevice - perVoucher);
    if (atEdge?.purchase) await voidPurchase('GLOBAL_MARKET', atEdge.purchase.codeCompra);
    const [ofVoucher] = await sellOffline(perVoucher + 1, 0);
    const [ofDevice] = await sellOffline(2, perDevice - 1);
    const id = await place.idOf(refundable);
    return {
      ofDevices,
      atEdge: atEdge?.state,
      ofVoucher: [ofVoucher?.state, ofVoucher?.reason],
      ofDevice: [ofDevice?.state, ofDevice?.reason],
      credit: await query('select credit_left($1)', ids['GLOBAL_MARKET']),
      till: await refused('RECARGA', '/code-qr/create-recharger', {
        monto: beyond,
        uuid: randomUUID(),
        clientId,
      }),
      rewards: await refused('RECARGA', '/client/canjear', { clientId, pointsId: rewardId }),
      refunds: await refused('GLOBAL_MARKET', '/cash/refund', {
        vouchers: [{ id, monto: beyond }],
        reason: 'ERROR',
      }),
    };
  };

  it('is the same after any sequence that leaves all balances as they were', async () => {
    const before = await limits();
    expect(before, 'each probe meets its limit').toMatchObject({
      ofDevices: { perVoucher, perDevice },
      atEdge: 'accepted',
      ofVoucher: ['in-review', 'BEYOND_LIMITS'],
      ofDevice: ['in-review', 'BEYOND_LIMITS'],
      credit: [{ credit_left: limit }],
      till: [409, 'TILL_FULL', expect.stringContaining('$1,000,000')],
      rewards: [409, 'REWARDS_OF_DAY', expect.stringContaining('$1,000,000')],
      refunds: [409, 'REFUND_OVER_CAP', expect.stringContaining('$1,000,000')],
    });
    const held = await balances();
    await fc.assert(
      fc.asyncProperty(sequence, async (steps) => {
        const undos: (() => Promise<unknown>)[] = [];
        for (const { act, amount, undone } of steps) {
          for (const undo of undos.splice(0, undone)) await undo();
          undos.push(await doAct[act](amount));
        }
        for (const undo of undos) await undo();
        expect(await balances()).toEqual(held);
        expect(await limits()).toEqual(before);
      }),
      { numRuns: rounds(3, 15) },
    );
  });
});
