import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import type { Config } from '#src/server/run/config.ts';
import type { Database } from '#src/server/store/database.ts';
import {
  closeOpenSecrets,
  openSecretBoxes,
  settleTokenSecret,
} from '#src/server/store/secrets/close-secrets.ts';
import { readKeyFile } from '#src/server/store/secrets/key-file.ts';

/** Returns the keys and secrets of this start. Secrets in the database are sealed when the key is kept apart from its copies. */
export async function settleSecrets(
  config: Config,
  database: Database,
  { logger, isDemo }: { logger: Logger; isDemo: boolean },
) {
  const key = readKeyFile(config.keyFile);
  const boxes = openSecretBoxes(config.closesSecrets ? key : null);
  await closeOpenSecrets(database, boxes);
  // A demo holds no real secrets.
  if (!config.closesSecrets && !isDemo)
    logger.warn(
      'KEY_FILE no está puesto: los secretos del servidor quedan abiertos en la base de datos y en sus copias',
    );
  return { key, boxes, secret: await settleTokenSecret(database, boxes, randomBytes(32)) };
}
