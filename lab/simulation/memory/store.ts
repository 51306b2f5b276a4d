import { isSameDocument } from '#src/domain/identification.ts';
import type { OpId } from '#src/protocol/brands.ts';
import { devicePrefixOf } from '#src/protocol/voucher-proof.ts';
import type { SyncStore, SyncTransaction } from '#src/server/journal/ports/sync-deps.ts';
import { receiptBook } from '#src/server/ledger/receipts.ts';
import { oneByOne } from '#tests/support/device/one-by-one.ts';
import { epochPort } from './epochs.ts';
import { deviceFactsPort } from './facts.ts';
import { createUndoLog, insertReceipt, uniqueViolation, type MemoryLedger, type UndoLog } from './ledger.ts';
import { moneyPort } from './money.ts';
import { postingTo } from './posting.ts';
import { memorySession } from './session.ts';

export type StoreFaults = {
  /** Called when a transaction is about to commit; an error rolls it back. */
  beforeCommit(): Promise<void>;
};

/** Runs one transaction after the other, rolling back one that throws. */
export type Serial = {
  run<Value>(work: () => Promise<Value>, isReading?: boolean): Promise<Value>;
  /** Changes of the running transaction; one log suffices, because no two run at once. */
  log: UndoLog;
};

export function createSerial(ledger: MemoryLedger, faults: StoreFaults): Serial {
  const log = createUndoLog();
  let tail: Promise<unknown> = Promise.resolve();
  return {
    log,
    run: (work, isReading = false) => {
      const run = async () => {
        // A read-only statement has no place in the order of commits, and nothing that could be lost.
        if (!isReading) ledger.position += 1;
        try {
          const answer = await work();
          if (!isReading) await faults.beforeCommit();
          log.commit();
          return answer;
        } catch (error) {
          log.undoTo(0);
          throw error;
        }
      };
      const answer = tail.then(run);
      tail = answer.catch(() => undefined);
      return answer;
    },
  };
}

/**
 * The sync service's storage in memory. Interaction of simultaneous transactions is tested on PostgreSQL
 * (tests/slices).
 */
export function createMemoryStore(
  ledger: MemoryLedger,
  serial: Serial,
  now: () => Date,
  newId: () => string,
): SyncStore {
  const transaction = transactionOn(ledger, serial.log, now, newId);
  return {
    inTransaction: (work) => serial.run(() => work(transaction)),
    ...oneByOne((work) => serial.run(() => work(transaction))),
  };
}

function transactionOn(
  ledger: MemoryLedger,
  log: UndoLog,
  now: () => Date,
  newId: () => string,
): SyncTransaction {
  const postMovement = postingTo(ledger, log, now);
  return {
    attempt: async (work) => {
      const mark = log.mark();
      try {
        return await work();
      } catch (error) {
        log.undoTo(mark);
        throw error;
      }
    },
    ...devicePort(ledger, log),
    ...deviceFactsPort(ledger, log),
    ...journalPort(ledger, log),
    ...receiptPort(ledger, log),
    ...peoplePort(ledger, log),
    ...settlementPort(ledger, log),
    ...epochPort(ledger, log),
    ...moneyPort(ledger, log, { postMovement, newId, now, session: memorySession(ledger, log, now) }),
  };
}

function devicePort(ledger: MemoryLedger, log: UndoLog) {
  const read = async (ids: readonly string[]) =>
    ids.toSorted().flatMap((id) => {
      const device = ledger.devices.get(id);
      return device ? [device] : [];
    });
  const change = (id: string, patch: object): void => {
    const device = ledger.devices.get(id);
    if (device) log.set(ledger.devices, id, { ...device, ...patch });
  };
  return {
    readDevices: read,
    lockDevices: read,
    writeReport: async (id, report) => change(id, { report, reportedAt: report.sentAt }),
    touchDevice: async (id, seenAt) => change(id, { seenAt }),
    writeHead: async (id, head, contact) =>
      change(id, { head, contacts: Math.max(contact, ledger.devices.get(id)?.contacts ?? 0) }),
    readOperators: async (id) =>
      (ledger.devices.get(id)?.operators ?? []).flatMap((person) => {
        const operator = ledger.operators.get(person);
        return operator ? [operator] : [];
      }),
    // A till's ceiling does not limit these devices, whose amounts are small.
    readTillRoom: async () => null,
    noteSignedIn: async (id) => change(id, { unsignedTotal: 0 }),
    takeUnsigned: async (id, amount, most) => {
      const unsignedTotal = (ledger.devices.get(id)?.unsignedTotal ?? 0) + amount;
      if (unsignedTotal <= most) change(id, { unsignedTotal });
      return unsignedTotal <= most;
    },
    // They register fewer than a day's maximum.
    takeRegistration: async () => true,
    readLimits: async (marketId, version) => {
      const versions = ledger.limits.get(marketId) ?? [];
      return (version === null ? versions.at(-1) : versions.find((one) => one.version === version)) ?? null;
    },
    // No stall here has sold on another day: the market's limit counts.
    findProofKey: async (signer) =>
      ledger.proofKeys.get(signer.by === 'server' ? `kid ${signer.kid}` : signer.devicePrefix) ?? null,
    findKioskMarket: async (prefix) =>
      [...ledger.devices.values()].find(({ id }) => devicePrefixOf(id) === prefix)?.marketId ?? null,
  } satisfies Partial<SyncTransaction>;
}

function journalPort(ledger: MemoryLedger, log: UndoLog) {
  const insertEntry: SyncTransaction['insertEntry'] = async (entry) => {
    if (ledger.journal.has(entry.opId)) throw uniqueViolation('journal_entry_op_id_key');
    log.set(ledger.journal, entry.opId, entry);
  };
  return {
    findEntry: async (opId) => ledger.journal.get(opId) ?? null,
    findEntries: async (opIds) => opIds.flatMap((opId) => ledger.journal.get(opId) ?? []),
    findEntriesAt: async (deviceId, seqs) =>
      [...ledger.journal.values()].filter((entry) => entry.deviceId === deviceId && seqs.includes(entry.seq)),
    insertEntry,
    insertEntries: async (entries) => {
      for (const entry of entries) await insertEntry(entry);
    },
    insertIncidents: async (incidents) => {
      for (const incident of incidents) {
        const { deviceId, kind, seq, opId } = incident;
        const key = `${deviceId} ${kind} ${seq} ${opId}`;
        if (!ledger.incidents.has(key)) log.set(ledger.incidents, key, incident);
      }
    },
  } satisfies Partial<SyncTransaction>;
}

function receiptPort(ledger: MemoryLedger, log: UndoLog) {
  const bookOf = (opIds: readonly OpId[]) =>
    receiptBook(opIds.flatMap((opId) => ledger.receipts.get(opId) ?? []));
  return {
    findReceipt: async (key) => bookOf([key.opId]).find(key),
    readReceipts: async (opIds) => bookOf(opIds),
    isAnswered: async (opId) => ledger.receipts.has(opId),
    insertReceipt: async (receipt) => insertReceipt(ledger, log, receipt),
    insertReceipts: async (receipts) => {
      for (const receipt of receipts) insertReceipt(ledger, log, receipt);
    },
  } satisfies Partial<SyncTransaction>;
}

function peoplePort(ledger: MemoryLedger, log: UndoLog) {
  const visible = (identificacion: string) =>
    [...ledger.customers.values()].find(
      ({ customer, mergedInto }) =>
        mergedInto === null && isSameDocument(customer.identificacion, identificacion),
    )?.customer ?? null;
  return {
    readCustomer: async (id) => {
      const row = ledger.customers.get(id);
      return (row?.mergedInto ? ledger.customers.get(row.mergedInto) : row)?.customer ?? null;
    },
    findCustomer: async (identificacion) => visible(identificacion),
    insertCustomer: async (customer, mergedInto) => {
      if (ledger.customers.has(customer.id)) throw uniqueViolation('person_pkey');
      if (mergedInto === null && visible(customer.identificacion))
        throw uniqueViolation('person_identification');
      log.set(ledger.customers, customer.id, { customer, mergedInto });
    },
    // No judge reads consents.
    insertConsent: async () => undefined,
    readStall: async (id) => ledger.stalls.get(id) ?? null,
  } satisfies Partial<SyncTransaction>;
}

function settlementPort(ledger: MemoryLedger, log: UndoLog) {
  const insertAcceptance: SyncTransaction['insertAcceptance'] = async (sale) => {
    if (ledger.acceptances.has(sale.purchaseOpId)) throw uniqueViolation('accepted_purchase_purchase');
    log.set(ledger.acceptances, sale.purchaseOpId, sale);
  };
  return {
    insertAcceptance,
    insertAcceptances: async (sales) => {
      for (const sale of sales) await insertAcceptance(sale);
    },
    findAcceptance: async (purchaseOpId) => ledger.acceptances.get(purchaseOpId) ?? null,
    findAcceptances: async (purchaseOpIds) =>
      purchaseOpIds.flatMap((purchaseOpId) => ledger.acceptances.get(purchaseOpId) ?? []),
    openPurchases: async (deviceId, contact, beforeSeq) =>
      [...ledger.acceptances.values()]
        .filter((sale) => sale.deviceId === deviceId && sale.contact === contact)
        .filter((sale) => sale.seq < beforeSeq && !sale.isPaidBefore)
        .map(({ voucherId, price }) => ({ voucherId, price })),
    insertConflict: async (conflict) => log.set(ledger.conflicts, conflict.id, conflict),
    findConflict: async (opId) =>
      [...ledger.conflicts.values()].find((conflict) => conflict.opId === opId) ?? null,
    findConflicts: async (opIds) => [...ledger.conflicts.values()].filter(({ opId }) => opIds.includes(opId)),
    lockConflict: async (id) => ledger.conflicts.get(id) ?? null,
    lockWaiting: async (voucherId) =>
      [...ledger.conflicts.values()].filter(
        (conflict) => conflict.voucherId === voucherId && conflict.state === 'waiting',
      ),
    waitingVouchers: async (most) =>
      [...ledger.conflicts.values()]
        .filter(({ state, voucherId }) => state === 'waiting' && ledger.vouchers.has(voucherId))
        .map(({ voucherId }) => voucherId)
        .slice(0, most),
    paidConflicts: async (most) =>
      [...ledger.conflicts.values()]
        .filter(({ state }) => state === 'waiting' || state === 'review')
        .filter(({ purchaseOpId }) => ledger.receipts.get(purchaseOpId)?.refusal === null)
        .map(({ id }) => id)
        .slice(0, most),
    writeDecision: async () => undefined,
    updateConflict: async (id, { resolution: _resolution, ...change }) => {
      const conflict = ledger.conflicts.get(id);
      if (conflict) log.set(ledger.conflicts, id, { ...conflict, ...change });
    },
  } satisfies Partial<SyncTransaction>;
}
