import type { Plant } from './plants.ts';

/** What the worker is started for, as its `workerData`. One worker does one task, then ends. */
export type WorkerTask = {
  task: 'create' | 'serve';
  folder: string;
  imagePath?: string;
  plants: readonly Plant[];
  checkpointBytes: number;
  checkpointIntervalMs: number;
  /** A module loaded before anything else. Only the power-cut recorder of the tests uses it. */
  preload?: string;
};

/** Main thread to worker. `bytes` is PostgreSQL's wire protocol as the `pg` client writes it. */
export type ToWorker = { kind: 'wire'; bytes: Uint8Array } | { kind: 'close' };

/** Worker to main thread. Each `wire` to the worker is answered by exactly one `wire`, possibly empty. */
export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'refused'; reason: string }
  | { kind: 'wire'; bytes: Uint8Array }
  | { kind: 'closed' };
