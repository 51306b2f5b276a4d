import { createDecipheriv, createECDH, hkdfSync } from 'node:crypto';

/** A sealed text. All base64url; `ephemeral`: raw point of a key made for this text alone. */
type Sealed = { ephemeral: string; iv: string; body: string };
/** The server's key of rescue files. */
export type RescueKey = {
  /** Raw point, base64url. */
  publicKey: string;
  /** Returns the sealed text, or null when it was changed, or sealed for another server or purpose. */
  open(sealed: Sealed, info: string): string | null;
};

const curve = 'prime256v1';
const cipherName = 'aes-256-gcm';
const tagBytes = 16;

/**
 * `key` is derived from the server's secret, so every process of one database has the same pair and none is
 * stored.
 */
export function createRescueKey(key: Uint8Array): RescueKey {
  const pair = createECDH(curve);
  pair.setPrivateKey(Buffer.from(key));
  const sealKeyOf = (point: Buffer, salt: Buffer, info: string): Buffer =>
    Buffer.from(hkdfSync('sha256', pair.computeSecret(point), salt, info, 32));
  return {
    publicKey: pair.getPublicKey().toString('base64url'),
    open: ({ ephemeral, iv, body }, info) => {
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
