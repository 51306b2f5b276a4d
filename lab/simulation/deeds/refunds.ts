import type { SimWorld } from '#lab/simulation/world/world.ts';
import { toAmount, type MarketId } from '#src/contract/brands.ts';
import { refundReasons } from '#src/contract/vouchers/refund.ts';
import { refund } from '#src/server/cash/refunds.ts';
import { partOf } from '#src/server/ledger/receipts.ts';
import { actorOf, depsOf, once } from './staff-calls.ts';

/** Refunds one to three vouchers of the market in one act from a list, sometimes an old one. */
export async function giveBack(world: SimWorld, marketId: MarketId): Promise<void> {
  const { dice } = world.trouble;
  const { ledger } = world.server;
  const held = [...ledger.issued].flatMap(([id, voucherId]) => {
    const voucher = ledger.vouchers.get(voucherId);
    return voucher?.marketId === marketId && voucher.balance > 0 ? [{ id, voucher }] : [];
  });
  if (held.length === 0) return;
  const chosen = new Set(Array.from({ length: 1 + dice.int(3) }, () => dice.pick(held)));
  const reason = dice.pick(refundReasons);
  const vouchers = [...chosen].map(({ id, voucher }) => ({
    id,
    monto: toAmount(dice.chance(0.15) ? voucher.face : voucher.balance),
    voucherId: voucher.id,
  }));
  const answer = await once(
    world,
    { voucherId: null, amount: 0, kind: 'refund-act', operatorId: marketId },
    (opId, { deviceId }) => {
      world.runs.set(
        opId,
        vouchers.map(({ voucherId }) => partOf(opId, voucherId)),
      );
      for (const { voucherId, monto } of vouchers)
        world.deeds.set(partOf(opId, voucherId), {
          deviceId,
          voucherId,
          amount: monto,
          kind: 'refund',
          operatorId: '',
          of: reason,
        });
      const command = { vouchers: vouchers.map(({ id, monto }) => ({ id, monto })), reason };
      return refund(depsOf(world), actorOf(marketId), command, opId);
    },
  );
  if (answer?.kind === 'done') world.reach('what is left given back');
  if (answer?.kind === 'refused' && answer.code === 'REFUND_MOVED')
    world.reach('an act refused because its list was old');
}
