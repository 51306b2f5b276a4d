import { areCopied } from '#lab/simulation/mail/carriers.ts';
import { peek, peekStatuses } from '#lab/simulation/peek.ts';
import type { SimDevice } from '#lab/simulation/world/device.ts';
import type { SimWorld } from '#lab/simulation/world/world.ts';
import type { Envelope } from '#src/contract/sync/envelope.ts';

/** Sales accepted by a list that a phone brought. */
export function judgeLetters(world: SimWorld): void {
  for (const device of world.devices)
    for (const { kind, payload } of peek<Envelope>(device.disk, 'envelopes'))
      if (kind === 'acceptance' && world.mail.lists.has(`${device.id} ${payload.snapshotAsOf}`))
        world.reach('a sale accepted by a carried list');
}

/**
 * After the last carrier of a week without a link, and before the link is back: each honest sale is paid, its stall
 * knows it, and no person has to decide it.
 */
export function judgeWeek(world: SimWorld): void {
  if (world.focus !== 'a week by letters') return;
  let paid = 0;
  for (const device of world.devices)
    if (device.kind === 'stall' && !device.isBlank) paid += judgeStall(world, device);
  if (paid > 0) world.reach('a week without a link paid by letters');
}

/** States in which a stall knows the end of a sale. A refused purchase is paid by its acceptance. */
const known: ReadonlySet<string> = new Set(['accepted', 'settled-with-overspend', 'refused']);

/** Returns how many sales it was paid for. */
function judgeStall(world: SimWorld, device: SimDevice): number {
  const { ledger } = world.server;
  const statuses = peekStatuses(device.disk);
  const purchases = peek<Envelope>(device.disk, 'envelopes').filter(({ kind }) => kind === 'purchase');
  let paid = 0;
  for (const { opId, state, offline } of statuses) {
    const sale = purchases.find((one) => one.opId === opId);
    if (offline?.kind !== 'accepted' || !sale) continue;
    const conflict = [...ledger.conflicts.values()].find((one) => one.opId === offline.opId);
    // A device whose unassigned losses reach its limits waits for a person, with a link as well.
    if (areCopied(world) && conflict?.reason === 'SHORTFALL_LIMIT') continue;
    if (conflict && !(areCopied(world) && conflict.state === 'overspend'))
      world.violate('14', `a sale carried by letter is in a person's list: ${conflict.reason}`);
    if (!known.has(state)) world.violate('14', `a stall does not know of sale ${opId}, which was carried`);
    if (![...ledger.movements.values()].some(({ reference }) => reference === opId))
      world.violate('14', `sale ${opId} was carried and is not paid`);
    paid += 1;
  }
  return paid;
}
