import '#tests/support/browser/browser-globals.ts';
import { parseArgs } from 'node:util';
import { plantedBugs } from '#lab/simulation/bugs/planted-bugs.ts';
import { bugsInReach } from './bugs-in-reach.ts';
import { explore } from './explore.ts';
import { beyondKiosk, oneSaleEach, putBack, putRight, twoStalls, walkOf, type WorldSize } from './moves.ts';

/**
 * npm run explore: every order of events in a small market, over the product's own rules, commands and sync.
 * Ends with 1 after any violation. `--world one-sale-each` (minutes), `put-back` (the server's database),
 * `beyond-kiosk` (the same with more on a code than a kiosk may issue), `put-right` or `two-stalls` (hours).
 * `--states` or `--minutes` ends it earlier; `--judge rest` heals and judges only where no device changes
 * anything more by a link; `--bugs` shows that it would notice.
 */
const worlds = {
  'one-sale-each': oneSaleEach,
  'put-back': putBack,
  'beyond-kiosk': beyondKiosk,
  'put-right': putRight,
  'two-stalls': twoStalls,
};
const { values } = parseArgs({
  options: {
    world: { type: 'string', default: 'two-stalls' },
    states: { type: 'string', default: 'Infinity' },
    minutes: { type: 'string', default: 'Infinity' },
    judge: { type: 'string', default: 'every' },
    bugs: { type: 'boolean', default: false },
  },
});
const size = new Map(Object.entries(worlds)).get(values.world);
if (!size) throw new Error(`--world is one of ${Object.keys(worlds).join(', ')}`);
const startedAt = performance.now();
const seconds = (): string => ((performance.now() - startedAt) / 1_000).toFixed(0);

process.exitCode = (await (values.bugs ? exploreBugs() : exploreAll(size))) ? 0 : 1;

async function exploreAll(where: WorldSize): Promise<boolean> {
  const { states, transitions, depth, violations, isWhole } = await explore({
    ...walkOf(where),
    mostStates: Number(values.states),
    mostMs: Number(values.minutes) * 60_000,
    judges: values.judge === 'rest' ? 'states at rest' : 'every state',
    onProgress: (so) => {
      if (so.states % 2_000 === 0)
        console.log(`${so.states} states, ${so.transitions} moves, ${seconds()} s`);
    },
  });
  for (const { way, found } of violations.slice(0, 10))
    console.log(`after: ${way.join('; ')}\n  ${found.join('\n  ')}`);
  console.log(
    `${isWhole ? 'all' : 'the first'} ${states} states, ${transitions} moves, ways of at most ${depth} moves, ` +
      `${violations.length} violations, ${seconds()} s`,
  );
  return violations.length === 0;
}

async function exploreBugs(): Promise<boolean> {
  let missed = 0;
  for (const { name, size: where } of bugsInReach) {
    const plants = plantedBugs.find((one) => one.name === name)?.plants;
    if (!plants) throw new Error(`nobody plants "${name}"`);
    const options = {
      ...walkOf(where),
      untilFound: true,
      mostStates: 1_000,
    };
    const [violation] = (await explore({ ...options, plants })).violations;
    if (!violation) missed += 1;
    const found = violation
      ? `after ${violation.way.length} moves: ${violation.found[0] ?? ''}`
      : 'not found';
    console.log(`${name.padEnd(58)} ${found.slice(0, 110)}`);
  }
  console.log(`${bugsInReach.length - missed} of ${bugsInReach.length} found`);
  return missed === 0;
}
