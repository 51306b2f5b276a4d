import type { RuleName } from './rules.ts';
import type { Bug, Program } from './state.ts';

const honest = { isHonest: true, perDevice: 12 };
const dishonest = { isHonest: false, perDevice: 12 };

/** Worlds of seconds. `dishonestDevice`: three sales, each in its own letter, so that numbers may be missing. */
export const worlds = {
  honestDevice: { ...honest, most: { sales: 2, letters: 2, answers: 2, spends: 1, switches: 1 } },
  /** Once more of every message, so that an old letter may arrive after an acknowledged answer. */
  longer: { ...honest, most: { sales: 1, letters: 2, answers: 3, spends: 1, switches: 0 } },
  dishonestDevice: { ...dishonest, most: { sales: 3, letters: 0, answers: 2, spends: 1, switches: 0 } },
  /** The device's limit is the smaller one. */
  smallLimit: {
    isHonest: false,
    perDevice: 5,
    most: { sales: 3, letters: 0, answers: 2, spends: 1, switches: 0 },
  },
} as const satisfies Record<string, Omit<Program, 'rule'>>;

/** Worlds of minutes, for `npm run explore -- --world letters`. */
export const largeWorlds = {
  honestDevice: { ...honest, most: { sales: 2, letters: 2, answers: 3, spends: 1, switches: 1 } },
  dishonestDevice: { ...dishonest, most: { sales: 3, letters: 1, answers: 2, spends: 1, switches: 0 } },
  /** The market switches offline sales off at any moment. */
  dishonestAfterSwitch: {
    ...dishonest,
    most: { sales: 3, letters: 0, answers: 2, spends: 1, switches: 1 },
  },
  smallLimit: {
    isHonest: false,
    perDevice: 5,
    most: { sales: 3, letters: 1, answers: 2, spends: 1, switches: 0 },
  },
} as const satisfies Record<string, Omit<Program, 'rule'>>;

/** Planted faults, each with a world that shows it and the finding. */
export const plantedFaults = {
  'applies an older answer': { world: worlds.honestDevice, found: /answer 1 was applied after 2/ },
  'forgets operations when a letter is written': { world: worlds.honestDevice, found: /sale 1 is lost/ },
  'an acknowledgement counts for entries written before it': {
    world: worlds.honestDevice,
    found: /reviewed: TIME_IMPLAUSIBLE/,
  },
  'no caps while nothing is acknowledged': {
    world: worlds.dishonestDevice,
    found: /are lost on one voucher/,
  },
  'a repeated letter posts again': { world: worlds.honestDevice, found: /posted twice/ },
  'receipts are purged once acknowledged': { world: worlds.longer, found: /posted twice/ },
} as const satisfies Record<Bug, { world: Omit<Program, 'rule'>; found: RegExp }>;

export function underRule(rule: RuleName, world: Omit<Program, 'rule'>): Program {
  return { ...world, rule };
}
