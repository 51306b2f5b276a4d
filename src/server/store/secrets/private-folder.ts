import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

const groupAndOthers = 0o077;
/**
 * Permissions that other users may not have on the folder. If root owns it, others may traverse it but not
 * list it: PostgreSQL runs as another user there, and everything inside has its own permissions.
 */
const forbidden = process.getuid?.() === 0 ? 0o066 : groupAndOthers;

/**
 * Creates the data folder, or throws a sentence for the operator if other users of the machine can enter it:
 * it holds the key that signs tokens, the key that issues vouchers and every password hash. From then on the
 * process creates files for its own user only. Windows has no such permissions; there the folder's inherited
 * rights apply.
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

/** Lets PostgreSQL's user traverse the folders from `first` on that root created above its data folder. */
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
