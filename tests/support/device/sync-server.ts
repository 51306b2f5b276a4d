import { defaultOfflineLimits } from '#src/operations/acceptance/rule.ts';
import { toVoucherId } from '#src/protocol/brands.ts';
import { endless } from '#src/protocol/voucher-proof.ts';
import { verifyP256 } from '#src/server/journal/envelopes/crypto.ts';
import { createSealer } from '#src/server/journal/envelopes/receipt-seal.ts';
import type { SyncDevice } from '#src/server/journal/ports/rows.ts';
import type { SyncTransaction, SyncDeps } from '#src/server/journal/ports/sync-deps.ts';
import { receiptBook } from '#src/server/ledger/receipts.ts';
import { oneByOne } from './one-by-one.ts';
import { entryAt, entryContext, rosalba, yamid } from './sync-entry.ts';

/** Thrown by the named verb at its nth call, counted from 1; without `nth` at each. */
export type Fault = { at: string; nth?: number; error: Error };
type Note = { verb: string; given: unknown[] };

/** Pure writes return nothing; they are recorded. */
const noted = [
  'insertEntry',
  'insertEntries',
  'insertReceipts',
  'insertAcceptances',
  'writeHead',
  'noteRecovered',
  'writeReport',
  'noteContact',
  'touchDevice',
  'noteSignedIn',
  'recordExhaustedNotice',
  'noteReturned',
  'recordUnknownDevice',
  'beginEpoch',
];

/**
 * The sync engine without a database: these devices, Rosalba on each, and nothing recorded yet. Each
 * transaction records its writes and whether it was committed.
 */
export function syncServer(
  devices: readonly SyncDevice[],
  own: Partial<SyncTransaction> = {},
  faults: readonly Fault[] = [],
) {
  const called = new Map<string, number>();
  const transactions: { written: Note[]; isCommitted: boolean }[] = [];
  const failures: unknown[] = [];
  const asked: Note[] = [];
  const known = (ids: readonly string[]) =>
    Promise.resolve(devices.filter(({ id }) => ids.includes(id)).toSorted((a, b) => (a.id < b.id ? -1 : 1)));
  const inTransaction = async <Value>(work: (tx: SyncTransaction) => Promise<Value>): Promise<Value> => {
    const { context, written } = entryContext({
      readDevices: known,
      lockDevices: known,
      readOperators: () => Promise.resolve([rosalba, yamid]),
      findEntries: () => Promise.resolve([]),
      findEntriesAt: () => Promise.resolve([]),
      readReceipts: () => Promise.resolve(receiptBook([])),
      findAcceptances: () => Promise.resolve([]),
      findConflicts: () => Promise.resolve([]),
      readEpoch: () => Promise.resolve({ number: 5, position: 700, keptCopy: null }),
      readOutcomes: () => Promise.resolve([]),
      readOwnOutcomes: () => Promise.resolve([]),
      isExpected: () => Promise.resolve(false),
      readTillRoom: () => Promise.resolve(null),
      readLimits: () => Promise.resolve(defaultOfflineLimits),
      attempt: (of) => of(),
      ...own,
    });
    const verbs = context.tx as unknown as Record<string, (...given: unknown[]) => unknown>;
    for (const verb of noted)
      verbs[verb] ??= (...given) => {
        written.push({ verb, given });
        return Promise.resolve();
      };
    const counted = Object.entries(verbs).map(([verb, answer]) => [
      verb,
      (...given: unknown[]) => {
        const nth = (called.get(verb) ?? 0) + 1;
        called.set(verb, nth);
        asked.push({ verb, given });
        const fault = faults.find((one) => one.at === verb && (one.nth ?? nth) === nth);
        return fault ? Promise.reject(fault.error) : answer(...given);
      },
    ]);
    const transaction = { written, isCommitted: false };
    transactions.push(transaction);
    const value = await work(Object.fromEntries(counted) as unknown as SyncTransaction);
    transaction.isCommitted = true;
    return value;
  };
  const deps: SyncDeps = {
    store: { inTransaction, ...oneByOne(inTransaction) },
    now: () => new Date(entryAt),
    newId: () => 'new',
    newVoucherId: () => toVoucherId('new'),
    currencySymbol: '$',
    voucherLife: endless,
    timeZone: 'UTC',
    topUpMax: 2_000_000,
    maxPerTransaction: 25,
    verifySignature: verifyP256,
    sealer: createSealer(Buffer.alloc(32, 8)),
    issueLink: () => Promise.resolve({ urlCodeQr: 'u', expiresAt: null }),
    onFailure: (...given) => failures.push(given),
  };
  return {
    deps,
    transactions,
    failures,
    called,
    /** Returns a verb's arguments of each call. */
    asked: (verb: string) => asked.filter((one) => one.verb === verb).map(({ given }) => given),
    /** Returns the committed writes, in order. */
    written: () => transactions.filter(({ isCommitted }) => isCommitted).flatMap(({ written }) => written),
  };
}
