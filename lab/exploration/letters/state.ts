import { toAmount } from '#src/contract/brands.ts';
import type { OfflineLimits } from '#src/contract/devices/schemas.ts';
import type { ConflictReason } from '#src/contract/purchases/schemas.ts';
import type { RuleName } from './rules.ts';

/**
 * One event of the world lasts an hour, so that the clocks' tolerance of minutes excuses nothing. Times are in
 * hours, amounts in the smallest unit shown. States are values: nothing in them is ever changed.
 */
export type State = {
  now: number;
  device: Device;
  server: Server;
  /** Sealed, and carried by phones: any of them may arrive, arrive again, or be dropped. */
  letters: readonly Letter[];
  /** Numbers of the answers that phones carry. */
  answers: readonly number[];
  made: { letters: number; spends: number };
};

/** An offline sale as the device signs it: purchase and acceptance are one entry here. */
export type Entry = {
  seq: number;
  price: number;
  at: number;
  /** Number of the answer whose list the sale used, which acknowledges it. */
  list: number;
  knownBalance: number;
  /** Open offline sales of the voucher, which is the only one, so that it is the device's sum too. */
  open: number;
  limitsVersion: number;
};

export type Letter = {
  /** Newest number that the device had written. */
  lastSeq: number;
  /** Newest answer applied when it was written. */
  list: number;
  entries: readonly Entry[];
};

/** A full list, the limits, and the results of every entry received so far, by number. */
export type Answer = {
  at: number;
  /** Newest number of the letter that it answers. */
  afterSeq: number;
  balance: number;
  isExhausted: boolean;
  limitsVersion: number;
  results: readonly number[];
};

export type Device = {
  written: number;
  unsent: readonly Entry[];
  /** Answer whose list and results the device has, and which its entries and letters name. */
  list: number;
  /** Newest answer that it ever applied: known to the judge alone. */
  newest: number;
};

/** `reason`: null when posted, otherwise why a person decides. */
export type Receipt = { seq: number; price: number; reason: ConflictReason | null };
type Movement = { seq: number; taken: number; missing: number };
type Contact = { reportedSeq: number; at: number };

export type Server = {
  balance: number;
  isBlocked: boolean;
  limitsVersion: 1 | 2;
  answers: readonly Answer[];
  receipts: readonly Receipt[];
  movements: readonly Movement[];
  contacts: readonly Contact[];
  spentElsewhere: number;
};

/** Faults of a wrong program, one at a time. */
export type Bug =
  | 'applies an older answer'
  | 'forgets operations when a letter is written'
  | 'an acknowledgement counts for entries written before it'
  | 'no caps while nothing is acknowledged'
  | 'a repeated letter posts again'
  | 'receipts are purged once acknowledged';

/** `perDevice`: the device's limit; the other figures are the same everywhere. */
export type Program = {
  rule: RuleName;
  isHonest: boolean;
  perDevice: number;
  /** At most so many of each event; every message may be repeated and dropped besides. */
  most: { sales: number; letters: number; answers: number; spends: number; switches: 0 | 1 };
  bug?: Bug;
};

export const face = 10;
export const perVoucher = 8;
/** Letters and answers that phones carry at the same time, of each. */
export const inFlight = 2;

/** Version 2 switches offline sales off. */
export function limitsOf(program: Program, version: number): OfflineLimits | null {
  if (version !== 1 && version !== 2) return null;
  const isOff = version === 2;
  return {
    version,
    perVoucher: toAmount(isOff ? 0 : perVoucher),
    perDevice: toAmount(isOff ? 0 : program.perDevice),
    snapshotHours: 72,
    warnHours: 4,
    kioskVoucher: toAmount(0),
    kioskTotal: toAmount(0),
  };
}

/** The device was enrolled with a link, and has the list of that moment. */
export const firstState: State = {
  now: 0,
  device: { written: 0, unsent: [], list: 0, newest: 0 },
  server: {
    balance: face,
    isBlocked: false,
    limitsVersion: 1,
    answers: [{ at: 0, afterSeq: 0, balance: face, isExhausted: false, limitsVersion: 1, results: [] }],
    receipts: [],
    movements: [],
    contacts: [{ reportedSeq: 0, at: 0 }],
    spentElsewhere: 0,
  },
  letters: [],
  answers: [],
  made: { letters: 0, spends: 0 },
};

export function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
