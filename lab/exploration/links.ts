import { noWeights } from '#lab/simulation/machine/network.ts';
import { openTab, type SimDevice, type SimTab } from '#lab/simulation/world/device.ts';
import type { SmallWorld } from './small-world.ts';

/** Part of each budget used so far. It belongs to the state. */
export type Used = ReadonlyMap<string, number>;

/** An event that can happen in any order with the others, as often as its budgets allow. */
export type Move = {
  name: string;
  /**
   * Budgets of which it uses one: a sale is made once, answers are lost a limited number of times in total.
   */
  uses: readonly Budget[];
  /**
   * Everything it reads and writes besides the voucher and the last request: one device or none; the server
   * or nothing of it.
   */
  reach: Reach;
  /** Device whose last request arrives again. */
  sender?: (small: SmallWorld) => SimDevice;
  /** A device has a link for a while, and nothing else happens. */
  isHealing?: boolean;
  isPossible(small: SmallWorld, used: Used): boolean;
  make(small: SmallWorld): Promise<void>;
};

/** `whole`: it reads or writes more than one device and the server, or depends on the time. */
export type Reach = { device: ((small: SmallWorld) => SimDevice) | null; isAway: boolean } | 'whole';

export type Budget = { name: string; most: number };

const lostAnswers: Budget = { name: 'lost answers', most: 1 };

/** A whole decision, or a contact with its fetches: time costs nothing here. */
export const whileMs = 8_000;
/** State of the link during a move: down, good, or good with every answer lost. */
export type Link = 'away' | 'good' | 'answers lost';
const linkWords: Record<Link, string> = {
  away: 'without a link',
  good: 'with a link',
  'answers lost': 'with a link and no answer',
};

/**
 * A move under each state of the link. `most`: how often it may be made; null for any number, until it
 * changes nothing more.
 */
export function underLinks(
  what: string,
  links: readonly Link[],
  most: number | null,
  rest: {
    device: (small: SmallWorld) => SimDevice;
    isPossible: Move['isPossible'];
    make: (small: SmallWorld, link: Link) => Promise<void>;
  },
): Move[] {
  return links.map((link) => ({
    name: `${what} ${linkWords[link]}`,
    uses: [
      ...(most === null ? [] : [{ name: what, most }]),
      ...(link === 'answers lost' ? [lostAnswers] : []),
    ],
    reach: { device: rest.device, isAway: link === 'away' },
    // Only good links heal: when they change nothing, everything is at rest.
    isHealing: most === null && link === 'good',
    isPossible: rest.isPossible,
    make: (small) => rest.make(small, link),
  }));
}

/**
 * Opens the application, does something with it and gives it time; the device is off again when the next move
 * starts.
 */
export async function withDevice(
  { world }: SmallWorld,
  device: SimDevice,
  link: Link,
  work: (tab: SimTab) => void,
): Promise<void> {
  const { network, loop } = world;
  if (link === 'away') network.away.add(device.id);
  else network.away.delete(device.id);
  network.faults = {
    rate: link === 'answers lost' ? 1 : 0,
    weights: { ...noWeights(), 'drop-answer': 1 },
  };
  device.disk = device.disk.copy();
  work(openTab(world, device));
  await loop.pass(whileMs, whileMs);
}
