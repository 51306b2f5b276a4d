import '#tests/support/browser-globals.ts';
import { runSchedule } from '#tests/simulation/run-schedule.ts';
const t0 = performance.now();
for (let s = 1; s <= 25; s++) {
  await runSchedule(s, new Map());
}
console.log(
  [...(globalThis as any).__st]
    .sort((a: any, b: any) => b[1] - a[1])
    .slice(0, 30)
    .map(([k, v]: any) => (v / 25).toFixed(0) + ' ' + k)
    .join('\n'),
);
