import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import { fromBase64Url, toBase64Url } from '#src/protocol/base64url.ts';
import type { Actor } from '#src/server/actor.ts';
import { done, refuse, type Answer } from '#src/server/answer.ts';
import type { Database, Session } from '#src/server/store/database.ts';
import { writeDecision } from '#src/server/store/records/decisions.ts';
import { createSecretBox, type SecretBox } from '#src/server/store/secrets/secret-box.ts';

export type IssuingKeyDeps = {
  database: Database;
  now: () => Date;
  /** Encrypts private keys in the database; without it they are stored in clear text. */
  keyBox?: SecretBox | undefined;
};

const openBox = createSecretBox(null, 'issuing-keys');

/** A key that may sign now. */
export type IssuingKey = { kid: number; sign(message: Uint8Array): Uint8Array };

const lastKid = 255;

/**
 * Returns the newest key, created when there is none: two simultaneous first starts end with the same one.
 */
export async function currentIssuingKey({
  database,
  now,
  keyBox = openBox,
}: IssuingKeyDeps): Promise<IssuingKey> {
  const found = await readCurrent(database, keyBox);
  if (found) return found;
  await insertKey(database, keyBox, 1, now());
  const made = await readCurrent(database, keyBox);
  if (!made) throw new Error('the issuing key that was just made is not there');
  return made;
}

/** Retires the current key and creates the next. Signatures of the old one stay valid. */
export async function rotateIssuingKey(deps: IssuingKeyDeps, actor: Actor): Promise<Answer<null>> {
  const { kid } = await currentIssuingKey(deps);
  if (kid === lastKid) return refuse('WRONG_STATE');
  await deps.database.transaction(async (session) => {
    const { rowCount } = await session.query({
      name: 'retire-issuing-key',
      text: 'update issuing_key set retired_at = $2 where kid = $1 and retired_at is null',
      values: [kid, deps.now()],
    });
    // Another administrator has just rotated it.
    if (rowCount === 0) return;
    await insertKey(session, deps.keyBox ?? openBox, kid + 1, deps.now());
    await writeDecision(session, {
      kind: 'keys-rotated',
      actor,
      marketId: null,
      subject: { type: 'KEY', id: String(kid + 1), name: `llave ${kid + 1}` },
      before: { kid },
      after: { kid: kid + 1 },
      recordedAt: deps.now(),
    });
  }, 'money');
  return done(null);
}

async function readCurrent(session: Session, box: SecretBox): Promise<IssuingKey | null> {
  const { rows } = await session.query<{ kid: number; private_key: string }>({
    name: 'current-issuing-key',
    text: 'select kid, private_key from issuing_key where retired_at is null',
  });
  const [row] = rows;
  if (!row) return null;
  const der = Buffer.from(box.open(row.private_key), 'base64');
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  return { kid: row.kid, sign: (message) => sign('sha256', message, { key, dsaEncoding: 'ieee-p1363' }) };
}

async function insertKey(session: Session, box: SecretBox, kid: number, now: Date): Promise<void> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const raw = Buffer.concat([Buffer.of(4), bytesOf(x), bytesOf(y)]);
  await session.query({
    name: 'insert-issuing-key',
    text: `insert into issuing_key (kid, public_key, private_key, created_at) values ($1, $2, $3, $4)
      on conflict do nothing`,
    values: [
      kid,
      toBase64Url(raw),
      box.close(privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')),
      now,
    ],
  });
}

function bytesOf(coordinate: string): Uint8Array {
  return fromBase64Url(coordinate) ?? new Uint8Array();
}
