import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { SealedResult } from '#src/contract/sync/recovery.ts';
import type { SyncResult } from '#src/contract/sync/schemas.ts';
import { toOpId, type OpId } from '#src/protocol/brands.ts';
import type { ReadyEntry } from '#src/server/journal/envelopes/prepare.ts';
import { createSealer } from '#src/server/journal/envelopes/receipt-seal.ts';
import {
  forgottenNumbers,
  nextEpoch,
  recordUnknownDevice,
  detectRestore,
  sealResults,
} from '#src/server/journal/epochs.ts';
import type { Epoch } from '#src/server/journal/ports/rows.ts';
import type { SyncTransaction, SyncDeps } from '#src/server/journal/ports/sync-deps.ts';

const sealer = createSealer(Buffer.alloc(32, 8));
const epoch = { number: 5, position: 700, keptCopy: null } as unknown as Epoch;
const now = new Date(4);
const hash = 'h'.repeat(64);
const opId = toOpId(randomUUID());
type Place = { epoch: number; position: number };
const receipt = (place: Place, outcome: SealedResult = { state: 'accepted' }, of: OpId = opId) => ({
  opId: of,
  hash,
  ...outcome,
  seal: sealer.seal({ kind: 'withdrawal', opId: of, hash, ...outcome }, place),
});

type FoundOutcome = { opId: string; refusal: string | null; postedAt?: number | null };

function server(outcomes: FoundOutcome[] = [], own: Partial<SyncTransaction> = {}) {
  const begun: unknown[] = [];
  const failures: unknown[] = [];
  const asked: unknown[] = [];
  const find = (keys: { opId: string }[]) => {
    asked.push(keys);
    const found = outcomes.filter((one) => keys.some(({ opId: of }) => of === one.opId));
    return Promise.resolve(found.map((one) => ({ postedAt: null, ...one })));
  };
  const tx = {
    readEpoch: () => Promise.resolve(epoch),
    readOutcomes: find,
    readJournalOutcomes: find,
    beginEpoch: (given: unknown) => (begun.push(given), Promise.resolve()),
    findReceipt: () => Promise.resolve(null),
    ...own,
  } as unknown as SyncTransaction;
  const deps = {
    sealer,
    now: () => now,
    onFailure: (...given: unknown[]) => failures.push(given),
    store: { ...tx, inTransaction: (work: (tx: SyncTransaction) => Promise<unknown>) => work(tx) },
  } as unknown as SyncDeps;
  return { deps, begun, failures, asked };
}
const notice = async (
  lastSealed: object | undefined,
  outcomes: FoundOutcome[] = [],
  entries: object[] = [],
) => {
  const { deps, begun } = server(outcomes);
  const newest = await detectRestore(deps, { lastSealed, entries } as never);
  return { newest, begun };
};
const here: FoundOutcome[] = [{ opId, refusal: null }];

describe('a sealed receipt shown by a device', () => {
  it.each([
    ['is here', receipt({ epoch: 5, position: 700 }), here, 0],
    ['is from a life before', receipt({ epoch: 4, position: 900 }), [], 0],
    ['is not here', receipt({ epoch: 5, position: 700 }), [], 1],
    ['is ahead of this database', receipt({ epoch: 5, position: 701 }), here, 1],
    ['is from a life after', receipt({ epoch: 6, position: 1 }), here, 1],
    [
      'was posted before its seal',
      receipt({ epoch: 5, position: 600 }),
      [{ opId, refusal: null, postedAt: 600 }],
      0,
    ],
    [
      'was posted after its seal',
      receipt({ epoch: 5, position: 600 }),
      [{ opId, refusal: null, postedAt: 601 }],
      1,
    ],
    [
      'was refused, and its acceptance has paid later',
      receipt({ epoch: 5, position: 600 }, { state: 'refused', code: 'INSUFFICIENT_BALANCE' }),
      [{ opId, refusal: 'INSUFFICIENT_BALANCE', postedAt: 601 }],
      0,
    ],
    ['was judged anew, and refused', receipt({ epoch: 5, position: 1 }), [{ opId, refusal: 'FORBIDDEN' }], 1],
    [
      'was refused, and is paid here',
      receipt({ epoch: 5, position: 1 }, { state: 'refused', code: 'FORBIDDEN' }),
      here,
      1,
    ],
    [
      'was refused, and is not here',
      receipt({ epoch: 5, position: 1 }, { state: 'refused', code: 'FORBIDDEN' }),
      [],
      1,
    ],
    [
      'was refused, and is here',
      receipt({ epoch: 5, position: 1 }, { state: 'refused', code: 'FORBIDDEN' }),
      [{ opId, refusal: 'FORBIDDEN' }],
      0,
    ],
  ] as const)('%s: new epochs %#', async (_what, shown, outcomes, count) => {
    const { newest, begun } = await notice(shown, [...outcomes]);
    expect(newest).toMatchObject({ opId, seal: shown.seal });
    expect(begun).toHaveLength(count);
  });

  it('begins an epoch after every known one', async () => {
    expect((await notice(receipt({ epoch: 5, position: 701 }))).begun).toEqual([
      { number: 6, after: 5, reason: 'noticed', at: now },
    ]);
    expect((await notice(receipt({ epoch: 8, position: 1 }))).begun).toEqual([
      { number: 9, after: 5, reason: 'noticed', at: now },
    ]);
    expect([nextEpoch(5, new Date(3)), nextEpoch(5, new Date(900))]).toEqual([6, 900]);
  });

  it('has no effect without a valid seal', async () => {
    const { deps, asked } = server();
    expect(await detectRestore(deps, { entries: [] } as never)).toBeNull();
    const foreign = { ...receipt({ epoch: 9, position: 1 }), hash: 'i'.repeat(64) };
    expect(
      await detectRestore(deps, { lastSealed: foreign, entries: [{ envelope: null }] } as never),
    ).toBeNull();
    expect(asked).toEqual([]);
  });

  it('is also looked for beside requested operations', async () => {
    const { opId: of, hash: its, ...sealed } = receipt({ epoch: 5, position: 3 });
    const entries = [
      { envelope: { opId: of, hash: its }, sealed },
      { envelope: 'text', sealed },
      { envelope: {} },
    ];
    const { newest, begun } = await notice(undefined, [], entries);
    expect([newest, begun.length]).toEqual([null, 1]);
    const forged = [{ envelope: { opId: toOpId(randomUUID()), hash: its }, sealed }];
    expect(await notice(undefined, [], forged), 'of another operation it says nothing').toEqual({
      newest: null,
      begun: [],
    });
    expect((await notice(undefined, [], [...forged, ...entries])).begun).toHaveLength(1);
    expect((await notice(undefined, here, entries)).begun).toEqual([]);
    const other = toOpId(randomUUID());
    const both = await notice(
      receipt({ epoch: 5, position: 2 }, { state: 'accepted' }, other),
      here,
      entries,
    );
    expect([both.newest?.opId, both.begun.length]).toEqual([other, 1]);
  });
});

describe('a device unknown to this database', () => {
  const shown = receipt({ epoch: 5, position: 1 }) as never;
  it('is expected, and calls again when that could not be stored', async () => {
    const noted: unknown[] = [];
    const known = server([], { recordUnknownDevice: (...given) => (noted.push(given), Promise.resolve()) });
    await recordUnknownDevice(known.deps, 'tablet', shown);
    expect([noted, known.failures]).toEqual([[[5, 'tablet']], []]);
    const failing = (why: Error) => server([], { recordUnknownDevice: () => Promise.reject(why) });
    const busy = failing(Object.assign(new Error('deadlock'), { code: '40P01' }));
    await recordUnknownDevice(busy.deps, 'tablet', shown);
    expect(busy.failures).toEqual([]);
    const broken = failing(new Error('no table'));
    await recordUnknownDevice(broken.deps, 'tablet', shown);
    expect(broken.failures).toEqual([[new Error('no table'), opId]]);
  });
});

describe('the seal on a result', () => {
  const other = toOpId(randomUUID());
  const ready = [opId, other].map((of, index) => ({
    index,
    envelope: { kind: 'withdrawal', opId: of, hash },
  })) as unknown as ReadyEntry[];
  const sealed = async (results: object[], outcomes: { opId: string; refusal: string | null }[]) => {
    const { deps, asked } = server(outcomes);
    const map = await sealResults(deps, epoch, ready, results as SyncResult[]);
    return { of: [...map.keys()], first: map.get(0), asked };
  };
  const refusal = { code: 'FORBIDDEN', message: '', opId };

  it.each([
    ['accepted', {}, here],
    ['settled-with-overspend', {}, here],
    ['refused', { refusal }, [{ opId, refusal: 'FORBIDDEN' }]],
  ])('is added when it is recorded: %s', async (state, own, outcomes) => {
    const { of, first, asked } = await sealed([{ opId, state, ...own }, undefined as never], outcomes);
    expect([of, asked]).toEqual([[0], [[{ opId, bodyHash: hash }]]]);
    const shown = sealer.shown({
      opId,
      hash,
      state,
      ...(state === 'refused' ? { code: 'FORBIDDEN' } : {}),
      seal: first?.seal,
    } as never);
    expect(shown).toMatchObject({ seal: { epoch: 5, position: 700 } });
  });

  it.each([
    ['is not recorded', [{ opId, state: 'accepted' }], []],
    ['is recorded otherwise', [{ opId, state: 'accepted' }], [{ opId, refusal: 'FORBIDDEN' }]],
    [
      'is recorded for another reason',
      [{ opId, state: 'refused', refusal }],
      [{ opId, refusal: 'WITHDRAWN' }],
    ],
    ['is open', [{ opId, state: 'in-review' }], here],
    ['is refused without a reason', [{ opId, state: 'refused' }], here],
  ])('is not added when it %s', async (_what, results, outcomes) => {
    expect((await sealed([...results, { opId: other, state: 'again' }], outcomes)).of).toEqual([]);
  });
});

describe('receipts that a device reports', () => {
  const rows = [
    { seq: 1, refusal: null },
    { seq: 2, refusal: 'VOUCHER_SPENT' },
    { seq: 3, refusal: null },
  ] as const;
  const forgotten = (told: unknown) => {
    const readOwnOutcomes = (_device: string, seqs: readonly number[]) =>
      Promise.resolve(rows.filter(({ seq }) => seqs.includes(seq)));
    return forgottenNumbers({ readOwnOutcomes } as unknown as SyncDeps['store'], 'device', told);
  };

  it('are requested when the database has none, or another outcome', async () => {
    expect(await forgotten({ accepted: [1, 3], refused: [2] })).toEqual([]);
    expect(await forgotten({ accepted: [1, 2, 4], refused: [3, 5] })).toEqual([2, 4, 3, 5]);
  });

  it('are ignored when invalid', async () => {
    for (const told of [undefined, null, 'x', { accepted: [0], refused: [] }, { accepted: [4] }])
      expect(await forgotten(told)).toEqual([]);
    expect(await forgotten({ accepted: Array(51).fill(4), refused: [] })).toEqual([]);
  });
});
