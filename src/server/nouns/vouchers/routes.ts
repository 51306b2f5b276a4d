import { calls } from '#src/contract/calls.ts';
import type { TopUpReceipt } from '#src/contract/topups/schemas.ts';
import type { Actor } from '#src/server/actor.ts';
import { refuse } from '#src/server/answer.ts';
import type { NounPlugin } from '#src/server/context.ts';
import { replyAnswer } from '#src/server/http/replies.ts';
import { createThrottle } from '#src/server/http/throttle.ts';
import type { StoredAnswer } from '#src/server/ledger/receipts.ts';
import { block, unblock, expire, join, reissue } from './changes.ts';
import { createStaffLookUp, findVoucher } from './find-voucher.ts';
import { findMarketOfPurchase, listPointsOfVoucher, listStallsOfVoucher } from './holder-places.ts';

/** códigos QR con saldo: found, blocked, reissued, joined, expired */
export const voucherRoutes: NounPlugin = async (app, { context }) => {
  const routes = context.routesOn(app);
  const vouchers = { ...context, database: context.money };
  const find = createStaffLookUp(vouchers);
  const codeTries = createThrottle(vouchers.quotas.marketCodeMisses);
  routes.raw(calls.findVoucher, async ({ person, actor, params, reply }) => {
    const answer =
      person && actor
        ? await find({ person, actor }, params.code, reply)
        : await findVoucher(vouchers, params.code, null);
    return answer ? replyAnswer(reply, 200, answer) : reply;
  });
  routes.answer(calls.listStallsOfVoucher, ({ params, query }) =>
    listStallsOfVoucher(vouchers, params.id, query),
  );
  routes.answer(calls.listPointsOfVoucher, ({ params, query }) =>
    listPointsOfVoucher(vouchers, params.id, query),
  );
  routes.answer(calls.findMarketOfPurchase, ({ params, query }) =>
    findMarketOfPurchase(vouchers, params.id, query.codeCompra),
  );
  const blocks = createThrottle(vouchers.quotas.pointBlocks);
  routes.answer(calls.blockVoucher, async ({ actor, body }) =>
    actor.userType === 'RECARGA' && !(await blocks.tryTake(actor.id))
      ? refuse('TOO_MANY_REQUESTS')
      : block(vouchers, actor, body),
  );
  routes.answer(calls.unblockVoucher, ({ actor, body }) => unblock(vouchers, actor, body));
  /** Limits guesses of a market code. */
  const withCode = async (
    actor: Actor,
    { marketCode }: { marketCode?: string | undefined },
    change: () => Promise<StoredAnswer<TopUpReceipt>>,
  ): Promise<StoredAnswer<TopUpReceipt>> => {
    if (marketCode === undefined) return change();
    if (!(await codeTries.tryTake(actor.id)))
      return { kind: 'refused', code: 'TOO_MANY_REQUESTS', replayed: false };
    const answer = await change();
    if (answer.kind === 'done') await codeTries.giveBack(actor.id);
    return answer;
  };
  routes.stored(calls.reissueVoucher, ({ actor, body, opId }) =>
    withCode(actor, body, () => reissue(vouchers, actor, body, opId)),
  );
  routes.stored(calls.joinVouchers, ({ actor, body, opId }) =>
    withCode(actor, body, () => join(vouchers, actor, body, opId)),
  );
  routes.stored(calls.expireVoucher, ({ actor, body, opId }) => expire(vouchers, actor, body, opId));
};
