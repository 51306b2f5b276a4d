import 'fake-indexeddb/auto';
import '#tests/support/browser/browser-globals.ts';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Commands, createCommands } from '#src/client/commands/create-commands.ts';
import { watchCommands } from '#src/client/commands/watch-commands.ts';
import { MoneyDb } from '#src/client/local/db/money-db.ts';
import { transact } from '#src/client/local/db/reopen-lost-handle.ts';
import { commandPorts } from '#tests/support/device/command-ports.ts';

const commands = createCommands(commandPorts(new MoneyDb(randomUUID())));
const names = Object.keys(commands) as (keyof Commands)[];
/** These wait for a server, for a deliberately slow PIN, or for data that may be lost. */
const patient = new Set<keyof Commands>([
  'readAnswer',
  'keepAnswer',
  'checkSecondCopy',
  'importOutbox',
  'writeLetter',
  'openLetterAnswer',
  'prepareEnrolment',
  'choosePin',
  'tryPin',
]);
const report = vi.fn<(error: unknown) => void>();

/** The commands of a tab whose disk runs `what` for each of them. */
const over = (what: () => Promise<never>): Record<string, () => Promise<unknown>> =>
  watchCommands(
    Object.fromEntries(names.map((name) => [name, what])) as unknown as Commands,
    report,
  ) as unknown as Record<string, () => Promise<unknown>>;

// The disk of these tests uses the other timers.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  report.mockReset();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a disk that does not answer', () => {
  it.each(names)('is reported after 8 s, whichever command waits for it: %s', async (name) => {
    const ended = vi.fn<() => void>();
    const run = over(() => new Promise(() => undefined))[name];
    run?.().then(ended, ended);
    await vi.advanceTimersByTimeAsync(7_999);
    expect(report).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    const times = patient.has(name) ? 0 : 1;
    expect(report).toHaveBeenCalledTimes(times);
    expect(ended).toHaveBeenCalledTimes(times);
  });

  it('also ends a write of the drain', async () => {
    const db = new MoneyDb(randomUUID());
    await db.open();
    const failure = vi.fn<(error: unknown) => void>();
    transact(db, 'rw', [db.fates], () => new Promise(() => undefined)).catch(failure);
    await vi.advanceTimersByTimeAsync(8_000);
    await vi.waitFor(() => expect(failure).toHaveBeenCalledOnce());
    expect(failure.mock.calls[0]?.[0]).toMatchObject({ name: 'TimeoutError' });
  });
});

describe('a disk that fails', () => {
  it.each(names.filter((name) => !patient.has(name)))(
    'is reported before a sale and after it: %s',
    async (name) => {
      const broken = new DOMException('no more space', 'QuotaExceededError');
      await expect(over(() => Promise.reject(broken))[name]?.()).rejects.toBe(broken);
      expect(report).toHaveBeenCalledExactlyOnceWith(broken);
    },
  );
});
