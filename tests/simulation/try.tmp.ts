import '#tests/support/browser-globals.ts';
import { runSchedule } from '#tests/simulation/run-schedule.ts';
import { rareStates } from '#tests/simulation/rare-states.ts';
const rare = new Map();
const from = Number(process.argv[2] ?? 1),
  n = Number(process.argv[3] ?? 50);
const t0 = performance.now();
const kinds = new Map<string, number[]>();
let worst = 0;
for (let seed = from; seed < from + n; seed++) {
  const r = await runSchedule(seed, rare);
  worst = Math.max(worst, r.worstOverspend);
  for (const v of new Set(
    r.violations.map((v) =>
      v
        .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
        .replace(/\d+/g, 'N')
        .slice(0, 300),
    ),
  ))
    kinds.set(v, [...(kinds.get(v) ?? []), seed]);
}
console.log((n / ((performance.now() - t0) / 1000)).toFixed(1), 'schedules/s, worst', worst);
for (const [k, seeds] of [...kinds].sort((a, b) => b[1].length - a[1].length).slice(0, 25))
  console.log(seeds.length, seeds.slice(0, 5).join(' '), k);
console.log(rareStates.map((s) => `${rare.get(s) ?? 0} ${s}`).join('\n'));
