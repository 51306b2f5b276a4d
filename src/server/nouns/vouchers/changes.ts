import { calls } from '#src/contract/calls.ts';
import type { VoucherBlockCommand, VoucherBlocked } from '#src/contract/vouchers/voucher-care.ts';
import { takeExpired } from '#src/operations/expiry/post.ts';
import { joinVouchers } from '#src/operations/join/post.ts';
import { reissueVoucher } from '#src/operations/reissue/post.ts';
import type { VoucherId } from '#src/protocol/brands.ts';
import { marketScope, ownMarket, type Actor } from '#src/server/actor.ts';
import { done, refuse, type Answer } from '#src/server/answer.ts';
import type { Context } from '#src/server/context.ts';
import { staffCall } from '#src/server/http/staff-operation.ts';
import {
  blockVoucher,
  lockVoucher,
  type LockedVoucher,
  unblockVoucher,
  voucherIssuedBy,
} from '#src/server/ledger/vouchers.ts';
import type { Database, Session } from '#src/server/store/database.ts';
import { writeDecision } from '#src/server/store/records/decisions.ts';

type VoucherChangeDeps = Pick<Context, 'database' | 'now' | 'timeZone' | 'voucherLinks'>;

/** Moves the balance of a lost voucher to a new one, exactly once. */
export const reissue = staffCall(calls.reissueVoucher, async (deps: VoucherChangeDeps, actor, command) => {
  const { id: issuedBy, newUuid: newVoucher, identificacion, marketCode } = command;
  const asked = { issuedBy, newVoucher, identificacion, marketCode, timeZone: deps.timeZone };
  const by = { market: marketScope(actor), isTill: actor.userType === 'RECARGA' };
  const makeLink = await deps.voucherLinks();
  return (session, act) => reissueVoucher(session, { ...act, ...asked, ...by, makeLink });
});

/** Moves the balance of an expired voucher to its market, only on the market's request. */
export const expire = staffCall(calls.expireVoucher, (_deps, actor, { id: issuedBy }) => {
  const market = ownMarket(actor);
  return (session, act) => takeExpired(session, { ...act, issuedBy, market });
});

type BlockDeps = { database: Database; now: () => Date };
type ChangeOfBlock = (
  deps: BlockDeps,
  actor: Actor,
  command: VoucherBlockCommand,
) => Promise<Answer<VoucherBlocked>>;

/** Blocks a voucher of the caller's market. Repeating it changes nothing. Its balance stays for a reissue. */
export const block: ChangeOfBlock = (deps, actor, command) => setBlocked(deps, actor, command, true);

/**
 * Unblocks a voucher of the caller's market, including a settlement's block, which is why top-up points may
 * not. A reissued voucher stays blocked. Unblocking an unblocked voucher changes nothing.
 */
export const unblock: ChangeOfBlock = (deps, actor, command) => setBlocked(deps, actor, command, false);

function setBlocked(
  deps: BlockDeps,
  actor: Actor,
  { id: issuedBy, reason }: VoucherBlockCommand,
  blocked: boolean,
): Promise<Answer<VoucherBlocked>> {
  return deps.database.transaction(async (session) => {
    const voucher = await lockOwn(session, actor, issuedBy);
    if (!voucher) return refuse('UNKNOWN_VOUCHER');
    if (!blocked && voucher.closedAs === 'voided') return refuse('VOUCHER_VOIDED');
    if (!blocked && voucher.closedAs === 'refunded') return refuse('VOUCHER_REFUNDED');
    if (!blocked && voucher.closedAs === 'joined') return refuse('VOUCHER_JOINED');
    if (!blocked && (await wasReissued(session, voucher.id))) return refuse('VOUCHER_REISSUED');
    const recordedAt = deps.now();
    const isChanged = blocked
      ? await blockVoucher(session, voucher.id, 'person', recordedAt)
      : await unblockVoucher(session, voucher.id, recordedAt);
    if (isChanged)
      await writeDecision(session, {
        kind: blocked ? 'voucher-blocked' : 'voucher-unblocked',
        actor,
        marketId: voucher.marketId,
        subject: { type: 'VOUCHER', id: issuedBy, name: voucher.shortCode },
        before: { blocked: !blocked },
        after: { blocked, monto: voucher.balance, reason },
        recordedAt,
      });
    const since = (blocked && voucher.personBlockedAt) || recordedAt;
    return done({ _id: issuedBy, monto: voucher.balance, createAt: since.toISOString() });
  }, 'money');
}

async function lockOwn(session: Session, actor: Actor, issuedBy: string): Promise<LockedVoucher | null> {
  const id = await voucherIssuedBy(session, issuedBy);
  const voucher = id && (await lockVoucher(session, id));
  const market = marketScope(actor);
  return voucher && (market === null || voucher.marketId === market) ? voucher : null;
}

/** After the lock and in a separate statement, whose snapshot includes a reissue that held the lock. */
async function wasReissued(session: Session, uuid: VoucherId): Promise<boolean> {
  const { rowCount } = await session.query({
    name: 'was-reissued',
    text: `select 1 from voucher_change where voucher_id = $1 and kind = 'reissue' limit 1`,
    values: [uuid],
  });
  return rowCount !== 0;
}

/** Joins vouchers of one customer into a new one, all or none, exactly once. */
export const join = staffCall(calls.joinVouchers, async (deps: VoucherChangeDeps, actor, command) => {
  const { papers = [], ids: fromList = [], newUuid: newVoucher, identificacion, marketCode } = command;
  const asked = { papers, fromList, newVoucher, identificacion, marketCode };
  const by = { market: marketScope(actor), isTill: actor.userType === 'RECARGA' };
  const makeLink = await deps.voucherLinks();
  return (session, act) => joinVouchers(session, { ...act, ...asked, ...by, makeLink });
});
