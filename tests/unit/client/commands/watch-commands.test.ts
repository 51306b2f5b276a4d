import 'fake-indexeddb/auto';
import '#tests/support/browser/browser-globals.ts';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Commands } from '#src/client/commands/create-commands.ts';
import { watchCommands, watchedCommands } from '#src/client/commands/watch-commands.ts';
import { MoneyDb } from '#src/client/local/db/money-db.ts';
import { transact } from '#src/client/local/db/reopen-lost-handle.ts';

const names = Object.keys(watchedCommands) as (keyof Commands)[];
const watched = names.filter((name) => watchedCommands[name] !== 'patient');
const reports = { placement: vi.fn<(error: unknown) => void>(), disk: vi.fn<(error: unknown) => void>() };

/** The commands of a tab whose disk runs `what` for each of them. */
const over = (what: () => Promise<unknown>): Record<string, () => Promise<unknown>> =>
  watchCommands(
    Object.fromEntries(names.map((name) => [name, what])) as unknown as Commands,
    reports,
  ) as unknown as Record<string, () => Promise<unknown>>;

// The disk of these tests uses the other timers.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  vi.clearAllMocks();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a disk that does not answer', () => {
  it.each(names)(
    'is shown after 8 s where the command belongs, and is still waited for: %s',
    async (name) => {
      const ended = vi.fn<() => void>();
      let answer: (value: unknown) => void = () => undefined;
      const run = over(() => new Promise((resolve) => (answer = resolve)))[name];
      const done = run?.().then(ended);
      await vi.advanceTimersByTimeAsync(7_999);
      expect([reports.placement, reports.disk].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
      await vi.advanceTimersByTimeAsync(4_001);
      const kind = watchedCommands[name];
      expect(reports.placement).toHaveBeenCalledTimes(kind === 'placement' ? 1 : 0);
      expect(reports.disk).toHaveBeenCalledTimes(kind === 'disk' ? 1 : 0);
      expect(ended).not.toHaveBeenCalled();
      answer(1);
      await done;
    },
  );

  it('also ends a write of the drain', async () => {
    const db = new MoneyDb(randomUUID());
    await db.open();
    const failure = vi.fn<(error: unknown) => void>();
    transact(db, 'rw', [db.statuses], () => new Promise(() => undefined)).catch(failure);
    await vi.advanceTimersByTimeAsync(8_000);
    await vi.waitFor(() => expect(failure).toHaveBeenCalledOnce());
    expect(failure.mock.calls[0]?.[0]).toMatchObject({ name: 'TimeoutError' });
  });
});

it.each(watched)('shows a disk that fails, and lets the caller know: %s', async (name) => {
  const broken = new DOMException('no more space', 'QuotaExceededError');
  await expect(over(() => Promise.reject(broken))[name]?.()).rejects.toBe(broken);
  const kind = watchedCommands[name];
  expect(reports.placement.mock.calls).toEqual(kind === 'placement' ? [[broken]] : []);
  expect(reports.disk.mock.calls).toEqual(kind === 'disk' ? [[broken]] : []);
});
