import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { SyncEntry } from '#src/contract/sync/schemas.ts';
import { sweepSettlements } from '#src/operations/acceptance/post.ts';
import { toMarketId, toOpId } from '#src/protocol/brands.ts';
import { endless } from '#src/protocol/voucher-proof.ts';
import { createSealer } from '#src/server/journal/envelopes/receipt-seal.ts';
import type { SyncStore, SyncTransaction, SyncDeps } from '#src/server/journal/ports/sync-deps.ts';
import { syncDevice } from '#src/server/journal/sync-device.ts';
import { recordTopUp } from '#src/server/nouns/topups/top-ups.ts';
import { createVoucherLinks } from '#src/server/nouns/vouchers/links.ts';
import { settlementOverSql, syncOverSql } from '#src/server/sync-over-sql.ts';
import type { SignedDevice } from '#tests/support/device/signed-device.ts';
import { marketForSuite } from '#tests/support/for-suite.ts';
import type { Market } from '#tests/support/market/open-market.ts';
import { forSuite } from '#tests/support/suite.ts';

const now = (): Date => new Date();

describe('the state after a crash', () => {
  let failures: unknown[];
  const place = marketForSuite();
  const stall = forSuite(() => place.stallDevice());
  const kiosk = forSuite(() => place.kiosk());

  const config = {
    publicUrl: 'http://localhost',
    topUpMax: 2_000_000,
    voucherDays: undefined,
    voucherLife: endless,
    timeZone: 'America/Bogota',
    currencySymbol: '$',
  };
  const deps = (): SyncDeps & { database: Market['opened']['database'] } => {
    failures = [];
    const onFailure = (error: unknown): void => void failures.push(error);
    const sealer = createSealer(Buffer.alloc(32, 8));
    return syncOverSql({ database: place.opened.database, now, sealer, config, onFailure }).sync;
  };
  /** A top-up whose process dies before it settles the waiting sales. */
  const topUps = () => {
    const { database } = place.opened;
    const voucherLinks = createVoucherLinks({ database, now, publicUrl: config.publicUrl });
    return { ...config, database, now, voucherLinks };
  };
  const point = () => ({ id: kiosk.operatorId, marketId: toMarketId(place.market.ids.GLOBAL_MARKET) });
  /** The same storage, with one failing verb. */
  const failing = (
    store: SyncStore,
    verbs: (tx: SyncTransaction) => Partial<SyncTransaction>,
  ): SyncStore => ({
    ...store,
    inTransaction: (work) => store.inTransaction((tx) => work({ ...tx, ...verbs(tx) })),
  });
  const send = async (with_: SyncDeps, device: SignedDevice, entries: readonly SyncEntry[]) => {
    const request = device.request(entries) as Parameters<typeof syncDevice>[1];
    const answer = await syncDevice(with_, request, null);
    if (!answer.ok) throw new Error(answer.code);
    return answer.value.results.map(({ state }) => state);
  };
  const waitingPurchase = async () => {
    const paper = kiosk.writePaper(10_000, place.market.customer.id);
    const sale = stall.writeAcceptance(toOpId(randomUUID()), { ...paper, price: 4_000 });
    expect(await stall.states([sale])).toEqual(['waiting-top-up']);
    return { sale, command: paper.topUp.envelope.payload };
  };

  it('is completed by settling sales of a top-up after which the process died', async () => {
    const { sale, command } = await waitingPurchase();
    await recordTopUp(topUps(), command, point(), undefined);
    expect(await place.balanceOf(command.uuid)).toBe(10_000);
    const settlement = settlementOverSql({
      database: place.opened.database,
      now,
      onFailure: (error) => {
        throw error;
      },
    });
    await Promise.all([sweepSettlements(settlement), sweepSettlements(settlement)]);
    await sweepSettlements(settlement);
    expect(await place.balanceOf(command.uuid)).toBe(6_000);
    expect(await stall.states([sale])).toEqual(['accepted']);
  });

  it('is completed by the device too: a repeated request also settles it', async () => {
    const { sale, command } = await waitingPurchase();
    await recordTopUp(topUps(), command, point(), undefined);
    expect(await stall.states([sale])).toEqual(['accepted']);
  });

  it('loses only the one entry that failed unexpectedly', async () => {
    const voucher = await place.issue(1_000);
    const entries = [100, 200, 300].map((price) => stall.writeSale(voucher, price));
    const real = deps();
    const store = failing(real.store, (tx) => ({
      postPurchase: (entry, at) =>
        entry.price === 200 ? Promise.reject(new Error('the disk is full')) : tx.postPurchase(entry, at),
      postPaidPurchases: (purchases, at) =>
        purchases.some(({ price }) => price === 200)
          ? Promise.reject(new Error('the disk is full'))
          : tx.postPaidPurchases(purchases, at),
    }));
    expect(await send({ ...real, store }, stall, entries)).toEqual(['accepted', 'again', 'accepted']);
    // Once with the others, once alone.
    expect(failures.map(String)).toEqual(['Error: the disk is full', 'Error: the disk is full']);
    expect(await place.balanceOf(voucher.codeQrUuid)).toBe(600);
    expect(await send(real, stall, entries)).toEqual(['accepted', 'accepted', 'accepted']);
    expect(await place.balanceOf(voucher.codeQrUuid)).toBe(400);
  });
});
