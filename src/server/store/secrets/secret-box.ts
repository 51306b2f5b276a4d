import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** Encrypts secrets in the database, for one purpose. */
export type SecretBox = ReturnType<typeof createSecretBox>;

/** Version of the format. Base64 contains no point, so no older secret has this prefix. */
const prefix = 'c1.';
const [ivBytes, tagBytes] = [12, 16];

/**
 * Returns a box that encrypts with AES-256-GCM under a key derived from the key file for this purpose only.
 * Without `key` it writes plain text, as before KEY_FILE, and cannot decrypt.
 */
export function createSecretBox(key: Uint8Array | null, purpose: string) {
  const isClosed = (stored: string): boolean => stored.startsWith(prefix);
  return {
    isClosed,
    close: (secret: string): string => {
      if (!key) return secret;
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(purpose));
      const body = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return prefix + Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
    },
    /**
     * Decrypts what any box of this purpose and key encrypted, and returns plain text unchanged. Throws a
     * sentence for the operator.
     */
    open: (stored: string): string => {
      if (!isClosed(stored)) return stored;
      if (!key) throw new Error(missing(purpose));
      const bytes = Buffer.from(stored.slice(prefix.length), 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes))
        .setAAD(Buffer.from(purpose))
        .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
      try {
        const body = decipher.update(bytes.subarray(ivBytes + tagBytes));
        return Buffer.concat([body, decipher.final()]).toString('utf8');
      } catch (error) {
        throw new Error(missing(purpose), { cause: error });
      }
    },
  };
}

function missing(purpose: string): string {
  return (
    `La base de datos guarda un secreto (${purpose}) cerrado con otro archivo de llave. ` +
    'Ponga en KEY_FILE el archivo con que se cerró; está en la copia que usted guardó aparte.'
  );
}
