import type { Plants } from '#lab/simulation/bugs/plants.ts';
import { settlePeople } from '#lab/simulation/deeds/people.ts';
import { noWeights, type ServerRequest } from '#lab/simulation/machine/network.ts';
import { collectPapers } from '#lab/simulation/papers.ts';
import { createMemoryDisk } from '#lab/simulation/store/memory-disk.ts';
import type { SimConfig } from '#lab/simulation/world/config.ts';
import type { SimDevice } from '#lab/simulation/world/device.ts';
import { createWorld, type SimWorld } from '#lab/simulation/world/world.ts';
import { toAmount } from '#src/contract/brands.ts';

/** A market of one kiosk, two stalls and one customer's phone, after a morning with a link. */
export type SmallWorld = {
  world: SimWorld;
  kiosk: SimDevice;
  stalls: readonly [SimDevice, SimDevice];
  phone: SimDevice;
  /** Last request of each device that moved money, for the network's repetition. */
  lastRequests: Map<string, ServerRequest>;
};

/** Not a multiple of the number after which a healed run is watched for longer. It only affects ids. */
const seed = 1;

/** Nothing is random here: no faults, no drawn decisions; the moves are the events. */
const config: SimConfig = {
  markets: 1,
  stalls: 2,
  kiosks: 1,
  phones: 1,
  customers: 1,
  steps: 0,
  limits: {
    version: 1,
    perVoucher: toAmount(8_000),
    perDevice: toAmount(12_000),
    snapshotHours: 72,
    warnHours: 24,
    kioskVoucher: toAmount(20_000),
    // An offline kiosk issues one of its two codes.
    kioskTotal: toAmount(15_000),
  },
  link: { rate: 0, weights: noWeights(), away: 0 },
  disk: { lostHandle: 0, abort: 0, quota: 0 },
  crash: 0,
  secondTab: 0,
  freeze: 0,
  newerVersion: 0,
  skewMs: 0,
  clockJump: 0,
  server: { failBeforeCommit: 0, dieBeforeAnswer: 0, restart: 0 },
  decisions: 0,
  forgetting: 0,
  hasLocks: true,
  batchSize: 100,
  hasCounter: false,
};

/**
 * `kioskVoucher`: limit of one code issued offline, smallest unit shown. Opens the world and lets every
 * device fetch its list; `close` restores the process's own timers and `fetch`.
 */
export async function openSmallWorld(
  plants: Plants,
  kioskVoucher = config.limits.kioskVoucher,
): Promise<SmallWorld & { close: () => void }> {
  const world = createWorld(seed, plants, new Map(), createMemoryDisk);
  const limits = { ...config.limits, kioskVoucher };
  Object.assign(world.config, config, { limits, disk: { ...config.disk }, link: { ...config.link } });
  world.network.faults.rate = 0;
  const disconnect = world.network.install();
  const lastRequests = new Map<string, ServerRequest>();
  world.network.onServe = (request, sender) => {
    if (isOfMoney(request)) lastRequests.set(sender, request);
  };
  await settlePeople(world);
  const kiosk = deviceOf(world, 'kiosk');
  const [first, second] = world.devices.filter(({ kind }) => kind === 'stall');
  if (!first || !second) throw new Error('a small world has two stalls');
  for (const device of world.devices) world.network.away.add(device.id);
  closeTabs(world);
  return {
    world,
    kiosk,
    stalls: [first, second],
    phone: deviceOf(world, 'phone'),
    lastRequests,
    close: () => {
      closeTabs(world);
      disconnect();
      world.loop.release();
    },
  };
}

function isOfMoney({ path, body }: ServerRequest): boolean {
  if (path === '/shopping/create') return true;
  return path === '/sync' && (body as { entries: unknown[] }).entries.length > 0;
}

function deviceOf(world: SimWorld, kind: SimDevice['kind']): SimDevice {
  const device = world.devices.find((one) => one.kind === kind);
  if (!device) throw new Error(`a small world has a ${kind}`);
  return device;
}

/** Turns every device off: only its disk is left, as after any of its ends. */
export function closeTabs({ devices, network }: SimWorld): void {
  for (const device of devices) {
    for (const tab of device.tabs) tab.kill();
    network.away.add(device.id);
  }
}

/** Codes that people hold by now. */
export function takePapers({ world, kiosk }: SmallWorld): void {
  collectPapers(world, kiosk);
}
