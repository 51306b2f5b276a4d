import { topUpReceiptSchema, type TopUpReceipt } from '#src/contract/top-up.ts';
import {
  voucherExpiryReceiptSchema,
  type VoucherBlockCommand,
  type VoucherBlocked,
  type VoucherExpiryReceipt,
  type VoucherReissueCommand,
} from '#src/contract/voucher-care.ts';
import { blockVoucher, unblockVoucher } from '#src/server/ledger/block-voucher.ts';
import { postOnce } from '#src/server/ledger/post-once.ts';
import { postExpiry, postReissue } from '#src/server/ledger/post-voucher-change.ts';
import type { StoredAnswer } from '#src/server/replay/stored-answer.ts';
import type { Database, Session } from '#src/server/store/database.ts';
import { marketScope, ownMarket, type Actor } from './actor.ts';
import { done, refuse, type Answer } from './answer.ts';
import { writeDecision } from './decisions.ts';
import { staffOperation } from './staff-operation.ts';
import type { OpenVoucherLinks } from './voucher-links.ts';

export type VoucherCareDeps = { database: Database; now: () => Date; voucherLinks: OpenVoucherLinks };

type Held = { market_id: string; balance: number; short_code: string; blocked_at: Date | null };

/** Blocks a voucher of one's own market; blocking it again changes nothing. Its balance stays for a reissue. */
export function block(
  deps: VoucherCareDeps,
  actor: Actor,
  command: VoucherBlockCommand,
): Promise<Answer<VoucherBlocked>> {
  return setBlocked(deps, actor, command, true);
}

/**
 * Takes back a block, whoever made it, of one's own market: a settlement's as well, which is why no top-up point may.
 * What was reissued never comes back; unblocking what is not blocked changes nothing.
 */
export function unblock(
  deps: VoucherCareDeps,
  actor: Actor,
  command: VoucherBlockCommand,
): Promise<Answer<VoucherBlocked>> {
  return setBlocked(deps, actor, command, false);
}

function setBlocked(
  deps: VoucherCareDeps,
  actor: Actor,
  { uuid, reason }: VoucherBlockCommand,
  blocked: boolean,
): Promise<Answer<VoucherBlocked>> {
  return deps.database.transaction(async (session) => {
    const held = await lockHeld(session, actor, uuid);
    if (!held) return refuse('UNKNOWN_VOUCHER');
    if (!blocked && (await wasReissued(session, uuid))) return refuse('VOUCHER_REISSUED');
    const recordedAt = deps.now();
    const change = blocked ? blockVoucher : unblockVoucher;
    if (await change(session, uuid, recordedAt))
      await writeDecision(session, {
        kind: blocked ? 'voucher-blocked' : 'voucher-unblocked',
        actor,
        marketId: held.market_id,
        subject: { type: 'VOUCHER', id: uuid, name: held.short_code },
        before: { blocked: !blocked },
        after: { blocked, monto: held.balance, reason },
        recordedAt,
      });
    const since = (blocked && held.blocked_at) || recordedAt;
    return done({ uuid, monto: held.balance, createAt: since.toISOString() });
  }, 'money');
}

/** Locked: neither a purchase nor a reissue takes from it until this transaction ends. */
async function lockHeld(session: Session, actor: Actor, uuid: string): Promise<Held | undefined> {
  const { rows } = await session.query<Held>({
    name: 'voucher-to-block',
    text: `select market_id, balance, short_code, blocked_at from voucher
      where id = $1 and ($2::uuid is null or market_id = $2) for update`,
    values: [uuid, marketScope(actor)],
  });
  return rows[0];
}

/** Asked after the lock, in a statement of its own: it sees what the one that we waited for has written. */
async function wasReissued(session: Session, uuid: string): Promise<boolean> {
  const { rowCount } = await session.query({
    name: 'was-reissued',
    text: `select 1 from voucher_change where voucher_id = $1 and kind = 'reissue' limit 1`,
    values: [uuid],
  });
  return rowCount !== 0;
}

/** Moves what is left on a lost voucher to a new one, exactly once. */
export async function reissue(
  deps: VoucherCareDeps,
  actor: Actor,
  command: VoucherReissueCommand,
  opId: string | undefined,
): Promise<StoredAnswer<TopUpReceipt>> {
  const { once, entry } = staffOperation(deps, actor, 'reissue', command, opId);
  const makeLink = await deps.voucherLinks();
  return postOnce(
    deps.database,
    once,
    (kept) => topUpReceiptSchema.parse(kept),
    async (session) => {
      const outcome = await postReissue(session, {
        ...entry,
        voucher: command.uuid,
        market: marketScope(actor),
        newVoucher: command.newUuid,
        identificacion: command.identificacion,
        makeLink,
      });
      if (outcome.ok)
        await writeDecision(session, {
          kind: 'voucher-reissued',
          actor,
          marketId: actor.marketId,
          subject: { type: 'VOUCHER', id: command.uuid, name: outcome.receipt.ownerName },
          before: { uuid: command.uuid, monto: outcome.receipt.monto },
          after: { uuid: command.newUuid, monto: outcome.receipt.monto },
          recordedAt: entry.recordedAt,
        });
      return outcome;
    },
  );
}

/** Takes what is left on a voucher past its last day; only when its market says so. */
export function expire(
  deps: VoucherCareDeps,
  actor: Actor,
  uuid: string,
  opId: string | undefined,
): Promise<StoredAnswer<VoucherExpiryReceipt>> {
  const { once, entry } = staffOperation(deps, actor, 'expiry', { uuid }, opId);
  const market = ownMarket(actor);
  return postOnce(
    deps.database,
    once,
    (kept) => voucherExpiryReceiptSchema.parse(kept),
    async (session) => {
      const outcome = await postExpiry(session, { ...entry, voucher: uuid, market });
      if (outcome.ok)
        await writeDecision(session, {
          kind: 'voucher-expired',
          actor,
          marketId: market,
          subject: { type: 'VOUCHER', id: uuid, name: uuid },
          before: { monto: outcome.receipt.monto },
          after: { monto: 0 },
          recordedAt: entry.recordedAt,
        });
      return outcome;
    },
  );
}
