import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MoneyDb } from '#src/client/local/db/money-db.ts';
import type { CopyAnswer, CopyQuestion } from '#src/client/local/second/copy-messages.ts';
import { markRecoverySeen, noteRecovery, readRecovery } from '#src/client/local/second/recovery-notice.ts';
import { createSecondCopy } from '#src/client/local/second/second-copy.ts';

describe('the second copy from the page', () => {
  type Listeners = { message?: (event: { data: CopyAnswer }) => void; error?: () => void };
  let listeners: Listeners;
  let questions: CopyQuestion[];
  const openWorker = vi.fn(() => ({
    postMessage: (question: CopyQuestion) => questions.push(question),
    addEventListener: (kind: string, listener: never) => (listeners[kind as keyof Listeners] = listener),
  }));
  const answer = (data: CopyAnswer) => listeners.message?.({ data });
  const head = { t: 'head', deviceId: 'd', seq: 3, hash: 'h' } as const;
  beforeEach(() => {
    vi.useFakeTimers();
    vi.clearAllMocks();
    [listeners, questions] = [{}, []];
  });
  afterEach(() => vi.useRealTimers());

  it('uses one worker, and matches each answer with its question', async () => {
    const copy = createSecondCopy(openWorker as never);
    const [kept, read] = [copy.keep([head]), copy.read()];
    expect(questions).toEqual([
      { id: 1, texts: [JSON.stringify(head)] },
      { id: 2, texts: null },
    ]);
    answer({ id: 9, copy: null });
    answer({ id: 2, copy: { texts: [JSON.stringify(head), '{"t":"newer"}'], damaged: 4 } });
    answer({ id: 1, copy: null });
    expect(await kept).toBe(true);
    expect(await read).toMatchObject({ damaged: 4, unread: ['{"t":"newer"}'] });
    expect((await read)?.heads.get('d')).toEqual({ seq: 3, hash: 'h' });
    expect([openWorker.mock.calls.length, vi.getTimerCount()]).toEqual([1, 0]);
  });

  it('is missing in a browser without private files, and is not tried again', async () => {
    const none = vi.fn(() => null);
    const copy = createSecondCopy(none);
    expect([await copy.keep([head]), await copy.read()]).toEqual([false, null]);
    expect(none).toHaveBeenCalledOnce();
  });

  it.each([
    ['says that it failed', () => [1, 2].forEach((id) => answer({ id, error: 'full' }))],
    ['does not load', () => listeners.error?.()],
    ['hangs', () => vi.advanceTimersByTime(5_000)],
  ])('is not kept and not read by a worker that %s', async (_what, happens) => {
    const copy = createSecondCopy(openWorker as never);
    const answers = [copy.keep([head]), copy.read()];
    happens();
    expect(await Promise.all(answers)).toEqual([false, null]);
  });

  it('is not read when the worker has only written', async () => {
    const read = createSecondCopy(openWorker as never).read();
    answer({ id: 1, copy: null });
    expect(await read).toBeNull();
  });

  it.each([
    [800, 'keep'],
    [5_000, 'read'],
  ] as const)('is waited for %i ms to %s, no longer and no shorter', async (ms, what) => {
    const copy = createSecondCopy(openWorker as never);
    const ended = vi.fn<() => void>();
    void (what === 'keep' ? copy.keep([]) : copy.read()).then(ended);
    await vi.advanceTimersByTimeAsync(ms - 1);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(ended).toHaveBeenCalledOnce();
    answer({ id: 1, copy: null });
  });
});

describe('operations restored at a start', () => {
  let db: MoneyDb;
  const found = { at: 5, count: 2, damaged: 0, dataLoss: '' };
  beforeEach(() => {
    db = new MoneyDb(randomUUID());
  });

  it('are reported until acknowledged, together with earlier ones', async () => {
    expect(await readRecovery(db)).toBeNull();
    await noteRecovery(db, found);
    await noteRecovery(db, { ...found, at: 6, count: 3 });
    expect(await readRecovery(db)).toMatchObject({ at: 6, count: 5, isSeen: false });
    await markRecoverySeen(db);
    expect(await readRecovery(db)).toBeNull();
    await noteRecovery(db, { ...found, at: 7 });
    expect(await readRecovery(db)).toMatchObject({ at: 7, count: 2 });
  });

  it('cause no report when there are none, and damage is reported once', async () => {
    const nothing = { ...found, count: 0 };
    await noteRecovery(db, nothing);
    await markRecoverySeen(db);
    expect(await db.serverConfig.count()).toBe(0);
    await noteRecovery(db, { ...nothing, damaged: 3 });
    expect(await readRecovery(db)).toMatchObject({ count: 0, damaged: 3 });
    await markRecoverySeen(db);
    await noteRecovery(db, { ...nothing, damaged: 3 });
    expect(await readRecovery(db)).toBeNull();
    await noteRecovery(db, { ...nothing, damaged: 4 });
    expect(await readRecovery(db)).toMatchObject({ damaged: 4 });
    await markRecoverySeen(db);
    await noteRecovery(db, { ...nothing, damaged: 4, dataLoss: 'total' });
    expect(await readRecovery(db)).toMatchObject({ dataLoss: 'total' });
  });
});
