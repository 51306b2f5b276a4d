import { sumOf } from '#lab/simulation/judge/voids.ts';
import { peekStatuses } from '#lab/simulation/peek.ts';
import { isEnrolled } from '#lab/simulation/world/device.ts';
import type { SimWorld } from '#lab/simulation/world/world.ts';

/**
 * Voided top-ups, movement by movement in the order of commits: each once, whole, while unspent; from its
 * till while that holds enough, otherwise from the market's cash, or as a counted shortage; its voucher buys
 * nothing afterwards. No till is negative.
 */
export function judgeTopUpVoids(world: SimWorld): void {
  const made = new Map<string, { point: string; amount: number }>();
  const left = new Map<string, number>();
  const inTill = new Map<string, number>();
  const undone = new Set<string>();
  for (const movement of world.server.ledger.movements.values()) {
    const cash = movement.legs.find(({ account }) => account.kind === 'cash');
    const paper = movement.legs.find(({ account }) => account.kind === 'voucher')?.account.ownerId ?? '';
    if (movement.kind === 'top-up' && cash)
      made.set(paper, { point: cash.account.ownerId, amount: sumOf(movement, 'voucher') });
    if (movement.kind === 'top-up-void') {
      const { point = '', amount = 0 } = made.get(paper) ?? {};
      const held = inTill.get(point) ?? 0;
      const counted = sumOf(movement, 'cash-difference');
      const meant =
        counted || (held >= amount ? sumOf(movement, 'cash', point) : sumOf(movement, 'treasury'));
      if (undone.has(paper)) world.violate('23', 'a top-up was undone twice');
      if (amount === 0 || left.get(paper) !== amount)
        world.violate('23', `a top-up of ${amount} was undone with ${left.get(paper) ?? 0} on its paper`);
      if (sumOf(movement, 'voucher', paper) !== 0 - amount)
        world.violate('23', 'the paper of an undone top-up keeps something');
      if (meant !== amount)
        world.violate('23', `${meant} went back where ${amount} was due, with ${held} in the till`);
      undone.add(paper);
    }
    if (movement.kind === 'purchase' && movement.takesBack === undefined && undone.has(paper))
      if (sumOf(movement, 'voucher', paper) < 0) world.violate('23', 'the paper of an undone top-up paid');
    for (const { account, amount } of movement.legs) {
      if (account.kind === 'voucher') left.set(account.ownerId, (left.get(account.ownerId) ?? 0) + amount);
      if (account.kind !== 'cash') continue;
      const holds = (inTill.get(account.ownerId) ?? 0) - amount;
      inTill.set(account.ownerId, holds);
      if (holds < 0) world.violate('23', `a till holds ${holds} after a ${movement.kind}`);
    }
  }
  judgeKiosks(world, undone);
}

/** The kiosk returned the cash: the top-up counts with its void, or not at all, or is in a person's list. */
function judgeKiosks(world: SimWorld, undone: ReadonlySet<string>): void {
  const { ledger } = world.server;
  for (const kiosk of world.devices) {
    const row = ledger.devices.get(kiosk.id);
    if (kiosk.kind !== 'kiosk' || kiosk.hasForgotten || !isEnrolled(kiosk) || row?.revokedAt != null)
      continue;
    for (const { opId, offline } of peekStatuses(kiosk.disk)) {
      if (offline?.kind !== 'voided') continue;
      const isMade = [...ledger.movements.values()].some(({ reference }) => reference === opId);
      const line = [...ledger.conflicts.values()].find((one) => one.opId === offline.opId);
      if (line?.state === 'review') world.reach('an undone top-up that a person looks at');
      const paper = world.deeds.get(opId)?.voucherId ?? '';
      if (isMade && !undone.has(paper) && !line)
        world.violate('23', `top-up ${opId} was undone at its kiosk and stands on the server`);
    }
  }
}
