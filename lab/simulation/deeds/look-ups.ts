import { createRandom } from '#lab/simulation/machine/random.ts';
import { isEnrolled, type SimDevice } from '#lab/simulation/world/device.ts';
import { tabOf } from '#lab/simulation/world/steps.ts';
import type { Paper, SimWorld } from '#lab/simulation/world/world.ts';

/** An online stall scans a code and sees its balance, as before each sale. The server dates the answer. */
export function lookUp(world: SimWorld, step: number): void {
  const dice = createRandom((world.seed * 47 + 9) ^ (step * 104_729));
  const stalls = world.devices.filter(
    (device) => device.kind === 'stall' && isEnrolled(device) && !device.isBlank,
  );
  if (stalls.length === 0 || world.papers.length === 0) return;
  if (!dice.chance(0.3)) return;
  lookUpAt(world, dice.pick(stalls), dice.pick(world.papers));
}

export function lookUpAt(world: SimWorld, device: SimDevice, paper: Paper): void {
  const { ledger, clocks, serving, down } = world.server;
  const voucher = ledger.vouchers.get(paper.voucherId);
  const gaveBack = [...ledger.movements.values()].some(
    ({ takesBack, legs }) =>
      takesBack !== undefined && legs.some(({ account }) => account.ownerId === paper.voucherId),
  );
  // A balance returned to a voucher is separate news, unknown to the judge of receipts.
  if (!voucher || down.size > 0 || world.network.away.has(device.id) || world.restore || gaveBack) return;
  const tab = tabOf(world, device);
  const serverTime = clocks.now(serving).toISOString();
  const readAt = { serverTime, epoch: 1, position: ledger.position };
  const status = voucher.blocked === null && voucher.closedAs === null && voucher.balance > 0;
  world.reach('a code looked up at a stall');
  world.spawn(tab, () =>
    tab.commands.rememberBalance({ uuid: voucher.id, monto: voucher.balance, status, readAt }),
  );
}
