import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import fs from 'node:fs';
import { join, relative, sep } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import * as z from 'zod';
import { keyFor } from '#src/server/secrets/key-file.ts';

/** The secret that encrypts a copy: the server's key file, or a passphrase that a person keeps. */
export type BackupSecret = { by: 'key-file'; key: Uint8Array } | { by: 'passphrase'; words: string };

/**
 * The file: a line with its name, a line of JSON (derivation of the key, prefix of the nonces), then the
 * folder in chunks of 64 KiB, each under AES-256-GCM. A nonce consists of the prefix, the chunk's number and
 * whether it is the last (the STREAM construction of Hoang, Reyhanitabar, Rogaway and Vizár), and both lines
 * are authenticated with every chunk. So no part can be changed, exchanged, omitted or moved to the end.
 * Version 2 compresses each part before encryption; version 1 did not.
 */
const magic = 'mercado-backup-sealed-2\n';
const magicOfBefore = 'mercado-backup-sealed-1\n';
const headerSchema = z.object({
  by: z.enum(['key-file', 'passphrase']),
  salt: z.string(),
  nonce: z.string(),
});
type Header = z.infer<typeof headerSchema>;
const chunkBytes = 65_536;
const tagBytes = 16;
const scrypt = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };

/** Size of the parts in which a file is read, compressed and decompressed. */
const partBytes = 1_048_576;

/**
 * Precedes each file of the folder, each compressed part of it, and the end. `size`: size of the following
 * data as stored.
 */
const entrySchema = z.union([
  z.object({ folder: z.string() }),
  z.object({ file: z.string(), size: z.int() }),
  z.object({ packed: z.int() }),
  z.object({ end: z.literal(true) }),
]);

/** Writes everything in `folder` into one encrypted file. A crash leaves part of it, which never decrypts. */
export function sealFolder(folder: string, target: string, secret: BackupSecret): void {
  const header: Header = {
    by: secret.by,
    salt: randomBytes(16).toString('base64'),
    nonce: randomBytes(7).toString('base64'),
  };
  const head = Buffer.from(`${magic}${JSON.stringify(header)}\n`);
  const file = fs.openSync(target, 'wx', 0o600);
  try {
    fs.writeSync(file, head);
    const seal = chunkCipher(header, head, secret);
    let held: Buffer[] = [];
    let heldBytes = 0;
    const write = (bytes: Buffer): void => {
      held.push(bytes);
      heldBytes += bytes.length;
      // One chunk is always held back, because the last one is marked.
      if (heldBytes <= chunkBytes) return;
      let whole = Buffer.concat(held);
      while (whole.length > chunkBytes) {
        fs.writeSync(file, seal(whole.subarray(0, chunkBytes), false));
        whole = whole.subarray(chunkBytes);
      }
      held = [whole];
      heldBytes = whole.length;
    };
    for (const bytes of contentsOf(folder)) write(bytes);
    fs.writeSync(file, seal(Buffer.concat(held), true));
    fs.fsyncSync(file);
  } finally {
    fs.closeSync(file);
  }
}

function* contentsOf(folder: string): Generator<Buffer> {
  const line = (entry: z.infer<typeof entrySchema>): Buffer => Buffer.from(`${JSON.stringify(entry)}\n`);
  for (const found of fs.readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const path = join(found.parentPath, found.name);
    const name = relative(folder, path).split(sep).join('/');
    if (found.isDirectory()) yield line({ folder: name });
    if (!found.isFile()) continue;
    const { size } = fs.statSync(path);
    yield line({ file: name, size: 0 });
    const file = fs.openSync(path, 'r');
    try {
      for (let read = 0; read < size;) {
        const part = Buffer.alloc(Math.min(partBytes, size - read));
        const length = fs.readSync(file, part);
        read += length;
        const packed = gzipSync(part.subarray(0, length), { level: 1 });
        yield line({ packed: packed.length });
        yield packed;
      }
    } finally {
      fs.closeSync(file);
    }
  }
  yield line({ end: true });
}

/** Returns which secret opens an encrypted copy, or null when the file is not one. */
export function readSealedHeader(source: string): Header['by'] | null {
  return fs.statSync(source).isFile() ? (headerOf(source)?.header.by ?? null) : null;
}

/**
 * Decrypts a file into `folder`. Throws a sentence for the operator; the files written up to then are not a
 * usable copy.
 */
export function openSealed(source: string, folder: string, secret: BackupSecret): void {
  const found = headerOf(source);
  if (!found) throw new Error(`${source} no es una copia cerrada de Mercado Campesino.`);
  const write = folderWriter(folder);
  const file = fs.openSync(source, 'r');
  try {
    const open = chunkDecipher(found.header, found.head, secret);
    const { size } = fs.fstatSync(file);
    let at = found.head.length;
    for (let n = 0; at < size; n += 1) {
      const sealed = Buffer.alloc(Math.min(chunkBytes + tagBytes, size - at));
      fs.readSync(file, sealed, 0, sealed.length, at);
      at += sealed.length;
      const plain = open(sealed, at === size);
      if (plain === null)
        throw new Error(n === 0 ? wrongKey(found.header.by) : 'La copia está dañada o cortada.');
      write(plain);
    }
    if (!write(Buffer.alloc(0))) throw new Error('La copia está dañada o cortada.');
  } finally {
    fs.closeSync(file);
  }
}

function wrongKey(by: Header['by']): string {
  const what =
    by === 'key-file' ? 'El archivo de KEY_FILE no es el' : 'La frase de BACKUP_PASSPHRASE no es la';
  return `${what} que cerró esta copia, o la copia está dañada desde el comienzo.`;
}

function headerOf(source: string): { header: Header; head: Buffer } | null {
  const start = Buffer.alloc(1_024);
  const file = fs.openSync(source, 'r');
  const length = fs.readSync(file, start, 0, start.length, 0);
  fs.closeSync(file);
  const text = start.subarray(0, length).toString('latin1');
  const end = text.indexOf('\n', magic.length);
  if (![magic, magicOfBefore].some((line) => text.startsWith(line)) || end === -1) return null;
  const header = headerSchema.safeParse(JSON.parse(text.slice(magic.length, end)));
  return header.success ? { header: header.data, head: start.subarray(0, end + 1) } : null;
}

function keyOf({ by, salt }: Header, secret: BackupSecret): Uint8Array {
  if (secret.by !== by)
    throw new Error(
      by === 'passphrase'
        ? 'Esta copia se abre con su frase: póngala en BACKUP_PASSPHRASE.'
        : 'Esta copia se abre con el archivo de la llave: ponga su copia en KEY_FILE y quite BACKUP_PASSPHRASE.',
    );
  const salted = Buffer.from(salt, 'base64');
  return secret.by === 'passphrase'
    ? scryptSync(secret.words.normalize('NFKC'), salted, 32, scrypt)
    : keyFor(secret.key, `backup/${salt}`);
}

function nonceOf({ nonce }: Header, chunk: number, isLast: boolean): Buffer {
  const bytes = Buffer.alloc(12);
  Buffer.from(nonce, 'base64').copy(bytes);
  bytes.writeUInt32BE(chunk, 7);
  bytes[11] = isLast ? 1 : 0;
  return bytes;
}

function chunkCipher(header: Header, head: Buffer, secret: BackupSecret) {
  const key = keyOf(header, secret);
  let chunk = 0;
  return (plain: Buffer, isLast: boolean): Buffer => {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(header, chunk, isLast)).setAAD(head);
    chunk += 1;
    return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  };
}

function chunkDecipher(header: Header, head: Buffer, secret: BackupSecret) {
  const key = keyOf(header, secret);
  let chunk = 0;
  return (sealed: Buffer, isLast: boolean): Buffer | null => {
    if (sealed.length < tagBytes) return null;
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(header, chunk, isLast))
      .setAAD(head)
      .setAuthTag(sealed.subarray(-tagBytes));
    chunk += 1;
    try {
      return Buffer.concat([decipher.update(sealed.subarray(0, -tagBytes)), decipher.final()]);
    } catch {
      return null;
    }
  };
}

/** Accepts the bytes in parts of any size. Returns true once the end was read. */
function folderWriter(folder: string): (bytes: Buffer) => boolean {
  let held: Buffer = Buffer.alloc(0);
  let left = 0;
  let packed = 0;
  let path = '';
  let isEnded = false;
  const inside = (name: string): string => {
    if (name.startsWith('/') || name.split('/').includes('..'))
      throw new Error('La copia nombra otra carpeta.');
    return join(folder, name);
  };
  const begin = (entry: z.infer<typeof entrySchema>): void => {
    if ('end' in entry) isEnded = true;
    else if ('packed' in entry) ({ packed } = entry);
    else if ('folder' in entry) fs.mkdirSync(inside(entry.folder), { recursive: true, mode: 0o700 });
    else {
      path = inside(entry.file);
      left = entry.size;
      fs.mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 });
      fs.writeFileSync(path, '', { mode: 0o600 });
    }
  };
  const take = (length: number): Buffer => {
    const taken = held.subarray(0, length);
    held = held.subarray(taken.length);
    return taken;
  };
  return (bytes) => {
    held = Buffer.concat([held, bytes]);
    while (held.length > 0) {
      if (left > 0) {
        const part = take(left);
        fs.appendFileSync(path, part);
        left -= part.length;
      } else if (packed > 0) {
        if (held.length < packed) break;
        fs.appendFileSync(path, gunzipSync(take(packed), { maxOutputLength: partBytes }));
        packed = 0;
      } else {
        const end = held.indexOf('\n');
        if (end === -1) break;
        begin(entrySchema.parse(JSON.parse(take(end + 1).toString('utf8'))));
      }
    }
    return isEnded && left === 0 && packed === 0;
  };
}
