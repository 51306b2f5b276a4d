import { describe, expect, it } from 'vitest';
import { toAmount, toOpId, toVoucherId, type VoucherId } from '#src/contract/brands.ts';
import { purchaseHash } from '#src/server/ledger/receipts.ts';
import type { SaleConflict, SyncTransaction } from '#src/server/sync/ports/ports.ts';
import {
  asPurchase,
  postTopUpAndSettle,
  settleWaitingFor,
  sweepSettlements,
  type SweepDeps,
} from '#src/server/sync/settlement/settle.ts';
import { entryAt, entryContext, paidPaper, receiptsIn, stallId } from '#tests/support/device/sync-entry.ts';

const now = new Date(entryAt);
const [first, second] = ['24684521', '24684522'].map((id) =>
  toVoucherId(`${id}-0000-4000-8000-000000000000`),
) as [VoucherId, VoucherId];
const deadlock = () => Object.assign(new Error('deadlock'), { code: '40P01' });

/** `locked`: vouchers whose waiting sales were locked. */
function server(own: Partial<SyncTransaction> = {}) {
  const [failures, locked]: [unknown[], VoucherId[]] = [[], []];
  const { context, written } = entryContext({
    lockWaiting: (id) => (locked.push(id), Promise.resolve([])),
    ...own,
  });
  const { tx } = context;
  const transactions: object[] = [];
  const deps = {
    newId: () => 'new',
    now: () => now,
    onFailure: (...given: unknown[]) => failures.push(given),
    store: {
      inTransaction: (work: (tx: SyncTransaction) => Promise<unknown>) => (transactions.push(work), work(tx)),
    },
  } as unknown as SweepDeps;
  return { deps, tx, written, failures, locked, transactions };
}

describe('a top-up of a kiosk', () => {
  const topUp = {
    opId: toOpId('top-up'),
    hash: 'h',
    voucherId: first,
    customerId: 'luz',
    amount: toAmount(900),
    topUpPoint: 'point',
    link: { urlCodeQr: 'https://market/v/1', expiresAt: new Date(5) },
    isReviewed: true,
  };
  const made = { kind: 'done', receipt: {}, replayed: false };

  it.each([
    ['made now', made, [first]],
    ['made before', { ...made, replayed: true }, []],
    ['refused', { kind: 'refused', code: 'FORBIDDEN', replayed: false }, []],
  ])('that is %s settles the sales that waited for its voucher: %#', async (_what, answer, settled) => {
    const posted: unknown[] = [];
    const { deps, tx, locked } = server({
      postTopUp: (given) => (posted.push(given), Promise.resolve(answer as never)),
    });
    expect(await postTopUpAndSettle(deps, tx, now, topUp)).toBe(answer);
    expect(posted).toEqual([
      {
        op: 'top-up',
        hash: 'h',
        voucher: first,
        customer: 'luz',
        amount: 900,
        topUpPoint: 'point',
        recordedAt: now,
        urlCodeQr: 'https://market/v/1',
        expiresAt: new Date(5),
        isReviewed: true,
      },
    ]);
    expect(locked).toEqual(settled);
  });
});

describe('sales that wait for a newly issued voucher', () => {
  it('are retried after a lost race', async () => {
    let losses = 2;
    const lockWaiting = () => ((losses -= 1) >= 0 ? Promise.reject(deadlock()) : Promise.resolve([]));
    const { deps, failures } = server({ lockWaiting });
    await settleWaitingFor(deps, first);
    expect([losses, failures]).toEqual([-1, []]);
  });

  it('never fail the top-up that issued it: the sweep handles the rest', async () => {
    const broken = new Error('no table');
    const { deps, failures } = server({ lockWaiting: () => Promise.reject(broken) });
    await settleWaitingFor(deps, first);
    expect(failures).toEqual([[broken, `voucher ${first}`]]);
  });
});

describe('the sweep', () => {
  const line = {
    id: 'line',
    kind: 'sale',
    state: 'review',
    reason: 'BAD_PROOF',
    opId: toOpId('sale'),
    bodyHash: 'b',
    purchaseOpId: toOpId('purchase'),
    stallId,
  } as SaleConflict;
  const paid = receiptsIn([
    {
      opId: line.purchaseOpId,
      bodyHash: purchaseHash(asPurchase(line)),
      refusal: null,
      answer: paidPaper,
    },
  ]);
  const lines = (...found: SaleConflict[]) => ({
    paidConflicts: () => Promise.resolve(found.map(({ id }) => id)),
    waitingVouchers: () => Promise.resolve([]),
    lockConflict: (id: string) => Promise.resolve(found.find((one) => one.id === id) ?? null),
    ...paid,
  });

  it('settles each existing voucher and closes each paid line, a hundred at a time', async () => {
    const asked: number[] = [];
    const { deps, locked, written, transactions } = server({
      ...lines(line, { ...line, id: 'other', opId: toOpId('another') }),
      waitingVouchers: (most) => (asked.push(most), Promise.resolve([first, second])),
      paidConflicts: (most) => (asked.push(most), Promise.resolve(['line', 'other'])),
    });
    await sweepSettlements(deps);
    expect([asked, locked]).toEqual([
      [100, 100],
      [first, second],
    ]);
    expect(written.map(({ verb, given }) => [verb, given[0]])).toEqual([
      ['updateConflict', 'line'],
      ['insertReceipt', expect.objectContaining({ opId: 'sale' })],
      ['updateConflict', 'other'],
      ['insertReceipt', expect.objectContaining({ opId: 'another' })],
    ]);
    expect(transactions, 'one to look, and one for each').toHaveLength(5);
  });

  it('leaves a line that was resolved or deleted meanwhile', async () => {
    const resolved = server(lines({ ...line, state: 'resolved' }));
    await sweepSettlements(resolved.deps);
    const gone = server({ ...lines(line), lockConflict: () => Promise.resolve(null) });
    await sweepSettlements(gone.deps);
    expect([resolved.written, resolved.failures, gone.written, gone.failures]).toEqual([[], [], [], []]);
  });

  it('continues after a failure, and reports it', async () => {
    const broken = new Error('no table');
    const { deps, failures, written } = server({
      ...lines(line),
      waitingVouchers: () => Promise.resolve([first]),
      paidConflicts: () => Promise.resolve(['broken', 'line']),
      lockWaiting: () => Promise.reject(broken),
      lockConflict: (id) => (id === 'broken' ? Promise.reject(broken) : Promise.resolve(line)),
    });
    await sweepSettlements(deps);
    expect(failures).toEqual([
      [broken, `voucher ${first}`],
      [broken, 'conflict broken'],
    ]);
    expect(written).toHaveLength(2);
  });
});
