import type { Amount, MarketId, VoucherId } from '#src/contract/brands.ts';
import { topUpReceiptSchema, voucherCreated, type TopUpReceipt } from '#src/contract/money/top-up.ts';
import {
  voucherExpiryReceiptSchema,
  type VoucherExpiryReceipt,
  type VoucherReissueCommand,
} from '#src/contract/money/voucher-care.ts';
import { marketScope, ownMarket } from '#src/server/http/actor.ts';
import { recordStaffOperation, type StaffCall } from '#src/server/http/staff-operation.ts';
import { post } from '#src/server/ledger/journal.ts';
import { marketLeg, voucherLeg } from '#src/server/ledger/legs.ts';
import { refused, type Outcome, type StaffEntry, movementOf } from '#src/server/ledger/receipts.ts';
import {
  accountExists,
  blockVoucher,
  lockVoucher,
  openVoucher,
  type LockedVoucher,
} from '#src/server/ledger/vouchers.ts';
import type { Database, Session } from '#src/server/store/database.ts';
import { isMarketActive } from '#src/server/store/people.ts';
import type { OpenVoucherLinks } from './links.ts';

export type VoucherChangeDeps = { database: Database; now: () => Date; voucherLinks: OpenVoucherLinks };

/** Moves the balance of a lost voucher to a new one, exactly once. */
export const reissue: StaffCall<VoucherChangeDeps, VoucherReissueCommand, TopUpReceipt> = async (
  deps,
  actor,
  command,
  opId,
) => {
  const { uuid: voucher, newUuid: newVoucher, identificacion } = command;
  const makeLink = await deps.voucherLinks();
  const market = marketScope(actor);
  return recordStaffOperation(
    deps,
    { kind: 'reissue', actor, body: command, opId, receiptSchema: topUpReceiptSchema },
    (session, entry) =>
      postReissue(session, { ...entry, voucher, market, newVoucher, identificacion, makeLink }),
    ({ ownerName: name, monto }) => [
      {
        kind: 'voucher-reissued',
        marketId: actor.marketId,
        subject: { type: 'VOUCHER', id: voucher, name },
        before: { uuid: voucher, monto },
        after: { uuid: newVoucher, monto },
      },
    ],
  );
};

/** Takes the balance of an expired voucher for its market, on the market's request only. */
export const expire: StaffCall<VoucherChangeDeps, VoucherId, VoucherExpiryReceipt> = (
  deps,
  actor,
  uuid,
  opId,
) => {
  const market = ownMarket(actor);
  return recordStaffOperation(
    deps,
    { kind: 'expiry', actor, body: { uuid }, opId, receiptSchema: voucherExpiryReceiptSchema },
    (session, entry) => postExpiry(session, { ...entry, voucher: uuid, market }),
    ({ monto }) => [
      {
        kind: 'voucher-expired',
        marketId: market,
        subject: { type: 'VOUCHER', id: uuid, name: uuid },
        before: { monto },
        after: { monto: 0 },
      },
    ],
  );
};

type ChangeEntry = StaffEntry & {
  voucher: VoucherId;
  /** the market that issued it, which must be active; null: any, for ADMIN */
  market: MarketId | null;
};

type ReissueEntry = ChangeEntry & {
  newVoucher: VoucherId;
  /** as read on the customer's document */
  identificacion: string;
  makeLink: (facts: {
    voucherId: VoucherId;
    ownerId: string;
    /** smallest unit shown */
    face: Amount;
    issuedAt: Date;
    expiresAt: Date | null;
  }) => string;
};

/**
 * Blocks a lost voucher and moves its balance to a new one with the same expiry. A blocked voucher is fine: a balance
 * that a void returned to it is moved the same way.
 */
async function postReissue(session: Session, entry: ReissueEntry): Promise<Outcome<TopUpReceipt>> {
  const voucher = await lockOfMarket(session, entry);
  if (!voucher) return refused('UNKNOWN_VOUCHER');
  if (voucher.identificacion.toLowerCase() !== entry.identificacion.trim().toLowerCase())
    return refused('IDENTIFICATION_MISMATCH');
  if (voucher.expiresAt && voucher.expiresAt <= entry.recordedAt) return refused('VOUCHER_EXPIRED');
  if (voucher.balance === 0) return refused('VOUCHER_SPENT');
  if (await accountExists(session, entry.newVoucher)) return refused('VOUCHER_EXISTS');
  const { ownerId, marketId, balance, expiresAt } = voucher;
  await openVoucher(session, {
    id: entry.newVoucher,
    owner: ownerId,
    market: marketId,
    face: balance,
    expiresAt,
    recordedAt: entry.recordedAt,
  });
  await post(session, {
    ...movementOf(entry),
    kind: 'reissue',
    legs: [voucherLeg(entry.voucher, marketId, 0 - balance), voucherLeg(entry.newVoucher, marketId, balance)],
    detail: {
      kind: 'reissue',
      voucherId: entry.voucher,
      newVoucherId: entry.newVoucher,
      marketId,
      amount: balance,
    },
  });
  // Blocked also for balances that a void may return later.
  await blockVoucher(session, entry.voucher, 'person', entry.recordedAt);
  return {
    ok: true,
    receipt: {
      _id: entry.movement,
      identification: voucher.identificacion,
      ownerName: voucher.ownerName,
      status: true,
      createAt: entry.recordedAt.toISOString(),
      urlCodeQr: entry.makeLink({
        voucherId: entry.newVoucher,
        ownerId: voucher.ownerId,
        face: voucher.balance,
        issuedAt: entry.recordedAt,
        expiresAt: voucher.expiresAt,
      }),
      message: voucherCreated,
      monto: voucher.balance,
      uuid: entry.newVoucher,
    },
  };
}

/** The balance of an expired voucher becomes the market's. */
async function postExpiry(session: Session, entry: ChangeEntry): Promise<Outcome<VoucherExpiryReceipt>> {
  const voucher = await lockOfMarket(session, entry);
  if (!voucher) return refused('UNKNOWN_VOUCHER');
  if (!voucher.expiresAt || voucher.expiresAt > entry.recordedAt) return refused('VOUCHER_NOT_EXPIRED');
  if (voucher.balance === 0) return refused('VOUCHER_SPENT');
  const { marketId, balance } = voucher;
  await post(session, {
    ...movementOf(entry),
    kind: 'expiry',
    legs: [voucherLeg(entry.voucher, marketId, 0 - balance), marketLeg('breakage', marketId, balance)],
    detail: { kind: 'expiry', voucherId: entry.voucher, newVoucherId: null, marketId, amount: balance },
  });
  const { voucher: uuid, recordedAt } = entry;
  return { ok: true, receipt: { uuid, monto: voucher.balance, createAt: recordedAt.toISOString() } };
}

/** null: unknown, of another market, or of one that is no longer active. */
async function lockOfMarket(session: Session, entry: ChangeEntry): Promise<LockedVoucher | null> {
  const voucher = await lockVoucher(session, entry.voucher);
  if (!voucher || entry.market === null) return voucher;
  return voucher.marketId === entry.market && (await isMarketActive(session, entry.market)) ? voucher : null;
}
