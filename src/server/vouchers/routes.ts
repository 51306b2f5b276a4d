import { calls } from '#src/contract/calls.ts';
import { replyAnswer } from '#src/server/http/replies.ts';
import type { Routes } from '#src/server/http/routes.ts';
import { createThrottle, type Quotas } from '#src/server/http/throttle.ts';
import { block, unblock, expire, reissue, type VoucherChangeDeps } from './changes.ts';
import { createStaffLookUp, findVoucher } from './find-voucher.ts';

/** códigos QR con saldo: found, blocked, reissued, expired */
export function voucherRoutes(routes: Routes, vouchers: VoucherChangeDeps & { quotas: Quotas }): void {
  const find = createStaffLookUp(vouchers);
  const codeTries = createThrottle(vouchers.quotas.marketCodeMisses);
  routes.raw(calls.findVoucher, async ({ person, actor, params, reply }) => {
    const answer =
      person && actor
        ? await find({ person, actor }, params.code, reply)
        : await findVoucher(vouchers, params.code, false);
    return answer ? replyAnswer(reply, 200, answer) : reply;
  });
  routes.answer(calls.blockVoucher, ({ actor, body }) => block(vouchers, actor, body));
  routes.answer(calls.unblockVoucher, ({ actor, body }) => unblock(vouchers, actor, body));
  routes.stored(calls.reissueVoucher, async ({ actor, body, opId }) => {
    if (body.marketCode === undefined) return reissue(vouchers, actor, body, opId);
    if (!(await codeTries.tryTake(actor.id)))
      return { kind: 'refused', code: 'TOO_MANY_REQUESTS', replayed: false };
    const answer = await reissue(vouchers, actor, body, opId);
    if (answer.kind === 'done') await codeTries.giveBack(actor.id);
    return answer;
  });
  routes.stored(calls.expireVoucher, ({ actor, body, opId }) => expire(vouchers, actor, body, opId));
}
