import type { OpId } from '#src/contract/brands.ts';
import type { SimDevice } from '#tests/simulation/world/device.ts';
import type { SimWorld } from '#tests/simulation/world/world.ts';

/** What a second copy held of a tablet that lost everything has reached the server, or a person's list. */
export function judgeRecovered(world: SimWorld, device: SimDevice): void {
  const { ledger } = world.server;
  const last = lastOf(device);
  const isShut = ledger.devices.get(last.id)?.revokedAt != null;
  // A device that was removed delivers nothing, and what it owes is named to the manager.
  if (device.owed.length === 0 || isShut) return;
  for (const opId of device.owed) {
    const isListed = [...ledger.conflicts.values()].some((one) => one.opId === opId);
    if (ledger.receipts.has(opId) || isListed) continue;
    world.violate('11', `operation ${opId} of a ${device.kind} was in the second copy and came nowhere`);
  }
}

function lastOf(device: SimDevice): SimDevice {
  return device.successor ? lastOf(device.successor) : device;
}

/** A sale that came back with more missing than its device may lack waits for a person, who may leave it to the stall. Nothing is posted until then. */
export function isBeforePerson(world: SimWorld, opId: OpId): boolean {
  const isListed = [...world.server.ledger.conflicts.values()].some(
    ({ purchaseOpId, reason, state }) =>
      purchaseOpId === opId && reason === 'PROVEN_BEYOND_LIMITS' && state === 'review',
  );
  return isListed || world.decided.get(opId) === 'stall';
}
