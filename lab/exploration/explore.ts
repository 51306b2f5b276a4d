import type { Plants } from '#lab/simulation/bugs/plants.ts';
import { heal } from '#lab/simulation/heal.ts';
import { judgeEnd, watchDevices } from '#lab/simulation/judge/judge.ts';
import { judgeRestored } from '#lab/simulation/judge/restored.ts';
import { letGo } from '#lab/simulation/machine/event-loop.ts';
import type { Amount } from '#src/contract/brands.ts';
import { type Parts, partsOf, stateOf } from './fingerprint.ts';
import { createKnownMoves } from './known-moves.ts';
import type { Move, Used } from './links.ts';
import { closeTabs, openSmallWorld, type SmallWorld } from './small-world.ts';
import { putBack, putBackAround, takeSnapshot, type Snapshot } from './snapshot.ts';

export type Exploration = {
  /** Distinct states reached, including the first. */
  states: number;
  /** Moves made, to old and new states. */
  transitions: number;
  /** Longest path in moves. */
  depth: number;
  violations: { way: string[]; found: string[] }[];
  /** Every move has been tried. */
  isWhole: boolean;
};

export type ExploreOptions = {
  moves: readonly Move[];
  /**
   * Limit of one code that a kiosk issues offline, smallest unit shown; by default above any code in the
   * search.
   */
  kioskVoucher?: Amount;
  plants?: Plants;
  /** Ends with the first violation. */
  untilFound?: boolean;
  /** Stops when this many states are known. */
  mostStates?: number;
  /** Stops after this time. */
  mostMs?: number;
  /**
   * States that are healed and judged: every one, or only those that no device changes any more by a link.
   * From every other state such a one is reached by the search's own moves, one device after the other.
   */
  judges?: 'every state' | 'states at rest';
  /** Called now and then with the progress. */
  onProgress?: (so: Exploration) => void;
};

type Visit = { snapshot: Snapshot; used: Used; way: string[]; parts: Parts };

/**
 * Explores every order of the moves, each state once. Each state is judged as it is, and again after every
 * link is good and everything had time: it must end well from any history.
 */
export async function explore(options: ExploreOptions): Promise<Exploration> {
  const small = await openSmallWorld(options.plants ?? {}, options.kioskVoucher);
  small.world.restore = null;
  try {
    return await walk(small, options);
  } finally {
    small.close();
  }
}

async function walk(small: SmallWorld, options: ExploreOptions): Promise<Exploration> {
  const { moves, untilFound = false, mostStates = Infinity, mostMs = Infinity, onProgress } = options;
  const { world } = small;
  const judgesEvery = options.judges !== 'states at rest';
  const result: Exploration = { states: 1, transitions: 0, depth: 0, violations: [], isWhole: false };
  const first = partsOf(small);
  const known = new Set([stateOf(first, new Map())]);
  const knownMoves = createKnownMoves();
  const endsAt = performance.now() + mostMs;
  const open: Visit[] = [{ snapshot: takeSnapshot(small), used: new Map(), way: [], parts: first }];
  const isOver = (): boolean => result.states >= mostStates || performance.now() > endsAt;
  const sawViolation = (way: string[], found: string[]): boolean => {
    if (found.length > 0) result.violations.push({ way, found });
    return found.length > 0;
  };
  for (let visit = open.pop(); visit && !isOver(); visit = open.pop()) {
    const { snapshot, used, way, parts } = visit;
    const here = stateOf(parts, used);
    let isAtRest = true;
    for (const move of moves) {
      putBackAround(small, snapshot);
      const usedNow = use(used, move);
      if (!usedNow || !move.isPossible(small, used)) continue;
      result.transitions += 1;
      const predicted = knownMoves.predict(small, move, parts);
      if (predicted) {
        const state = stateOf(predicted, usedNow);
        if (move.isHealing && state !== here) isAtRest = false;
        if (known.has(state)) continue;
      }
      putBack(small, snapshot);
      await move.make(small);
      watchDevices(world);
      closeTabs(world);
      const after = partsOf(small);
      const state = stateOf(after, usedNow);
      if (move.isHealing && state !== here) isAtRest = false;
      if (world.violations.length === 0) knownMoves.note(small, move, parts, after);
      if (known.has(state) && world.violations.length === 0) continue;
      known.add(state);
      result.states += 1;
      const next = { snapshot: takeSnapshot(small), used: usedNow, way: [...way, move.name], parts: after };
      result.depth = Math.max(result.depth, next.way.length);
      if (sawViolation(next.way, judgesEvery ? await judge(small) : [...world.violations])) {
        if (untilFound) return result;
      } else open.push(next);
      if (result.states % 200 === 0) {
        onProgress?.(result);
        await letGo();
      }
    }
    if (judgesEvery || !isAtRest) continue;
    putBack(small, snapshot);
    if (sawViolation(way, await judge(small)) && untilFound) return result;
  }
  result.isWhole = open.length === 0 && !isOver();
  return result;
}

/** Returns the violations in this state, and after everything has healed from it. */
async function judge({ world }: SmallWorld): Promise<string[]> {
  for (const device of world.devices) device.disk = device.disk.copy();
  await heal(world);
  watchDevices(world);
  judgeEnd(world);
  judgeRestored(world);
  closeTabs(world);
  return [...world.violations];
}

/** Returns null when one of its budgets is used up. */
function use(used: Used, move: Move): Map<string, number> | null {
  const next = new Map(used);
  for (const { name, most } of move.uses) {
    const count = (next.get(name) ?? 0) + 1;
    if (count > most) return null;
    next.set(name, count);
  }
  return next;
}
