import { readEnvelope } from '#src/client/local/db/operation.ts';
import type { RescuedEntry } from '#src/client/local/db/rows.ts';
import { amountOf } from '#src/client/local/outbox/read-outbox.ts';
import type { SyncEntry } from '#src/contract/sync/schemas.ts';
import { envelopeHash } from '#src/protocol/envelope.ts';

/** Returns null when this version cannot read the envelope, or its hash does not match. */
export function rescuedEntryOf(entry: SyncEntry, now: number): RescuedEntry | null {
  const envelope = readEnvelope(entry.envelope as Parameters<typeof readEnvelope>[0]);
  if (!envelope || envelopeHash(envelope) !== envelope.hash) return null;
  return {
    opId: envelope.opId,
    deviceId: envelope.deviceId,
    seq: envelope.seq,
    entry,
    amount: amountOf({ envelope }),
    kind: envelope.kind,
    occurredAt: envelope.occurredAt,
    state: 'pending',
    attempts: 0,
    nextAttemptAt: 0,
    lastError: null,
    message: '',
    importedAt: now,
  };
}
