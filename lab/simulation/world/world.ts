import type { Plants } from '#lab/simulation/bugs/plants.ts';
import type { ClosedDay } from '#lab/simulation/deeds/office.ts';
import type { DishonestTill } from '#lab/simulation/deeds/scripts/dishonest-till.ts';
import type { SimLiar } from '#lab/simulation/deeds/scripts/liar.ts';
import { TabGone } from '#lab/simulation/machine/disk.ts';
import { createEventLoop, type EventLoop } from '#lab/simulation/machine/event-loop.ts';
import { createFakeKeys, type FakeKeys } from '#lab/simulation/machine/fake-keys.ts';
import { createNetwork, type LinkFault, type Network } from '#lab/simulation/machine/network.ts';
import { drawOutside, type OutsideTrouble } from '#lab/simulation/machine/outside-trouble.ts';
import { createRandom, type Random } from '#lab/simulation/machine/random.ts';
import { countRare, type RareCounts, type RareState } from '#lab/simulation/rare-states.ts';
import type { PinnedVoucher } from '#lab/simulation/world/pins.ts';
import { toOpId, type MarketId, type OpId, type VoucherId } from '#src/contract/brands.ts';
import type { DifferenceAnswer } from '#src/contract/cash/till-hand-over.ts';
import type { Assignee } from '#src/contract/settlement/schemas.ts';
import { drawConfig, type SimConfig } from './config.ts';
import { deviceNow, isEnrolled, type SimDevice, type SimTab } from './device.ts';
import { arrange, focusOf, type Focus } from './focus.ts';
import type { SimRestore } from './restore.ts';
import { createSimServer, type SimServer } from './server.ts';

/** A printed or shown code. Copies of it are the same object: link has no state. */
export type Paper = {
  voucherId: VoucherId;
  ownerId: string;
  face: number;
  proof: string;
  /** ms; null for never */
  endsAt: number | null;
  /** the kiosk that signed it; null for the server */
  signedBy: string | null;
  /** false: nobody issued it */
  isGenuine: boolean;
};

/** What somebody did and would swear to: no effect may exist on the server without one of these. */
export type Deed = {
  deviceId: string;
  kind: string;
  voucherId: VoucherId | null;
  amount: number;
  operatorId: string;
  /**
   * what is voided or reissued, what a payout may take of what is held back, what a till should have held or a stall
   * been paid
   */
  of?: string;
  includesHeld?: boolean;
  /** the account on which a loss is put, beside a stall's own */
  bearer?: 'guarantee' | 'debt' | '';
  /** what a person has somebody pay of a sale: all that its voucher does not give, whatever that is */
  isOfDecision?: boolean;
  /** who asked for it in person, and who answers for what is missing or left over */
  by?: string;
  answers?: DifferenceAnswer | null;
  /** whose points, and how many; what was answered to be left of them, or of what one market owes the other */
  marketId?: string;
  points?: number;
  left?: number;
  /** true time, ms, and the code that was read */
  at?: number;
  proof?: string;
  /** it says that it was told nothing of the voucher */
  isUnlisted?: boolean;
  /** until when the device knew the kiosk of the code to be good, ms */
  certifiedUntil?: number;
  expected?: number;
};

export type SimWorld = {
  seed: number;
  config: SimConfig;
  /** what this day is about; null for nothing */
  focus: Focus | null;
  random: Random;
  /** dice of the two processes of the server */
  balancer: Random;
  loop: EventLoop;
  keys: FakeKeys;
  server: SimServer;
  network: Network;
  devices: SimDevice[];
  /** somebody with a stall's key and an application of the own */
  liar: SimLiar | null;
  /** a point whose own device lies */
  till: DishonestTill | null;
  /** vouchers that got a PIN */
  pins: Map<VoucherId, PinnedVoucher>;
  /** customers that a person has merged into another */
  merged: Set<string>;
  /** what happens to the server's database; null for nothing */
  restore: SimRestore | null;
  /** clocks of the server, people who come and go, staff */
  trouble: OutsideTrouble;
  /** of each kiosk: what it made since somebody was last signed in on it, as the judge counts it */
  unsigned: Map<string, number>;
  /** movements of which the judge knows in whose contact they were made */
  attributed: Set<string>;
  /** people whose password was reset and who have not signed in since; and all that ever were */
  suspended: Set<string>;
  wereSuspended: Set<string>;
  /** devices of which a call came hours after it was made: page or server slept in the middle of it */
  servedLate: Set<string>;
  /** vouchers that a person unblocked */
  unblocked: Set<string>;
  closedDays: ClosedDay[];
  /** purchases whose loss was assigned */
  assigned: Set<string>;
  /** sales that a person has decided, by the purchase's operation, and who bears them */
  decided: Map<string, Assignee>;
  /** the most that a liar gained, as a part of its bound */
  worstGain: number;
  markets: MarketId[];
  /** who signs in at the tablet that nobody enrolled */
  colleagues: string[];
  customers: { id: string; identificacion: string; kioskId: string }[];
  papers: Paper[];
  deeds: Map<OpId, Deed>;
  /** payouts of several stalls, sales of several codes: the movements that one act comes to, all of them or none */
  runs: Map<OpId, readonly OpId[]>;
  plants: Plants;
  violations: string[];
  trace: string[];
  /** true time of the last look at the devices */
  lastLook: number;
  /** worst overspend of a voucher so far, as a part of its bound */
  worst: number;
  reach(state: RareState): void;
  violate(invariant: string, text: string): void;
  /** lets something happen beside everything else; an error of a page that is gone is nobody's */
  spawn(tab: SimTab | null, work: () => Promise<void>): void;
  sawTabFailure(tab: SimTab, error: unknown): void;
  sawDiskFault(name: string): void;
  sawTwoSenders(device: SimDevice): void;
};

/** No call takes longer from when its device says that it makes it. */
const longestCallMs = 5 * 60_000;

const startMs = Date.parse('2026-11-21T11:00:00Z');

/** An empty world of this seed; people and devices come next (deeds/people.ts). */
export function createWorld(seed: number, plants: Plants, rare: RareCounts): SimWorld {
  const random = createRandom(seed);
  const config = drawConfig(random);
  const trouble = drawOutside(seed);
  const focus = plants.focus ?? focusOf(seed);
  arrange(focus, config, trouble);
  const loop = createEventLoop(startMs);
  const keys = createFakeKeys(random);
  const balancer = createRandom(seed ^ 0x2b0ba1a);
  const server = createSimServer({ loop, random, balancer, keys, plants, worldOf: () => world });
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
    pins: new Map(),
    till: null,
    merged: new Set(),
    restore: null,
    trouble,
    unsigned: new Map(),
    attributed: new Set(),
    suspended: new Set(),
    wereSuspended: new Set(),
    servedLate: new Set(),
    unblocked: new Set(),
    assigned: new Set(),
    decided: new Map(),
    closedDays: [],
    worstGain: 0,
    markets: [],
    colleagues: [],
    customers: [],
    papers: [],
    deeds: new Map(),
    runs: new Map(),
    plants,
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

/** Errors that the simulated disk makes by itself; Dexie wraps some of them. */
function isOfDisk(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = 'inner' in at ? at.inner : at.cause)
    if (diskErrors.has(at.name) || at.message.includes('simulated') || isOfLostHandle(at)) return true;
  return false;
}

/**
 * Asked beside the request that lost the handle, before it is opened again: nothing failed at opening, so it names
 * nothing.
 */
function isOfLostHandle(error: Error): boolean {
  return error.name === 'OpenFailedError' && 'inner' in error && error.inner === null;
}

function senderOf(world: SimWorld, body: unknown, opId: OpId | undefined): string {
  if (typeof body === 'object' && body !== null && 'deviceId' in body) return String(body.deviceId);
  if (typeof body === 'object' && body !== null && 'refreshToken' in body)
    return world.devices.find(({ kind }) => kind === 'counter')?.id ?? '';
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

/** One line of the run's own history, the same for the same seed. */
export function note(world: SimWorld, device: SimDevice | null, text: string): void {
  const clock = device ? deviceNow(world, device) : 0;
  world.trace.push(
    `${world.loop.now()} ${device ? `${device.kind} ${device.id.slice(0, 4)} ${clock}` : '-'} ${text}`,
  );
}
