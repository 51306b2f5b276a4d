import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PurchaseAct } from '#src/operations/purchase/post.ts';
import { createPurchaseQueue } from '#src/operations/purchase/queue.ts';
import { toAmount, toOpId, toVoucherId } from '#src/protocol/brands.ts';
import { paidPaper } from '#tests/support/device/sync-entry.ts';

type Statement = {
  ops: string[];
  lane: unknown;
  answer: (rows?: object[]) => void;
  fail: (error: Error) => void;
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const entry = (op: string, voucher = op): PurchaseAct => ({
  op: toOpId(op),
  hash: 'h',
  voucher: toVoucherId(voucher),
  customer: 'luz',
  stall: 's',
  price: toAmount(500),
  actor: null,
});
const paid = (n: number) => ({ n, answer: paidPaper });
/** The receipt of a purchase that was refused earlier. */
const refusedBefore = (opId: string) => ({
  opId,
  bodyHash: 'h',
  refusal: 'VOUCHER_SPENT',
  answer: { left: 0 },
});

/** A database whose statements end when the test decides. */
function queue({ sessions = 4, maxBatch = 3, usualStatements = 2 } = {}) {
  const statements: Statement[] = [];
  const query = (statement: { values?: readonly unknown[] }, lane: unknown) =>
    new Promise((resolve, reject) => {
      const entries = JSON.parse(String(statement.values?.[0])) as { op: string; n: number }[];
      const ops = entries.toSorted((a, b) => a.n - b.n).map(({ op }) => op);
      const answer = (rows: object[] = entries.map(({ n }) => paid(n))) =>
        resolve({ rows, rowCount: rows.length });
      statements.push({ ops, lane, answer, fail: reject });
    });
  const alone: { op: string; answer: () => void; fail: (error: Error) => void }[] = [];
  // A purchase alone looks for its receipt first, and here it always has one.
  const transaction = (work: (session: unknown) => Promise<unknown>, lane: unknown) => {
    expect(lane).toBe('money');
    return work({
      query: ({ values }: { values: readonly unknown[] }) =>
        new Promise((resolve, reject) => {
          const [op = ''] = values[0] as string[];
          const answer = () => resolve({ rows: [refusedBefore(op)], rowCount: 1 });
          alone.push({ op, answer, fail: reject });
        }),
    });
  };
  const database = { sessionCount: sessions, query, transaction } as unknown as Parameters<
    typeof createPurchaseQueue
  >[0];
  const { post } = createPurchaseQueue(database, () => new Date(5), { maxBatch, usualStatements });
  const answers = new Map<string, unknown>();
  const buy = (...entries: PurchaseAct[]) => {
    for (const one of entries)
      void post(one).then(
        (answer) => answers.set(one.op, answer.kind),
        (error: Error) => answers.set(one.op, error.message),
      );
  };
  return { statements, alone, buy, answers, asked: () => statements.map(({ ops }) => ops) };
}
const settled = () => vi.advanceTimersByTimeAsync(0);

describe('the queue of purchases', () => {
  it('runs two statements at a time, and puts later arrivals together into the next', async () => {
    const { statements, buy, answers, asked } = queue();
    buy(entry('a'), entry('b'), entry('c'), entry('d'));
    expect(asked()).toEqual([['a'], ['b']]);
    expect(statements[0]?.lane).toBe('money');
    expect(answers.size).toBe(0);
    statements[0]?.answer();
    await settled();
    expect([asked()[2], answers.get('a'), answers.get('b')]).toEqual([['c', 'd'], 'done', undefined]);
  });

  it('takes a limited number at once, the oldest first', async () => {
    const { statements, buy, asked } = queue();
    buy(...['a', 'b', 'c', 'd', 'e', 'f'].map((op) => entry(op)));
    statements[1]?.answer();
    await settled();
    expect(asked().slice(2)).toEqual([['c', 'd', 'e']]);
    statements[0]?.answer();
    await settled();
    expect(asked().slice(3)).toEqual([['f']]);
  });

  it('never puts one voucher, or one operation, twice in a statement or in parallel ones', async () => {
    const { statements, buy, asked } = queue();
    buy(entry('a', 'v'), entry('b', 'v'), entry('c', 'w'));
    expect(asked()).toEqual([['a'], ['c']]);
    statements[1]?.answer();
    await settled();
    expect(asked(), 'its voucher is under way').toHaveLength(2);
    buy(entry('d', 'x'), entry('d', 'y'), entry('e', 'z'), entry('f', 'z'));
    expect(asked()[2]).toEqual(['d']);
    statements[0]?.answer();
    await settled();
    expect(asked()[3]).toEqual(['b', 'd', 'e']);
    statements[3]?.answer();
    await settled();
    expect(asked()[4]).toEqual(['f']);
  });

  it('makes waiting purchases of one voucher or operation wait for each other', async () => {
    const { statements, buy, asked } = queue({ maxBatch: 9, usualStatements: 1 });
    buy(entry('x'), entry('a', 'v'), entry('b', 'v'), entry('c', 'w'), entry('c', 'y'), entry('d'));
    statements[0]?.answer();
    await settled();
    expect(asked()[1]).toEqual(['a', 'c', 'd']);
    statements[1]?.answer();
    await settled();
    expect(asked()[2]).toEqual(['b', 'c']);
  });

  it('does not wait for a slow statement while there are connections', async () => {
    const { buy, asked } = queue({ sessions: 3 });
    buy(entry('a'), entry('b'));
    await vi.advanceTimersByTimeAsync(10);
    buy(entry('c'));
    await vi.advanceTimersByTimeAsync(9);
    expect(asked()).toEqual([['a'], ['b']]);
    await vi.advanceTimersByTimeAsync(11);
    expect(asked()).toEqual([['a'], ['b'], ['c']]);
    buy(entry('d'));
    await vi.advanceTimersByTimeAsync(500);
    expect(asked(), 'there is no connection left').toHaveLength(3);
  });

  it('starts at once when both statements have been slow for a while', async () => {
    const { buy, asked } = queue();
    buy(entry('a'), entry('b'));
    await vi.advanceTimersByTimeAsync(20);
    buy(entry('c'));
    expect(asked()).toEqual([['a'], ['b'], ['c']]);
    buy(entry('d'));
    expect(asked(), 'the newest is not slow yet').toHaveLength(3);
  });

  it('uses no more connections than there are', async () => {
    const { statements, buy, asked } = queue({ sessions: 1 });
    buy(entry('a'), entry('b'));
    expect(asked()).toEqual([['a']]);
    statements[0]?.answer();
    await settled();
    expect(asked()).toEqual([['a'], ['b']]);
  });

  it('decides those alone that were not paid, after the answers of the others', async () => {
    const { statements, buy, answers, alone } = queue({ usualStatements: 1 });
    buy(entry('x'), entry('a'), entry('b'), entry('c'));
    statements[0]?.answer();
    await settled();
    statements[1]?.answer([paid(1)]);
    await settled();
    expect([alone.map(({ op }) => op), answers.get('a'), answers.get('b')]).toEqual([
      ['a'],
      undefined,
      'done',
    ]);
    alone[0]?.answer();
    await settled();
    expect([alone.map(({ op }) => op), answers.get('a')]).toEqual([['a', 'c'], 'refused']);
    alone[1]?.fail(new Error('no database'));
    await settled();
    expect(answers.get('c')).toBe('no database');
  });

  it('posts each alone after one of them failed the statement, so that it can only fail itself', async () => {
    const { statements, buy, answers, alone } = queue({ usualStatements: 1 });
    buy(entry('x'), entry('a'), entry('b'));
    statements[0]?.answer();
    await settled();
    statements[1]?.fail(Object.assign(new Error('twin'), { code: '23505' }));
    await settled();
    alone[0]?.fail(Object.assign(new Error('broken'), { code: '23514' }));
    await settled();
    alone[1]?.answer();
    await settled();
    expect([answers.get('a'), answers.get('b')]).toEqual(['broken', 'refused']);
  });

  it('fails all of a statement that fails permanently, and continues with the next', async () => {
    const { statements, buy, answers, alone } = queue({ usualStatements: 1 });
    buy(entry('x'), entry('a'), entry('b'));
    statements[0]?.answer();
    await settled();
    statements[1]?.fail(new Error('no database'));
    await settled();
    expect([answers.get('a'), answers.get('b'), alone]).toEqual(['no database', 'no database', []]);
    buy(entry('a'));
    statements[2]?.answer();
    await settled();
    expect(answers.get('a')).toBe('done');
  });
});
