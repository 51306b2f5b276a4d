import { lockDataFolder } from '#src/server/run/postgres/cluster/data-folder-lock.ts';

/* A separate process that takes the lock at the given path and keeps it until it is killed or asked to
   release it. Prints `held`, or `refused: <sentence>`, on one line. */
const path = process.argv[2] ?? '';
try {
  const lock = await lockDataFolder(path, () => process.exit(2), { heartbeatMs: 50, silenceMs: 300 });
  process.stdout.write('held\n');
  process.stdin.once('data', () => {
    lock.release();
    process.exit(0);
  });
} catch (error) {
  process.stdout.write(`refused: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
