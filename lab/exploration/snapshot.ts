import { copyLedger, writeLedger, type LedgerCopy } from '#lab/simulation/memory/ledger-copy.ts';
import type { SimDevice } from '#lab/simulation/world/device.ts';
import { marketListsOf } from '#lab/simulation/world/server.ts';
import type { SimWorld } from '#lab/simulation/world/world.ts';
import type { SmallWorld } from './small-world.ts';

/**
 * Everything that may differ between two moments of a world in which every device is off. Moments share
 * disks: a device is turned on with a copy.
 */
export type Snapshot = {
  at: number;
  ledger: LedgerCopy;
  devices: DeviceSnapshot[];
  papers: SimWorld['papers'];
  violations: string[];
  lastRequests: SmallWorld['lastRequests'];
  restore: SimWorld['restore'];
  lastLook: number;
};

export type DeviceSnapshot = Pick<
  SimDevice,
  | 'disk'
  | 'copyTexts'
  | 'told'
  | 'lists'
  | 'certificates'
  | 'refused'
  | 'shown'
  | 'toldRevoked'
  | 'wasToldRevoked'
>;

export function takeSnapshot({ world, lastRequests }: SmallWorld): Snapshot {
  return {
    at: world.loop.now(),
    ledger: copyLedger(world.server.ledger),
    devices: world.devices.map(copyDevice),
    papers: [...world.papers],
    violations: [...world.violations],
    lastRequests: new Map(lastRequests),
    restore: copyRestore(world.restore),
    lastLook: world.lastLook,
  };
}

/** Resets a world to that moment. The snapshot is unchanged and can be used again. */
export function putBack(small: SmallWorld, snapshot: Snapshot): void {
  const { world } = small;
  world.loop.standAt(snapshot.at);
  writeLedger(world.server.ledger, snapshot.ledger);
  world.server.marketLists = marketListsOf(world.server.database);
  for (const [index, device] of world.devices.entries()) {
    const saved = snapshot.devices[index];
    if (saved) Object.assign(device, copyDevice(saved));
    device.lock = null;
  }
  world.violations.splice(0, world.violations.length, ...snapshot.violations);
  world.server.failures.splice(0);
  world.trace.splice(0);
  world.lastLook = snapshot.lastLook;
  putBackAround(small, snapshot);
}

/** Everything on no device and not on the server: enough to know the possible moves, at almost no cost. */
export function putBackAround({ world, lastRequests }: SmallWorld, snapshot: Snapshot): void {
  world.papers.splice(0, world.papers.length, ...snapshot.papers);
  lastRequests.clear();
  for (const [deviceId, request] of snapshot.lastRequests) lastRequests.set(deviceId, request);
  world.restore = copyRestore(snapshot.restore);
}

function copyDevice(device: DeviceSnapshot): DeviceSnapshot {
  return {
    disk: device.disk,
    copyTexts: device.copyTexts && [...device.copyTexts],
    told: [...device.told],
    lists: new Set(device.lists),
    certificates: new Map(device.certificates),
    refused: new Set(device.refused),
    shown: new Map([...device.shown].map(([opId, faces]) => [opId, new Set(faces)])),
    toldRevoked: device.toldRevoked,
    wasToldRevoked: device.wasToldRevoked,
  };
}

/** The copy of the database in it is never written. */
function copyRestore(restore: SimWorld['restore']): SimWorld['restore'] {
  return restore && { ...restore, lost: new Set(restore.lost), held: new Set(restore.held) };
}
