import type { Database, Session } from '#src/server/store/database.ts';
import { readSetting, settleSetting } from '#src/server/store/records/settings.ts';
import { keyFor } from '#src/server/store/secrets/key-file.ts';
import { createSecretBox, type SecretBox } from './secret-box.ts';

/**
 * The encryption boxes of this process, one per purpose. Without KEY_FILE `key` is null and nothing is
 * encrypted.
 */
export type SecretBoxes = { tokens: SecretBox; issuingKeys: SecretBox; secondFactors: SecretBox };

export function openSecretBoxes(key: Uint8Array | null): SecretBoxes {
  const boxFor = (purpose: string): SecretBox => createSecretBox(key && keyFor(key, purpose), purpose);
  return {
    tokens: boxFor('token-secret'),
    issuingKeys: boxFor('issuing-keys'),
    secondFactors: boxFor('second-factors'),
  };
}

const tokenSecret = 'token-secret';

/**
 * Returns the token secret shared by all processes of this database. The first process stores `proposed`;
 * later ones get the stored secret.
 */
export async function settleTokenSecret(
  session: Session,
  { tokens }: SecretBoxes,
  proposed: Buffer,
): Promise<Buffer> {
  const stored = await settleSetting(session, tokenSecret, tokens.close(proposed.toString('base64')));
  return Buffer.from(tokens.open(stored), 'base64');
}

/**
 * Encrypts secrets that an earlier version, or a start without KEY_FILE, left in plain text. Several
 * processes may do this at once: a row changes only if it still has the value read. Secrets in older backups
 * stay in plain text.
 */
export async function closeOpenSecrets(database: Database, boxes: SecretBoxes): Promise<void> {
  await database.transaction(async (session) => {
    const secret = await readSetting(session, tokenSecret);
    // Throws for a wrong KEY_FILE before anything is encrypted: the right one could not decrypt that.
    if (secret !== null) boxes.tokens.open(secret);
    if (secret !== null && isOpenYet(boxes.tokens, secret))
      await session.query({
        text: 'update app_setting set value = $3 where key = $1 and value = $2',
        values: [tokenSecret, secret, boxes.tokens.close(secret)],
      });
    const { rows } = await session.query<{ kid: number; private_key: string }>({
      text: 'select kid, private_key from issuing_key for update',
    });
    for (const { kid, private_key: key } of rows.filter((row) =>
      isOpenYet(boxes.issuingKeys, row.private_key),
    ))
      await session.query({
        text: 'update issuing_key set private_key = $2 where kid = $1',
        values: [kid, boxes.issuingKeys.close(key)],
      });
    const factors = await session.query<{ id: string; secret: string }>({
      text: 'select person_id as id, secret from second_factor for update',
    });
    for (const { id, secret: own } of factors.rows.filter((row) =>
      isOpenYet(boxes.secondFactors, row.secret),
    ))
      await session.query({
        text: 'update second_factor set secret = $2 where person_id = $1',
        values: [id, boxes.secondFactors.close(own)],
      });
  }, 'money');
}

/** True if the secret is stored in plain text and this process has a key to encrypt it. */
function isOpenYet(box: SecretBox, stored: string): boolean {
  return !box.isClosed(stored) && box.isClosed(box.close(stored));
}
