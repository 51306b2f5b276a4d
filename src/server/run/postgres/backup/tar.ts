import fs from 'node:fs';
import { join, relative, sep } from 'node:path';

const block = 512;
/** Size of the parts in which a file is read. */
const partBytes = 1_048_576;

/** Yields everything in `folder` as a tar archive (ustar): files and folders by name and size, for one user. */
export function* writeTar(folder: string): Generator<Buffer> {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(folder, path).split(sep).join('/');
    if (entry.isDirectory()) yield headerOf(`${name}/`, 0);
    if (entry.isFile()) yield* fileOf(path, name);
  }
  yield Buffer.alloc(2 * block);
}

function* fileOf(path: string, name: string): Generator<Buffer> {
  const { size } = fs.statSync(path);
  yield headerOf(name, size);
  const file = fs.openSync(path, 'r');
  try {
    for (let left = size; left > 0;) {
      const part = Buffer.alloc(Math.min(partBytes, left));
      const length = fs.readSync(file, part);
      if (length === 0) throw new Error(`${path} became shorter while it was copied`);
      yield part.subarray(0, length);
      left -= length;
    }
  } finally {
    fs.closeSync(file);
  }
  yield Buffer.alloc(paddingOf(size));
}

/** A name that ends with a slash is a folder. */
function headerOf(name: string, size: number): Buffer {
  if (Buffer.byteLength(name) > 100) throw new Error(`the name is too long for a tar archive: ${name}`);
  const header = Buffer.alloc(block);
  const octal = (value: number, at: number, digits: number): void =>
    void header.write(value.toString(8).padStart(digits, '0'), at);
  header.write(name);
  octal(name.endsWith('/') ? 0o700 : 0o600, 100, 7);
  for (const at of [108, 116]) octal(0, at, 7);
  octal(size, 124, 11);
  octal(0, 136, 11);
  header.write(`        ${name.endsWith('/') ? '5' : '0'}`, 148);
  header.write('ustar\x0000', 257);
  octal(
    header.reduce((sum, byte) => sum + byte, 0),
    148,
    6,
  );
  header[154] = 0;
  return header;
}

function paddingOf(size: number): number {
  return (block - (size % block)) % block;
}

/** Writes the files of such an archive into `folder`. Throws if the archive ends early. */
export async function readTar(archive: AsyncIterable<Uint8Array>, folder: string): Promise<void> {
  const parts = archive[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);
  const pull = async (): Promise<void> => {
    const next = await parts.next();
    if (next.done === true) throw new Error('the archive ends early');
    held = Buffer.concat([held, next.value]);
  };
  const take = async (length: number): Promise<Buffer> => {
    while (held.length < length) await pull();
    const taken = held.subarray(0, length);
    held = held.subarray(length);
    return taken;
  };
  for (let header = await take(block); header[0] !== 0; header = await take(block)) {
    const name = header.toString('utf8', 0, header.indexOf(0));
    if (name.startsWith('/') || name.split('/').includes('..'))
      throw new Error('La copia nombra otra carpeta.');
    const path = join(folder, name);
    if (name.endsWith('/')) {
      fs.mkdirSync(path, { recursive: true, mode: 0o700 });
      continue;
    }
    fs.mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 });
    const size = Number.parseInt(header.toString('latin1', 124, 135), 8);
    const file = fs.openSync(path, 'w', 0o600);
    try {
      for (let left = size; left > 0;) {
        if (held.length === 0) await pull();
        const part = await take(Math.min(held.length, left));
        fs.writeSync(file, part);
        left -= part.length;
      }
    } finally {
      fs.closeSync(file);
    }
    await take(paddingOf(size));
  }
  // Only the last part of an encrypted archive proves that nothing was cut off.
  while ((await parts.next()).done !== true);
}
