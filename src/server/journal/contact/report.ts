import type { SyncRequest } from '#src/contract/sync/schemas.ts';
import { provenHead, writtenAhead } from '#src/server/journal/envelopes/journal.ts';
import { prepareEntries, type Prepared } from '#src/server/journal/envelopes/prepare.ts';
import type { SyncDevice } from '#src/server/journal/ports/rows.ts';
import type { SyncDeps } from '#src/server/journal/ports/sync-deps.ts';
import { nowhere } from '#src/server/journal/settle-prepared.ts';
import { retryTransaction } from '#src/server/ledger/receipts.ts';

/** A larger deviation of the clock is an incident. */
const clockToleranceMs = 5 * 60_000;
/** A report dated further ahead cannot be used to decide which of two is newer. */
const farAheadMs = 86_400_000;

export type Received = {
  /** Operations that the device has provably written. */
  proven: number;
  /** Its operations in the order given, decoded and with verified signatures. */
  prepared: readonly Prepared[];
};

/**
 * Stores the device's report and prepares its operations. Both run at once, because signatures are checked
 * off this thread.
 */
export async function receiveReport(contact: Contact): Promise<Received> {
  const { deps, request, uploader } = contact;
  const [proven, prepared] = await Promise.all([
    writeReport(contact),
    prepareEntries(deps, uploader, request.entries),
  ]);
  return { proven, prepared };
}

/** Stores the report unless a newer one is stored, with the signed-in person. Returns `proven`. */
async function writeReport({ deps: { store }, request, uploader, signedIn, now }: Contact): Promise<number> {
  let proven = 0;
  const sentAt = new Date(request.sentAt);
  const clockSkewMs = now.getTime() - sentAt.getTime();
  await retryTransaction(() =>
    store.inTransaction(async (tx) => {
      const [locked = uploader] = await tx.lockDevices([uploader.id]);
      const { number: epoch } = await tx.readEpoch();
      const isReturning = await tx.isExpected(epoch, uploader.id);
      const ahead = writtenAhead(request, locked.head);
      proven = provenHead(request.journal, locked.head, { ahead, isReturning });
      const before = locked.reportedAt;
      // A report dated far ahead would otherwise suppress every correct one until that day.
      const isUnheard = before === null || before < sentAt || before.getTime() > now.getTime() + farAheadMs;
      if (isUnheard) {
        const { journal, health } = request;
        const { lastSeq, openCount, openSum } = journal;
        const report = { sentAt, clockSkewMs, lastSeq, openCount, openSum, ...health };
        await tx.writeReport(uploader.id, report);
        if (Math.abs(clockSkewMs) > clockToleranceMs)
          await tx.insertIncidents([{ ...nowhere, deviceId: uploader.id, kind: 'clock', noticedAt: now }]);
        // In a request that is repeated later, a stored report would claim that sales made since did not
        // exist yet.
        await tx.noteContact(uploader.id, { reportedSeq: proven, ahead }, now);
      }
      await tx.touchDevice(uploader.id, now);
      if (signedIn !== null) await tx.noteSignedIn(uploader.id, signedIn);
    }),
  );
  return proven;
}

/** One call of a device whose signature is valid. */
export type Contact = {
  deps: SyncDeps;
  request: SyncRequest;
  /** The device's row when the call began. */
  uploader: SyncDevice;
  /** Person whose session came with the call, or null. */
  signedIn: string | null;
  /** Server time when the call began. */
  now: Date;
};
