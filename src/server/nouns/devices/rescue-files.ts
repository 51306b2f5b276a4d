import { createDecipheriv, createECDH, hkdfSync } from 'node:crypto';
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
import { idOfText } from '#src/server/store/records/paging.ts';

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
  if (!data || idOfText(data.deviceId) !== data.deviceId) return null;
  const { checksum, ...rest } = data;
  return canonicalHash(rest) === checksum ? data : null;
}

/** A sealed text. All base64url; `ephemeral`: raw point of a key made for this text alone. */
type Sealed = { ephemeral: string; iv: string; body: string };
/** The server's key of rescue files. */
export type RescueKey = ReturnType<typeof createRescueKey>;

const curve = 'prime256v1';
const cipherName = 'aes-256-gcm';
const tagBytes = 16;

/**
 * `key` is derived from the server's secret, so every process of one database has the same pair and none is
 * stored.
 */
export function createRescueKey(key: Uint8Array) {
  const pair = createECDH(curve);
  pair.setPrivateKey(Buffer.from(key));
  const sealKeyOf = (point: Buffer, salt: Buffer, info: string): Buffer =>
    Buffer.from(hkdfSync('sha256', pair.computeSecret(point), salt, info, 32));
  return {
    /** Raw point, base64url. */
    publicKey: pair.getPublicKey().toString('base64url'),
    /** Returns the sealed text, or null when it was changed, or sealed for another server or purpose. */
    open: ({ ephemeral, iv, body }: Sealed, info: string): string | null => {
      try {
        const point = Buffer.from(ephemeral, 'base64url');
        const sealed = Buffer.from(body, 'base64url');
        const decipher = createDecipheriv(
          cipherName,
          sealKeyOf(point, point, info),
          Buffer.from(iv, 'base64url'),
        );
        decipher.setAuthTag(sealed.subarray(-tagBytes));
        const text = Buffer.concat([decipher.update(sealed.subarray(0, -tagBytes)), decipher.final()]);
        return text.toString('utf8');
      } catch {
        // Not a point of the curve, or an incomplete seal: the uploader gets an error that the file is unusable.
        return null;
      }
    },
  };
}
