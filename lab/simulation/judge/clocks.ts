import { storedList } from '#lab/simulation/peek-list.ts';
import { type SimDevice, isEnrolled } from '#lab/simulation/world/device.ts';
import type { SimWorld } from '#lab/simulation/world/world.ts';
import { listedSince } from './foreign.ts';

/** Simultaneous calls may be recorded in either order. */
const sameMomentMs = 2_000;
/** Two processes measure the database's clock separately, and may pause at moments this far apart. */
export const measureMs = 2_500;
/** Largest jump of the database's clock here, and the duration of an answer. */
export const jumpMs = 16 * 60_000;

/** Times recorded in the order of commits: never earlier than a previous one, and close to the true time. */
export function judgeClocks(world: SimWorld): void {
  const { movedAt } = world.server.ledger;
  const times = [...movedAt.values()];
  // Two processes measure a jump within two seconds of it, and not at the same moment.
  if (!world.trouble.isJumpFresh && !world.restore?.isDone)
    for (const at of times.slice(world.trouble.judgedTimes)) {
      if (at < world.trouble.latest - measureMs)
        world.violate('16', `recorded ${world.trouble.latest - at} ms before what was there`);
      if (at < world.lastLook - jumpMs - 30 * 3_600_000 || at > world.loop.now() + jumpMs + measureMs)
        world.violate('16', 'recorded at a time that is not');
      world.trouble.latest = Math.max(world.trouble.latest, at);
    }
  world.trouble.judgedTimes = times.length;
  world.trouble.latest = Math.max(world.trouble.latest, ...times);
}

/** A list contains each voucher's balance at its time: nothing committed before is missing. */
export function judgeLists(world: SimWorld): void {
  if (world.restore || world.trouble.hasJumped) return;
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
