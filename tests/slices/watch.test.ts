import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createMeters } from '#src/server/nouns/watch/meters.ts';
import { listenForMetrics } from '#src/server/nouns/watch/metrics-routes.ts';
import { readServerState } from '#src/server/nouns/watch/reads.ts';
import { createLook } from '#src/server/nouns/watch/routes.ts';
import { noteCheck } from '#src/server/run/postgres/backup/check-notes.ts';
import { createLog } from '#src/server/run/start/log.ts';
import { smallMarketForSuite } from '#tests/support/for-suite.ts';
import { openTwoMarkets, type Asker } from '#tests/support/market/two-markets.ts';
import { ask, openTestApp } from '#tests/support/server/test-app.ts';

describe("the operator's metrics", () => {
  const { opened, market } = smallMarketForSuite();
  const stateOf = () =>
    readServerState({ database: opened.database, now: () => new Date(), ownDataDir: null });

  it('count operations, replays, refusals and groups as they are answered', async () => {
    const meters = createMeters('1.2.3');
    const app = await openTestApp(opened.database, { meters });
    const voucher = await market.issue(5_000);
    const buy = (key: string, price: number) =>
      app.inject({
        method: 'POST',
        url: '/api/v1/shopping/create',
        headers: { 'idempotency-key': key },
        payload: { userId: market.customer, estanteId: market.stalls[0], codeQrUuid: voucher, price },
      });
    const key = randomUUID();
    const answered = [await buy(key, 3_000), await buy(key, 3_000), await buy(randomUUID(), 9_000)];
    expect(answered.map(({ statusCode }) => statusCode)).toEqual([201, 201, 409]);
    const text = await meters.registry.metrics();
    await app.close();
    for (const outcome of ['done', 'replayed', 'refused'])
      expect(text).toContain(`mercado_operations_total{call="/shopping/create",outcome="${outcome}"} 1`);
    expect(text).toContain('mercado_purchase_group_size_bucket{le="1"}');
    expect(text).toMatch(/mercado_pool_connections\{lane="money",state="idle"\} \d/);
  });

  it('count committed movements of any process, each once', async () => {
    const meters = createMeters('1.2.3');
    const look = createLook({ database: opened.database, meters, readState: stateOf });
    await market.issue(1_000);
    await look();
    await market.issue(2_000);
    await market.issue(5_000);
    await look();
    await look();
    expect(await meters.movements.get()).toMatchObject({
      values: [{ labels: { kind: 'top-up' }, value: 2 }],
    });
    expect((await meters.moved.get()).values).toMatchObject([{ labels: { kind: 'top-up' }, value: 7_000 }]);
  });

  it('show when copy and audit last succeeded', async () => {
    const at = '2026-11-22T10:30:00.000Z';
    expect((await stateOf()).checks.audit).toBeNull();
    await noteCheck(opened.database, 'audit', { at, isOk: false });
    expect((await stateOf()).checks.audit).toEqual({ at, isOk: false });
    const meters = createMeters('1.2.3');
    await createLook({ database: opened.database, meters, readState: stateOf })();
    const text = await meters.registry.metrics();
    expect(text).toContain(
      `mercado_state_check_timestamp_seconds{check="audit"} ${String(Date.parse(at) / 1_000)}`,
    );
    expect(text).toContain('mercado_state_check_ok{check="audit"} 0');
    expect(text).toContain('mercado_state_check_timestamp_seconds{check="drill"} 0');
  });

  it('are served on a separate port, with the token', async () => {
    const meters = createMeters('1.2.3');
    const token = 'a-token-of-the-operator';
    const own = await listenForMetrics(meters, { host: '127.0.0.1', port: 0, token });
    const read = async (path: string, headers: Record<string, string> = {}) =>
      (await fetch(`http://127.0.0.1:${own.port}${path}`, { headers })).status;
    const authorization = `Bearer ${token}`;
    expect(await read('/metrics')).toBe(401);
    expect(await read('/metrics', { authorization })).toBe(200);
    expect(await read('/login', { authorization })).toBe(404);
    await own.close();
    const app = await openTestApp(opened.database, { environment: { METRICS_PORT: '0' } });
    expect((await app.inject({ url: '/api/v1/metrics' })).statusCode).toBe(404);
    await app.close();
  });

  it('and the home of administrator and market show a clock that stands, and no stall sees it', async () => {
    const { database } = opened;
    const until = new Date(Date.now() + 17 * 3_600_000);
    const meters = createMeters('1.2.3');
    const app = await openTestApp(database, { meters, clockAheadUntil: () => until });
    const { tokens } = await openTwoMarkets(app, database);
    const shown = async (asker: Asker) =>
      (await ask(app, 'GET', '/today', { token: tokens[asker] })).body['clockAheadUntil'];
    expect([await shown('ADMIN'), await shown('GLOBAL_MARKET'), await shown('ESTANTE')]).toEqual([
      until.toISOString(),
      until.toISOString(),
      null,
    ]);
    const [, seconds] = /^mercado_clock_stands_seconds (\d+)/m.exec(await meters.registry.metrics()) ?? [];
    expect(Number(seconds)).toBeGreaterThan(16 * 3_600);
    await app.close();
  });

  it("keep a proxy's call id, and otherwise return their own", async () => {
    const app = await openTestApp(opened.database, { environment: { TRUST_PROXY: '127.0.0.1' } });
    const idOf = async (given: string, from = '127.0.0.1') =>
      (await app.inject({ url: '/api/v1/health', remoteAddress: from, headers: { 'x-request-id': given } }))
        .headers['x-request-id'];
    expect(await idOf('proxy-0042')).toBe('proxy-0042');
    expect(await idOf('proxy-0042', '203.0.113.9'), 'of a caller').not.toBe('proxy-0042');
    expect(await idOf('a "made up" line')).toMatch(/^[0-9a-f]{8}-\w+$/);
    await app.close();
  });

  it('count lines of the log that report an error', () => {
    const levels: string[] = [];
    const written: string[] = [];
    const sink = { write: (line: string) => void written.push(line) };
    const log = createLog('info', (level) => levels.push(level), sink);
    log.info('all is well');
    log.warn('not quite');
    log.error(new Error('no'), 'not at all');
    expect(levels).toEqual(['warn', 'error']);
    expect(written).toHaveLength(3);
  });
});
