import { spawn, type ChildProcess } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

type Command = {
  name: string;
  command: string;
  parameters: readonly string[];
  environment: Record<string, string>;
  /** File to which its output is appended. */
  log: string;
};

/** The wait of systemd's Restart=always, ms. */
const restartMs = 1_000;

/**
 * A program that is restarted when it ends, like its unit would be, without an operator. Ends without a
 * strike are counted.
 */
export class Daemon {
  readonly name: string;
  /** Ends without a strike, with their exit codes. */
  readonly fallen: string[] = [];
  #command: Command;
  #child: ChildProcess | null = null;
  #isWanted = false;
  #isStruck = false;

  constructor(command: Command) {
    this.name = command.name;
    this.#command = command;
  }

  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  start(): void {
    this.#isWanted = true;
    this.#isStruck = false;
    const { command, parameters, environment, log, name } = this.#command;
    const child = spawn(command, parameters, {
      env: { PATH: `${process.env['PATH']}:/usr/sbin`, LANG: 'C.UTF-8', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (bytes: Buffer) => appendFileSync(log, bytes));
    child.once('error', (error) => appendFileSync(log, `${name}: ${error.message}\n`));
    child.once('exit', (code, signal) => {
      if (this.#child !== child) return;
      this.#child = null;
      if (!this.#isWanted) return;
      if (!this.#isStruck) this.fallen.push(`${name} ended with ${signal ?? code}`);
      setTimeout(() => {
        if (this.#isWanted && this.#child === null) this.start();
      }, restartMs);
    });
  }

  /** SIGKILL whatever it is doing; it restarts automatically. */
  strike(): void {
    this.#isStruck = true;
    this.#child?.kill('SIGKILL');
  }

  /** Kills it until `start`. */
  async stop(): Promise<void> {
    this.#isWanted = false;
    const child = this.#child;
    if (child === null || child.exitCode !== null) return;
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.kill('SIGKILL');
    await ended;
    this.#child = null;
  }
}

/** Waits until the server on this port is ready; rejects when it is not within 90 s. */
export async function untilReady(port: number): Promise<void> {
  const deadline = performance.now() + 90_000;
  while (!(await isReady(port).catch(() => false))) {
    if (performance.now() > deadline) throw new Error(`the API on ${port}: not within 90 s`);
    await sleep(200);
  }
}

async function isReady(port: number): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/ready`);
  await answer.arrayBuffer();
  return answer.status === 200;
}
