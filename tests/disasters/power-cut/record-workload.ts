import fs from 'node:fs';
import type { Plant } from '#src/server/store/embedded/plants.ts';
import { openEmbedded } from '#src/server/store/embedded/open-embedded.ts';
import { Random } from './random.ts';
import { Workload } from './workload.ts';

/*
 * A process of its own that opens the real store with the recorder in its thread and works on it.
 * Arguments: one JSON object. Each acknowledgement goes to a file with the length the log had then: the store works
 * on one thing at a time, so all that an acknowledgement rests on is before that place.
 * With `killFile` it does not close: it asks the recorder to kill the process soon, and works on until then.
 */
export type RecordingTask = {
  dataDir: string;
  logPath: string;
  acknowledgementsPath: string;
  seed: number;
  rounds: number;
  plants: readonly Plant[];
  killFile?: string;
};

const task = JSON.parse(process.argv[2] ?? '') as RecordingTask;
const place = (): number => fs.statSync(task.logPath).size;
const random = new Random(task.seed);
const database = await openEmbedded(
  {
    dataDir: task.dataDir,
    log: () => undefined,
    onFatal: (reason) => {
      throw new Error(reason);
    },
  },
  {
    plants: task.plants,
    preload: new URL('./record-disk.ts', import.meta.url).href,
    checkpointBytes: 2 * 1024 * 1024,
  },
);
process.stdout.write(`${place()}\n`);

const workload = new Workload(database, random, (acknowledgements) => {
  const at = place();
  fs.appendFileSync(
    task.acknowledgementsPath,
    acknowledgements.map((found) => `${JSON.stringify({ at, ...found })}\n`).join(''),
  );
});
await workload.begin();
for (let round = 0; round < task.rounds; round += 1) await workload.round();
if (task.killFile) {
  fs.writeFileSync(task.killFile, String(random.upTo(60)));
  for (;;) await workload.round();
}
await database.close();
