import type { Duplex } from 'node:stream';
import type { Worker } from 'node:worker_threads';
import { startWorker } from './start-worker.ts';
import { WireSocket } from './wire-socket.ts';
import type { FromWorker, ToWorker, WorkerTask } from './worker-messages.ts';

export type WorkerLinkOptions = {
  task: WorkerTask;
  /** A question unanswered for this long means the engine is stuck for good. Milliseconds. */
  answerTimeoutMs: number;
  /** The thread is gone, or will never answer again. Everything that waits has failed. Called at most once. */
  onLost: (reason: string) => void;
  /** URL of a file of the build, beside which the thread's own first file lies. Absent: this file. */
  workerBeside?: string | undefined;
};

/** The main thread's end of the worker: starts it, carries bytes, notices when it dies. */
export class WorkerLink {
  readonly #worker: Worker;
  readonly #options: WorkerLinkOptions;
  readonly #exited: Promise<void>;
  #socket: WireSocket | undefined;
  #lost: Error | undefined;
  #closing = false;
  #timer: NodeJS.Timeout | undefined;
  #unanswered = 0;
  #settleStart: ((refusal: Error | undefined) => void) | undefined;

  private constructor(options: WorkerLinkOptions) {
    this.#options = options;
    this.#worker = startWorker({ workerData: options.task }, options.workerBeside);
    this.#worker.on('message', (message: FromWorker) => this.#receive(message));
    this.#worker.on('error', (error) => this.#lose(error instanceof Error ? error.message : String(error)));
    this.#exited = new Promise((resolve) => {
      this.#worker.on('exit', (code) => {
        this.#lose(`el hilo de la base de datos terminó (código ${code})`);
        resolve();
      });
    });
  }

  /** Runs a worker that ends by itself. Rejects when it reports that it could not do its task. */
  static async run(task: WorkerTask): Promise<void> {
    const link = new WorkerLink({ task, answerTimeoutMs: 0, onLost: () => undefined });
    try {
      await link.#started();
    } finally {
      await link.#exited;
    }
  }

  /** Starts a worker that serves; resolves once the database is open and its self-test has passed. */
  static async serve(options: WorkerLinkOptions): Promise<WorkerLink> {
    const link = new WorkerLink(options);
    try {
      await link.#started();
    } catch (error) {
      await link.#exited;
      throw error;
    }
    return link;
  }

  /** The stream a `pg` client talks through, in place of a network socket. One per link. */
  socket(): Duplex {
    this.#socket ??= new WireSocket((bytes) => this.#ask(bytes));
    return this.#socket;
  }

  async close(): Promise<void> {
    this.#closing = true;
    this.#send({ kind: 'close' });
    await this.#exited;
  }

  /** Gives the worker up as it stands, like a crash: what was answered is on the disk, the rest is rolled back. */
  abandon(reason: string): void {
    this.#lose(reason);
    void this.#worker.terminate();
  }

  #started(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#settleStart = (refusal) => (refusal ? reject(refusal) : resolve());
    });
  }

  #ask(bytes: Uint8Array): void {
    this.#unanswered += 1;
    this.#timer ??= this.#countDown();
    this.#send({ kind: 'wire', bytes }, bytes.buffer);
  }

  #countDown(): NodeJS.Timeout {
    return setTimeout(
      () => this.abandon('la base de datos dejó de responder'),
      this.#options.answerTimeoutMs,
    );
  }

  #send(message: ToWorker, ...transfer: ArrayBufferLike[]): void {
    this.#worker.postMessage(message, transfer as ArrayBuffer[]);
  }

  #receive(message: FromWorker): void {
    switch (message.kind) {
      case 'wire':
        clearTimeout(this.#timer);
        this.#unanswered -= 1;
        this.#timer = this.#unanswered > 0 ? this.#countDown() : undefined;
        this.#socket?.push(
          Buffer.from(message.bytes.buffer, message.bytes.byteOffset, message.bytes.byteLength),
        );
        return;
      case 'refused':
        this.#closing = true;
        this.#settle(new Error(message.reason));
        return;
      case 'closed':
        this.#closing = true;
        this.#settle(undefined);
        return;
      case 'ready':
        this.#settle(undefined);
    }
  }

  #settle(refusal: Error | undefined): void {
    this.#settleStart?.(refusal);
    this.#settleStart = undefined;
  }

  #lose(reason: string): void {
    if (this.#closing || this.#lost) return;
    this.#lost = new Error(reason);
    clearTimeout(this.#timer);
    const starting = this.#settleStart !== undefined;
    this.#settle(this.#lost);
    this.#socket?.destroy(this.#lost);
    if (!starting) this.#options.onLost(reason);
  }
}
