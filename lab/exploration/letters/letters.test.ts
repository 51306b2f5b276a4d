import { describe, expect, it } from 'vitest';
import { searchLetters } from './search.ts';
import type { Bug } from './state.ts';
import { plantedFaults, underRule, worlds } from './worlds.ts';

// For larger worlds: npm run explore -- --world letters.
describe('letters that phones carry', () => {
  it('bring no honest sale to a person when an answer counts once a sale names its list', () => {
    for (const world of [worlds.honestDevice, worlds.longer]) {
      const { states, violations } = searchLetters(underRule('acknowledged', world));
      expect(violations).toEqual(new Map());
      expect(states).toBeGreaterThan(5_000);
    }
  });

  it.each([
    ['one voucher', worlds.dishonestDevice, 8],
    ['one device', worlds.smallLimit, 5],
  ] as const)('lose no more than the limit of %s to a device that names what it likes', (_, world, bound) => {
    const { states, mostLost, violations } = searchLetters(underRule('acknowledged', world));
    expect(violations).toEqual(new Map());
    // The bound is reached, so that the search does try to exceed it.
    expect(mostLost).toBe(bound);
    expect(states).toBeGreaterThan(5_000);
  });

  it.each(['TOLD_SPENT', 'BEYOND_LIMITS'])(
    'set an honest sale aside for an answer that never arrived, by the rule of a link: %s',
    (reason) => {
      const finding = `sale 1 of an honest device is reviewed: ${reason}`;
      const { violations } = searchLetters(underRule('answered', worlds.honestDevice), new RegExp(finding));
      expect(violations.get(finding)).toEqual([
        reason === 'TOLD_SPENT' ? 'another stall takes 10' : 'the market switches offline sales off',
        'a letter with 0 operations names answer 0',
        'the server gets the letter up to 0, and makes answer 1',
        'the device sells 5 as 1 by list 0',
      ]);
    },
  );

  it('set an honest sale aside for a slow letter, by the rule of a link', () => {
    const finding = 'sale 1 of an honest device is reviewed: TIME_IMPLAUSIBLE';
    const { violations } = searchLetters(underRule('answered', worlds.honestDevice), new RegExp(finding));
    expect(violations.get(finding)).toEqual([
      'a letter with 0 operations names answer 0',
      'the device sells 5 as 1 by list 0',
      'the server gets the letter up to 0, and makes answer 1',
    ]);
  });

  it.each(Object.entries(plantedFaults))('show the planted fault: %s', (bug, { world, found }) => {
    const program = { ...underRule('acknowledged', world), bug: bug as Bug };
    const { violations } = searchLetters(program, found);
    expect([...violations.keys()].some((one) => found.test(one))).toBe(true);
  });
});
