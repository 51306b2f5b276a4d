import '#tests/support/browser/browser-globals.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDexieDisk } from '#lab/simulation/machine/dexie-disk.ts';
import type { DiskAccess, SimDisk } from '#lab/simulation/machine/disk.ts';
import { createEventLoop } from '#lab/simulation/machine/event-loop.ts';
import { createRandom } from '#lab/simulation/machine/random.ts';
import { createMemoryDisk } from '#lab/simulation/store/memory-disk.ts';
import type { MoneyDb } from '#src/client/local/db/money-db.ts';
import { transact } from '#src/client/local/db/reopen-lost-handle.ts';
import type { OpId, VoucherId } from '#src/contract/brands.ts';
import { runSchedule } from './run-schedule.ts';

/** Rows of these tests: few keys, so that they meet. */
const id = fc.constantFrom('a', 'b', 'c', 'd', 'e').map((text) => text as OpId);
const seq = fc.integer({ min: 1, max: 6 });
const state = fc.constantFrom('pending', 'sending', 'accepted', 'refused');
const status = fc.record({ opId: id, seq, state, attempts: seq }, { noNullPrototype: true });
const envelope = fc.record({ opId: id, seq, v: fc.constant(1) }, { noNullPrototype: true });
const sealed = fc.record(
  { opId: id, epoch: fc.integer({ min: 0, max: 2 }), position: seq, storedAt: seq },
  { noNullPrototype: true },
);

type Tables = Pick<MoneyDb, 'statuses' | 'envelopes' | 'sealed' | 'exposures' | 'device'>;
type Step = { name: string; run: (db: Tables) => PromiseLike<unknown> };

function step<Value>(
  name: string,
  values: fc.Arbitrary<Value>,
  run: (db: Tables, value: Value) => PromiseLike<unknown>,
): fc.Arbitrary<Step> {
  return values.map((value) => ({ name: `${name} ${JSON.stringify(value)}`, run: (db) => run(db, value) }));
}

/** Every kind of request that the product makes of its databases. */
const single = fc.oneof(
  step('get', id, (db, key) => db.statuses.get(key)),
  step('bulkGet', fc.array(id, { maxLength: 3 }), (db, keys) => db.statuses.bulkGet(keys)),
  step('put', status, (db, row) => db.statuses.put(row as never)),
  step('add', status, (db, row) => db.statuses.add(row as never)),
  step('add a unique one', envelope, (db, row) => db.envelopes.add(row as never)),
  step('bulkPut', fc.array(envelope, { maxLength: 3 }), (db, rows) => db.envelopes.bulkPut(rows as never)),
  step('bulkAdd', fc.array(status, { maxLength: 3 }), (db, rows) => db.statuses.bulkAdd(rows as never)),
  step('put sealed', sealed, (db, row) => db.sealed.put(row as never)),
  step('bulkPut sealed', fc.array(sealed, { maxLength: 4 }), (db, rows) => db.sealed.bulkPut(rows as never)),
  step('delete', id, (db, key) => db.statuses.delete(key)),
  step('bulkDelete', fc.array(id, { maxLength: 3 }), (db, keys) => db.envelopes.bulkDelete(keys)),
  step('clear', fc.constant(null), (db) => db.sealed.clear()),
  step('count', fc.constant(null), (db) => db.statuses.count()),
  step('toArray', fc.constant(null), (db) => db.envelopes.toArray()),
  step('first', fc.constant(null), (db) => db.statuses.toCollection().first()),
  step('equals', state, (db, value) => db.statuses.where('state').equals(value).toArray()),
  step('equals keys', state, (db, value) => db.statuses.where('state').equals(value).primaryKeys()),
  step('equals count', state, (db, value) => db.statuses.where('state').equals(value).count()),
  step('anyOf', fc.array(state, { maxLength: 3 }), (db, values) =>
    db.statuses.where('state').anyOf(values).toArray(),
  ),
  step('anyOf sorted', fc.array(seq, { maxLength: 4 }), (db, values) =>
    db.statuses.where('seq').anyOf(values).sortBy('attempts'),
  ),
  step('anyOf keys', fc.array(seq, { maxLength: 4 }), (db, values) =>
    db.statuses.where('seq').anyOf(values).primaryKeys(),
  ),
  step('above', seq, (db, value) => db.statuses.where('seq').above(value).primaryKeys()),
  step('below', fc.tuple(seq, seq), (db, [epoch, position]) =>
    db.sealed.where('[epoch+position]').below([epoch, position]).toArray(),
  ),
  step('between', fc.tuple(seq, seq, seq), (db, [epoch, from, to]) =>
    db.sealed
      .where('[epoch+position]')
      .between([epoch % 3, from], [epoch % 3, from === to ? Infinity : to], from % 2 === 0, to % 2 === 0)
      .reverse()
      .limit(2)
      .toArray(),
  ),
  step('newest', fc.integer({ min: 0, max: 3 }), (db, most) =>
    db.statuses.orderBy('seq').reverse().limit(most).toArray(),
  ),
  step('last', fc.constant(null), (db) => db.sealed.orderBy('[epoch+position]').last()),
  step('filter', seq, (db, value) =>
    db.statuses
      .orderBy('seq')
      .filter(({ attempts }) => attempts > value)
      .limit(2)
      .toArray(),
  ),
  step('modify', fc.tuple(state, state, seq), (db, [from, to, attempts]) =>
    db.statuses
      .where('state')
      .equals(from)
      .modify({ state: to as never, attempts }),
  ),
  step('modify some', fc.tuple(state, seq), (db, [from, value]) =>
    db.statuses
      .where('state')
      .equals(from)
      .and(({ attempts }) => attempts > value)
      .modify({ attempts: 0 }),
  ),
  step('modify any', fc.array(id, { maxLength: 3 }), (db, keys) =>
    db.statuses.where('opId').anyOf(keys).modify({ seen: true }),
  ),
  step('delete above', seq, (db, value) => db.sealed.where('storedAt').above(value).delete()),
  step('delete some', seq, (db, value) =>
    db.sealed
      .where('storedAt')
      .below(value)
      .and(({ epoch }) => epoch > 0)
      .delete(),
  ),
  step('delete one', id, (db, key) => db.envelopes.where('opId').equals(key).delete()),
  step('delete the oldest', fc.integer({ min: 0, max: 2 }), (db, most) =>
    db.statuses.orderBy('seq').limit(most).delete(),
  ),
  step('exposure', fc.tuple(id, seq), (db, [opId, amount]) =>
    db.exposures.put({ opId, kind: 'top-up', voucherId: 'v' as VoucherId, amount, accepted: false } as never),
  ),
);

type Program = {
  /** How its steps run: each alone, or in one transaction, in order or at once. */
  how: 'alone' | 'in order' | 'at once' | 'inside' | 'waits first' | 'within another';
  steps: Step[];
  /** The transaction's work fails at its end. */
  fails: boolean;
  /** The steps' own failures are caught. */
  forgives: boolean;
  page: number;
  /** The handle is dropped before it. */
  reopens: boolean;
};

const program: fc.Arbitrary<Program> = fc.record({
  how: fc.constantFrom('alone', 'in order', 'at once', 'inside', 'waits first', 'within another'),
  steps: fc.array(single, { minLength: 1, maxLength: 4 }),
  fails: fc.boolean(),
  forgives: fc.boolean(),
  page: fc.integer({ min: 0, max: 1 }),
  reopens: fc.integer({ min: 0, max: 9 }).map((value) => value === 0),
});

async function runProgram(db: MoneyDb, one: Program, say: (text: string) => void): Promise<void> {
  const runStep = async ({ name, run }: Step, on: Tables): Promise<void> => {
    try {
      say(`${name}: ${JSON.stringify(await run(on))}`);
    } catch (error) {
      say(`${name} fails: ${nameOf(error)}`);
      if (!one.forgives) throw error;
    }
  };
  const tables = [db.statuses, db.envelopes, db.sealed, db.exposures];
  const inOrder = async (on: Tables): Promise<void> => {
    for (const each of one.steps) await runStep(each, on);
    if (one.fails) throw new Error('the work fails');
  };
  if (one.reopens) db.close({ disableAutoOpen: false });
  switch (one.how) {
    case 'alone':
      for (const each of one.steps) await runStep(each, db);
      return;
    case 'in order':
      return db.transaction('rw', tables, async () => inOrder(db));
    case 'at once':
      await db.transaction('rw', tables, async () => Promise.all(one.steps.map((each) => runStep(each, db))));
      return;
    case 'inside':
      return transact(db, 'rw', [...tables, db.statuses], inOrder);
    case 'waits first':
      return db.transaction('rw', tables, async () => {
        await Promise.resolve();
        await inOrder(db);
      });
    case 'within another':
      return db.transaction('rw', tables, async () => {
        await db.transaction('rw', tables, async () => inOrder(db));
        say(`after: ${await db.statuses.count()}`);
      });
  }
}

type Trouble = {
  abort: number;
  lostHandle: number;
  quota: number;
  dieAtRequest: number | null;
  seed: number;
};

const trouble: fc.Arbitrary<Trouble> = fc.record({
  abort: fc.constantFrom(0, 0, 0.1),
  lostHandle: fc.constantFrom(0, 0, 0.1),
  quota: fc.constantFrom(0, 0, 0.1),
  dieAtRequest: fc.option(fc.integer({ min: 1, max: 40 })),
  seed: fc.integer({ min: 1, max: 1_000 }),
});

/**
 * Answers that two pages over one disk receive. Every line has the name of its error, and without faults its turn of
 * the event loop. Where several steps fail at once the first error may be another one, because promises
 * of one turn may come in another order.
 */
async function linesOf(
  disk: SimDisk,
  programs: readonly Program[],
  { dieAtRequest, seed, ...faults }: Trouble,
): Promise<string[]> {
  const lines: string[] = [];
  const isCalm = dieAtRequest === null && Object.values(faults).every((rate) => rate === 0);
  const loop = createEventLoop(0);
  const { setImmediate: queue } = globalThis;
  let turn = 0;
  globalThis.setImmediate = ((work: () => void) =>
    queue(() => {
      turn += 1;
      work();
    })) as typeof setImmediate;
  try {
    const pages = [0, 1].map((page) => {
      let isGone = false;
      const access: DiskAccess = {
        isGone: () => isGone,
        dieAtRequest: page === 0 ? dieAtRequest : null,
        onDeath: () => {
          isGone = true;
          db.close();
        },
        faults,
        isFull: () => false,
        onFault: () => undefined,
        plants: {},
      };
      const db = disk.money(access, createRandom(seed + page));
      return db;
    });
    // One after the other: the promises of two openings in one turn are not compared here.
    const [first, second] = pages.map((db) => () => db.open());
    const opening = Promise.resolve(first?.()).then(() => second?.());
    await loop.runUntil(30_000);
    await opening;
    const running = pages.map(async (db, page) => {
      for (const [index, one] of programs.entries()) {
        if (one.page !== page) continue;
        const isNamed = isCalm || one.how !== 'at once';
        const say = (text: string): void =>
          void lines.push(
            `${isCalm ? String(turn).padStart(4) : ''} page ${page} program ${index} ${isNamed ? text : text.replace(/(fails|ends).*$/, '$1')}`,
          );
        await runProgram(db, one, say).then(
          () => say('ends'),
          (error: unknown) => say(`ends with ${nameOf(error)}`),
        );
      }
    });
    await loop.runUntil(60_000);
    await Promise.all(running);
  } finally {
    loop.release();
  }
  lines.sort();
  for (const table of ['statuses', 'envelopes', 'sealed', 'exposures'])
    lines.push(`${table}: ${JSON.stringify(disk.rows(table, 'money'))}`);
  return lines;
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : String(error);
}

describe('a disk in memory', () => {
  it('answers random programs of two pages as Dexie does, in the same turns', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(program, { minLength: 1, maxLength: 8 }),
        trouble,
        async (programs, faults) => {
          const real = await linesOf(createDexieDisk(), programs, faults);
          expect(await linesOf(createMemoryDisk(), programs, faults)).toEqual(real);
        },
      ),
      { numRuns: Number(process.env['STORE_RUNS'] ?? 40), seed: Number(process.env['STORE_SEED'] ?? 1) },
    );
  });

  it('gives the same days as Dexie', async () => {
    for (const seed of [3, 32, 50, 59, 1_939]) {
      const real = await runSchedule(seed, new Map(), {}, createDexieDisk);
      const quick = await runSchedule(seed, new Map(), {}, createMemoryDisk);
      expect(quick).toEqual(real);
    }
  });
});
