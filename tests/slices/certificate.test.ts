import { execFile } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseForSuite } from '#tests/support/for-suite.ts';
import { openTestApp } from '#tests/support/server/test-app.ts';

const run = promisify(execFile);

describe("a market's own certificate", () => {
  let folder: string;
  const opened = databaseForSuite();
  const file = (name: string): string => join(folder, 'tls', name);
  const make = (...args: string[]) =>
    run('npx', ['tsx', 'scripts/operator/certificate.ts', ...args], {
      env: { ...process.env, DATA_DIR: folder, PORT: '4330' },
    });
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tls-'));
    await make('--name', 'mercado.local', '--ip', '127.0.0.1');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it("makes the server's HTTPS trusted by devices that trust the authority, and by no other", async () => {
    const app = await openTestApp(opened.database, {
      environment: { TLS_CERT: file('server.crt'), TLS_KEY: file('server.key') },
    });
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    const health = (ca?: Buffer): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        const options = { host: '127.0.0.1', port, path: '/api/v1/health', ...(ca ? { ca } : {}) };
        request(options, (answer) => resolve(answer.resume().statusCode))
          .on('error', reject)
          .end();
      });
    expect(await health(readFileSync(file('ca.crt')))).toBe(200);
    await expect(health()).rejects.toThrow('unable to verify the first certificate');
    await app.close();
  });

  it('is renewed for other names by the same authority, which devices already trust', async () => {
    const before = readFileSync(file('ca.crt'), 'utf8');
    const { stdout } = await make('--name', 'plaza.local');
    expect(stdout).toContain('PUBLIC_URL=https://plaza.local:4330 ');
    expect(stdout).toContain('Ya no vale para: mercado.local, 127.0.0.1.');
    expect(readFileSync(file('ca.crt'), 'utf8')).toBe(before);
    const certificate = new X509Certificate(readFileSync(file('server.crt')));
    expect(certificate.subjectAltName).toBe('DNS:plaza.local');
    expect(certificate.verify(new X509Certificate(before).publicKey)).toBe(true);
    const days = (Date.parse(certificate.validTo) - Date.parse(certificate.validFrom)) / 86_400_000;
    expect(days).toBeLessThanOrEqual(825);
  });
});
