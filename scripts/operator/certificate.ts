import { X509Certificate } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { generate } from 'selfsigned';
import { makePrivateFolder } from '#src/server/store/secrets/private-folder.ts';
import { asOperator } from './as-operator.ts';

/** The longest validity that phones accept from a user-added authority. */
const serverDays = 825;

/**
 * `npm run certificate -- --name mercado.local --ip 192.168.1.10`: the market's own authority, created once
 * and kept, and its certificate for these names and addresses. Devices trust `ca.crt` once;
 * docs/operations.md has the steps.
 */
await asOperator(
  'npm run certificate -- --name mercado.local --ip 192.168.1.10',
  async ({ dataDir, port }) => {
    const { values } = parseArgs({
      options: { name: { type: 'string', multiple: true }, ip: { type: 'string', multiple: true } },
    });
    const asked = { names: values.name ?? [], addresses: values.ip ?? [], folder: resolve(dataDir, 'tls') };
    const [first] = [...asked.names, ...asked.addresses];
    if (first === undefined)
      throw new Error('Diga para qué nombres o direcciones: --name mercado.local --ip 192.168.1.10');
    const path = (file: string): string => join(asked.folder, file);
    makePrivateFolder(dataDir);
    mkdirSync(asked.folder, { recursive: true });
    const isNew = !existsSync(path('ca.key'));
    if (isNew) await makeAuthority(asked);
    const dropped = namesIn(path('server.crt')).filter(
      (name) => ![...asked.names, ...asked.addresses].includes(name),
    );
    await makeCertificate(asked);
    process.stdout.write(
      `${isNew ? 'Autoridad nueva' : 'Misma autoridad de antes'}: ${path('ca.crt')}\n` +
        (dropped.length > 0
          ? `Ya no vale para: ${dropped.join(', ')}. Pídalos otra vez si hacen falta.\n`
          : '') +
        `Instale ese archivo una vez en cada tableta. Los celulares de los clientes no lo tienen: para ellos, un nombre público.\n` +
        `Después inicie con:\n` +
        `TLS_CERT=${path('server.crt')} TLS_KEY=${path('server.key')} ` +
        `PUBLIC_URL=https://${first}:${port} HOST=0.0.0.0 npm start\n`,
    );
  },
);

/** Returns the names and addresses of the certificate at `path`; none where there is no certificate. */
function namesIn(path: string): string[] {
  if (!existsSync(path)) return [];
  const names = new X509Certificate(readFileSync(path)).subjectAltName ?? '';
  return names.split(', ').map((name) => name.replace(/^(DNS|IP Address):/, ''));
}

type Asked = { names: string[]; addresses: string[]; folder: string };

async function makeAuthority({ folder }: Asked): Promise<void> {
  const pair = await generate([{ name: 'commonName', value: 'Mercado Campesino' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notAfterDate: inDays(3_650),
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  keep(folder, 'ca.key', pair.private);
  keep(folder, 'ca.crt', pair.cert);
}

async function makeCertificate({ names, addresses, folder }: Asked): Promise<void> {
  const altNames = [
    ...names.map((value) => ({ type: 2 as const, value })),
    ...addresses.map((ip) => ({ type: 7 as const, ip })),
  ];
  const pair = await generate([{ name: 'commonName', value: names[0] ?? addresses[0] ?? '' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notAfterDate: inDays(serverDays),
    ca: {
      key: readFileSync(join(folder, 'ca.key'), 'utf8'),
      cert: readFileSync(join(folder, 'ca.crt'), 'utf8'),
    },
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      { name: 'subjectAltName', altNames },
    ],
  });
  keep(folder, 'server.key', pair.private);
  keep(folder, 'server.crt', pair.cert);
}

function inDays(days: number): Date {
  return new Date(Date.now() + days * 86_400_000);
}

function keep(folder: string, file: string, text: string): void {
  writeFileSync(join(folder, file), text, { mode: 0o600 });
  if (file.endsWith('.crt')) chmodSync(join(folder, file), 0o644);
}
