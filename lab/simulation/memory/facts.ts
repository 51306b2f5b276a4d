import type { VoucherId } from '#src/protocol/brands.ts';
import type { PurchaseClaim, PurchaseFacts } from '#src/server/journal/ports/rows.ts';
import type { SyncTransaction } from '#src/server/journal/ports/sync-deps.ts';
import type { MemoryLedger, MemoryVoucher, UndoLog } from './ledger.ts';

/** As in the adapter. */
const slackMs = 5 * 60_000;

/** The server's knowledge of a device, from the tables in memory. */
export function deviceFactsPort(ledger: MemoryLedger, log: UndoLog) {
  return {
    noteContact: async (deviceId, { reportedSeq, ahead }, at) => {
      for (const [seq, hashStart] of ahead) {
        const [key, notBefore] = [`${deviceId} ${seq}`, lastContact(ledger, deviceId, seq)];
        if (!ledger.ahead.has(key)) log.set(ledger.ahead, key, { hashStart, notBefore });
      }
      log.set(ledger.contacts, `${deviceId} ${reportedSeq}`, { deviceId, reportedSeq, at });
    },
    // Two lists of one moment: changes begin after the first.
    noteHandedList: async (deviceId, asOf, position) => {
      const key = `${deviceId} ${asOf}`;
      log.set(ledger.handedLists, key, Math.min(position, ledger.handedLists.get(key) ?? position));
    },
    readListPosition: async (deviceId, asOf) => ledger.handedLists.get(`${deviceId} ${asOf}`) || null,
    recordExhaustedNotice: async (deviceId, voucherIds, afterSeq, at) => {
      for (const voucherId of voucherIds) {
        const key = `${deviceId} ${voucherId} ${afterSeq}`;
        if (!ledger.told.has(key)) log.set(ledger.told, key, { deviceId, voucherId, afterSeq, at });
      }
    },
    readPurchaseFacts: async (claim) => purchaseFacts(ledger, claim),
    readNotBefore: async (deviceId, operation) => new Date(notBefore(ledger, deviceId, operation)),
    readShortfall: async (deviceId) => {
      const sums = new Map<VoucherId, number>();
      for (const { state, deviceId: of, voucherId, missing } of ledger.conflicts.values())
        if (state === 'overspend' && of === deviceId)
          sums.set(voucherId, (sums.get(voucherId) ?? 0) + missing);
      return [...sums].map(([voucherId, missing]) => ({ voucherId, missing }));
    },
  } satisfies Partial<SyncTransaction>;
}

function notBefore(
  ledger: MemoryLedger,
  deviceId: string,
  { seq, hash }: { seq: number; hash: string },
): number {
  const named = ledger.ahead.get(`${deviceId} ${seq}`);
  if (!named) return lastContact(ledger, deviceId, seq);
  return hash.startsWith(named.hashStart) ? named.notBefore : lastContact(ledger, deviceId, Infinity);
}

/** The last contact in which the device had written fewer than `seq` operations, or its enrolment; ms. */
function lastContact(ledger: MemoryLedger, deviceId: string, seq: number): number {
  const contacts = [...ledger.contacts.values()]
    .filter((contact) => contact.deviceId === deviceId && contact.reportedSeq < seq)
    .map(({ at }) => at.getTime());
  return Math.max(ledger.devices.get(deviceId)?.enrolledAt.getTime() ?? 0, ...contacts);
}

function purchaseFacts(ledger: MemoryLedger, claim: PurchaseClaim): PurchaseFacts {
  const { deviceId, marketId, seq, voucherId, asOf } = claim;
  const voucher = ledger.vouchers.get(voucherId);
  const position = ledger.handedLists.get(`${deviceId} ${asOf}`);
  const isListHanded = position !== undefined;
  const restoredAt = Math.max(0, ...ledger.epochs.values());
  const isBeforeRestore = restoredAt > (position ? asOf : 0);
  const listAt = isListHanded || !isBeforeRestore ? asOf : Math.min(asOf, restoredAt);
  const since = listAt - slackMs;
  const contactAt = Math.max(notBefore(ledger, deviceId, claim), isListHanded ? since : 0);
  const versionAt = (at: number): number =>
    Math.max(
      1,
      ...(ledger.limits.get(marketId) ?? [])
        .filter(({ setAt }) => (setAt ?? 0) <= at)
        .map(({ version }) => version),
    );
  return {
    isListHanded,
    listAt,
    versionBeforeRestore: isBeforeRestore ? versionAt(restoredAt - 1) : null,
    wasRestored: restoredAt > 0,
    notBefore: new Date(contactAt),
    mostSinceList: voucher ? mostSince(ledger, voucher, since) : null,
    personBlockedAt: voucher?.personBlockedAt == null ? null : new Date(voucher.personBlockedAt),
    isTold: [...ledger.told.values()].some(
      (told) =>
        told.deviceId === deviceId &&
        told.voucherId === voucherId &&
        told.afterSeq < seq &&
        told.at.getTime() > listAt,
    ),
    versionAtList: versionAt(since),
    versionAtContact: versionAt(contactAt),
  };
}

/** The most that the voucher can have held at `since` or later: what it holds and has spent since, never beyond its face. */
function mostSince(ledger: MemoryLedger, { id, balance, face }: MemoryVoucher, since: number): number {
  const spent = [...ledger.movements.values()]
    .filter((movement) => (ledger.movedAt.get(movement.id) ?? 0) >= since)
    .flatMap(({ legs }) => legs)
    .filter(({ account, amount }) => account.kind === 'voucher' && account.ownerId === id && amount < 0)
    .reduce((sum, { amount }) => sum - amount, 0);
  return Math.min(balance + spent, face);
}
