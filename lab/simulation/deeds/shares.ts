import { peekCertificate } from '#lab/simulation/peek.ts';
import type { SimDevice } from '#lab/simulation/world/device.ts';
import { SimulatedCrash } from '#lab/simulation/world/server.ts';
import { deed, tabOf } from '#lab/simulation/world/steps.ts';
import { note, type Paper, type SimWorld } from '#lab/simulation/world/world.ts';
import { toAmount, toOpId, type OpId } from '#src/contract/brands.ts';
import type { SaleShare } from '#src/contract/sync/envelope.ts';
import type { Actor } from '#src/server/actor.ts';
import { recordSharedSale } from '#src/server/purchases/purchases.ts';
import { depsOf } from './staff-calls.ts';

/** A browser without enrolment sells to a customer with two or three vouchers; sometimes one falls short. */
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
  const shares = paying.map((voucher): SaleShare => {
    const most = dice.chance(0.15) ? voucher.balance + 500 : Math.ceil(voucher.balance / 4);
    const price = toAmount(dice.chance(0.15) ? most : 1 + dice.int(most));
    return { opId: toOpId(dice.uuid()), userId: voucher.ownerId, codeQrUuid: voucher.id, price };
  });
  swear(world, shares, { deviceId: 'office', operatorId: stall.id });
  note(world, null, `sells to ${shares.length} codes`);
  const actor: Actor = { id: stall.id, userType: 'ESTANTE', marketId: stall.marketId };
  for (let tries = dice.chance(0.3) ? 2 : 1; tries > 0; tries -= 1)
    try {
      const answer = await recordSharedSale(depsOf(world), actor, { estanteId: stall.id, shares });
      if (answer.kind === 'done') world.reach('a sale paid with several codes');
      else world.reach('a sale of several codes refused, with nothing taken');
    } catch (error) {
      if (!(error instanceof SimulatedCrash)) throw error;
    }
}

/**
 * A stall completes a sale with a second voucher, or a third; without an answer it applies the rules, to all
 * of them or none.
 */
export function sellToSeveral(world: SimWorld, device: SimDevice, link: Paper): void {
  const { dice } = world.trouble;
  const byVoucher = new Map(world.papers.map((paper) => [paper.voucherId, paper]));
  byVoucher.delete(link.voucherId);
  const others = [...byVoucher.values()];
  if (others.length === 0) return;
  const at = dice.int(others.length);
  const links = [link, ...others.slice(at, at + 1 + dice.int(2))];
  const { operatorId } = device;
  const tab = tabOf(world, device);
  const shares = links.map(({ ownerId, voucherId }): SaleShare => {
    const price = toAmount(500 * (1 + dice.int(20)));
    return { opId: toOpId(dice.uuid()), userId: ownerId, codeQrUuid: voucherId, price };
  });
  swear(world, shares, { deviceId: device.id, operatorId });
  for (const [n, link] of links.entries()) {
    const share = shares[n];
    if (!share) continue;
    world.deeds.set(share.opId, {
      ...deed(device, 'purchase', link.voucherId, share.price),
      at: world.loop.now(),
      proof: link.proof,
      certifiedUntil: peekCertificate(device.disk, link.signedBy),
    });
  }
  note(world, device, `sells to ${links.map((link) => world.papers.indexOf(link)).join(' and ')}`);
  world.spawn(tab, async () => {
    const [first, ...others] = shares.map((share, n) => ({
      ...share,
      voucher: null,
      userName: 'luz',
      proof: links[n]?.proof ?? '',
    }));
    if (!first) return;
    const result = await tab.commands.placeSharedSale({
      estanteId: operatorId,
      estanteName: 'R',
      operatorId,
      shares: [first, ...others],
    });
    if (result.kind === 'saved') await result.decision;
    const status = await tab.db.fates.get(first.opId);
    if (status?.offline?.kind === 'accepted') world.reach('several codes accepted without a link');
  });
}

function swear(
  world: SimWorld,
  shares: readonly SaleShare[],
  by: { deviceId: string; operatorId: string },
): void {
  const ops: OpId[] = shares.map(({ opId }) => opId);
  world.runs.set(toOpId(ops.join(' ')), ops);
  for (const { opId, codeQrUuid: voucherId, price: amount } of shares)
    world.deeds.set(opId, { ...by, voucherId, amount, kind: 'purchase' });
}
