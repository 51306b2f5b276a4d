import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MoneyDb } from '#src/client/local/db/money-db.ts';
import type { CopyAnswer, CopyQuestion } from '#src/client/local/second/copy-messages.ts';
import type { recoverLost } from '#src/client/local/second/recover.ts';

const outside = vi.hoisted(() => ({
  isCopyThere: true,
  lost: '',
  recover: vi.fn<typeof recoverLost>(),
}));
vi.mock('#src/client/local/second/recover.ts', () => ({ recoverLost: outside.recover }));
vi.mock('#src/client/local/second/copy-messages.ts', () => ({
  copyExists: () => Promise.resolve(outside.isCopyThere),
}));
vi.mock('#src/client/local/db/answering-factory.ts', () => ({
  answeringFactory: (factory: IDBFactory, onDataLoss: (why: string) => void) => {
    if (outside.lost !== '') onDataLoss(outside.lost);
    return factory;
  },
}));

let open: MoneyDb | undefined;

beforeEach(() => {
  outside.recover.mockReset();
  outside.recover.mockResolvedValue(0);
  [outside.isCopyThere, outside.lost] = [true, ''];
});
afterEach(async () => {
  open?.close();
  open = undefined;
  vi.unstubAllGlobals();
  for (const name of ['mercado-dinero', 'mercado-relleno']) indexedDB.deleteDatabase(name);
});

/** The handle of a starting page. */
async function start() {
  vi.resetModules();
  const page = await import('#src/client/local/live/browser-money-db.ts');
  const { secondCopy } = await import('#src/client/local/live/browser-second-copy.ts');
  open = page.moneyDb;
  await page.moneyDb.open();
  return { ...page, secondCopy };
}
/** The product's databases; other test files of this process leave theirs behind. */
const names = async () =>
  (await indexedDB.databases()).map(({ name }) => name).filter((name) => name?.startsWith('mercado-'));

describe('the money database of a page', () => {
  it('restores lost operations once before it opens, by a separate handle that it closes', async () => {
    outside.lost = 'torn';
    outside.recover.mockImplementation(async (db) => {
      expect(open?.isOpen()).toBe(false);
      await db.open();
      return 0;
    });
    const { moneyDb, secondCopy } = await start();
    expect(outside.recover).toHaveBeenCalledOnce();
    const [db, copy, now, dataLoss] = outside.recover.mock.lastCall ?? [];
    expect([copy === secondCopy, dataLoss, db === moneyDb]).toEqual([true, 'torn', false]);
    expect(Math.abs((now ?? 0) - Date.now())).toBeLessThan(60_000);
    expect(db?.isOpen()).toBe(false);
    moneyDb.close({ disableAutoOpen: false });
    await moneyDb.open();
    expect(outside.recover).toHaveBeenCalledOnce();
  });

  it('opens when nothing can be restored, or restoring fails', async () => {
    outside.recover.mockRejectedValue(new Error('not readable'));
    await start();
    expect(outside.recover.mock.lastCall?.[3], 'nothing was lost').toBe('');
    expect(await open?.statuses.count()).toBe(0);
    open?.close();
    outside.isCopyThere = false;
    outside.recover.mockClear();
    await start();
    expect(outside.recover).not.toHaveBeenCalled();
  });

  it('starts a new log at every start of a browser that continues old ones, and only there', async () => {
    await start();
    expect(await names()).toEqual(['mercado-dinero']);
    open?.close();
    vi.stubGlobal('navigator', { userAgentData: {} });
    const { moneyDb } = await start();
    expect(await names()).toContain('mercado-relleno');
    moneyDb.close({ disableAutoOpen: false });
    indexedDB.deleteDatabase('mercado-relleno');
    await moneyDb.open();
    expect(await names()).toContain('mercado-relleno');
  });
});

describe('the worker of the second copy', () => {
  const made: [string, unknown][] = [];
  class FakeWorker extends EventTarget {
    constructor(url: URL, options: unknown) {
      super();
      made.push([url.pathname, options]);
    }
    postMessage({ id }: CopyQuestion): void {
      const data: CopyAnswer = { id, copy: { texts: [], damaged: 7 } };
      this.dispatchEvent(Object.assign(new Event('message'), { data }));
    }
  }
  const storage = { getDirectory: () => undefined };
  const all = { storage, locks: {} };
  beforeEach(() => {
    made.length = 0;
    vi.stubGlobal('Worker', FakeWorker);
    vi.stubGlobal('navigator', all);
  });

  it('starts with the first question', async () => {
    const { secondCopy } = await start();
    expect(made).toEqual([]);
    expect(await secondCopy.read()).toMatchObject({ damaged: 7 });
    expect(made).toEqual([[expect.stringMatching(/second\/copy-worker\.ts$/), { type: 'module' }]]);
  });

  it.each([
    ['private files', { locks: {} }],
    ['private files that a worker can write', { storage: {}, locks: {} }],
    ['locks over its tabs', { storage }],
  ])('is missing in a browser without %s', async (_what, navigator) => {
    vi.stubGlobal('navigator', navigator);
    const { secondCopy } = await start();
    expect([await secondCopy.read(), made]).toEqual([null, []]);
  });

  it('is missing in a browser without workers', async () => {
    vi.stubGlobal('Worker', undefined);
    const { secondCopy } = await start();
    expect(await secondCopy.read()).toBeNull();
  });
});
