import fs, { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { bech32 } from '@scure/base';
import { Decrypter, Encrypter, identityToRecipient } from 'age-encryption';
import { keyFor, readKeyFile } from '#src/server/store/secrets/key-file.ts';
import { readTar, writeTar } from './tar.ts';

/** The secret that encrypts a copy: the server's key file, or a passphrase that a person keeps. */
export type BackupSecret = { by: 'key-file'; key: Uint8Array } | { by: 'passphrase'; words: string };

/** First lines of an age file with a single recipient, by the kind of secret that opens it. */
const heads: readonly (readonly [BackupSecret['by'], string])[] = [
  ['key-file', 'age-encryption.org/v1\n-> X25519 '],
  ['passphrase', 'age-encryption.org/v1\n-> scrypt '],
];

/** Writes everything in `folder` into one file: tar, gzip, age. A crash leaves part of it, which never decrypts. */
export async function sealFolder(folder: string, target: string, secret: BackupSecret): Promise<void> {
  const encrypter = new Encrypter();
  if (secret.by === 'passphrase') encrypter.setPassphrase(wordsOf(secret.words));
  else encrypter.addRecipient(await identityToRecipient(identityOf(secret.key)));
  await pipeline(
    Readable.from(writeTar(folder)),
    createGzip({ level: 1 }),
    async function* (packed) {
      yield* await encrypter.encrypt(ReadableStream.from<Uint8Array>(packed));
    },
    fs.createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true }),
  );
}

/** Returns which secret opens an encrypted copy, or null when the file is not one. */
export function readSealedHeader(source: string): BackupSecret['by'] | null {
  if (!fs.statSync(source).isFile()) return null;
  const start = Buffer.alloc(64);
  const file = fs.openSync(source, 'r');
  fs.readSync(file, start);
  fs.closeSync(file);
  return heads.find(([, head]) => start.toString('latin1').startsWith(head))?.[0] ?? null;
}

/**
 * Decrypts a file into `folder`. Throws a sentence for the operator; the files written up to then are not a
 * usable copy.
 */
export async function openSealed(source: string, folder: string, secret: BackupSecret): Promise<void> {
  const by = readSealedHeader(source);
  if (by === null) throw new Error(`${source} no es una copia cerrada de Mercado Campesino.`);
  if (by !== secret.by) throw new Error(otherSecret[by]);
  const decrypter = new Decrypter();
  if (secret.by === 'passphrase') decrypter.addPassphrase(wordsOf(secret.words));
  else decrypter.addIdentity(identityOf(secret.key));
  const sealed = fs.createReadStream(source);
  const plain = await decrypter.decrypt(ReadableStream.from<Uint8Array>(sealed)).catch((cause: unknown) => {
    throw new Error(wrongSecret[by], { cause });
  });
  await pipeline(plain, createGunzip(), (archive: AsyncIterable<Uint8Array>) =>
    readTar(archive, folder),
  ).catch((cause: unknown) => {
    throw new Error('La copia está dañada o cortada.', { cause });
  });
}

const otherSecret: Record<BackupSecret['by'], string> = {
  passphrase: 'Esta copia se abre con su frase: póngala en BACKUP_PASSPHRASE.',
  'key-file':
    'Esta copia se abre con el archivo de la llave: ponga su copia en KEY_FILE y quite BACKUP_PASSPHRASE.',
};

const wrongSecret: Record<BackupSecret['by'], string> = {
  passphrase:
    'La frase de BACKUP_PASSPHRASE no es la que cerró esta copia, o la copia está dañada desde el comienzo.',
  'key-file':
    'El archivo de KEY_FILE no es el que cerró esta copia, o la copia está dañada desde el comienzo.',
};

/** One spelling of the same words, however a keyboard enters accents. */
function wordsOf(words: string): string {
  return words.normalize('NFKC');
}

/** Returns the age identity that is derived from the key file. docs/operations.md names the derivation. */
function identityOf(key: Uint8Array): string {
  return bech32.encodeFromBytes('AGE-SECRET-KEY-', keyFor(key, 'backup')).toUpperCase();
}

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
