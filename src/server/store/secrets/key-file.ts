import { hkdfSync, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { dirname, resolve } from 'node:path';
import { syncFolder } from '#src/server/store/secrets/sync-folder.ts';

const keyBytes = 32;

/**
 * Returns the secret that is stored outside the database and its backups, so that a restored database can
 * verify its signatures. The first start creates the file, and all processes of one database share it. A
 * crash leaves a complete file or none: the name is given after the contents are durable.
 */
export function readKeyFile(path: string): Uint8Array {
  if (!fs.existsSync(path)) makeKeyFile(path);
  const key = Buffer.from(fs.readFileSync(path, 'utf8').trim(), 'base64');
  if (key.length !== keyBytes)
    throw new Error(`El archivo de la llave ${resolve(path)} no está completo. Póngalo desde su copia.`);
  const isOpen = process.platform !== 'win32' && (fs.statSync(path).mode & 0o077) !== 0;
  if (isOpen)
    throw new Error(
      `Otros usuarios de este equipo pueden leer la llave ${resolve(path)}. Ciérrela y vuelva a iniciar: chmod 600 '${resolve(path)}'`,
    );
  return key;
}

/** Derives a key for one purpose. A derived key reveals nothing about the others. */
export function keyFor(key: Uint8Array, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', key, '', `mercado/${purpose}`, keyBytes));
}

function makeKeyFile(path: string): void {
  const folder = dirname(resolve(path));
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const fresh = `${path}.${process.pid}`;
  const file = fs.openSync(fresh, 'w', 0o600);
  try {
    fs.writeSync(file, `${randomBytes(keyBytes).toString('base64')}\n`);
    fs.fsyncSync(file);
  } finally {
    fs.closeSync(file);
  }
  try {
    fs.linkSync(fresh, path);
  } catch (error) {
    // Another process created the file first; its key is used.
    if (!fs.existsSync(path)) throw error;
  } finally {
    fs.rmSync(fresh, { force: true });
  }
  syncFolder(folder);
}
