import 'fake-indexeddb/auto';
import '#tests/support/browser/browser-globals.ts';
import { randomUUID } from 'node:crypto';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Commands, createCommands } from '#src/client/commands/create-commands.ts';
import { newOpId } from '#src/client/commands/new-id.ts';
import { watchCommands, watchedCommands } from '#src/client/commands/watch-commands.ts';
import { untilWritten } from '#src/client/disk-trouble.tsx';
import { MoneyDb } from '#src/client/local/db/money-db.ts';
import { transact } from '#src/client/local/db/reopen-lost-handle.ts';
import { useDiskTrouble } from '#src/client/state/disk-trouble.ts';
import { noteDiskWrites, reportDiskFault } from '#src/client/state/report-disk.ts';
import { reportUnstored } from '#src/client/state/report-unstored.ts';
import { toAmount, toVoucherId } from '#src/protocol/brands.ts';
import { commandPorts } from '#tests/support/device/command-ports.ts';
import { holdDisk } from '#tests/support/device/held-disk.ts';

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

describe('a disk that answers after 12 s', () => {
  const trouble = (): unknown => {
    let shown: unknown;
    renderToStaticMarkup(createElement(() => ((shown = useDiskTrouble()), null)));
    return shown;
  };

  async function slowTablet() {
    const name = randomUUID();
    const db = new MoneyDb(name);
    await db.open();
    const commands = watchCommands(
      createCommands(commandPorts(db, { reportStorageFailure: reportUnstored })),
      { placement: reportUnstored, disk: reportDiskFault },
    );
    return { db, commands, release: await holdDisk(name) };
  }

  it('covers nothing during a look-up, and the next write ends the strip', async () => {
    const { db, commands, release } = await slowTablet();
    const found = commands.keptCustomers();
    await vi.advanceTimersByTimeAsync(12_000);
    expect(trouble()).toEqual({ kind: 'slow' });
    const stop = untilWritten(() => commands.tryWriting(), noteDiskWrites);
    await vi.advanceTimersByTimeAsync(12_000);
    expect(trouble()).toEqual({ kind: 'slow' });
    await release();
    expect(await found).toEqual([]);
    await vi.waitFor(async () => {
      await vi.advanceTimersByTimeAsync(3_000);
      expect(trouble()).toEqual({ kind: 'none' });
    });
    stop();
    expect(await db.labels.count()).toBe(0);
  });

  it('stops work during a placement, which is stored once and then goes on', async () => {
    const { db, commands, release } = await slowTablet();
    const opId = newOpId();
    const placed = commands.placePurchase({
      opId,
      payload: {
        userId: randomUUID(),
        estanteId: randomUUID(),
        codeQrUuid: toVoucherId(randomUUID()),
        price: toAmount(1_000),
        by: 'stall',
      },
      operatorId: randomUUID(),
      voucher: null,
      label: { userName: '', estanteName: '' },
    });
    await vi.advanceTimersByTimeAsync(12_000);
    expect(trouble()).toMatchObject({ kind: 'unstored', cause: 'slow' });
    // A later look-up does not hide that the sale is not stored.
    reportDiskFault(new DOMException('late', 'TimeoutError'));
    expect(trouble()).toMatchObject({ kind: 'unstored' });
    await release();
    expect(await placed).toMatchObject({ kind: 'saved', opId });
    await commands.tryWriting();
    noteDiskWrites();
    expect(trouble()).toEqual({ kind: 'none' });
    expect(await db.envelopes.count()).toBe(1);
  });
});
