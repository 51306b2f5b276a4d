import 'fake-indexeddb/auto';
import '#tests/support/browser/browser-globals.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Question, useOperation, useOutbox } from '#src/client/local/live/live.ts';
import { leave, show } from '#tests/support/browser/fake-hooks.ts';
import { newId } from '#tests/support/market/stored-operations.ts';

vi.mock('react', () => import('#tests/support/browser/fake-hooks.ts'));
vi.mock('#src/client/local/live/browser-money-db.ts', async () => {
  const { MoneyDb } = await import('#src/client/local/db/money-db.ts');
  return { moneyDb: new MoneyDb('mercado-dinero') };
});
const { moneyDb } = await import('#src/client/local/live/browser-money-db.ts');

beforeEach(() => Promise.all(moneyDb.tables.map((table) => table.clear())));
afterEach(leave);

/** Waits until the hook returns a value other than `undefined`. */
const shown = <Value>(hook: () => Value): Promise<Value> =>
  vi.waitUntil(() => show(hook) !== undefined, { timeout: 10_000 }).then(() => show(hook));

describe("a screen's view of the outbox", () => {
  it('is null for a missing operation, and for none, without a query', async () => {
    const unknown = newId();
    expect(await shown(() => useOperation(unknown))).toBeNull();
    leave();
    const ask = vi.fn<Question<number>>();
    expect(show(() => useOutbox(ask, null))).toBeNull();
    expect(ask).not.toHaveBeenCalled();
  });

  it('is empty when the query is not worth running', async () => {
    const ask = vi.fn<Question<number>>();
    const never = () => Promise.resolve(false);
    expect(await shown(() => useOutbox(ask, '', { isWorthAsking: never }))).toBeNull();
    expect(ask).not.toHaveBeenCalled();
  });

  it('is never the answer to another query than the present one', async () => {
    const ask: Question<string> = (_queries, key) => Promise.resolve(`of ${key}`);
    expect(await shown(() => useOutbox(ask, 'a'))).toBe('of a');
    expect(show(() => useOutbox(ask, 'b'))).toBeUndefined();
    expect(await shown(() => useOutbox(ask, 'b'))).toBe('of b');
  });

  it.each([
    ['the database', () => useOutbox<number, string>(failing, '')],
    [
      'what is asked first',
      () =>
        useOutbox<number, string>(quiet, '', { isWorthAsking: () => Promise.reject(new Error('no disk')) }),
    ],
  ])('is an error of the screen when %s fails', async (_what, hook) => {
    show(hook);
    await vi.waitFor(() => expect(() => show(hook)).toThrow('no disk'));
  });
});

const failing: Question<number> = () => Promise.reject(new Error('no disk'));
const quiet: Question<number> = () => Promise.resolve(1);
