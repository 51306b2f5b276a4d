import { createHash } from 'node:crypto';
import { heal } from '#tests/simulation/heal.ts';
import { judgeEnd, watchDevices } from '#tests/simulation/judge.ts';
import { letGo } from '#tests/simulation/event-loop.ts';
import type { Plants } from '#tests/simulation/plants.ts';
import { copyDisk } from './copy-disk.ts';
import { fingerprint } from './fingerprint.ts';
import type { Move, Used } from './moves.ts';
import { judgeRestored } from '#tests/simulation/sim-restore.ts';
import { closeTabs, openSmallWorld, type SmallWorld } from './small-world.ts';
import { putBack, takeSnapshot, type Snapshot } from './snapshot.ts';

export type Exploration = {
  /** different states reached, the first one included */
  states: number;
  /** moves made, to old and to new states */
  transitions: number;
  /** most moves on one way */
  depth: number;
  violations: { way: string[]; found: string[] }[];
  /** nothing is left that has not been tried */
  isWhole: boolean;
};

export type ExploreOptions = {
  moves: readonly Move[];
  plants?: Plants;
  /** ends with the first violation */
  untilFound?: boolean;
  /** goes no further when so many states are known */
  mostStates?: number;
  /** called now and then, with what is known by then */
  onProgress?: (so: Exploration) => void;
};

type Visit = { snapshot: Snapshot; used: Used; way: string[] };

/**
 * Walks every order of the moves, each state once. In each state all is looked at as it is, and again after every link is
 * good and everything had its time: whatever has happened, it must end well from there.
 */
export async function explore(options: ExploreOptions): Promise<Exploration> {
  const { moves, plants = {}, untilFound = false, mostStates = Infinity, onProgress } = options;
  const small = await openSmallWorld(plants);
  const { world } = small;
  world.restore = null;
  const result: Exploration = { states: 1, transitions: 0, depth: 0, violations: [], isWhole: false };
  const known = new Set([digest(fingerprint(small, new Map()))]);
  const open: Visit[] = [{ snapshot: takeSnapshot(small), used: new Map(), way: [] }];
  try {
    for (let visit = open.pop(); visit && result.states < mostStates; visit = open.pop()) {
      const { snapshot, used, way } = visit;
      for (const move of moves) {
        putBack(small, snapshot);
        const usedNow = use(used, move);
        if (!usedNow || !move.isPossible(small, used)) continue;
        await move.make(small);
        watchDevices(world);
        closeTabs(world);
        result.transitions += 1;
        const state = digest(fingerprint(small, usedNow));
        if (known.has(state) && world.violations.length === 0) continue;
        known.add(state);
        result.states += 1;
        const next = { snapshot: takeSnapshot(small), used: usedNow, way: [...way, move.name] };
        result.depth = Math.max(result.depth, next.way.length);
        const found = await judge(small);
        if (found.length === 0) open.push(next);
        else result.violations.push({ way: next.way, found });
        if (found.length > 0 && untilFound) return result;
        if (result.states % 200 === 0) {
          onProgress?.(result);
          await letGo();
        }
      }
    }
    result.isWhole = open.length === 0;
  } finally {
    small.close();
  }
  return result;
}

/** What is wrong in this state, and after everything has healed from it. */
async function judge({ world }: SmallWorld): Promise<string[]> {
  for (const device of world.devices) device.disk = copyDisk(device.disk);
  await heal(world);
  watchDevices(world);
  judgeEnd(world);
  judgeRestored(world);
  closeTabs(world);
  return [...world.violations];
}

/** null: one of its budgets is used up. */
function use(used: Used, move: Move): Map<string, number> | null {
  const next = new Map(used);
  for (const { name, most } of move.uses) {
    const count = (next.get(name) ?? 0) + 1;
    if (count > most) return null;
    next.set(name, count);
  }
  return next;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
