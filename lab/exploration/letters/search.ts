import { judge, lostIn } from './judge.ts';
import { stepsFrom } from './moves.ts';
import { firstState, type Program, type State } from './state.ts';

export type Search = {
  /** Distinct states reached, including the first. */
  states: number;
  /** Events tried, to old and new states. */
  transitions: number;
  /** Events to the farthest state. */
  depth: number;
  /** Largest loss on the voucher in any state. */
  mostLost: number;
  /** Each kind of finding, with a shortest path to it. */
  violations: Map<string, string[]>;
};

type Visit = { state: State; name: string; from: Visit | null; depth: number };

/**
 * Tries every order of the events, the nearest states first. Nothing is tried after a violation. `until`: ends
 * with the first finding that it matches.
 */
export function searchLetters(program: Program, until?: RegExp): Search {
  const known = new Set([JSON.stringify(firstState)]);
  const open: Visit[] = [{ state: firstState, name: '', from: null, depth: 0 }];
  const result: Search = { states: 1, transitions: 0, depth: 0, mostLost: 0, violations: new Map() };
  for (let visit = open.pop(), next: Visit[] = []; visit; visit = open.pop() ?? refill(open, next)) {
    for (const { name, state } of stepsFrom(program, visit.state)) {
      result.transitions += 1;
      const key = JSON.stringify(state);
      if (known.has(key)) continue;
      known.add(key);
      result.states += 1;
      const reached = { state, name, from: visit, depth: visit.depth + 1 };
      result.depth = reached.depth;
      result.mostLost = Math.max(result.mostLost, lostIn(state.server));
      const found = judge(program, state);
      if (found.length === 0) next.push(reached);
      for (const one of found) if (!result.violations.has(one)) result.violations.set(one, wayTo(reached));
      if (until && found.some((one) => until.test(one))) return result;
    }
  }
  return result;
}

/** Moves the next layer of states into the empty one, so that a searched layer is freed. */
function refill(open: Visit[], next: Visit[]): Visit | undefined {
  for (const visit of next.splice(0)) open.push(visit);
  return open.pop();
}

function wayTo(visit: Visit): string[] {
  const way: string[] = [];
  for (let at: Visit | null = visit; at?.from; at = at.from) way.unshift(at.name);
  return way;
}
