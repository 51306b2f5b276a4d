import { describe, expect, it } from 'vitest';
import { toOpId, toVoucherId } from '#src/protocol/brands.ts';
import { settleGroup, type Group } from '#src/server/journal/batch.ts';
import { receiveReport } from '#src/server/journal/contact/report.ts';
import type { ReadyEntry } from '#src/server/journal/envelopes/prepare.ts';
import type { SyncTransaction } from '#src/server/journal/ports/sync-deps.ts';
import { noteGaps, settlePrepared } from '#src/server/journal/settle-prepared.ts';
import { author, entryAt, entryOf, paidPaper } from '#tests/support/device/sync-entry.ts';
import { type Fault, syncServer } from '#tests/support/device/sync-server.ts';

const now = new Date(entryAt);
const codeOf = (code: string) => Object.assign(new Error(code), { code });
const other = { ...author, id: 'aaaaaaaa-0000-4000-8000-000000000009' };

/** Registrations, which need only a receipt: a device's entries in order. */
function entriesOf(count: number, own: Partial<ReadyEntry['envelope']> = {}): ReadyEntry[] {
  return Array.from({ length: count }, (_, index) => ({
    index,
    kind: 'ready',
    envelope: entryOf(
      'customer',
      { clientId: `c${index}`, dataHash: 'd' },
      { seq: index + 1, prevHash: index === 0 ? '' : 'h'.repeat(64), ...own },
    ),
    sig: 'sig',
    operator: null,
    registration: null,
    proof: null,
    link: null,
    proven: null,
  }));
}

function server(own: Partial<SyncTransaction> = {}, faults: Fault[] = []) {
  const { deps, ...rest } = syncServer([author, other], own, faults);
  const group: Group = {
    deps,
    uploaderId: author.id,
    contacts: new Map([[author.id, 4]]),
    withdrawn: new Map(),
    signedIn: null,
    now,
  };
  const committed = () =>
    rest.transactions
      .filter(({ isCommitted }) => isCommitted)
      .map(({ written }) => written.map(({ verb }) => verb));
  return { group, ...rest, committed };
}
/** The same with their seals. */
const proven = (entries: ReadyEntry[]) =>
  entries.map((entry) => ({ ...entry, proven: { state: 'accepted' } as const }));
const statesOf = (results: Map<number, { state: string }>) =>
  [...results].map(([index, { state }]) => [index, state]);

describe('the operations of one transaction', () => {
  it('are recorded together: entries and receipts in one statement each, and the head once', async () => {
    const { group, transactions, failures, asked } = server();
    const entries = proven(entriesOf(3));
    const results = await settleGroup(group, entries);
    expect(statesOf(results)).toEqual([
      [0, 'accepted'],
      [1, 'accepted'],
      [2, 'accepted'],
    ]);
    expect(failures).toEqual([]);
    expect(transactions).toHaveLength(1);
    const written = transactions[0]?.written ?? [];
    expect(written.map(({ verb }) => verb)).toEqual([
      'insertEntries',
      'insertCustomer',
      'insertCustomer',
      'insertCustomer',
      'insertReceipts',
      'writeHead',
    ]);
    expect(written[0]?.given).toMatchObject([[{ seq: 1, contact: 4 }, { seq: 2 }, { seq: 3 }]]);
    expect(written[4]?.given).toMatchObject([[{}, {}, {}], now]);
    const head = { ackSeq: 3, headHash: entries[2]?.envelope.hash, gaps: [], awaiting: [] };
    expect(written[5]?.given).toEqual([author.id, head, 4]);
    expect(asked('lockDevices')).toEqual([[[author.id]]]);
  });

  it('count a contact of their device if nothing was recorded in it before', async () => {
    const [entry] = entriesOf(1);
    const findEntries = () =>
      Promise.resolve([{ opId: entry?.envelope.opId, hash: entry?.envelope.hash } as never]);
    const { group, transactions } = server({ findEntries });
    group.contacts.clear();
    await settleGroup(group, proven(entry ? [entry] : []));
    expect(transactions[0]?.written.at(-1)).toEqual({
      verb: 'writeHead',
      given: [author.id, author.head, 1],
    });
    expect(group.contacts).toEqual(new Map([[author.id, 1]]));
  });

  it('count none when nothing could be recorded', async () => {
    const error = new Error('no table');
    const { group } = server({}, [{ at: 'readOperators', error }]);
    group.contacts.clear();
    await settleGroup(group, entriesOf(1));
    expect(group.contacts).toEqual(new Map());
  });

  it('lock their devices in one order', async () => {
    const { group, asked } = server();
    await settleGroup(group, [...entriesOf(1, { deviceId: other.id }), ...entriesOf(1)]);
    expect(asked('lockDevices')[0]).toEqual([[author.id, other.id]]);
  });

  it('are a limited number of a long request', async () => {
    const { group, written } = server();
    const deps = { ...group.deps, maxPerTransaction: 2 };
    await settlePrepared(deps, author, proven(entriesOf(5)), { signedIn: null, now });
    const inserted = written().filter(({ verb }) => verb === 'insertEntries');
    expect(inserted.map(({ given: [all] }) => (all as unknown[]).length)).toEqual([2, 2, 1]);
  });
});

describe('a transaction that fails', () => {
  it('is repeated with a savepoint per operation, each of which can only fail itself', async () => {
    const broken = new Error('no table');
    const entries = proven(entriesOf(3));
    const { group, committed, failures, transactions } = server({}, [
      { at: 'insertEntries', error: broken },
      { at: 'insertEntry', nth: 2, error: broken },
    ]);
    const results = await settleGroup(group, entries);
    expect(statesOf(results)).toEqual([
      [0, 'accepted'],
      [1, 'again'],
      [2, 'accepted'],
    ]);
    expect(results.get(1)).toMatchObject({ opId: entries[1]?.envelope.opId, refusal: { code: 'INTERNAL' } });
    expect(transactions).toHaveLength(2);
    expect(committed()).toEqual([
      [
        'insertEntry',
        'insertCustomer',
        'insertReceipt',
        'insertEntry',
        'insertCustomer',
        'insertReceipt',
        'writeHead',
      ],
    ]);
    expect(failures, 'each once, by the operation that failed').toEqual([
      [broken, entries[0]?.envelope.opId],
      [broken, entries[1]?.envelope.opId],
    ]);
  });

  it.each([
    ['a twin was first', codeOf('23505')],
    ['another session was first', codeOf('40001')],
    ['two waited for each other', codeOf('40P01')],
  ])('say nothing where %s', async (_what, error) => {
    const { group, failures, transactions } = server({}, [{ at: 'insertEntries', error }]);
    const results = await settleGroup(group, proven(entriesOf(2)));
    expect(statesOf(results)).toHaveLength(2);
    expect([failures, transactions.length]).toEqual([[], 2]);
  });

  it('reports nothing when one has to wait', async () => {
    const waiting = entriesOf(1).map((entry) => ({
      ...entry,
      envelope: entryOf('purchase', { by: 'stall' }, { seq: 1, after: toOpId('before') }),
    }));
    const { group, failures, transactions } = server({
      knownVouchers: (ids) => Promise.resolve(new Set(ids)),
    });
    const results = await settleGroup(group, waiting);
    expect(results.get(0)).toMatchObject({ state: 'again', refusal: { code: expect.stringMatching(/\S/) } });
    expect([failures, transactions.length]).toEqual([[], 2]);
  });

  it('reports nothing when a purchase was posted ahead wrongly', async () => {
    const sales = [1, 2].map((seq) => ({
      ...(entriesOf(1)[0] as ReadyEntry),
      index: seq,
      envelope: entryOf('purchase', { by: 'stall' }, { seq, operatorId: 'eva' }),
    }));
    const { group, failures, transactions, called } = server({
      knownVouchers: (ids) => Promise.resolve(new Set(ids)),
      postPaidPurchases: (all) => Promise.resolve(new Map(all.map(({ op }) => [op, paidPaper]))),
    });
    const results = await settleGroup(group, sales);
    expect(statesOf(results)).toEqual([
      [1, 'refused'],
      [2, 'refused'],
    ]);
    expect(transactions.map(({ isCommitted }) => isCommitted)).toEqual([false, true]);
    expect([failures, called.get('postPurchase') ?? 0]).toEqual([[], 0]);
  });

  it('reports the first failure, not the aborts after it', async () => {
    const sales = [1, 2].map((seq) => ({
      ...(entriesOf(1)[0] as ReadyEntry),
      index: seq,
      envelope: entryOf('purchase', { by: 'stall', codeQrUuid: toVoucherId(`v${seq}`) }, { seq }),
    }));
    const [first, aborted] = [codeOf('22003'), codeOf('25P02')];
    const own = {
      knownVouchers: (ids: readonly string[]) => Promise.resolve(new Set(ids) as never),
      postPaidPurchases: () => Promise.resolve(new Map()),
      postPurchase: () => Promise.resolve({ kind: 'done', receipt: paidPaper, replayed: false } as never),
    };
    const { group, failures } = server(own, [
      { at: 'postPaidPurchases', error: first },
      { at: 'insertEntries', nth: 1, error: aborted },
    ]);
    await settleGroup(group, sales);
    expect((failures[0] as unknown[])[0]).toBe(first);
  });

  it('repeats an operation whose twin was first, eight times at most', async () => {
    const twin = codeOf('23505');
    const lost = (times: number) =>
      Array.from({ length: times }, (_, index) => ({ at: 'insertEntry', nth: index + 1, error: twin }));
    const first = { at: 'insertEntries', error: twin };
    const won = server({}, [first, ...lost(8)]);
    expect(statesOf(await settleGroup(won.group, proven(entriesOf(1))))).toEqual([[0, 'accepted']]);
    expect([won.called.get('insertEntry'), won.failures]).toEqual([9, []]);
    const never = server({}, [first, ...lost(9)]);
    const [entry] = proven(entriesOf(1));
    expect(statesOf(await settleGroup(never.group, entry ? [entry] : []))).toEqual([[0, 'again']]);
    expect([never.called.get('insertEntry'), never.failures]).toEqual([9, [[twin, entry?.envelope.opId]]]);
  });

  it.each([codeOf('40P01'), codeOf('40001')])(
    'are run each in a transaction of its own when that loses too: %s',
    async (error) => {
      const { group, committed, failures, transactions } = server({}, [
        { at: 'insertEntries', error },
        { at: 'insertEntry', nth: 1, error },
        { at: 'insertEntry', nth: 2, error },
      ]);
      const results = await settleGroup(group, proven(entriesOf(2)));
      expect(statesOf(results)).toEqual([
        [0, 'accepted'],
        [1, 'accepted'],
      ]);
      const alone = ['insertEntry', 'insertCustomer', 'insertReceipt', 'writeHead'];
      expect(committed()).toEqual([alone, alone]);
      expect([failures, transactions.length]).toEqual([[], 5]);
    },
  );

  it('leaves its operations without a result when even that fails, and reports each', async () => {
    const lost = codeOf('40P01');
    const entries = proven(entriesOf(2));
    const { group, failures } = server({}, [
      { at: 'insertEntries', error: lost },
      { at: 'insertEntry', error: lost },
    ]);
    expect((await settleGroup(group, entries)).size).toBe(0);
    expect(failures).toEqual(entries.map(({ envelope }) => [lost, envelope.opId]));
  });

  it('leaves its operations without a result when it fails itself, and reports each', async () => {
    const gone = new Error('no database');
    const entries = proven(entriesOf(2));
    const { group, failures, transactions } = server({}, [{ at: 'lockDevices', error: gone }]);
    expect((await settleGroup(group, entries)).size).toBe(0);
    expect(transactions).toHaveLength(2);
    expect(failures).toEqual([
      [gone, entries[0]?.envelope.opId],
      ...entries.map(({ envelope }) => [gone, envelope.opId]),
    ]);
  });

  it('fails for a device that no longer exists, and names it', async () => {
    const { group, failures } = server({ lockDevices: () => Promise.resolve([]) });
    expect((await settleGroup(group, entriesOf(1))).size).toBe(0);
    expect(failures).toMatchObject([[{ message: `device ${author.id} is gone` }, expect.anything()], {}]);
  });
});

describe("a device's report", () => {
  it('is stored again after a lost race', async () => {
    const { deps, written } = syncServer([author], {}, [
      { at: 'touchDevice', nth: 1, error: codeOf('40P01') },
    ]);
    const journal = { lastSeq: 0, headHash: '', openCount: 0, openSum: 0 };
    const request = { deviceId: author.id, sentAt: now.toISOString(), journal, health: {}, entries: [] };
    await receiveReport({ deps, request: request as never, uploader: author, signedIn: null, now });
    expect(written().map(({ verb }) => verb)).toEqual(['writeReport', 'noteContact', 'touchDevice']);
  });

  it('has no gaps while it sends again what a restore lost', async () => {
    const devices = [{ ...author, head: { ...author.head, ackSeq: 9, gaps: [[2, 4]] as const } }];
    const noted = async (isExpected: boolean) => {
      const { deps, written } = syncServer(devices, { isExpected: () => Promise.resolve(isExpected) });
      await noteGaps(deps, await deps.store.readEpoch(), { devices, ready: [] }, now);
      return written().map(({ verb }) => verb);
    };
    expect([await noted(false), await noted(true)]).toEqual([['insertIncidents'], []]);
  });
});
