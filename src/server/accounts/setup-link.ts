import { createHash, randomBytes } from 'node:crypto';
import type { Database, Session } from '#src/server/store/database.ts';
import { deleteSetting, readSetting, writeSetting } from '#src/server/store/settings.ts';

const key = 'setup-token-hash';

/** With no ADMIN yet: a fresh single-use token for /primer-uso (earlier ones stop working). Otherwise null. */
export async function prepareSetupToken(database: Database): Promise<string | null> {
  const { rows } = await database.query<{ found: boolean }>({
    text: `select exists (select 1 from person where user_type = 'ADMIN' and visible) as found`,
  });
  if (rows[0]?.found) return null;
  const token = randomBytes(24).toString('base64url');
  await writeSetting(database, key, digest(token));
  return token;
}

/**
 * Consumes the token inside the caller's transaction: true once, never again. The row lock serializes concurrent calls.
 */
export async function takeSetupToken(session: Session, token: string): Promise<boolean> {
  const { rows } = await session.query({
    name: 'lock-setting',
    text: 'select key from app_setting where key = $1 for update',
    values: [key],
  });
  if (rows.length === 0 || (await readSetting(session, key)) !== digest(token)) return false;
  await deleteSetting(session, key);
  return true;
}

function digest(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
