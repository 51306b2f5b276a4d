import { peekEnvelopes, peekStatuses } from '#lab/simulation/peek.ts';
import { isEnrolled } from '#lab/simulation/world/device.ts';
import type { SimWorld } from '#lab/simulation/world/world.ts';
import { soldFor, standings } from './voids.ts';

/**
 * At the end of a restored world: a sale that a tablet holds as voided is voided, once. A partial void that
 * comes back after the rest of its sale was voided anew returns nothing more, and neither does the void of an
 * absent sale, because the customer has all of it. A part larger than the remaining amount is a line for a
 * person.
 */
export function judgeStallVoids(world: SimWorld): void {
  if (!world.restore?.isDone) return;
  const { ledger } = world.server;
  const made = [...ledger.movements.values()].filter(({ kind }) => kind === 'void');
  const book = standings(ledger);
  const stands = (sales: readonly string[]): number =>
    [...ledger.purchases]
      .filter(([, { reference }]) => sales.includes(reference))
      .reduce((sum, [id]) => sum + (book.get(id)?.stall ?? soldFor(ledger, id)), 0);
  for (const device of world.devices) {
    const envelopes = peekEnvelopes(device.disk);
    for (const { opId, state } of isEnrolled(device) ? peekStatuses(device.disk) : []) {
      const envelope = envelopes.get(opId);
      if (state !== 'accepted' || !envelope || !('kind' in envelope) || envelope.kind !== 'void') continue;
      const count = made.filter(({ reference }) => reference === opId).length;
      const { purchaseOpIds, monto } = envelope.payload;
      const left = stands(purchaseOpIds);
      const isListed = [...ledger.conflicts.values()].some((one) => one.opId === opId);
      const isNeeded = left > 0 && !(isListed && monto !== undefined && monto > left);
      if (count > 1 || (count === 0 && isNeeded))
        world.violate('14', `void ${opId} is held as done and has ${count} effects`);
      world.reach("a stall's void held through a restore");
    }
  }
}
