import assert from 'node:assert/strict';
import { topUpReceiptSchema, voucherCreated, type TopUpReceipt } from '#src/contract/topups/schemas.ts';
import { toAmount, type MarketId, type OpId, type Pesos, type VoucherId } from '#src/protocol/brands.ts';
import { uuidV7 } from '#src/server/ledger/ids.ts';
import { lockTillRoom } from '#src/server/ledger/locked-till.ts';
import { post } from '#src/server/ledger/movements.ts';
import { answerOnce, identityHash, type StoredAnswer } from '#src/server/ledger/receipts.ts';
import { endOf, isTakenSql, openVoucher } from '#src/server/ledger/vouchers.ts';
import type { Session } from '#src/server/store/database.ts';
import { isActive, personOf } from '#src/server/store/records/people.ts';
import { ownAccount, transfer, voucherAccount } from '../transfer.ts';
import { decideTopUp, type TopUpFacts, type TopUpPayload } from './rule.ts';

export function topUpHash(topUp: TopUpPayload): string {
  return identityHash('top-up', topUp);
}

export type TopUpAsked = {
  voucher: VoucherId;
  customer: string;
  topUpPoint: string;
  /** Maximum of one top-up, smallest unit shown. */
  max: Pesos;
  /** By a person of the market or this server's seal. */
  isApproved: boolean;
};
export type ToppedUpCustomer = { id: string; ownerName: string; identificacion: string };
/** The facts of a top-up, with its customer after merges and its point. */
export type LoadedTopUp = {
  facts: TopUpFacts;
  customer: ToppedUpCustomer | null;
  point: { id: string; marketId: MarketId } | null;
};

type Read = {
  point: { id: string; marketId: MarketId; isActive: boolean } | null;
  customer: (ToppedUpCustomer & { isVisible: boolean }) | null;
  isVoucherTaken: boolean;
};

/**
 * Loads the facts of a top-up. The till is locked first, so that the second of two simultaneous top-ups sees the cash of
 * the first.
 */
export async function loadTopUp(
  session: Session,
  { voucher, customer: customerId, topUpPoint, max, isApproved }: TopUpAsked,
): Promise<LoadedTopUp> {
  const till = isApproved ? null : await lockTillRoom(session, topUpPoint);
  const { rows } = await session.query<Read>({
    name: 'top-up-facts',
    text: `select
        (select jsonb_build_object('id', p.id, 'marketId', p.market_id, 'isActive', ${isActive('p')}
            and (select ${isActive('g')} from person g where g.id = p.market_id))
          from person p where p.id = $1 and p.user_type = 'RECARGA') as point,
        (select jsonb_build_object('id', c.id, 'ownerName', c.owner_name, 'identificacion', c.identificacion,
            'isVisible', c.visible)
          from person c where c.id = ${personOf('$2::uuid')} and c.user_type = 'USUARIO') as customer,
        ${isTakenSql('$3::uuid')} as "isVoucherTaken"`,
    values: [topUpPoint, customerId, voucher],
  });
  const { point = null, customer = null, isVoucherTaken = true } = rows[0] ?? {};
  return {
    facts: {
      max,
      customer: customer ? (customer.isVisible ? 'active' : 'deleted') : 'unknown',
      point: point ? (point.isActive ? 'active' : 'inactive') : 'unknown',
      isVoucherTaken,
      isApproved,
      till,
    },
    customer,
    point,
  };
}

export type TopUpToPost = {
  movement: string;
  /** The operation's id, permanently unique. */
  op: OpId;
  /** Hash of the receipt to store under `op`; null when the caller stores one. */
  hash: string | null;
  voucher: VoucherId;
  customer: ToppedUpCustomer;
  point: { id: string; marketId: MarketId };
  /** Smallest unit shown. */
  amount: Pesos;
  recordedAt: Date;
  expiresAt: Date | null;
  urlCodeQr: string;
  isKioskSigned?: boolean;
};

/**
 * Posts a decided top-up with its voucher and receipt: cash in at the point, a voucher out. Throws 23505 when a copy, or
 * another top-up of the voucher's id, was first.
 */
export async function postTopUp(session: Session, topUp: TopUpToPost): Promise<TopUpReceipt> {
  const { movement: id, op, hash: bodyHash, voucher, customer, point, recordedAt, expiresAt } = topUp;
  const [amount, market] = [toAmount(topUp.amount), point.marketId];
  const opened = { id: voucher, owner: customer.id, market, face: amount, expiresAt, recordedAt };
  await openVoucher(session, { ...opened, isKioskSigned: topUp.isKioskSigned });
  const answer: TopUpReceipt = {
    _id: id,
    identification: customer.identificacion,
    ownerName: customer.ownerName,
    status: true,
    createAt: recordedAt.toISOString(),
    urlCodeQr: topUp.urlCodeQr,
    message: voucherCreated,
    monto: amount,
    uuid: voucher,
    ...endOf(expiresAt),
  };
  await post(session, {
    id,
    kind: 'top-up',
    reference: op,
    recordedBy: point.id,
    recordedAt,
    transfers: [transfer(ownAccount('cash', point.id, market), voucherAccount(voucher, market), amount)],
    detail: { voucherId: voucher, customerId: customer.id, topUpPointId: point.id, marketId: market, amount },
    ...(bodyHash === null ? {} : { receipt: { bodyHash, answer } }),
  });
  return answer;
}

/** `hash`: of kind and body, which tells a replay from a reused key. */
export type TopUpAct = Omit<TopUpToPost, 'movement' | 'hash' | 'customer' | 'point'> &
  Omit<TopUpAsked, 'isApproved'> & { hash: string };

/**
 * Records a top-up of the signed-in point: loads, decides, posts. A replay gets its answer whatever the till
 * holds by then. A refusal is stored: the customer was sent away, and a late copy of the call must not issue the
 * voucher after all.
 */
export function topUpAtPoint(session: Session, act: TopUpAct): Promise<StoredAnswer<TopUpReceipt>> {
  const read = (answer: unknown) => topUpReceiptSchema.parse(answer);
  return answerOnce(session, act, read, async () => {
    const { facts, customer, point } = await loadTopUp(session, { ...act, isApproved: false });
    const decision = decideTopUp(act, facts);
    if (decision.kind !== 'post') return decision;
    assert(customer && point, 'the rule lets nobody top up without a customer and a point');
    const decided = { ...act, hash: null, movement: uuidV7(), customer, point };
    return { kind: 'done', receipt: await postTopUp(session, decided) };
  });
}
