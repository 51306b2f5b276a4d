import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { workerData } from 'node:worker_threads';
import type { WorkerTask } from '#src/server/store/embedded/worker-messages.ts';

/* Loaded into the worker thread by a test: the thread ends once a file `die` appears in the data folder. */
const task = workerData as WorkerTask;
const order = join(dirname(task.folder), 'die');
setInterval(() => {
  if (fs.existsSync(order)) process.exit(7);
}, 10).unref();
