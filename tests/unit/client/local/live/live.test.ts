import 'fake-indexeddb/auto';
import '#tests/support/browser/browser-globals.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Question, useOperation, useOutbox } from '#src/client/local/live/live.ts';
import { updateStatus } from '#src/client/local/outbox/outbox.ts';
import { newId, storePurchase } from '#tests/support/market/stored-operations.ts';

type Slot = { value: unknown; dependencies?: readonly unknown[]; end?: (() => void) | undefined };

/** React hooks without a screen: state is visible at the next call, and effects run after the first. */
const screen = vi.hoisted(() => {
  const slots: Slot[] = [];
  const effects: (() => void)[] = [];
  let at = 0;
  const next = (first: Slot): Slot => (slots[at++] ??= first);
  return {
    slots,
    useState: (first: unknown) => {
      const slot = next({ value: first });
      return [slot.value, (value: unknown) => (slot.value = value)];
    },
    useEffect: (effect: () => (() => void) | undefined, dependencies: readonly unknown[]) => {
      const slot = next({ value: null });
      if (slot.dependencies?.every((one, index) => one === dependencies[index])) return;
      effects.push(() => {
        slot.end?.();
        slot.dependencies = dependencies;
        slot.end = effect();
      });
    },
    show: <Value>(hook: () => Value): Value => {
      at = 0;
      const shown = hook();
      for (const effect of effects.splice(0)) effect();
      return shown;
    },
    leave: () => {
      for (const { end } of slots.splice(0)) end?.();
    },
  };
});
vi.mock('react', () => ({ useState: screen.useState, useEffect: screen.useEffect }));
vi.mock('#src/client/local/live/browser-money-db.ts', async () => {
  const { MoneyDb } = await import('#src/client/local/db/money-db.ts');
  return { moneyDb: new MoneyDb('mercado-dinero') };
});
const { moneyDb } = await import('#src/client/local/live/browser-money-db.ts');

beforeEach(() => Promise.all(moneyDb.tables.map((table) => table.clear())));
afterEach(() => screen.leave());

/** Waits until the hook returns a value other than `undefined`, or the expected one. */
async function shown<Value>(
  hook: () => Value,
  isSo = (value: Value): boolean => value !== undefined,
): Promise<Value> {
  const read = () => {
    const value = screen.show(hook);
    expect(isSo(value)).toBe(true);
    return value;
  };
  return vi.waitFor(read, { timeout: 10_000 });
}

describe("a screen's view of the outbox", () => {
  it('is one operation, and follows its changes', async () => {
    const opId = await storePurchase(moneyDb);
    expect(screen.show(() => useOperation(opId))).toBeUndefined();
    expect(await shown(() => useOperation(opId))).toMatchObject({ envelope: { opId } });
    await updateStatus(moneyDb, opId, { state: 'sending' });
    await shown(
      () => useOperation(opId),
      (operation) => operation?.status.state === 'sending',
    );
  });

  it('is null for a missing operation, and for none, without a query', async () => {
    const unknown = newId();
    expect(await shown(() => useOperation(unknown))).toBeNull();
    screen.leave();
    const ask = vi.fn<Question<number>>();
    expect(screen.show(() => useOutbox(ask, null))).toBeNull();
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
    expect(screen.show(() => useOutbox(ask, 'b'))).toBeUndefined();
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
    screen.show(hook);
    await vi.waitFor(() => expect(() => screen.show(hook)).toThrow('no disk'));
  });

  it('changes nothing for an unmounted screen', async () => {
    let answer: (value: number) => void = () => undefined;
    const slow: Question<number> = () => new Promise((resolve) => (answer = resolve));
    screen.show(() => useOutbox(slow, 'x'));
    await vi.waitFor(() => expect(String(answer)).toContain('resolve'));
    const held = [...screen.slots];
    screen.leave();
    answer(5);
    await moneyDb.statuses.toArray();
    expect(held.map(({ value }) => value)).toEqual([null, null, null]);
  });
});

const failing: Question<number> = () => Promise.reject(new Error('no disk'));
const quiet: Question<number> = () => Promise.resolve(1);
