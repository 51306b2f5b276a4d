import { outboxFileSchema, type DeliveredRescue, type OutboxFile } from '#src/contract/sync/recovery.ts';
import type { SyncResult } from '#src/contract/sync/schemas.ts';
import { readJson } from '#src/domain/read-json.ts';
import { canonicalHash } from '#src/protocol/canonical-hash.ts';
import { type SealedRescue, rescueInfo } from '#src/protocol/recovery.ts';
import type { Actor } from '#src/server/actor.ts';
import { done, refuse, type Answer } from '#src/server/answer.ts';
import type { SyncDeps } from '#src/server/journal/ports/sync-deps.ts';
import { deliverEntries } from '#src/server/journal/settle-prepared.ts';
import type { Database } from '#src/server/store/database.ts';
import { writeDecision } from '#src/server/store/records/decisions.ts';
import { idOfText } from '#src/server/store/records/id-of-text.ts';
import type { RescueKey } from './rescue-key.ts';

type CountKey = Exclude<keyof DeliveredRescue, 'deviceName' | 'total'>;
const countOf: Record<SyncResult['state'], CountKey> = {
  accepted: 'done',
  'settled-with-overspend': 'done',
  'in-review': 'review',
  'waiting-top-up': 'waiting',
  again: 'waiting',
  refused: 'refused',
  unreadable: 'refused',
};

/**
 * Settles a file that a person of the device's market uploads, as if the device had sent it. The answer
 * contains only counts, because the contents are money to any reader. The audit names the uploader.
 */
export async function deliverRescue(
  deps: SyncDeps & { database: Database; rescueKey: RescueKey },
  actor: Actor,
  sealed: SealedRescue,
): Promise<Answer<DeliveredRescue>> {
  const text = deps.rescueKey.open(sealed, rescueInfo);
  const file = text === null ? null : readFile(text);
  if (!file) return refuse('RESCUE_UNREADABLE');
  const [author] = await deps.store.readDevices([file.deviceId]);
  if (author?.marketId !== actor.marketId) return refuse('DEVICE_OF_ANOTHER_MARKET');
  const results = await deliverEntries(deps, author, file.entries);
  const { name: deviceName, id, marketId } = author;
  const counts = { deviceName, total: results.length, done: 0, review: 0, refused: 0, waiting: 0 };
  for (const { state } of results) counts[countOf[state]] += 1;
  await writeDecision(deps.database, {
    kind: 'rescue-delivered',
    actor,
    marketId,
    subject: { type: 'DEVICE', id, name: deviceName },
    after: counts,
    recordedAt: deps.now(),
  });
  return done(counts);
}

/** Returns null for a missing file, another version, or a file changed since it was written. */
function readFile(text: string): OutboxFile | null {
  const { data } = outboxFileSchema.safeParse(readJson(text));
  if (!data || idOfText(data.deviceId) === null) return null;
  const { checksum, ...rest } = data;
  return canonicalHash(rest) === checksum ? data : null;
}
