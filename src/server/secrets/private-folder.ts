import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

const groupAndOthers = 0o077;
/**
 * Modes that other users may not have on the folder. In root's folder others may pass through and list nothing:
 * PostgreSQL runs as another user there, and everything inside has its own modes.
 */
const forbidden = process.getuid?.() === 0 ? 0o066 : groupAndOthers;

/**
 * Makes the data folder, or rejects with a sentence for the operator one that other users of the machine can enter: it
 * holds the key that signs tokens, the key that issues vouchers and every password hash. From here on the process makes
 * all its files for its own user alone. Windows has no such modes: there the folder's inherited rights count.
 */
export function makePrivateFolder(folder: string): void {
  if (process.platform === 'win32') {
    mkdirSync(folder, { recursive: true });
    return;
  }
  process.umask(groupAndOthers);
  const first = mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (first !== undefined && process.getuid?.() === 0) letPassThrough(resolve(first), resolve(folder));
  refuseOpenFolder(folder);
}

/** Folders that were made above root's data folder, from `first` on: PostgreSQL's user has to reach what is below them. */
function letPassThrough(first: string, folder: string): void {
  for (let above = dirname(folder); above.length >= first.length; above = dirname(above))
    chmodSync(above, 0o711);
}

function refuseOpenFolder(folder: string): void {
  if (process.platform === 'win32' || (statSync(folder).mode & forbidden) === 0) return;
  const path = resolve(folder);
  throw new Error(
    `Otros usuarios de este equipo pueden leer la carpeta de datos ${path}, que guarda llaves y contraseñas. ` +
      `Ciérrela y vuelva a iniciar: chmod -R go-rwx '${path}'`,
  );
}
