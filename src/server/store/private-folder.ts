import { mkdirSync, statSync } from 'node:fs';
import { resolve } from 'node:path';

const groupAndOthers = 0o077;

/**
 * Makes the data folder, or rejects with a sentence for the operator one that other users of the machine can enter: the key
 * that signs tokens, the key that issues vouchers and every password hash lie in it. From here on the process makes all its
 * files for its own user alone. Windows has no such modes: there the folder's inherited rights count.
 */
export function makePrivateFolder(folder: string): void {
  if (process.platform === 'win32') {
    mkdirSync(folder, { recursive: true });
    return;
  }
  process.umask(groupAndOthers);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  refuseOpenFolder(folder);
}

/** Also for a folder that is only read. */
export function refuseOpenFolder(folder: string): void {
  if (process.platform === 'win32' || (statSync(folder).mode & groupAndOthers) === 0) return;
  const path = resolve(folder);
  throw new Error(
    `Otros usuarios de este equipo pueden entrar en la carpeta de datos ${path}, que guarda llaves y contraseñas. ` +
      `Ciérrela y vuelva a iniciar: chmod -R go-rwx '${path}'`,
  );
}
