import { createDecipheriv, createECDH, hkdfSync } from 'node:crypto';
import * as z from 'zod';
import type { SealedRescue } from '#src/contract/devices/rescue.ts';
import { rescueInfo } from '#src/domain/device/device-proof.ts';
import type { Actor } from '#src/server/http/actor.ts';
import { done, refuse, type Answer } from '#src/server/http/answer.ts';
import type { Database } from '#src/server/store/database.ts';
import { keyFor } from '#src/server/store/key-file.ts';

/** The server's half of sealed rescue files. */
export type RescueKey = {
  /** raw point, base64url */
  publicKey: string;
  /** the text that was sealed; null: changed, or sealed for another server */
  open(sealed: Pick<SealedRescue, 'ephemeral' | 'iv' | 'body'>): string | null;
};

const curve = 'prime256v1';
const tagBytes = 16;

/** Made of the server's secret, so that every process of one database has the same and none is stored. */
export function createRescueKey(secret: Uint8Array): RescueKey {
  const pair = createECDH(curve);
  pair.setPrivateKey(Buffer.from(keyFor(secret, 'rescue-file')));
  return {
    publicKey: pair.getPublicKey().toString('base64url'),
    open: ({ ephemeral, iv, body }) => {
      try {
        const point = Buffer.from(ephemeral, 'base64url');
        const key = hkdfSync('sha256', pair.computeSecret(point), point, rescueInfo, 32);
        const sealed = Buffer.from(body, 'base64url');
        const decipher = createDecipheriv('aes-256-gcm', Buffer.from(key), Buffer.from(iv, 'base64url'));
        decipher.setAuthTag(sealed.subarray(-tagBytes));
        const text = Buffer.concat([decipher.update(sealed.subarray(0, -tagBytes)), decipher.final()]);
        return text.toString('utf8');
      } catch {
        // No point of the curve, or a seal that is not whole: whoever sent it is told that the file is of no use.
        return null;
      }
    },
  };
}

/** The file names the device that wrote it; the rest is judged when it is delivered. */
const authorSchema = z.object({ deviceId: z.uuid() });

/** Opens a file for somebody of the market whose device wrote it, and for nobody else: it may hold customers' names. */
export async function openRescue(
  { database, rescueKey }: { database: Database; rescueKey: RescueKey },
  actor: Actor,
  sealed: SealedRescue,
): Promise<Answer<{ text: string }>> {
  const text = rescueKey.open(sealed);
  const author = authorSchema.safeParse(text === null ? null : readJson(text));
  if (text === null || !author.success) return refuse('RESCUE_UNREADABLE');
  const { rows } = await database.query<{ own: boolean }>({
    name: 'device-of-market',
    text: 'select market_id = $2 as own from device where id = $1',
    values: [author.data.deviceId, actor.marketId],
  });
  return rows[0]?.own === true ? done({ text }) : refuse('DEVICE_OF_ANOTHER_MARKET');
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Sealed for us, and no file of ours.
    return null;
  }
}
