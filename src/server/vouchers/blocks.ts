import type { VoucherId } from '#src/contract/brands.ts';
import type { VoucherBlockCommand, VoucherBlocked } from '#src/contract/money/voucher-care.ts';
import { marketScope, type Actor } from '#src/server/http/actor.ts';
import { done, refuse, type Answer } from '#src/server/http/answer.ts';
import {
  blockVoucher,
  lockVoucher,
  unblockVoucher,
  type LockedVoucher,
} from '#src/server/ledger/vouchers.ts';
import type { Database, Session } from '#src/server/store/database.ts';
import { writeDecision } from '#src/server/store/decisions.ts';

export type BlockDeps = { database: Database; now: () => Date };

/** Blocks a voucher of one's own market; blocking it again changes nothing. Its balance stays for a reissue. */
export function block(
  deps: BlockDeps,
  actor: Actor,
  command: VoucherBlockCommand,
): Promise<Answer<VoucherBlocked>> {
  return setBlocked(deps, actor, command, true);
}

/**
 * Unblocks a voucher of one's own market, whoever blocked it: a settlement's block as well, which is why top-up points
 * may not. A reissued voucher stays blocked; unblocking an unblocked one changes nothing.
 */
export function unblock(
  deps: BlockDeps,
  actor: Actor,
  command: VoucherBlockCommand,
): Promise<Answer<VoucherBlocked>> {
  return setBlocked(deps, actor, command, false);
}

function setBlocked(
  deps: BlockDeps,
  actor: Actor,
  { uuid, reason }: VoucherBlockCommand,
  blocked: boolean,
): Promise<Answer<VoucherBlocked>> {
  return deps.database.transaction(async (session) => {
    const voucher = await lockOwn(session, actor, uuid);
    if (!voucher) return refuse('UNKNOWN_VOUCHER');
    if (!blocked && (await wasReissued(session, uuid))) return refuse('VOUCHER_REISSUED');
    const recordedAt = deps.now();
    const isChanged = blocked
      ? await blockVoucher(session, uuid, 'person', recordedAt)
      : await unblockVoucher(session, uuid, recordedAt);
    if (isChanged)
      await writeDecision(session, {
        kind: blocked ? 'voucher-blocked' : 'voucher-unblocked',
        actor,
        marketId: voucher.marketId,
        subject: { type: 'VOUCHER', id: uuid, name: voucher.shortCode },
        before: { blocked: !blocked },
        after: { blocked, monto: voucher.balance, reason },
        recordedAt,
      });
    const since = (blocked && voucher.personBlockedAt) || recordedAt;
    return done({ uuid, monto: voucher.balance, createAt: since.toISOString() });
  }, 'money');
}

async function lockOwn(session: Session, actor: Actor, uuid: VoucherId): Promise<LockedVoucher | null> {
  const voucher = await lockVoucher(session, uuid);
  const market = marketScope(actor);
  return voucher && (market === null || voucher.marketId === market) ? voucher : null;
}

/** After the lock and in a statement of its own: its snapshot sees a reissue that we waited for. */
async function wasReissued(session: Session, uuid: VoucherId): Promise<boolean> {
  const { rowCount } = await session.query({
    name: 'was-reissued',
    text: `select 1 from voucher_change where voucher_id = $1 and kind = 'reissue' limit 1`,
    values: [uuid],
  });
  return rowCount !== 0;
}
