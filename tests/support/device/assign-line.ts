import { expect } from 'vitest';
import { toAmount, toOpId, toVoucherId } from '#src/contract/brands.ts';
import type { AssignCommand } from '#src/contract/settlement/schemas.ts';
import type { Actor } from '#src/server/actor.ts';
import { purchaseHash, type Receipt } from '#src/server/ledger/receipts.ts';
import type { SaleConflict, SyncTransaction } from '#src/server/sync/ports/ports.ts';
import { assignLoss, type AssignDeps } from '#src/server/sync/settlement/assign.ts';
import { asPurchase } from '#src/server/sync/settlement/settle.ts';
import {
  author,
  entryAt,
  entryContext,
  marketId,
  paidPaper as paper,
  receiptsIn,
  stallId,
} from '#tests/support/device/sync-entry.ts';

export const now = new Date(entryAt);
export const voucherId = toVoucherId('24684521-0000-4000-8000-000000000000');
export const manager = { id: 'manager', userType: 'GLOBAL_MARKET', marketId } as unknown as Actor;
export const line: SaleConflict = {
  id: 'line',
  kind: 'sale',
  state: 'overspend',
  reason: 'SPENT_ELSEWHERE',
  opId: toOpId('sale'),
  bodyHash: 'b',
  purchaseOpId: toOpId('purchase'),
  marketId,
  stallId,
  voucherId,
  customerId: 'luz-before',
  price: toAmount(500),
  missing: toAmount(300),
  deviceId: author.id,
  seq: 7,
  occurredAt: now,
  recordedAt: now,
};
export const stall = { id: stallId, marketId, name: 'Rosalba', pointsEvery: 100 };
export const luz = { id: 'luz' };
export const newPaper = { uuid: toVoucherId('0190a8c4-7b21-4f0e-9d44-2b8f3c6e1a77') };
export const voucher = {
  id: voucherId,
  ownerId: 'luz',
  personId: 'luz',
  marketId,
  balance: 200,
  blocked: null,
};

type Given = {
  actor?: Actor;
  to?: AssignCommand['to'];
  line?: Partial<SaleConflict> | null;
  receipts?: Record<string, Partial<Receipt>>;
  tx?: Partial<SyncTransaction>;
};

/** Luz, a stall with a point for every 100, and a voucher of 200, all existing. */
export async function assign({
  actor = manager,
  to = 'guarantee',
  line: own = {},
  receipts = {},
  tx = {},
}: Given = {}) {
  const [posted, linked]: [unknown[], unknown[]] = [[], []];
  const found = own && { ...line, ...own };
  const { context, written } = entryContext({
    lockConflict: (id) => Promise.resolve(id === 'line' ? found : null),
    ...receiptsIn(Object.entries(receipts).map(([opId, one]) => ({ opId: toOpId(opId), ...one }))),
    readStall: () => Promise.resolve(stall as never),
    readCustomer: (id) => Promise.resolve(id === 'luz-before' ? (luz as never) : null),
    lockVoucher: () => Promise.resolve(voucher as never),
    isVoucherIdTaken: () => Promise.resolve(false),
    postDecidedPurchase: (...given) => (posted.push(given), Promise.resolve(paper)),
    postTopUp: (...given) => (
      posted.push(given),
      Promise.resolve({ kind: 'done', receipt: newPaper } as never)
    ),
    ...tx,
  });
  const deps = {
    store: { inTransaction: (work: (of: SyncTransaction) => Promise<unknown>) => work(context.tx) },
    now: () => now,
    newId: () => 'new',
    newVoucherId: () => toVoucherId('new-voucher'),
    issueLink: (given: unknown) => (linked.push(given), Promise.resolve({ urlCodeQr: 'u', expiresAt: null })),
  } as unknown as AssignDeps;
  const answer = await assignLoss(deps, actor, { id: 'line', to, note: 'Visto' });
  return { answer, written, posted, linked, verbs: written.map(({ verb }) => verb) };
}
export const resolved = (missing: number, to: string, reason = line.reason) => ({
  verb: 'updateConflict',
  given: [
    'line',
    {
      state: 'resolved',
      reason,
      missing,
      resolution: { assignee: to, note: 'Visto', by: 'manager', at: now },
    },
  ],
});
export const decision = (to: string, own: object = {}) => ({
  verb: 'writeDecision',
  given: [
    {
      kind: 'conflict-assigned',
      actor: manager,
      marketId,
      subject: { type: 'CONFLICT', id: 'line', name: expect.stringMatching(/^[0-9A-Z]{4}/) },
      before: { kind: 'sale', state: 'overspend', reason: 'SPENT_ELSEWHERE', price: 500, ...own },
      after: { to, note: 'Visto' },
      recordedAt: now,
    },
  ],
});
export const account = (kind: string, ownerId: string) => ({ kind, ownerId, marketId });
export const movement = (reference: string, transfers: object[], own: object = {}) => ({
  verb: 'post',
  given: [
    {
      id: 'new',
      kind: 'assignment',
      reference,
      recordedBy: 'manager',
      recordedAt: now,
      transfers,
      detail: null,
      ...own,
    },
  ],
});
export const receipt = (opId: string, bodyHash: string, refusal: string | null, answer: object) => ({
  verb: 'insertReceipt',
  given: [{ opId, bodyHash, refusal, answer }, now],
});
export const purchaseRefused = receipt('purchase', purchaseHash(asPurchase(line)), 'REVIEW_REJECTED', {});
