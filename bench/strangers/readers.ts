import { Agent, get } from 'node:http';

/** Reads a URL in sixteen parallel loops until it is terminated, and prints the number of answers by status. */
const url = process.argv[2] ?? '';
const agent = new Agent({ keepAlive: true });
const counts: Record<string, number> = {};
const readOnce = (): Promise<void> =>
  new Promise((resolve) => {
    get(url, { agent }, (answer) => {
      const status = String(answer.statusCode);
      counts[status] = (counts[status] ?? 0) + 1;
      answer.resume().once('close', resolve);
    }).once('error', () => resolve());
  });
process.on('SIGTERM', () => {
  console.log(JSON.stringify(counts));
  process.exit();
});
console.log('reading');
await Promise.all(
  Array.from({ length: 16 }, async () => {
    for (;;) await readOnce();
  }),
);
