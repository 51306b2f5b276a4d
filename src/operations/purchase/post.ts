import assert from 'node:assert/strict';
import {
  purchaseReceiptSchema,
  type ConflictReason,
  type PurchaseReceipt,
} from '#src/contract/purchases/schemas.ts';
import { isVoucherOf, voucherStateOf } from '#src/domain/voucher/voucher-validity.ts';
import {
  toAmount,
  type Amount,
  type MarketId,
  type OpId,
  type Pesos,
  type VoucherId,
} from '#src/protocol/brands.ts';
import { randomCode, uuidV7 } from '#src/server/ledger/ids.ts';
import { post } from '#src/server/ledger/movements.ts';
import { answerOnce, identityHash, type Posted, type StoredAnswer } from '#src/server/ledger/receipts.ts';
import { findChargedInstead, type Waited } from '#src/server/ledger/stall-purchases.ts';
import { lockVoucher, type LockedVoucher } from '#src/server/ledger/vouchers.ts';
import type { Session } from '#src/server/store/database.ts';
import { isActive, personOf } from '#src/server/store/records/people.ts';
import { purchaseTransfers } from '../transfer.ts';
import { decidePurchaseAtStall, pointsFor, type purchaseIdentity, type PurchasePayload } from './rule.ts';
import { purchaseStatement } from './statement.ts';

/** A purchase to post. `price` in the smallest unit shown, more than 0. */
export type PurchaseAct = {
  /** The operation's id, permanently unique. */
  op: OpId;
  /** Hash of kind and body, which tells a replay from a reused key. */
  hash: string;
  voucher: VoucherId;
  customer: string;
  stall: string;
  price: Amount;
  /** The signed-in person, or null for the holder of the link. */
  actor: string | null;
  /** Set for a holder's purchase that waited on their device: the stall may have charged for it since. */
  waited?: Waited;
};

type NamedPurchase = Pick<PurchasePayload, Exclude<keyof typeof purchaseIdentity, 'price'>> & {
  price: Pesos;
};

export function purchaseHash(purchase: NamedPurchase): string {
  return identityHash('purchase', purchase);
}

/** Converts a purchase as devices and screens send it to the ledger's form. The caller adds the actor. */
export function actOf(
  command: { userId: string; estanteId: string; codeQrUuid: VoucherId; price: Amount },
  op: OpId,
  hash = purchaseHash(command),
): Omit<PurchaseAct, 'actor'> {
  const { userId: customer, estanteId: stall, codeQrUuid: voucher, price } = command;
  // Names in the call are not trusted and not part of the operation's identity.
  return { op, hash, voucher, customer, stall, price };
}

/**
 * Posts those of these purchases that the rule allows, in one statement, and returns their receipts. No
 * voucher and no operation may occur twice. Nothing is written for the others, which are for `postPurchaseIn`:
 * refused ones, repeated ones, those that waited, and those whose balance another session took meanwhile.
 */
export async function postPaidPurchases(
  session: Session,
  now: Date,
  acts: readonly PurchaseAct[],
): Promise<Map<OpId, PurchaseReceipt>> {
  const input = acts
    .map((act, n) => ({ ...act, n, kind: 'purchase', movement: uuidV7(), code: newPurchaseCode() }))
    .filter(({ waited }) => !waited)
    .sort((a, b) => (a.voucher < b.voucher ? -1 : 1));
  if (input.length === 0) return new Map();
  const { rows } = await session.query<{ n: number; answer: unknown }>({
    name: 'purchase',
    text: purchaseStatement,
    values: [JSON.stringify(input), now],
  });
  const paid = new Map<OpId, PurchaseReceipt>();
  for (const { n, answer } of rows) {
    const act = acts[n];
    if (act) paid.set(act.op, readPurchase(answer));
  }
  return paid;
}

/**
 * Posts one purchase inside the caller's transaction in plain steps: locks the voucher, asks the shared rule,
 * posts. The statement is its compiled form for a sale that is paid (tests/properties/three-ways.test.ts).
 * Throws 23505 when another session posted the operation first; the retry finds its receipt.
 */
export function postPurchaseIn(
  session: Session,
  now: Date,
  act: PurchaseAct,
): Promise<StoredAnswer<PurchaseReceipt>> {
  return answerOnce(session, { ...act, recordedAt: now }, readPurchase, () => sell(session, now, act));
}

async function sell(session: Session, now: Date, act: PurchaseAct): Promise<Posted<PurchaseReceipt>> {
  const { price } = act;
  const stall = await findSellingStall(session, act.stall);
  const voucher = await lockOwnVoucher(session, act);
  const state = voucher && voucherStateOf({ ...voucher, isBlocked: voucher.blocked !== null }, now);
  const refusal = decidePurchaseAtStall(
    {
      isStallActive: stall !== null,
      voucher: voucher && state && { monto: voucher.balance, state },
      creditLeft: voucher && stall && (await lockCreditLeft(session, voucher.marketId, stall.marketId)),
      charged: voucher && (await findChargedInstead(session, act)),
    },
    price,
  );
  if (refusal) return { kind: 'refuse', ...refusal };
  assert(stall && voucher, 'the rule lets nobody buy without a stall and a voucher');
  const purchase = { hash: null, voucher, stall, price, taken: price, reason: null };
  return { kind: 'done', receipt: await postDecidedPurchase(session, { ...act, ...purchase }, now) };
}

export type SellingStall = { id: string; marketId: MarketId; name: string; pointsEvery: Amount };
export type PurchaseToPost = Pick<PurchaseAct, 'op' | 'actor'> & {
  /** Hash of the receipt to store under `op`; null when there is one. */
  hash: string | null;
  voucher: Pick<LockedVoucher, 'id' | 'ownerId' | 'ownerName' | 'marketId' | 'balance'>;
  stall: SellingStall;
  /** Smallest unit shown. `taken`: amount that the voucher pays, 0 to `price`. */
  price: Pesos;
  taken: Pesos;
  /** Reason of the shortfall; null without one. */
  reason: ConflictReason | null;
};

/**
 * Posts a decided purchase with its row, points and receipt; the caller has locked the voucher. Throws 23505 when
 * it is already posted: the online purchase and the settlement of its acceptance share `op`.
 */
export async function postDecidedPurchase(
  session: Session,
  purchase: PurchaseToPost,
  recordedAt: Date,
): Promise<PurchaseReceipt> {
  const { voucher, stall, price, taken } = purchase;
  // Points for the shortfall wait until it is assigned.
  const points = pointsFor(taken, stall.pointsEvery);
  const code = newPurchaseCode();
  const answer: PurchaseReceipt = {
    codeCompra: code,
    nuevoSaldo: toAmount(voucher.balance - taken),
    price: toAmount(price),
    estanteName: stall.name,
    userName: voucher.ownerName,
    codeQrUuid: voucher.id,
    points,
    createAt: recordedAt.toISOString(),
    ...(purchase.reason ? { missing: toAmount(price - taken), reason: purchase.reason } : {}),
  };
  await post(session, {
    id: uuidV7(),
    kind: 'purchase',
    reference: purchase.op,
    recordedBy: purchase.actor,
    recordedAt,
    transfers: purchaseTransfers({ voucher, stall, price, taken }),
    detail: {
      code,
      voucherId: voucher.id,
      customerId: voucher.ownerId,
      stallId: stall.id,
      marketId: stall.marketId,
      amount: toAmount(price),
      points,
      missing: toAmount(price - taken),
      reason: purchase.reason,
    },
    points: { customerId: voucher.ownerId, marketId: stall.marketId, points },
    ...(purchase.hash === null ? {} : { receipt: { bodyHash: purchase.hash, answer } }),
  });
  return answer;
}

/** Returns the stall if it is approved and not deleted, as is its market; otherwise null. */
export async function findSellingStall(session: Session, id: string): Promise<SellingStall | null> {
  const { rows } = await session.query<SellingStall>({
    name: 'selling-stall',
    text: `select s.id, s.market_id as "marketId", s.stall_name as name, m.points_every as "pointsEvery"
      from person s join market m on m.id = s.market_id join person g on g.id = s.market_id
      where s.id = $1 and s.user_type = 'ESTANTE' and ${isActive('s')}
        and ${isActive('g')}`,
    values: [id],
  });
  return rows[0] ?? null;
}

/**
 * Returns the debt that the issuing market may still incur for a sale at a stall of `seller`, locked until the end of
 * the transaction, or null for one of its stalls. A voucher is locked before it, never after.
 */
export async function lockCreditLeft(
  session: Session,
  issuer: MarketId,
  seller: MarketId,
): Promise<number | null> {
  if (issuer === seller) return null;
  const { rows } = await session.query<{ left: number }>({
    name: 'credit-left',
    text: `select m.credit_line - d.owed as left from market m join market_debt d on d.market_id = m.id
      where m.id = $1 for no key update of d`,
    values: [issuer],
  });
  return rows[0]?.left ?? 0;
}

/**
 * Locks the voucher if it belongs to this customer, across merged ids. Another customer's counts as unknown.
 */
export async function lockOwnVoucher(
  session: Session,
  act: Pick<PurchaseAct, 'voucher' | 'customer'>,
): Promise<LockedVoucher | null> {
  const voucher = await lockVoucher(session, act.voucher);
  if (!voucher || voucher.ownerId === act.customer) return voucher;
  const { rows } = await session.query<{ personId: string | null }>({
    name: 'person-of-customer',
    text: `select ${personOf('$1::uuid')} as "personId"`,
    values: [act.customer],
  });
  const personId = rows[0]?.personId ?? undefined;
  return isVoucherOf(voucher, { id: act.customer, personId }) ? voucher : null;
}

function newPurchaseCode(): string {
  return `C-${randomCode()}`;
}

function readPurchase(answer: unknown): PurchaseReceipt {
  return purchaseReceiptSchema.parse(answer);
}
