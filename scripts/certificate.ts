import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { generate } from 'selfsigned';
import { readConfig } from '#src/server/config.ts';
import { makePrivateFolder } from '#src/server/store/private-folder.ts';

/**
 * `npm run certificate -- --name mercado.local --ip 192.168.1.10`: an authority of the market's own, made once and kept, and
 * a certificate of it for these names and addresses. Devices trust `ca.crt` once; docs/operations.md has the steps.
 */
const { values } = parseArgs({
  options: { name: { type: 'string', multiple: true }, ip: { type: 'string', multiple: true } },
});
const names = values.name ?? [];
const addresses = values.ip ?? [];
const { dataDir } = readConfig(process.env);
const folder = resolve(dataDir, 'tls');
const path = (file: string): string => join(folder, file);
/** The longest that phones accept of an authority somebody added. */
const serverDays = 825;

if (names.length + addresses.length === 0) {
  process.stderr.write('Diga para qué nombres o direcciones: --name mercado.local --ip 192.168.1.10\n');
  process.exit(1);
}
makePrivateFolder(dataDir);
mkdirSync(folder, { recursive: true });
const isNew = !existsSync(path('ca.key'));
if (isNew) await makeAuthority();
await makeCertificate();
process.stdout.write(
  `${isNew ? 'Autoridad nueva' : 'Misma autoridad de antes'}: ${path('ca.crt')}\n` +
    `Instale ese archivo una vez en cada tableta y teléfono. Después inicie con:\n` +
    `TLS_CERT=${path('server.crt')} TLS_KEY=${path('server.key')} ` +
    `PUBLIC_URL=https://${names[0] ?? addresses[0]}:3000 HOST=0.0.0.0 npm start\n`,
);

async function makeAuthority(): Promise<void> {
  const pair = await generate([{ name: 'commonName', value: 'Mercado Campesino' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notAfterDate: inDays(3_650),
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  keep('ca.key', pair.private);
  keep('ca.crt', pair.cert);
}

async function makeCertificate(): Promise<void> {
  const altNames = [
    ...names.map((value) => ({ type: 2 as const, value })),
    ...addresses.map((ip) => ({ type: 7 as const, ip })),
  ];
  const pair = await generate([{ name: 'commonName', value: names[0] ?? addresses[0] ?? '' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notAfterDate: inDays(serverDays),
    ca: { key: readFileSync(path('ca.key'), 'utf8'), cert: readFileSync(path('ca.crt'), 'utf8') },
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      { name: 'subjectAltName', altNames },
    ],
  });
  keep('server.key', pair.private);
  keep('server.crt', pair.cert);
}

function inDays(days: number): Date {
  return new Date(Date.now() + days * 86_400_000);
}

function keep(file: string, text: string): void {
  writeFileSync(path(file), text, { mode: 0o600 });
  if (file.endsWith('.crt')) chmodSync(path(file), 0o644);
}
