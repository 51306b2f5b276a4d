import '#tests/support/browser-globals.ts';
import { runSchedule } from '#tests/simulation/run-schedule.ts';
for (const s of process.argv.slice(2)) { const t0=performance.now();
const r = await runSchedule(Number(s), new Map());
console.log(s, r.violations.slice(0,3).join('\n'), performance.now()-t0); }
