import { toAmount } from '#src/contract/brands.ts';
import type { Actor } from '#src/server/http/actor.ts';
import { partOf } from '#src/server/ledger/receipts.ts';
import { recordSharedSale } from '#src/server/purchases/purchases.ts';
import { depsOf, once } from './staff-calls.ts';
import { note, type SimWorld } from './sim-world.ts';

/** A stall sells to somebody who pays with two or three codes; now and then one of them falls short of its share. */
export async function sellShared(world: SimWorld): Promise<void> {
  const { dice } = world.trouble;
  const { ledger } = world.server;
  const stalls = [...ledger.stalls.values()];
  const good = [...ledger.vouchers.values()].filter(
    ({ balance, blocked }) => balance > 1 && blocked === null,
  );
  if (stalls.length === 0 || good.length < 2) return;
  const stall = dice.pick(stalls);
  const first = dice.int(good.length - 1);
  const paying = good.slice(first, first + 2 + dice.int(2));
  const shares = paying.map((voucher) => {
    const most = dice.chance(0.15) ? voucher.balance + 500 : Math.ceil(voucher.balance / 4);
    return {
      userId: voucher.ownerId,
      codeQrUuid: voucher.id,
      price: toAmount(dice.chance(0.15) ? most : 1 + dice.int(most)),
    };
  });
  const price = toAmount(shares.reduce((sum, share) => sum + share.price, 0));
  const actor: Actor = { id: stall.id, userType: 'ESTANTE', marketId: stall.marketId };
  note(world, null, `sells ${price} to ${shares.length} codes`);
  const answer = await once(
    world,
    { voucherId: null, amount: price, kind: 'shared-sale', operatorId: stall.id },
    (opId, { deviceId }) => {
      world.runs.set(
        opId,
        shares.map(({ codeQrUuid }) => partOf(opId, codeQrUuid)),
      );
      for (const { codeQrUuid: voucherId, price: amount } of shares)
        world.deeds.set(partOf(opId, voucherId), {
          deviceId,
          voucherId,
          amount,
          kind: 'purchase',
          operatorId: stall.id,
        });
      return recordSharedSale(depsOf(world), actor, { estanteId: stall.id, price, shares }, opId);
    },
  );
  if (answer?.kind === 'done') world.reach('a sale paid with several codes');
  else if (answer) world.reach('a sale of several codes refused, with nothing taken');
}
