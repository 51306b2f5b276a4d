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
  bodyHash,
  findReceipt,
  insertReceipts,
  type Outcome,
  partOf,
  purchaseHash,
  type ReceiptKey,
  refused,
} from '#src/server/ledger/receipts.ts';
import type { Session } from '#src/server/store/database.ts';
import { loadTopUpVoid, postTopUpVoid } from '../top-up-void/post.ts';
import { decideTopUpVoid } from '../top-up-void/rule.ts';
import { loadVoid, postVoid, type LoadedVoid } from '../void/post.ts';
import type { VoidPlan } from '../void/rule.ts';
import { decideOwnWithdrawal } from './rule.ts';

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
): Promise<Outcome<PurchaseWithdrawal>> {
  const key = { opId: command.purchaseOpId, bodyHash: purchaseHash(command) };
  const known = await findReceipt(session, key);
  if (known === 'reused') return refused('KEY_REUSED');
  const receipt = known && known.refusal === null ? purchaseReceiptSchema.parse(known.answer) : null;
  const loaded = receipt && stall && (await load(session, receipt.codeCompra, stall, now));
  const state = known ? 'refused' : 'none';
  const plan = decideOwnWithdrawal(
    receipt ? { state: 'paid', sale: loaded ? loaded.facts : null } : { state },
  );
  if (!plan) return made({ state: 'stands', ...(receipt ? { purchase: receipt } : {}) });
  if (plan.kind === 'forbid') await forbid(session, key, now);
  if (plan.kind === 'void' && loaded && stall) await takeBack(session, key, loaded, plan.plan, stall, now);
  return made({ state: 'withdrawn' });
}

function made<Answer>(receipt: Answer): Outcome<Answer> {
  return { ok: true, receipt };
}

async function load(session: Session, code: string, stall: Person, at: Date): Promise<LoadedVoid> {
  const { actor, market, timeZone } = stall;
  const loaded = await loadVoid(session, { code, stall: actor.id, market, timeZone, at });
  if (!loaded) throw new Error(`the purchase ${code} has a receipt and is not there`);
  return loaded;
}

function forbid(session: Session, key: ReceiptKey, now: Date): Promise<void> {
  return insertReceipts(session, [{ ...key, refusal: 'WITHDRAWN', answer: {} }], now);
}

/** A separate id, because it is a movement beside the one that it voids. */
function entryOf({ opId }: ReceiptKey, { actor: { id: actor, deviceId } }: Person, recordedAt: Date) {
  return { op: partOf(opId, 'withdrawn'), movement: uuidV7(), actor, deviceId, recordedAt };
}

async function takeBack(
  session: Session,
  key: ReceiptKey,
  loaded: LoadedVoid,
  plan: VoidPlan,
  person: Person,
  now: Date,
): Promise<void> {
  await postVoid(session, loaded, plan, { ...entryOf(key, person, now), reason: withdrawalReason });
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
): Promise<Outcome<TopUpWithdrawal>> {
  const key = { opId, bodyHash: bodyHash('top-up', topUp) };
  const known = await findReceipt(session, key);
  if (known === 'reused') return refused('KEY_REUSED');
  if (known?.refusal) return made({ state: 'withdrawn' });
  if (!known) {
    await forbid(session, key, now);
    return made({ state: 'withdrawn' });
  }
  const { actor, market, timeZone } = person;
  const asked = { topUp: { op: opId }, point: actor.id, market, timeZone, at: now, now };
  const loaded = await loadTopUpVoid(session, asked);
  if (!loaded || loaded.topUp.pointId !== actor.id) return refused('UNKNOWN_TOP_UP');
  const decision = decideTopUpVoid(loaded.facts, null);
  const isVoided = decision.kind === 'refuse' && decision.code === 'TOP_UP_VOIDED';
  if (decision.kind !== 'post' && !isVoided)
    return made({ state: 'stands', topUp: topUpReceiptSchema.parse(known.answer) });
  if (decision.kind === 'post') {
    const entry = { ...entryOf(key, person, now), market, reason: 'OTHER' as const };
    await postTopUpVoid(session, loaded, decision.plan, entry);
  }
  return made({ state: 'withdrawn' });
}
