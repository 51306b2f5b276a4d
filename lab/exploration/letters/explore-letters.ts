import { searchLetters } from './search.ts';
import type { Bug } from './state.ts';
import { largeWorlds, plantedFaults, underRule } from './worlds.ts';

/** Prints what the search of each large world finds under each rule, or how each planted fault shows. */
export function exploreLetters(isOfBugs: boolean): boolean {
  return isOfBugs ? explorePlanted() : exploreRules();
}

function exploreRules(): boolean {
  let isGood = true;
  for (const [name, world] of Object.entries(largeWorlds))
    for (const rule of ['answered', 'acknowledged'] as const) {
      const { states, transitions, depth, mostLost, violations } = searchLetters(underRule(rule, world));
      console.log(
        `${name}, ${rule}: ${states} states, ${transitions} moves, ways of at most ${depth} moves, ` +
          `at most ${mostLost} lost, ${violations.size} kinds of violation`,
      );
      for (const [found, way] of violations) console.log(`  ${found}\n    after: ${way.join('; ')}`);
      if (rule === 'acknowledged' && violations.size > 0) isGood = false;
    }
  return isGood;
}

function explorePlanted(): boolean {
  const missed = Object.entries(plantedFaults).filter(([bug, { world, found }]) => {
    const program = { ...underRule('acknowledged', world), bug: bug as Bug };
    const { states, violations } = searchLetters(program, found);
    const shown = [...violations].find(([one]) => found.test(one));
    const text = shown ? `${shown[0]}, after ${shown[1].length} moves` : 'not found';
    console.log(`${bug.padEnd(58)} ${states} states: ${text}`);
    return !shown;
  });
  return missed.length === 0;
}
