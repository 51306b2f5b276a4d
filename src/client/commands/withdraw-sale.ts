import { readEnrolment } from '#src/client/local/device/enrolment.ts';
import type { MoneyDb } from '#src/client/local/money-db.ts';
import { type OfflineStatus, openStates, type Operation } from '#src/client/local/operation.ts';
import { updateStatusIn } from '#src/client/local/outbox.ts';
import { readOperation } from '#src/client/local/read-outbox.ts';
import { withLiveHandle } from '#src/client/local/reopen-lost-handle.ts';
import { tablesToWrite, writeOperation } from '#src/client/local/write-operation.ts';
import type { OpId } from '#src/contract/brands.ts';
import type { PurchasePayload } from '#src/contract/devices/envelope.ts';
import type { CommandPorts } from './ports.ts';

type Withdrawn = Extract<OfflineStatus, { kind: 'withdrawn' }>;

/**
 * Writes down that nothing is handed over for a purchase, inside the caller's transaction. From then on it is not paid
 * here, whatever the server has done with it: it never makes it, or takes it back.
 */
export async function writeWithdrawal(
  db: MoneyDb,
  { envelope, label }: Operation,
  { opId, reason, most }: Omit<Withdrawn, 'kind'>,
  now: number,
): Promise<void> {
  if (envelope?.kind !== 'purchase') return;
  const { by: _by, ...payload }: PurchasePayload = envelope.payload;
  const withdrawal = {
    opId,
    operatorId: envelope.operatorId,
    occurredAt: new Date(now),
    label: { userName: label?.userName ?? '', estanteName: label?.estanteName ?? '' },
    kind: 'withdrawal' as const,
    payload: { purchaseOpId: envelope.opId, ...payload },
  };
  await writeOperation(db, withdrawal, '');
  await updateStatusIn(db, envelope.opId, { offline: { kind: 'withdrawn', opId, reason, most }, seen: true });
  await db.exposures.delete(envelope.opId);
}

/** A person says that nothing was handed over for a sale that was left open. False: it is settled, or not ours to take back. */
export async function withdrawSale({ db, clock, ids }: CommandPorts, purchaseOpId: OpId): Promise<boolean> {
  const operation = await readOperation(db, purchaseOpId);
  if (operation?.envelope?.kind !== 'purchase' || operation.envelope.payload.by !== 'stall') return false;
  return withLiveHandle(db, () =>
    db.transaction('rw', [...tablesToWrite(db), db.enrolment], async () => {
      const status = await db.fates.get(purchaseOpId);
      const isOpen = openStates.some((open) => open === status?.state);
      if (!isOpen || status?.offline?.kind === 'accepted' || status?.offline?.kind === 'withdrawn')
        return false;
      if ((await readEnrolment(db))?.state !== 'active') return false;
      const withdrawn = { opId: ids.next(), reason: 'BY_PERSON' as const, most: 0 };
      await writeWithdrawal(db, operation, withdrawn, clock.now());
      return true;
    }),
  );
}
