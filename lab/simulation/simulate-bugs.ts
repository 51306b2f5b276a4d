import { parseArgs } from 'node:util';
import { findBug } from '#lab/simulation/bugs/find-bug.ts';
import { plantedBugs } from '#lab/simulation/bugs/planted-bugs.ts';

/**
 * npm run simulate:bugs: each planted bug with the first seed that shows it. Ends with 1 when one is not
 * found in 1,000. `--only "a stall"` plants those with these words in their names.
 */
const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });
const runs = 1_000;
let missed = 0;
const planted = plantedBugs.filter(({ name }) => name.includes(values.only));
for (const bug of planted) {
  const finding = await findBug(bug, runs);
  if (!finding) missed += 1;
  const seed = finding ? String(finding.seed) : 'none';
  console.log(`${seed.padStart(5)}  ${bug.name.padEnd(58)} ${finding?.violation.slice(0, 90) ?? ''}`);
}
console.log(`${planted.length - missed} of ${planted.length} found within ${runs} seeds`);
process.exitCode = missed > 0 ? 1 : 0;
