import '#tests/support/browser-globals.ts';
import { runSchedule } from '#tests/simulation/run-schedule.ts';
for (const s of process.argv.slice(2)) {
  const r = await runSchedule(Number(s), new Map());
  console.log(r.history.join('\n'));
  console.log(s, r.violations.slice(0, 6).join('\n'));
}
