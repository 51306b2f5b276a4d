import type { OpId, VoucherId } from '#src/protocol/brands.ts';
import type { ReadyEntry } from '#src/server/journal/envelopes/prepare.ts';
import type { SyncTransaction } from '#src/server/journal/ports/sync-deps.ts';
import { receiptBook } from '#src/server/ledger/receipts.ts';
import { paidPaper } from '#tests/support/device/sync-entry.ts';

export const done = { kind: 'done', receipt: paidPaper, replayed: false } as const;

/** A transaction that only knows every voucher; each call is recorded. */
export function plainTransaction(own: object = {}) {
  const calls: { verb: string; given: unknown[] }[] = [];
  const answers: Record<string, (...given: never[]) => unknown> = {
    findEntries: () => [],
    findEntriesAt: () => [],
    readReceipts: () => receiptBook([]),
    findAcceptances: () => [],
    findConflicts: () => [],
    findReceipt: () => null,
    isAnswered: () => false,
    findEntry: () => null,
    findAcceptance: () => null,
    findConflict: () => null,
    openPurchases: () => [],
    knownVouchers: (ids: VoucherId[]) => new Set(ids),
    postPaidPurchases: (entries: { op: OpId }[]) => new Map(entries.map(({ op }) => [op, paidPaper])),
    postPurchase: () => done,
    postDecidedPurchase: () => paidPaper,
    postTopUp: () => done,
    ...own,
  };
  const tx = Object.fromEntries(
    [
      ...Object.keys(answers),
      'insertEntries',
      'insertReceipts',
      'insertAcceptances',
      'insertConflict',
      'post',
    ].map((verb) => [
      verb,
      async (...given: never[]) => {
        calls.push({ verb, given });
        return answers[verb]?.(...given);
      },
    ]),
  ) as unknown as SyncTransaction;
  return { tx, of: (verb: string) => calls.filter((call) => call.verb === verb).map(({ given }) => given) };
}
export const entries = (envelopes: object[], own: Partial<ReadyEntry> = {}) =>
  envelopes.map((envelope, index) => ({
    index,
    kind: 'ready',
    envelope,
    proven: null,
    ...own,
  })) as ReadyEntry[];
