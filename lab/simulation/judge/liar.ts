import type { SimWorld } from '#lab/simulation/world/world.ts';
import { judgeForeignLies } from './foreign.ts';

/** Undecided shortfalls never exceed the limits, whatever was claimed in however many contacts. */
export function judgeLiar(world: SimWorld): void {
  const { liar } = world;
  if (!liar) return;
  const { ledger } = world.server;
  judgeForeignLies(world, liar.id, liar.marketId);
  judgeTakenBack(world, liar);
  const versions = ledger.limits.get(liar.marketId) ?? [];
  const [perDevice, perVoucher] = [
    Math.max(...versions.map((limits) => limits.perDevice)),
    Math.max(...versions.map((limits) => limits.perVoucher)),
  ];
  const gains = new Map<string, number>();
  for (const { deviceId, state, voucherId, missing } of ledger.conflicts.values())
    if (deviceId === liar.id && state === 'overspend')
      gains.set(voucherId, (gains.get(voucherId) ?? 0) + missing);
  for (const [voucherId, gain] of gains) {
    const bound = Math.min(perVoucher, ledger.vouchers.get(voucherId)?.face ?? 0);
    if (gain > bound) world.violate('9', `a liar gained ${gain} of one voucher where ${bound} is the bound`);
  }
  const gained = [...gains.values()].reduce((sum, gain) => sum + gain, 0);
  if (gained > 0) world.reach('a liar that gained something');
  if (gained > perDevice) world.violate('9', `a liar gained ${gained} where ${perDevice} is the bound`);
  world.worstGain = Math.max(world.worstGain, perDevice === 0 ? 0 : gained / perDevice);
  for (const { deviceId, reason } of ledger.conflicts.values())
    if (deviceId === liar.id && reason === 'SHORTFALL_LIMIT') world.reach('a liar stopped by its caps');
}

/**
 * It was paid for its sales, and withdrew them by its own word: its debt to its market is exactly what a
 * person decided.
 */
function judgeTakenBack(world: SimWorld, { id, stallId }: { id: string; stallId: string }): void {
  const { movements, journal, conflicts } = world.server.ledger;
  const decided = new Set([...conflicts.values()].map(({ opId }) => opId));
  let owed = 0;
  for (const { reference, legs, takesBack } of movements.values()) {
    const isOwn =
      takesBack !== undefined && journal.get(reference)?.deviceId === id && !decided.has(reference);
    if (isOwn) world.reach('a liar that took a sale back');
    for (const { account, amount } of legs) {
      if (account.kind !== 'stall' || account.ownerId !== stallId) continue;
      owed += amount;
      if (isOwn && owed < 0) world.violate('9', `a liar took back ${0 - amount} for which it had been paid`);
    }
  }
}
