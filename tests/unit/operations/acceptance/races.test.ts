import { describe, expect, it } from 'vitest';
import {
  closeIfPaid,
  keyOfPurchase,
  settleAccepted,
  settleWaitingFor,
  sweepSettlements,
  type SweepDeps,
} from '#src/operations/acceptance/post.ts';
import { assignLoss, type AssignDeps } from '#src/operations/assignment/assign.ts';
import { toAmount, toOpId, toVoucherId } from '#src/protocol/brands.ts';
import type { Actor } from '#src/server/actor.ts';
import type { ConflictLine } from '#src/server/journal/ports/rows.ts';
import type { SyncTransaction } from '#src/server/journal/ports/sync-deps.ts';
import type { Receipt } from '#src/server/ledger/receipts.ts';
import {
  author,
  entryAt,
  entryContext,
  marketId,
  paidPaper,
  receiptsIn,
  stallId,
} from '#tests/support/device/sync-entry.ts';

const now = new Date(entryAt);
const voucherId = toVoucherId('24684521-0000-4000-8000-000000000000');
const line: ConflictLine = {
  id: 'line',
  kind: 'sale',
  state: 'review',
  reason: 'BAD_PROOF',
  opId: toOpId('sale'),
  bodyHash: 'b',
  purchaseOpId: toOpId('purchase'),
  marketId,
  stallId,
  voucherId,
  customerId: 'luz',
  price: toAmount(500),
  missing: toAmount(0),
  deviceId: author.id,
  seq: 7,
  occurredAt: now,
  recordedAt: now,
};
const purchase: Receipt = {
  opId: line.purchaseOpId,
  bodyHash: keyOfPurchase(line).bodyHash,
  refusal: null,
  answer: paidPaper,
};
const deadlock = () => Object.assign(new Error('deadlock'), { code: '40P01' });

/** A server whose transactions find this line, and nothing else but `own`. */
function server(own: Partial<SyncTransaction> = {}) {
  const failures: unknown[] = [];
  const { context, written, verbs } = entryContext({ lockConflict: () => Promise.resolve(line), ...own });
  const deps = {
    newId: () => 'new',
    now: () => now,
    newVoucherId: () => voucherId,
    issueLink: () => Promise.resolve({ urlCodeQr: 'u', expiresAt: null }),
    onFailure: (...given: unknown[]) => failures.push(given),
    store: { inTransaction: (work: (tx: SyncTransaction) => Promise<unknown>) => work(context.tx) },
  } as unknown as SweepDeps & AssignDeps;
  return { deps, tx: context.tx, written, verbs, failures };
}

describe('sales that wait for a newly issued voucher', () => {
  it('are retried after a lost race', async () => {
    let losses = 2;
    const lockWaiting = () => ((losses -= 1) >= 0 ? Promise.reject(deadlock()) : Promise.resolve([]));
    const { deps, failures } = server({ lockWaiting });
    await settleWaitingFor(deps, voucherId);
    expect([losses, failures]).toEqual([-1, []]);
  });

  it('never fail the top-up that issued it, and one broken line leaves the sweep of the others', async () => {
    const broken = new Error('no table');
    const { deps, failures, verbs } = server({
      ...receiptsIn([purchase]),
      waitingVouchers: () => Promise.resolve([voucherId]),
      paidConflicts: () => Promise.resolve(['broken', 'gone', 'line']),
      lockWaiting: () => Promise.reject(broken),
      lockConflict: (id) =>
        id === 'broken' ? Promise.reject(broken) : Promise.resolve(id === 'line' ? line : null),
    });
    await sweepSettlements(deps);
    expect(failures).toEqual([
      [broken, `voucher ${voucherId}`],
      [broken, 'conflict broken'],
    ]);
    expect(verbs()).toEqual(['updateConflict', 'insertReceipt']);
  });
});

it('a sale whose purchase was paid meanwhile has that outcome, with or without a known voucher', async () => {
  const answer = { ...paidPaper, missing: toAmount(20), reason: 'BAD_PROOF' };
  const sale = { ...line, voucherCap: toAmount(0), deviceCap: toAmount(0) };
  for (const voucher of [null, { id: voucherId, marketId, balance: 500, ownerId: 'luz', blocked: null }]) {
    const lockVoucher = () => Promise.resolve(voucher as never);
    const { deps, tx, written } = server({ ...receiptsIn([{ ...purchase, answer }]), lockVoucher });
    await settleAccepted(deps, tx, sale, line, now);
    const { opId, bodyHash } = line;
    const kept = { purchase: answer, missing: 20, reason: 'BAD_PROOF' };
    expect(written).toEqual([
      { verb: 'insertReceipt', given: [{ opId, bodyHash, refusal: null, answer: kept }, now] },
    ]);
  }
});

it('a sale that its stall has withdrawn is never paid', async () => {
  const withdrawn = { ...purchase, refusal: 'WITHDRAWN', answer: {} } as const;
  const { deps, tx, written } = server(receiptsIn([withdrawn]));
  const sale = { ...line, voucherCap: toAmount(0), deviceCap: toAmount(0) };
  expect(await settleAccepted(deps, tx, sale, line, now)).toBe(line);
  expect([await closeIfPaid(tx, line, now), written]).toEqual(['withdrawn', []]);
});

describe('a line whose purchase was paid since', () => {
  it.each([
    ['an overspend, which has that receipt itself', { state: 'overspend' }, purchase],
    ['resolved', { state: 'resolved' }, purchase],
    ['of a top-up', { kind: 'cash-taken' }, purchase],
    ['refused', {}, { ...purchase, refusal: 'VOUCHER_SPENT' }],
  ] as [string, Partial<ConflictLine>, Receipt][])('stays when it is %s', async (_what, own, receipt) => {
    const { tx, written } = server(receiptsIn([receipt]));
    expect([await closeIfPaid(tx, { ...line, ...own }, now), written]).toEqual([null, []]);
  });
});

describe('the assignment of a loss', () => {
  const manager = { id: 'manager', userType: 'GLOBAL_MARKET', marketId } as unknown as Actor;
  const assign = (deps: AssignDeps) =>
    assignLoss(deps, manager, { id: 'line', to: 'guarantee', note: 'Visto' });
  const known = { readCustomer: () => Promise.resolve({ id: 'luz' } as never) };

  it('finds no line that vanishes meanwhile', async () => {
    let looks = 0;
    const lockConflict = () => Promise.resolve((looks += 1) === 1 ? line : null);
    const { deps, written } = server({ lockConflict });
    expect([await assign(deps), looks, written]).toEqual([{ ok: false, code: 'NOT_FOUND' }, 2, []]);
  });

  it('is decided once more after a lost race', async () => {
    let losses = 1;
    const twin = () => Promise.reject(Object.assign(new Error('twin'), { code: '23505' }));
    const post = () => ((losses -= 1) >= 0 ? twin() : Promise.resolve());
    const overspend = { ...line, state: 'overspend', missing: toAmount(300) } as const;
    const { deps } = server({ ...known, post, lockConflict: () => Promise.resolve(overspend) });
    expect([(await assign(deps)).ok, losses]).toEqual([true, -1]);
  });

  it('posts nothing for a withdrawal whose purchase never came', async () => {
    const withdrawal = { ...line, kind: 'withdrawal' } as const;
    const { deps, verbs } = server({ ...known, lockConflict: () => Promise.resolve(withdrawal) });
    expect([(await assign(deps)).ok, verbs()]).toEqual([
      true,
      ['insertReceipt', 'updateConflict', 'writeDecision'],
    ]);
  });

  it('makes no top-up whose voucher was taken since its line was read', async () => {
    const topUp = { ...line, kind: 'cash-taken', reason: 'CUSTOMER_GONE' } as const;
    const facts = { customer: 'active', point: 'active', isVoucherTaken: true } as never;
    const { deps, written } = server({
      ...known,
      lockConflict: () => Promise.resolve(topUp),
      loadTopUp: () => Promise.resolve({ facts, customer: null, point: null }),
    });
    expect([await assign(deps), written]).toEqual([{ ok: false, code: 'VOUCHER_EXISTS' }, []]);
  });
});
