import '#tests/support/browser-globals.ts';
import { describe, expect, it } from 'vitest';
import { plantedBugs } from '#tests/simulation/planted-bugs.ts';
import { bugsInReach } from './bugs-in-reach.ts';
import { explore } from './explore.ts';
import { movesOf } from './moves.ts';

// All of them: npm run explore -- --bugs.
const sample = bugsInReach.filter((_, index) => index % 4 === 1);

describe('every order of a small world', () => {
  // All of it: npm run explore.
  it('ends well wherever the walk goes, as far as 200 states', async () => {
    const { states, transitions, violations } = await explore({
      moves: movesOf({ sales: 1 }),
      mostStates: 300,
    });
    expect(violations).toEqual([]);
    expect(states).toBeGreaterThanOrEqual(200);
    // Most moves lead where another order has led before: states are told apart by what matters.
    expect(transitions).toBeGreaterThan(2 * states);
  });

  it.each(sample)('finds a program where %s', async (name) => {
    const bug = plantedBugs.find((one) => one.name === name);
    expect(bug).toBeDefined();
    const options = { moves: movesOf({ sales: 2 }), untilFound: true, mostStates: 300 };
    const { violations } = await explore({ ...options, plants: bug?.plants ?? {} });
    expect(violations).toHaveLength(1);
  });
});
