import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/**
 * One clock and one random source for the whole process: the same seed gives the same month, ids included.
 */
export type StoryWorld = {
  now(): Date;
  /** Advances the story to this time. */
  goTo(time: number): void;
  /** At least 0, below 1. */
  chance(): number;
  /** An integer between the two, inclusive. */
  between(low: number, high: number): number;
  pick<Item>(items: readonly Item[]): Item;
};

/**
 * Replaces the clock and the UUIDs of this process, so that the real services run in the story's time. Values
 * made by native code are unaffected: password salts and signatures differ from run to run.
 */
export function enterStoryWorld(seed: number, startsAt: number): StoryWorld {
  let state = seed >>> 0;
  let time = startsAt;
  const next = (): number => {
    // mulberry32
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const chance = (): number => next() / 2 ** 32;
  const hex = (): string => next().toString(16).padStart(8, '0');
  crypto.randomUUID = () => {
    const digits = hex() + hex() + hex() + hex();
    const variant = '89ab'[next() % 4] ?? '8';
    return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-${variant}${digits.slice(17, 20)}-${digits.slice(20)}`;
  };
  // Named imports of node:crypto get it from here on.
  syncBuiltinESMExports();
  Date.now = () => time;
  return {
    now: () => new Date(time),
    goTo: (to) => {
      time = Math.max(time, Math.round(to));
    },
    chance,
    between: (low, high) => low + Math.floor(chance() * (high - low + 1)),
    pick: (items) => {
      const item = items[Math.floor(chance() * items.length)];
      if (item === undefined) throw new Error('nothing to pick from');
      return item;
    },
  };
}
