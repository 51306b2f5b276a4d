import type { MemoryLedger, MemoryMovement } from '#lab/simulation/memory/ledger.ts';
import { marketAccount, type Leg, type MarketKind } from '#src/operations/transfer.ts';
import type { LoadedVoid } from '#src/operations/void/post.ts';
import type { OpId } from '#src/protocol/brands.ts';
import type { SyncStore, SyncTransaction } from '#src/server/journal/ports/ports.ts';

/** A store whose transactions differ slightly from the real ones. */
export function changedStore(
  change: (tx: SyncTransaction, ledger: MemoryLedger) => Partial<SyncTransaction>,
) {
  return (store: SyncStore, ledger: MemoryLedger): SyncStore => ({
    ...store,
    inTransaction: (work) =>
      store.inTransaction((tx) => {
        const changed = { ...tx, ...change(tx, ledger) };
        return work({ ...changed, ...manyByOne(changed) });
      }),
  });
}

/** Batched verbs have the same bug. */
function manyByOne(tx: SyncTransaction): Partial<SyncTransaction> {
  const all = async <Row>(keys: readonly OpId[], find: (key: OpId) => Promise<Row | null>) => {
    const found: Row[] = [];
    for (const key of keys) {
      const row = await find(key);
      if (row) found.push(row);
    }
    return found;
  };
  return {
    findReceipt: async (key) => (await tx.readReceipts([key.opId])).find(key),
    findConflicts: (opIds) => all(opIds, tx.findConflict),
    findAcceptances: (opIds) => all(opIds, tx.findAcceptance),
  };
}

export function changedLegs(change: (movement: MemoryMovement, ledger: MemoryLedger) => MemoryMovement) {
  return (store: SyncStore, ledger: MemoryLedger): SyncStore => {
    ledger.changeLegs = (movement) => change(movement, ledger);
    return store;
  };
}

/** Moves a leg to the market's account of this kind. */
export function onMarket(kind: MarketKind, { account, amount }: Leg): Leg {
  return { account: marketAccount(kind, account.marketId), amount };
}

/** Moves the legs of one kind to another person's account, if there is one. */
export function changedOwner(
  movement: MemoryMovement,
  kind: 'stall' | 'voucher',
  owners: readonly string[],
): MemoryMovement {
  return {
    ...movement,
    legs: movement.legs.map((leg) => {
      const { account } = leg;
      const other = owners.find((id) => id !== account.ownerId);
      if (account.kind !== kind || other === undefined) return leg;
      return { ...leg, account: { ...account, ownerId: other } };
    }),
  };
}

/** As if it had been voided before. */
export function withNothingLeft(loaded: LoadedVoid | null): LoadedVoid | null {
  return loaded && { ...loaded, facts: { ...loaded.facts, isVoided: true } };
}
