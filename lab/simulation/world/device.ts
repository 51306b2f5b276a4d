import { utf8ToBytes } from '@noble/hashes/utils.js';
import { createDisk, type DiskAccess, type SimDisk, TabGone } from '#lab/simulation/machine/disk.ts';
import { peekStatuses } from '#lab/simulation/peek.ts';
import { type Commands, createCommands } from '#src/client/commands/create-commands.ts';
import type { CommandPorts } from '#src/client/commands/ports.ts';
import type { MoneyDb } from '#src/client/local/db/money-db.ts';
import type { CacheDb } from '#src/client/local/offline/cache-db.ts';
import { drainJournal } from '#src/client/sync/drain-journal.ts';
import { type DrainDriver, driveDrain } from '#src/client/sync/drain.ts';
import { keepCurrent } from '#src/client/sync/keep-current.ts';
import { createLeader } from '#src/client/sync/leader.ts';
import type { LeaderPort, SyncPorts } from '#src/client/sync/ports.ts';
import { toBase64Url } from '#src/protocol/base64url.ts';
import { toOpId, type MarketId, type OpId, type VoucherId } from '#src/protocol/brands.ts';
import { completeAtStart, hasCopy, recoverAtStart, simCopy } from './copy.ts';
import { secondsOff } from './seconds-off.ts';
import { simServerPort } from './server-port.ts';
import type { SimWorld } from './world.ts';

export type DeviceKind = 'stall' | 'kiosk' | 'phone';

/** A page of the application on a device. `kill` is a dead battery or a crashed browser. */
export type SimTab = {
  db: MoneyDb;
  cache: CacheDb;
  /** Its person's actions: the product's own object. */
  commands: Commands;
  driver: DrainDriver;
  access: DiskAccess;
  isGone: boolean;
  isSending: boolean;
  /** True time until which the browser has paused this page, ms. */
  frozenUntil: number;
  kill(): void;
};

export type SimDevice = {
  id: string;
  kind: DeviceKind;
  marketId: MarketId;
  operatorId: string;
  publicKey: string;
  disk: SimDisk;
  /** Its second copy: the texts of the log's records; null when its browser has none. */
  copyTexts: string[] | null;
  /** Device clock minus true time, ms. */
  skewMs: number;
  tabs: SimTab[];
  /** Holder of the device's lock, where there are locks. */
  lock: SimTab | null;
  /** Its storage was made to forget: losses must be reported, not absent. */
  hasForgotten: boolean;
  /** It lost everything, including its enrolment, and is no longer used. */
  isBlank: boolean;
  /** The same tablet under its next enrolment, which restores the second copy. */
  successor: SimDevice | null;
  /** Contents of the second copy when everything else was lost: goods or vouchers handed over. */
  owed: OpId[];
  /** Operations that a newer version of the application wrote. */
  newer: Set<OpId>;
  /** Balances in its receipts, with its newest operation at that time. */
  told: { opId: OpId; voucherId: VoucherId; balance: number; at: number; knownAtSeq: number }[];
  /** Times of the lists that the server delivered to it, ms of true time. */
  lists: Set<number>;
  /** Time of the list judged last. */
  judgedList: number;
  /** Its disk is full and stays so. */
  isFull: boolean;
  /** The server's answer that it is revoked has reached it; and had, at the last look. */
  toldRevoked: boolean;
  wasToldRevoked: boolean;
  /** The tab that received it: if it died before the next look, or the disk failed, it was not stored. */
  heardBy: { readonly isGone: boolean } | null;
  hasFaultSinceHeard: boolean;
  /** Operations that its database had as refused when a person had waited for the answer. */
  refused: Set<OpId>;
  /** States shown to its people, by operation: never reverted without a trace. */
  shown: Map<OpId, Set<string>>;
};

/** A holder's phone has no journal on the server. */
export function isEnrolled({ kind }: Pick<SimDevice, 'kind'>): boolean {
  return kind === 'stall' || kind === 'kiosk';
}

export function deviceNow(world: SimWorld, device: SimDevice): number {
  return world.loop.now() + device.skewMs;
}

export function newDevice(
  world: SimWorld,
  kind: DeviceKind,
  marketId: MarketId,
  operatorId: string,
): SimDevice {
  const id = world.random.uuid();
  return {
    id,
    kind,
    marketId,
    operatorId,
    publicKey: world.keys.create(),
    disk: createDisk(),
    copyTexts: null,
    skewMs: skewOf(world, kind),
    tabs: [],
    lock: null,
    hasForgotten: false,
    isBlank: false,
    successor: null,
    owed: [],
    newer: new Set(),
    told: [],
    lists: new Set(),
    judgedList: 0,
    isFull: false,
    toldRevoked: false,
    wasToldRevoked: false,
    heardBy: null,
    hasFaultSinceHeard: false,
    refused: new Set(),
    shown: new Map(),
  };
}

function skewOf(world: SimWorld, kind: DeviceKind): number {
  const drawn = Math.round((world.random.next() - 0.5) * world.config.skewMs);
  return secondsOff(world, kind) ?? drawn;
}

/** Opens the application on a device with the contents of its disk, and nothing else. */
export function openTab(world: SimWorld, device: SimDevice): SimTab {
  const access: DiskAccess = {
    isGone: () => tab.isGone,
    dieAtRequest: null,
    onDeath: () => tab.kill(),
    faults: world.config.disk,
    isFull: () => device.isFull,
    onFault: (fault) => {
      device.hasFaultSinceHeard = true;
      world.sawDiskFault(fault);
    },
  };
  const db = device.disk.money(access, world.random);
  // Only a device with a second copy compares it: other devices do not need another database at each start.
  const atStart = hasCopy(device) ? device.disk.money(null, world.random) : null;
  const cache = device.disk.cache();
  if (atStart) db.on('ready', () => recoverAtStart(world, device, atStart, () => tab));
  const ports = portsOf(world, device, { db, cache }, () => tab);
  const tab: SimTab = {
    db,
    cache,
    commands: createCommands(commandPortsOf(world, device, { db, cache }, () => tab)),
    driver: driveDrain(db, ports, (error) => world.sawTabFailure(tab, error)),
    access,
    isGone: false,
    isSending: false,
    frozenUntil: 0,
    kill: () => {
      if (tab.isGone) return;
      tab.isGone = true;
      if (device.lock === tab) device.lock = null;
      tab.driver.stop();
      device.tabs = device.tabs.filter((other) => other !== tab);
      if (tab.isSending) world.reach('a tab that died while it was sending');
      db.close();
      cache.close();
    },
  };
  device.tabs.push(tab);
  completeAtStart(world, device, tab, ports);
  return tab;
}

function portsOf(
  world: SimWorld,
  device: SimDevice,
  { db, cache }: Pick<SimTab, 'db' | 'cache'>,
  tabOf: () => SimTab,
): SyncPorts {
  const owner = world.random.uuid();
  return {
    server: simServerPort(world, device, tabOf),
    loadJournal: async () => ({
      drainJournal,
      keepCurrent: (own, ports: SyncPorts) => keepCurrent(own, cache, ports),
    }),
    sign: async (text) => {
      if (tabOf().isGone) throw new TabGone();
      return signText(world, device.publicKey, text);
    },
    leader: world.config.hasLocks
      ? lockOf(device, tabOf)
      : createLeader(db, owner, () => deviceNow(world, device)),
    clock: {
      now: () => deviceNow(world, device),
      steady: () => ({ since: 0, ms: world.loop.now() }),
      random: () => world.random.next(),
    },
    maySendFor: () => true,
    hasNetwork: () => true,
    secondCopy: simCopy(device, tabOf),
    batchSize: world.config.batchSize,
    health: async () => ({ appVersion: 'simulated', storage: 'persistent' }),
    forgetCaches: async () => undefined,
    onProgress: () => undefined,
    onLink: () => undefined,
  };
}

function signText(world: SimWorld, publicKey: string, text: string): string {
  return toBase64Url(world.keys.sign(publicKey, utf8ToBytes(text)));
}

const noPins = (): Promise<never> => Promise.reject(new Error('nobody types a PIN here'));

/** A Web Lock: one holder, released when it goes away. */
function lockOf(device: SimDevice, tabOf: () => SimTab): LeaderPort {
  return async (work) => {
    const tab = tabOf();
    if (device.lock !== null) return false;
    device.lock = tab;
    try {
      await work();
    } finally {
      if (device.lock === tab) device.lock = null;
    }
    return true;
  };
}

function commandPortsOf(
  world: SimWorld,
  device: SimDevice,
  { db, cache }: { db: MoneyDb; cache: CacheDb },
  tabOf: () => SimTab,
): CommandPorts {
  return {
    db,
    cache,
    crypto: {
      verify: async (publicKey, message, signature) => world.keys.verify(publicKey, message, signature),
      signBytes: async (_key, message) => world.keys.sign(device.publicKey, message),
      signText: async (_key, text) => signText(world, device.publicKey, text),
      newPin: noPins,
      pinTag: noPins,
      sealFor: () => Promise.reject(new Error('the simulated server has no key for files')),
      makeDeviceKeys: () => Promise.reject(new Error('every device was enrolled before')),
    },
    clock: { now: () => deviceNow(world, device) },
    deliverRescue: () => Promise.reject(new Error('no file is sealed here')),
    ids: { next: () => toOpId(world.random.uuid()), device: () => device.id },
    secondCopy: simCopy(device, tabOf),
    connection: {
      waitForAnswer: (ms) => waitForAnswer(world, device, tabOf(), ms),
      requestSync: () => tabOf().driver.wake(),
    },
    reportStorageFailure: (error) => world.sawTabFailure(tabOf(), error),
  };
}

/** A page that dies while it waits decides nothing any more. */
async function waitForAnswer(world: SimWorld, device: SimDevice, tab: SimTab, ms: number): Promise<void> {
  await world.loop.sleep(world.network.away.has(device.id) ? 0 : ms);
  for (const { opId, state, offline } of peekStatuses(device.disk))
    if (state === 'refused' && offline?.kind !== 'accepted') device.refused.add(opId);
  if (tab.isGone) throw new TabGone();
}
