import type { SimLiar } from '#lab/simulation/deeds/liar.ts';
import { TabGone } from '#lab/simulation/machine/disk.ts';
import { createEventLoop, type EventLoop } from '#lab/simulation/machine/event-loop.ts';
import { createFakeKeys, type FakeKeys } from '#lab/simulation/machine/fake-keys.ts';
import { createNetwork, type LinkFault, type Network } from '#lab/simulation/machine/network.ts';
import { createRandom, type Random } from '#lab/simulation/machine/random.ts';
import { countRare, type RareCounts, type RareState } from '#lab/simulation/rare-states.ts';
import { toOpId, type MarketId, type OpId, type VoucherId } from '#src/protocol/brands.ts';
import { drawConfig, type SimConfig } from './config.ts';
import { deviceNow, isEnrolled, type SimDevice, type SimTab } from './device.ts';
import { arrange, focusOf, type Focus } from './focus.ts';
import type { SimRestore } from './restore.ts';
import { createSimServer, type SimServer } from './server.ts';

/** A printed or shown code. Copies of it are the same object, because a link has no state. */
export type Paper = {
  voucherId: VoucherId;
  ownerId: string;
  face: number;
  proof: string;
  /** False: never issued. */
  isGenuine: boolean;
};

/** A sworn action: no effect may exist on the server without one. */
export type Deed = {
  deviceId: string;
  kind: string;
  voucherId: VoucherId | null;
  amount: number;
  operatorId: string;
  /** It claims that the voucher was not listed. */
  isUnlisted?: boolean;
};

export type SimWorld = {
  seed: number;
  config: SimConfig;
  /** Focus of this day; null for none. */
  focus: Focus | null;
  random: Random;
  /** Dice of the server's two processes. */
  balancer: Random;
  loop: EventLoop;
  keys: FakeKeys;
  server: SimServer;
  network: Network;
  devices: SimDevice[];
  /** A person with a stall's key and a modified application. */
  liar: SimLiar | null;
  /** The restore of the server's database; null for none. */
  restore: SimRestore | null;
  /**
   * Events around devices and links, with separate dice, so that a seed's other draws stay the same. With settings
   * customers are deleted, the maximum top-up is lowered, the server's key is rotated, disks stay full.
   */
  trouble: { dice: Random; hasSettings: boolean };
  /**
   * Devices with a call that came hours after it was made, because page or server slept in the middle of it.
   */
  servedLate: Set<string>;
  /** Highest gain of a dishonest device, as a fraction of its bound. */
  worstGain: number;
  markets: MarketId[];
  customers: { id: string; identificacion: string; kioskId: string }[];
  papers: Paper[];
  deeds: Map<OpId, Deed>;
  violations: string[];
  trace: string[];
  /** True time of the last look at the devices. */
  lastLook: number;
  /** Worst overspend of a voucher so far, as a fraction of its bound. */
  worst: number;
  reach(state: RareState): void;
  violate(invariant: string, text: string): void;
  /** Runs work in parallel; an error of a page that is gone is ignored. */
  spawn(tab: SimTab | null, work: () => Promise<void>): void;
  sawTabFailure(tab: SimTab, error: unknown): void;
  sawDiskFault(name: string): void;
  sawTwoSenders(device: SimDevice): void;
};

/** Longest call, counted from the time that its device names. */
const longestCallMs = 5 * 60_000;

const startMs = Date.parse('2026-11-21T11:00:00Z');

/** Returns an empty world for this seed; `deeds/people.ts` adds people and devices. */
export function createWorld(seed: number, rare: RareCounts): SimWorld {
  const random = createRandom(seed);
  const config = drawConfig(random);
  const dice = createRandom(seed ^ 0xc10c5);
  const focus = focusOf(seed);
  arrange(focus, config);
  const loop = createEventLoop(startMs);
  const keys = createFakeKeys(random);
  const balancer = createRandom(seed ^ 0x2b0ba1a);
  const server = createSimServer({ loop, random, balancer, keys, worldOf: () => world });
  const serve: typeof server.serve = async (request) => {
    const answer = await server.serve(request);
    const sender = world.devices.find(({ id }) => id === senderOf(world, request.body, request.opId));
    const { sentAt } = (request.body ?? {}) as { sentAt?: string };
    if (sender && sentAt && loop.now() + sender.skewMs - Date.parse(sentAt) > longestCallMs)
      world.servedLate.add(sender.id);
    return answer;
  };
  const network = createNetwork(loop, random, serve, ({ body, opId }) => senderOf(world, body, opId));
  const world: SimWorld = {
    seed,
    config,
    focus,
    random,
    balancer,
    loop,
    keys,
    server,
    network,
    devices: [],
    liar: null,
    restore: null,
    trouble: { dice, hasSettings: dice.chance(0.15) },
    servedLate: new Set(),
    worstGain: 0,
    markets: [],
    customers: [],
    papers: [],
    deeds: new Map(),
    violations: [],
    trace: [],
    lastLook: startMs,
    worst: 0,
    reach: (state) => countRare(rare, state),
    violate: (invariant, text) => {
      world.violations.push(`${invariant}: ${text}`);
    },
    spawn: (tab, work) => {
      work().catch((error: unknown) => sawFailure(world, tab, error));
    },
    sawTabFailure: (tab, error) => sawFailure(world, tab, error),
    sawDiskFault: (name) => {
      if (name === 'QuotaExceededError') world.reach('a full disk at a write');
      if (name === 'InvalidStateError') world.reach('a lost handle of the database');
    },
    sawTwoSenders: (device) => {
      world.reach('two tabs sending at once');
      if (config.hasLocks && isEnrolled(device))
        world.violate('12', `two tabs of ${device.kind} sent at once in spite of the lock`);
    },
  };
  network.faults = { rate: config.link.rate, weights: config.link.weights };
  network.onFault = (fault) => noteLinkFault(world, fault);
  return world;
}

function sawFailure(world: SimWorld, tab: SimTab | null, error: unknown): void {
  if (error instanceof TabGone || tab?.isGone === true || isOfDisk(error)) return;
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  world.violate('failure', text);
}

const diskErrors = new Set([
  'AbortError',
  'QuotaExceededError',
  'InvalidStateError',
  'DatabaseClosedError',
  'TabGone',
]);

/** Errors of the simulated disk, some of which Dexie wraps. */
function isOfDisk(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = 'inner' in at ? at.inner : at.cause)
    if (diskErrors.has(at.name) || at.message.includes('simulated') || isOfLostHandle(at)) return true;
  return false;
}

/**
 * Requested in parallel to the one that lost the handle, before it is reopened: nothing failed at opening, so
 * the error names nothing.
 */
function isOfLostHandle(error: Error): boolean {
  return error.name === 'OpenFailedError' && 'inner' in error && error.inner === null;
}

function senderOf(world: SimWorld, body: unknown, opId: OpId | undefined): string {
  if (typeof body === 'object' && body !== null && 'deviceId' in body) return String(body.deviceId);
  return world.deeds.get(opId ?? toOpId(''))?.deviceId ?? '';
}

function noteLinkFault(world: SimWorld, fault: LinkFault): void {
  const states: Partial<Record<LinkFault, RareState>> = {
    'drop-answer': 'an answer lost after the commit',
    duplicate: 'a request delivered twice',
    'captive-portal': 'a captive portal answered for the server',
    'failure-before': 'a failure before the commit',
    'failure-after': 'a failure after the commit',
  };
  const state = states[fault];
  if (state) world.reach(state);
}

/** One line of the run's history, the same for the same seed. */
export function note(world: SimWorld, device: SimDevice | null, text: string): void {
  const clock = device ? deviceNow(world, device) : 0;
  world.trace.push(
    `${world.loop.now()} ${device ? `${device.kind} ${device.id.slice(0, 4)} ${clock}` : '-'} ${text}`,
  );
}
