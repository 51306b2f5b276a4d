import { judgeForeignLies } from './foreign.ts';
import type { SimWorld } from '#tests/simulation/world/world.ts';

/** What nobody has decided yet is never more than the limits, whatever was said in however many contacts. */
export function judgeLiar(world: SimWorld): void {
  const { liar } = world;
  if (!liar) return;
  const { ledger } = world.server;
  if (liar.isThief) judgeThief(world, liar.id);
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

/** Nobody has signed its sales: none is paid but by a person of the market. */
function judgeThief(world: SimWorld, deviceId: string): void {
  const { acceptances, purchases, conflicts } = world.server.ledger;
  const lines = [...conflicts.values()];
  const paid = new Set([...purchases.values()].map(({ reference }) => reference));
  for (const sale of acceptances.values()) {
    if (sale.deviceId !== deviceId) continue;
    const line = lines.find(({ opId }) => opId === sale.opId);
    if (line?.reason === 'OPERATOR_UNSIGNED') world.reach('a sale without the signature of its person');
    const isDecided = line?.state === 'resolved' && line.reason === 'OPERATOR_UNSIGNED';
    if (paid.has(sale.purchaseOpId) && !isDecided)
      world.violate('9', `sale ${sale.opId} was paid, and nobody but the device has signed it`);
  }
}

/** It was paid for what it sold, and took it back by its own word: what it owes its market then is what a person decided, and nothing else. */
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
