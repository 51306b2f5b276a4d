import { createHmac } from 'node:crypto';
import { toAmount, type Amount, type MarketId, type VoucherId } from '#src/contract/brands.ts';
import type { GivenPinCommand, VoucherPin, VoucherPinCommand } from '#src/contract/vouchers/pin.ts';
import { defaultOfflineLimits } from '#src/domain/operations/offline-sale.ts';
import { decidePinChoice, isWeakVoucherPin } from '#src/domain/voucher/pin-choice.ts';
import { maxPinMisses } from '#src/domain/voucher/voucher-pin.ts';
import { marketScope, type Actor } from '#src/server/actor.ts';
import { done, refuse, type Answer } from '#src/server/answer.ts';
import { beginTry } from '#src/server/ledger/pin/pin-tries.ts';
import { notePinGiven, setPin } from '#src/server/ledger/pin/voucher-pin.ts';
import { retryTransaction } from '#src/server/ledger/receipts.ts';
import {
  blockVoucher,
  issuedByColumn,
  lockVoucher,
  type LockedVoucher,
} from '#src/server/ledger/vouchers.ts';
import { writeDecision } from '#src/server/records/decisions.ts';
import { readLimits } from '#src/server/records/settings.ts';
import { matchesSlowHash, slowHash, type HashCost } from '#src/server/secrets/slow-hash.ts';
import type { Database, Session } from '#src/server/store/database.ts';

export type PinDeps = {
  database: Database;
  now: () => Date;
  hashCost: HashCost;
  keyOf: (purpose: string) => Uint8Array;
};

/**
 * Keys the PIN by the server's secret and the voucher before it is hashed. A copy of the database without the key file cannot be tried
 * against ten thousand PINs, and two vouchers with the same PIN have different hashes.
 */
function keyed({ keyOf }: Pick<PinDeps, 'keyOf'>, voucher: VoucherId, pin: string): string {
  return createHmac('sha256', keyOf('voucher-pin')).update(`${voucher} ${pin}`).digest('base64');
}

/** Gives a voucher that the actor has just issued its PIN, once. */
export async function choosePin(
  deps: PinDeps,
  actor: Actor,
  { codeQrUuid: id, pin }: VoucherPinCommand,
): Promise<Answer<VoucherPin>> {
  if (isWeakVoucherPin(pin)) return refuse('PIN_WEAK');
  const hash = await slowHash(keyed(deps, id, pin), deps.hashCost);
  return retryTransaction(() =>
    deps.database.transaction(async (session) => {
      const voucher = await lockVoucher(session, id);
      const market = marketScope(actor);
      if (!voucher || (market !== null && voucher.marketId !== market)) return refuse('UNKNOWN_VOUCHER');
      const at = deps.now();
      const issued = await readIssue(session, id);
      const refusal = decidePinChoice(pin, {
        isOwn: issued?.by === actor.id,
        isUnspent: voucher.balance === issued?.face,
        hasPin: voucher.pinFree !== null,
        issuedAt: issued?.at.getTime() ?? 0,
        now: at.getTime(),
      });
      if (refusal) return refuse(refusal.code);
      const free = await freeIn(session, voucher.marketId);
      await setPin(session, id, { hash, free, by: actor.id, at });
      return done({ free });
    }, 'money'),
  );
}

type Issue = { id: string; by: string | null; at: Date; face: Amount };

/** Returns the movement that issued a voucher, and the person who recorded it. */
async function readIssue(session: Session, voucher: VoucherId): Promise<Issue | null> {
  const { rows } = await session.query<Issue>({
    name: 'issue-of-voucher',
    text: `select m.id, m.recorded_by as by, m.recorded_at as at, i.face
      from (select v.face, ${issuedByColumn} from voucher v where v.id = $1) i join movement m on m.id = i.issued_by`,
    values: [voucher],
  });
  return rows[0] ?? null;
}

/** Returns the balance that a voucher of this market gives without its PIN. */
async function freeIn(session: Session, market: MarketId): Promise<Amount> {
  const limits = (await readLimits(session, market, null)) ?? defaultOfflineLimits;
  return limits.pinAbove ?? toAmount(0);
}

/**
 * Checks the PIN for one sale. A separate transaction counts the try as wrong before the check, so that concurrent tries at several
 * processes are as few as consecutive ones. The third wrong PIN blocks the voucher.
 */
export async function givePin(
  deps: PinDeps,
  actor: Actor | null,
  { codeQrUuid: voucher, pin, opId: op, estanteId: stall, price }: GivenPinCommand,
): Promise<Answer<VoucherPin>> {
  if (actor && actor.id !== stall) return refuse('FORBIDDEN');
  const begun = await deps.database.transaction((session) => beginTry(session, voucher), 'money');
  if (begun === null) return refuse('UNKNOWN_VOUCHER');
  if (begun.state === 'exhausted') return blockByPin(deps, actor, voucher);
  const isRight = await matchesSlowHash(begun.hash, keyed(deps, voucher, pin));
  if (!isRight && begun.misses >= maxPinMisses) return blockByPin(deps, actor, voucher);
  if (!isRight) return refuse('PIN_WRONG', { left: maxPinMisses - begun.misses });
  return retryTransaction(() =>
    deps.database.transaction(async (session) => {
      const locked = await lockVoucher(session, voucher);
      if (!locked || !(await isStall(session, stall)))
        return refuse(locked ? 'UNKNOWN_STALL' : 'UNKNOWN_VOUCHER');
      if (locked.blocked !== null) return refuse('VOUCHER_BLOCKED');
      const free = await freeIn(session, locked.marketId);
      await notePinGiven(session, { op, voucher, stall, price }, { free, at: deps.now() });
      return done({ free });
    }, 'money'),
  );
}

/** Blocks the voucher as a person would, so that it gives nothing offline and no settlement takes from it. The market's audit has one line. */
async function blockByPin(deps: PinDeps, actor: Actor | null, id: VoucherId): Promise<Answer<VoucherPin>> {
  await retryTransaction(() =>
    deps.database.transaction(async (session) => {
      const voucher = await lockVoucher(session, id);
      const recordedAt = deps.now();
      if (!voucher || !(await blockVoucher(session, id, 'person', recordedAt))) return;
      await noteBlock(session, actor, voucher, recordedAt);
    }, 'money'),
  );
  return refuse('PIN_BLOCKED');
}

async function noteBlock(
  session: Session,
  actor: Actor | null,
  { id, marketId, shortCode, balance }: LockedVoucher,
  recordedAt: Date,
): Promise<void> {
  const issued = await readIssue(session, id);
  await writeDecision(session, {
    kind: 'voucher-blocked',
    actor,
    marketId,
    subject: { type: 'VOUCHER', id: issued?.id ?? '', name: shortCode },
    before: { blocked: false },
    after: { blocked: true, monto: balance, reason: 'Tres PIN equivocados' },
    recordedAt,
  });
}

async function isStall(session: Session, id: string): Promise<boolean> {
  const { rowCount } = await session.query({
    name: 'is-stall',
    text: `select 1 from person where id = $1 and user_type = 'ESTANTE'`,
    values: [id],
  });
  return rowCount > 0;
}
