import type { SyncTransaction } from '#src/server/journal/ports/sync-deps.ts';
import type { MemoryLedger, UndoLog } from './ledger.ts';

/** The epochs of the in-memory database. */
export function epochPort(ledger: MemoryLedger, log: UndoLog) {
  const change = (deviceId: string, patch: object): void => {
    const expected = ledger.expected.get(deviceId);
    if (expected) log.set(ledger.expected, deviceId, { ...expected, ...patch });
  };
  const isOf = (epoch: number, deviceId: string): boolean => ledger.expected.get(deviceId)?.epoch === epoch;
  return {
    readEpoch: async () => ({
      number: Math.max(1, ...ledger.epochs.keys()),
      position: ledger.position,
      keptCopy: null,
    }),
    beginEpoch: async ({ number, after, at }) => {
      if ([...ledger.epochs.keys()].some((known) => known > after)) return;
      log.set(ledger.epochs, number, at.getTime());
      for (const list of ledger.handedLists.keys()) log.set(ledger.handedLists, list, 0);
      for (const { id, revokedAt } of ledger.devices.values())
        if (revokedAt === null)
          log.set(ledger.expected, id, { epoch: number, isReturned: false, recovered: 0 });
    },
    isExpected: async (epoch, deviceId) =>
      isOf(epoch, deviceId) && ledger.expected.get(deviceId)?.isReturned === false,
    noteReturned: async (epoch, deviceId) => {
      if (!isOf(epoch, deviceId)) return;
      change(deviceId, { isReturned: true });
      for (const [op, sale] of ledger.recovered)
        if (sale.deviceId === deviceId && sale.isHeld)
          log.set(ledger.recovered, op, { ...sale, isHeld: false });
    },
    recordUnknownDevice: async () => undefined,
    noteRecovered: async (epoch, deviceId, { count }) => {
      if (isOf(epoch, deviceId))
        change(deviceId, { recovered: (ledger.expected.get(deviceId)?.recovered ?? 0) + count });
    },
    noteRecoveredPurchase: async (sale) => {
      const { purchaseOpId, epoch, deviceId } = sale;
      const isReturned = isOf(epoch, deviceId) && ledger.expected.get(deviceId)?.isReturned === true;
      if (!ledger.recovered.has(purchaseOpId))
        log.set(ledger.recovered, purchaseOpId, { ...sale, isHeld: !isReturned });
    },
    readProvenShortfall: async (purchaseOpId) => {
      const found = ledger.recovered.get(purchaseOpId);
      if (!found) return null;
      return [...ledger.purchases.values()].reduce((sum, { reference, missing }) => {
        const sale = ledger.recovered.get(reference);
        return sale?.deviceId === found.deviceId && sale.epoch === found.epoch ? sum + missing : sum;
      }, 0);
    },
    readOutcomes: async (keys) =>
      keys.flatMap(({ opId, bodyHash }) => {
        const receipt = ledger.receipts.get(opId);
        return receipt?.bodyHash === bodyHash ? [{ opId, refusal: receipt.refusal }] : [];
      }),
    readOwnOutcomes: async (deviceId, seqs) =>
      [...ledger.journal.values()].flatMap(({ opId, deviceId: author, seq, isFork }) => {
        const receipt = author === deviceId && !isFork ? ledger.receipts.get(opId) : undefined;
        return receipt && seqs.includes(seq) ? [{ seq, refusal: receipt.refusal }] : [];
      }),
    readJournalOutcomes: async (envelopes) =>
      envelopes.flatMap(({ opId, hash }) => {
        const receipt = ledger.journal.get(opId)?.hash === hash ? ledger.receipts.get(opId) : undefined;
        if (!receipt) return [];
        const movement = [...ledger.movements.values()].find(
          ({ reference, kind }) => reference === opId && (kind === 'purchase' || kind === 'top-up'),
        );
        const postedAt = (movement && ledger.postedIn.get(movement.id)) ?? null;
        return [{ opId, refusal: receipt.refusal, postedAt }];
      }),
  } satisfies Partial<SyncTransaction>;
}
