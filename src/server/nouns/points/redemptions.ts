import {
  redemptionReceiptSchema,
  type RedemptionCommand,
  type RedemptionReceipt,
} from '#src/contract/points/schemas.ts';
import { redeemPoints } from '#src/operations/redemption/post.ts';
import type { Amount } from '#src/protocol/brands.ts';
import { voucherExpiry, type VoucherLife } from '#src/protocol/voucher-proof.ts';
import { ownMarket } from '#src/server/actor.ts';
import { recordStaffOperation, type StaffCall } from '#src/server/http/staff-operation.ts';
import { newVoucherId, randomCode } from '#src/server/ledger/ids.ts';
import type { OpenVoucherLinks } from '#src/server/nouns/vouchers/links.ts';
import type { Database } from '#src/server/store/database.ts';

export type RedemptionDeps = {
  database: Database;
  now: () => Date;
  timeZone: string;
  voucherLinks: OpenVoucherLinks;
  voucherLife: VoucherLife;
  topUpMax: number;
};

/** Redeems points of the actor's market for a reward, exactly once. */
export const redeem: StaffCall<RedemptionDeps, RedemptionCommand, RedemptionReceipt> = async (
  deps,
  actor,
  command,
  opId,
) => {
  const market = ownMarket(actor);
  const { clientId: customer, pointsId: reward, pointsCost = null } = command;
  const voucher = newVoucherId();
  const makeLink = await deps.voucherLinks();
  return recordStaffOperation(
    deps,
    { kind: 'redemption', actor, body: command, opId, receiptSchema: redemptionReceiptSchema },
    (session, act) => {
      const { recordedAt: issuedAt } = act;
      const expiresAt = voucherExpiry(issuedAt, deps.voucherLife);
      const code = `K-${randomCode()}`;
      const urlCodeQr = (face: Amount) =>
        makeLink({ voucherId: voucher, ownerId: customer, marketId: market, face, issuedAt, expiresAt });
      const { timeZone, topUpMax } = deps;
      const asked = {
        code,
        voucher,
        customer,
        reward,
        pointsCost,
        market,
        timeZone,
        topUpMax,
        expiresAt,
        urlCodeQr,
      };
      return redeemPoints(session, { ...act, ...asked });
    },
    (receipt) => [
      {
        kind: 'points-redeemed',
        marketId: market,
        subject: { type: 'USUARIO', id: customer, name: receipt.ownerName },
        after: { code: receipt.codeCanje, reward: receipt.name, points: receipt.points },
      },
    ],
  );
};
