import '#tests/support/browser/browser-globals.ts';
import { describe, expect, it } from 'vitest';
import { plantedBugs } from '#lab/simulation/bugs/planted-bugs.ts';
import { bugsInReach } from './bugs-in-reach.ts';
import { explore } from './explore.ts';
import { beyondKiosk, oneSaleEach, putBack, putRight, walkOf } from './moves.ts';

// For all of them: npm run explore -- --bugs.
const sample = bugsInReach.filter(({ size }, index) => index % 4 === 1 || size === putBack);

describe('every order of a small world', () => {
  // For all of it: npm run explore.
  it('ends well on every path, as far as 200 states', async () => {
    const { states, transitions, violations } = await explore({
      ...walkOf(oneSaleEach),
      mostStates: 200,
    });
    expect(violations).toEqual([]);
    expect(states).toBeGreaterThanOrEqual(200);
    // Most moves lead to a state that another order has reached: states differ only in what matters.
    expect(transitions).toBeGreaterThan(2 * states);
  });

  it('ends well when the database is restored to a copy of any moment', async () => {
    const { violations } = await explore({ ...walkOf(putBack), mostStates: 80 });
    expect(violations).toEqual([]);
  });

  it("ends well when an old call brings back a code above the kiosk's limit", async () => {
    const { violations } = await explore({ ...walkOf(beyondKiosk), mostStates: 80 });
    expect(violations).toEqual([]);
  });

  it('ends well when top-ups are voided, codes joined, sales paid by two codes or voided in part', async () => {
    const { violations } = await explore({ ...walkOf(putRight), mostStates: 100 });
    expect(violations).toEqual([]);
  });

  it.each(sample)('finds a program where $name', async ({ name, size }) => {
    const bug = plantedBugs.find((one) => one.name === name);
    expect(bug).toBeDefined();
    const options = { ...walkOf(size), untilFound: true, mostStates: 300 };
    const { violations } = await explore({ ...options, plants: bug?.plants ?? {} });
    expect(violations).toHaveLength(1);
  });
});
