import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { readKeyFile } from '#src/server/store/secrets/key-file.ts';
import type { BackupSecret } from './sealed-file.ts';

const shortestWords = 12;

/**
 * Returns a command's secret: BACKUP_PASSPHRASE, otherwise the key file, which is never created here. Throws
 * a sentence for the operator.
 */
export function backupSecret(keyFile: string, env: NodeJS.ProcessEnv): BackupSecret {
  const words = env['BACKUP_PASSPHRASE'] ?? '';
  if (words !== '') {
    if (words.length < shortestWords)
      throw new Error(`BACKUP_PASSPHRASE es muy corta: al menos ${shortestWords} letras.`);
    return { by: 'passphrase', words };
  }
  if (!existsSync(keyFile))
    throw new Error(
      `Falta la llave ${resolve(keyFile)}, con la que se cierran y abren las copias. Ponga su copia.`,
    );
  return { by: 'key-file', key: readKeyFile(keyFile) };
}
