import { purchaseReceiptSchema } from '#src/contract/purchases/schemas.ts';
import type {
  PurchaseWithdrawal,
  PurchaseWithdrawalCommand,
  TopUpWithdrawal,
  TopUpWithdrawalCommand,
} from '#src/contract/purchases/withdrawal.ts';
import { topUpReceiptSchema } from '#src/contract/topups/schemas.ts';
import type { MarketId } from '#src/protocol/brands.ts';
import type { Actor } from '#src/server/actor.ts';
import { uuidV7 } from '#src/server/ledger/ids.ts';
import {
  findReceipt,
  type FoundReceipt,
  insertReceipts,
  type Posted,
  partOf,
  type Receipt,
  type ReceiptKey,
} from '#src/server/ledger/receipts.ts';
import type { Session } from '#src/server/store/database.ts';
import type { CallDecision } from '../decision.ts';
import { purchaseHash } from '../purchase/post.ts';
import { loadTopUpVoid, postTopUpVoid } from '../top-up-void/post.ts';
import { decideTopUpVoid } from '../top-up-void/rule.ts';
import { topUpHash } from '../top-up/post.ts';
import { loadVoid, postVoid, type LoadedVoid } from '../void/post.ts';
import { decideVoid } from '../void/rule.ts';
import { decideOwnWithdrawal, type HeldOperation } from './rule.ts';

/** A person who withdraws it with a session. */
type Person = { actor: Pick<Actor, 'id' | 'deviceId'>; market: MarketId; timeZone: string };

/** Shown in the market's list of voids. */
export const withdrawalReason = 'Retirada: no se entregó nada';

/**
 * Withdraws a purchase that its device holds as unaccepted. Without a receipt it gets the permanent refusal
 * WITHDRAWN, so that a late copy buys nothing. `stall` is null for the holder of the link. Throws 23505 when
 * the purchase arrived at the same moment; the retry finds it.
 */
export async function postWithdrawal(
  session: Session,
  now: Date,
  command: PurchaseWithdrawalCommand,
  stall: Person | null,
): Promise<Posted<PurchaseWithdrawal>> {
  const key = { opId: command.purchaseOpId, bodyHash: purchaseHash(command) };
  const known = await findReceipt(session, key);
  const purchase = isMade(known) ? purchaseReceiptSchema.parse(known.answer) : null;
  const loaded = purchase && stall && (await load(session, purchase.codeCompra, stall, now));
  const decision = decideOwnWithdrawal(heldAs(known, stall && decideVoid(loaded?.facts ?? null)));
  if (decision.kind === 'refuse') return decision;
  const { plan } = decision;
  if (plan.kind === 'void' && loaded && stall)
    await postVoid(session, loaded, plan.plan, { ...actOf(key, stall, now), reason: withdrawalReason });
  if (plan.kind === 'stands' && purchase) return { kind: 'done', receipt: { state: 'stands', purchase } };
  return withdrawn(session, key, plan, now);
}

function isMade(known: FoundReceipt): known is Receipt {
  return known !== null && known !== 'reused' && known.refusal === null;
}

function heldAs<Plan>(known: FoundReceipt, decided: CallDecision<Plan> | null): HeldOperation<Plan> {
  if (isMade(known)) return { void: decided };
  return known === null ? 'none' : known === 'reused' ? known : 'refused';
}

/** An operation that was never made gets the permanent refusal WITHDRAWN. */
async function withdrawn(
  session: Session,
  key: ReceiptKey,
  { kind }: { kind: string },
  now: Date,
): Promise<{ kind: 'done'; receipt: { state: 'withdrawn' } }> {
  if (kind === 'forbid') await insertReceipts(session, [{ ...key, refusal: 'WITHDRAWN', answer: {} }], now);
  return { kind: 'done', receipt: { state: 'withdrawn' } };
}

function load(session: Session, code: string, stall: Person, at: Date): Promise<LoadedVoid | null> {
  const { actor, market, timeZone } = stall;
  return loadVoid(session, { code, stall: actor.id, market, timeZone, at });
}

/** A separate id, because it is a movement beside the one that it voids. */
function actOf({ opId }: ReceiptKey, { actor: { id: actor, deviceId } }: Person, recordedAt: Date) {
  return { op: partOf(opId, 'withdrawn'), movement: uuidV7(), actor, deviceId, recordedAt };
}

/**
 * Withdraws a top-up that its device holds as unaccepted and whose cash was returned: it is never made, or is
 * voided as by its point.
 */
export async function withdrawTopUp(
  session: Session,
  now: Date,
  { topUpOpId: opId, ...topUp }: TopUpWithdrawalCommand,
  person: Person,
): Promise<Posted<TopUpWithdrawal>> {
  const key = { opId, bodyHash: topUpHash(topUp) };
  const known = await findReceipt(session, key);
  const { actor, market, timeZone } = person;
  const asked = { topUp: { op: opId }, point: actor.id, market, timeZone, at: now, now };
  const loaded = isMade(known) ? await loadTopUpVoid(session, asked) : null;
  const decision = decideOwnWithdrawal(heldAs(known, decideTopUpVoid(loaded?.facts ?? null)));
  if (decision.kind === 'refuse') return decision;
  const { plan } = decision;
  if (plan.kind === 'void' && loaded)
    await postTopUpVoid(session, loaded, plan.plan, {
      ...actOf(key, person, now),
      market,
      reason: 'OTHER',
    });
  if (plan.kind === 'stands' && isMade(known))
    return { kind: 'done', receipt: { state: 'stands', topUp: topUpReceiptSchema.parse(known.answer) } };
  return withdrawn(session, key, plan, now);
}
