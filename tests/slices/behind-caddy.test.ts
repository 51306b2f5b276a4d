import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { toVoucherId } from '#src/protocol/brands.ts';
import { SignedDevice } from '#tests/support/device/signed-device.ts';
import { marketForSuite } from '#tests/support/for-suite.ts';
import { freePort } from '#tests/support/server/free-port.ts';
import { ask, openTestApp, type Asked } from '#tests/support/server/test-app.ts';
import { temporaryFolder } from '#tests/support/server/test-database.ts';

/** npm has none; Debian's suffices. */
const hasCaddy = spawnSync('caddy', ['version']).status === 0;

describe.skipIf(!hasCaddy)('deploy/Caddyfile', () => {
  const place = marketForSuite();
  const folder = temporaryFolder();
  let proxy: ChildProcess;
  let server: Awaited<ReturnType<typeof openTestApp>>;
  let through: Asked;

  beforeAll(async () => {
    server = await openTestApp(place.opened.database, { environment: { TRUST_PROXY: '1' } });
    const [port, dead] = [await freePort(), await freePort()];
    const address = await server.listen({ host: '127.0.0.1', port: 0 });
    const site = `http://127.0.0.1:${port}`;
    const servers = `${new URL(address).host} 127.0.0.1:${dead}`;
    proxy = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', 'deploy/Caddyfile'], {
      env: {
        PATH: process.env['PATH'],
        MERCADO_SITE: site,
        MERCADO_SERVERS: servers,
        CADDY_ADMIN: 'off',
        HOME: folder,
        XDG_DATA_HOME: folder,
        XDG_CONFIG_HOME: folder,
      },
      stdio: 'ignore',
    });
    through = { inject: (request) => fetchAt(site, request) };
    await vi.waitFor(async () => expect((await fetch(`${site}/api/v1/ready`)).status).toBe(200), {
      timeout: 60_000,
    });
  });
  afterAll(async () => {
    const ended = new Promise((resolve) => proxy.once('exit', resolve));
    proxy.kill();
    await ended;
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('passes a top-up, a sale, an offline batch and a binary list, with one of its servers dead', async () => {
    const voucher = crypto.randomUUID();
    const command = { monto: 50_000, uuid: voucher, clientId: place.market.customer.id };
    const top = await ask(through, 'POST', '/code-qr/create-recharger', {
      body: command,
      token: place.market.tokens.RECARGA,
    });
    expect(top.status).toBe(201);
    const device = new SignedDevice(through);
    const { ids, tokens } = place.market;
    expect((await device.enrol(ids.ESTANTE, tokens.ESTANTE, {}, tokens.GLOBAL_MARKET)).status).toBe(201);
    const paper = { userId: place.market.customer.id, codeQrUuid: toVoucherId(voucher) };
    const entries = Array.from({ length: 50 }, () => device.writeSale(paper, 100));
    const { results } = await device.sync(entries);
    expect(results.map(({ state }) => state)).toEqual(entries.map(() => 'accepted'));
    const list = await ask(through, 'GET', `/shopping/history/mercado-global/${place.market.codes.own}`, {
      token: place.market.tokens.GLOBAL_MARKET,
    });
    expect([list.status, (list.body['items'] as unknown[]).length]).toEqual([200, 25]);
  });

  it('answers like the application when none of them takes money', async () => {
    await server.close();
    await vi.waitFor(async () => expect((await ask(through, 'GET', '/health')).status).toBe(503), {
      timeout: 60_000,
    });
    const { body, headers } = await ask(through, 'GET', '/health');
    expect(body).toMatchObject({ code: 'UNAVAILABLE' });
    expect(headers['retry-after']).toBe('2');
  });
});

async function fetchAt(site: string, { method, url, headers = {}, payload }: Parameters<Asked['inject']>[0]) {
  const answer = await fetch(`${site}${url}`, {
    method,
    headers: payload === undefined ? headers : { 'content-type': 'application/json', ...headers },
    ...(payload === undefined ? {} : { body: JSON.stringify(payload) }),
  });
  const rawPayload = Buffer.from(await answer.arrayBuffer());
  return {
    statusCode: answer.status,
    body: rawPayload.toString('utf8'),
    rawPayload,
    headers: Object.fromEntries(answer.headers),
  };
}
