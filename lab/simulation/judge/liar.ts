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

/** Tolerance for an honest clock, a call's duration, and a jump of the database's clock. */
const slackMs = 25 * 60_000;

/**
 * A point with a dishonest device gets back what its own call would: its own top-up, as in the ledger, from
 * its own till, at a possible time. A person has decided every other movement.
 */
export function judgeTill(world: SimWorld): void {
  const { till } = world;
  if (!till) return;
  const { movements, conflicts, receipts } = world.server.ledger;
  const decided = new Set([...conflicts.values()].map(({ opId }) => opId));
  const made = new Map<string, string>();
  for (const { id, kind, reference, legs, undoes } of movements.values()) {
    if (kind === 'top-up') made.set(id, reference);
    const void_ = till.voids.get(reference);
    if (kind !== 'top-up-void' || !void_ || decided.has(reference)) continue;
    world.reach('a dishonest till that undid a top-up');
    const { lie, topUpOpId, occurredAt } = void_;
    const at = world.server.ledger.movedAt.get(id) ?? 0;
    if (lie === 'amount' || lie === 'voucher' || lie === 'customer')
      world.violate('24', `a till undid a top-up of which it says another ${lie}`);
    if (made.get(undoes ?? '') !== topUpOpId)
      world.violate('24', 'a till undid another top-up than it named');
    if (!till.sold.some(({ opId }) => opId === topUpOpId))
      world.violate('24', 'a till undid the top-up of another point');
    if (Math.abs(at - occurredAt) > slackMs && occurredAt > at)
      world.violate('24', 'a till undid a top-up at a time that has not come');
    if (occurredAt < at - 10 * 86_400_000)
      world.violate('24', 'a till undid a top-up before it was enrolled');
    if (legs.some(({ account }) => account.kind === 'treasury'))
      world.violate('24', 'a till undid a top-up out of its market’s cash');
  }
  if (till.sealed.length > 0) world.violate('24', 'a till got our seal under the id of another operation');
  for (const { reason, deviceId } of conflicts.values())
    if (deviceId === till.id && reason === 'TIME_IMPLAUSIBLE')
      world.reach('a dishonest till set aside for its time');
  for (const [opId, { lie }] of till.voids)
    if (lie === 'known-id' && receipts.get(opId)?.refusal === null && movements.size > 0)
      world.reach('a dishonest till under an id that was taken');
}
