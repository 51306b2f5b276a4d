import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/**
 * After the build: a .br and a .gz beside each file that shrinks, so that the server need not compress while
 * it sells.
 */
const worthIt = /\.(js|css|html|svg|json|webmanifest|wasm)$/;
const client = 'dist/client';

for (const name of readdirSync(client, { recursive: true, encoding: 'utf8' })) {
  if (!worthIt.test(name) || name.startsWith('.vite')) continue;
  const path = join(client, name);
  const bytes = readFileSync(path);
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
  writeFileSync(
    `${path}.br`,
    brotliCompressSync(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  );
}
