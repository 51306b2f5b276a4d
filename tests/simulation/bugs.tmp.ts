import '#tests/support/browser-globals.ts';
import { runSchedule } from '#tests/simulation/run-schedule.ts';
import { plantedBugs } from '#tests/simulation/planted-bugs.ts';
const max = Number(process.argv[2] ?? 60);
const only = process.argv[3];
for (const { name, plants } of plantedBugs) {
  if (only && !name.includes(only)) continue;
  let found = 0;
  let first = '';
  for (let seed = 1; seed <= max; seed++) {
    const r = await runSchedule(seed, new Map(), plants);
    if (r.violations.length) {
      found = seed;
      first = r.violations[0]!.slice(0, 110);
      break;
    }
  }
  console.log(found || 'NOT FOUND', name, '|', first);
}
