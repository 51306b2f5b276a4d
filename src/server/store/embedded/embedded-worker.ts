import fs from 'node:fs';
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { createFolder } from './create-folder.ts';
import { Engine } from './engine.ts';
import type { FromWorker, ToWorker, WorkerTask } from './worker-messages.ts';

/**
 * The thread in which the embedded database lives, so that a long report never stops the event loop of the server.
 * Its own file because it is a second entry of the build: `dist/server/embedded-worker.js`.
 */
async function main(port: MessagePort, task: WorkerTask): Promise<void> {
  if (task.preload) await import(task.preload);
  if (task.task === 'create') {
    await createFolder(task);
    tell(port, { kind: 'closed' });
    return;
  }
  if (!fs.existsSync(task.folder)) await createFolder(task);
  serve(port, await Engine.open(task), task.checkpointIntervalMs);
  tell(port, { kind: 'ready' });
}

function tell(port: MessagePort, message: FromWorker): void {
  port.postMessage(message, message.kind === 'wire' ? [message.bytes.buffer as ArrayBuffer] : []);
}

/** One message after the other: the engine has one session. A failure of any ends the thread, and with it the server. */
function serve(port: MessagePort, engine: Engine, checkpointIntervalMs: number): void {
  let tail = Promise.resolve();
  const inTurn = (work: () => Promise<void>): void => {
    tail = tail.then(work);
  };
  const timer = setInterval(() => inTurn(() => engine.checkpoint()), checkpointIntervalMs);
  port.on('message', (message: ToWorker) => {
    inTurn(async () => {
      if (message.kind === 'close') {
        clearInterval(timer);
        await engine.close();
        tell(port, { kind: 'closed' });
        port.close();
        return;
      }
      tell(port, { kind: 'wire', bytes: await engine.exchange(message.bytes) });
      // After the answer: the one who asked does not wait for it, the next one does.
      if (engine.wantsCheckpoint) await engine.checkpoint();
    });
  });
}

if (!parentPort) throw new Error('this file runs only as a worker thread');
const port = parentPort;
main(port, workerData as WorkerTask).catch((error: unknown) => {
  tell(port, { kind: 'refused', reason: error instanceof Error ? error.message : String(error) });
  port.close();
});
