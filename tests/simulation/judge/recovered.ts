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
