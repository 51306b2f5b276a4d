import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { outboxExists } from '#src/client/local/live/outbox-exists.ts';
import { type CopyAnswer, type CopyQuestion, copyExists } from '#src/client/local/second/copy-messages.ts';
import { fakeFiles, oneAtATime } from '#tests/support/browser/fake-files.ts';
import { privateFiles } from '#tests/support/server/private-files.ts';

type Listener = (event: { data: CopyQuestion }) => void;

let disk: ReturnType<typeof fakeFiles>;
let browser: ReturnType<typeof privateFiles>;
let locks: string[];
let said: CopyAnswer[];
let hear: Listener;

beforeEach(() => {
  disk = fakeFiles();
  browser = privateFiles(disk);
  [locks, said] = [[], []];
  const alone = oneAtATime();
  const request = (name: string, work: () => Promise<unknown>) => (locks.push(name), alone(work));
  vi.stubGlobal('navigator', { storage: browser.storage, locks: { request } });
  vi.stubGlobal('self', {
    addEventListener: (kind: string, listener: Listener) => {
      if (kind === 'message') hear = listener;
    },
    postMessage: (answer: CopyAnswer) => said.push(answer),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Starts the worker as the browser does, and sends the questions one right after the other. */
async function ask(...asked: (string[] | null)[]): Promise<CopyAnswer[]> {
  vi.resetModules();
  await import('#src/client/local/second/copy-worker.ts');
  for (const [index, texts] of asked.entries()) hear({ data: { id: index + 1, texts } });
  await vi.waitUntil(() => said.length === asked.length);
  return said;
}

const one = JSON.stringify({ t: 'head', deviceId: 'x', seq: 1, hash: 'h' });

describe('the worker of the second copy', () => {
  it("writes into the origin's private files and reads them, in order", async () => {
    expect(await ask([one], null)).toEqual([
      { id: 1, copy: null },
      { id: 2, copy: { texts: [one], damaged: 0 } },
    ]);
    expect([...disk.files.keys()]).toEqual(['copia-1']);
    expect(locks).toEqual(['mercado-segunda-copia', 'mercado-segunda-copia']);
  });

  it('reports why it failed, and answers the next question', async () => {
    await disk.folder.open('copia-1');
    expect(await ask([one])).toEqual([{ id: 1, error: 'Error: copia-1 is open elsewhere' }]);
    disk.restart();
    hear({ data: { id: 2, texts: null } });
    await vi.waitUntil(() => said.length === 2);
    expect(said[1]).toEqual({ id: 2, copy: { texts: [], damaged: 0 } });
  });

  it('deletes the old file after rewriting the log', async () => {
    const large = JSON.stringify({ t: 'of-tomorrow', text: 'x'.repeat(1_000_001) });
    expect(await ask([large])).toEqual([{ id: 1, copy: null }]);
    expect([...disk.files.keys()]).toEqual(['copia-2']);
  });
});

describe('the check for a second copy', () => {
  it("uses the copy's folder, where the browser has such files", async () => {
    expect(await copyExists()).toBe(false);
    await browser.make();
    expect(await copyExists()).toBe(true);
    vi.stubGlobal('navigator', {});
    expect(await copyExists()).toBe(false);
  });

  it('waits no longer than a second', async () => {
    vi.useFakeTimers();
    vi.stubGlobal('navigator', { storage: { getDirectory: () => new Promise(() => undefined) } });
    let answer: boolean | undefined;
    void copyExists().then((isThere) => (answer = isThere));
    await vi.advanceTimersByTimeAsync(999);
    expect(answer).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(answer).toBe(false);
  });

  it('finds the money database or the second copy, and assumes one when the browser cannot tell', async () => {
    const databases = (...names: string[]) =>
      vi.stubGlobal('indexedDB', { databases: () => Promise.resolve(names.map((name) => ({ name }))) });
    databases('mercado-cache');
    expect(await outboxExists()).toBe(false);
    databases();
    expect(await outboxExists()).toBe(false);
    databases('mercado-cache', 'mercado-dinero');
    expect(await outboxExists()).toBe(true);
    databases();
    await browser.make();
    expect(await outboxExists()).toBe(true);
    vi.stubGlobal('navigator', {});
    vi.stubGlobal('indexedDB', {});
    expect(await outboxExists()).toBe(true);
  });
});
