import { storedList } from '#lab/simulation/peek-list.ts';
import { type SimDevice, isEnrolled } from '#lab/simulation/world/device.ts';
import type { SimWorld } from '#lab/simulation/world/world.ts';
import { listedSince } from './foreign.ts';

/** Simultaneous calls may be recorded in either order. */
const sameMomentMs = 2_000;
/** A list contains each voucher's balance at its time: nothing committed before is missing. */
export function judgeLists(world: SimWorld): void {
  if (world.restore) return;
  for (const device of world.devices)
    if (isEnrolled(device) && device.kind === 'stall' && device.disk) judgeList(world, device);
}

function judgeList(world: SimWorld, device: SimDevice): void {
  const list = storedList(device.disk);
  if (!list || device.judgedList === list.asOf) return;
  device.judgedList = list.asOf;
  const { movements, movedAt, vouchers, blockChanges } = world.server.ledger;
  const moved = new Map<string, { before: number; isNear: boolean }>();
  for (const { id, legs } of movements.values()) {
    const at = movedAt.get(id) ?? 0;
    for (const { account, amount } of legs) {
      if (account.kind !== 'voucher') continue;
      const held = moved.get(account.ownerId) ?? { before: 0, isNear: false };
      if (Math.abs(at - list.asOf) < sameMomentMs) held.isNear = true;
      else if (at < list.asOf) held.before += amount;
      else continue;
      moved.set(account.ownerId, held);
    }
  }
  const wereBlocked = new Set([...blockChanges.values()].map(({ voucherId }) => voucherId));
  for (const { id } of vouchers.values()) {
    const held = moved.get(id);
    if (!held || held.isNear || wereBlocked.has(id)) continue;
    const said = list.balanceOf(id);
    const since = listedSince(world, id, device.marketId);
    if (since === null && said !== null)
      world.violate('17', 'a list holds a voucher of another market that was never paid with here');
    // Its purchase here was close to the list's time.
    if (since === null || since > list.asOf - sameMomentMs) continue;
    if (said !== held.before)
      world.violate('17', `a list says ${said} of a voucher that held ${held.before}`);
  }
}
