import fs from 'node:fs';
import { join } from 'node:path';
import type { Database } from '#src/server/store/database.ts';
import { openEmbedded } from '#src/server/store/embedded/open-embedded.ts';
import type { Plant } from '#src/server/store/embedded/plants.ts';
import { checkStore } from './check-store.ts';
import type { Cut, CutOutcome } from './cut.ts';
import { DiskModel } from './disk-model.ts';
import { folderForCuts } from './folder-for-cuts.ts';
import { openInThisThread } from './engine-in-this-thread.ts';
import { Random } from './random.ts';
import { decodeOperations } from './recorded-operation.ts';
import { writeDiskAfterCut } from './survival.ts';
import type { Acknowledgement } from './workload.ts';

/*
 * A process of its own that cuts the power of a recorded store at the given places, opens what is left and checks it.
 * Argument: the path of a JSON file. One line of JSON for each cut, in order; it may be killed and started again.
 */
export type CheckingTask = {
  logPath: string;
  acknowledgementsPath: string;
  /** Names of the folders that are cut begin so; whoever runs this removes them. */
  folderPrefix: string;
  plants: readonly Plant[];
  cuts: readonly Cut[];
};

const task = JSON.parse(fs.readFileSync(process.argv[2] ?? '', 'utf8')) as CheckingTask;
const operations = decodeOperations(fs.readFileSync(task.logPath));
const acknowledgements = fs
  .readFileSync(task.acknowledgementsPath, 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as Acknowledgement & { at: number });

const memory = folderForCuts();
const dataDir = fs.mkdtempSync(join(memory, `${task.folderPrefix}-`));

/** Plays the log forward; the cuts come in the order of their places. */
class Replay {
  readonly model: DiskModel;
  #done = 0;
  #end = 0;

  constructor(cut: Cut) {
    this.model = new DiskModel(cut.rule);
  }

  /** Plays until `count` operations have been; answers where the log ended then. */
  forwardTo(count: number): number {
    for (const { operation, end } of operations.slice(this.#done, count)) {
      this.model.apply(operation);
      this.#end = end;
    }
    this.#done = Math.max(this.#done, count);
    return this.#end;
  }
}

async function open(cut: Cut, folder: string): Promise<Database> {
  if (!cut.whole) return openInThisThread(folder, task.plants);
  return openEmbedded(
    {
      dataDir: folder,
      log: () => undefined,
      onFatal: (reason) => {
        throw new Error(reason);
      },
    },
    { plants: task.plants },
  );
}

async function check(cut: Cut, replay: Replay): Promise<CutOutcome> {
  const folder = join(dataDir, String(cut.id));
  const end = replay.forwardTo(cut.at);
  const expected = acknowledgements.filter(({ at }) => at <= end);
  writeDiskAfterCut(replay.model, cut.mode, new Random(cut.seed), folder);
  let database: Database | undefined;
  try {
    database = await open(cut, folder);
    const { lost, damage } = await checkStore(database, expected);
    await database.close();
    const outcome = lost > 0 ? 'lost' : damage.length > 0 ? 'damaged' : 'ok';
    return { id: cut.id, outcome, detail: [`${lost} of ${expected.length} lost`, ...damage].join('; ') };
  } catch (error) {
    return { id: cut.id, outcome: database ? 'damaged' : 'unopened', detail: String(error) };
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

let replay: Replay | undefined;
for (const cut of task.cuts) {
  if (replay?.model.rule !== cut.rule) replay = new Replay(cut);
  process.stdout.write(`${JSON.stringify(await check(cut, replay))}\n`);
}
process.exit(0);
