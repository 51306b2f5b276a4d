import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { SyncResult } from '#src/contract/sync/schemas.ts';
import { toOpId, toVoucherId, type VoucherId } from '#src/protocol/brands.ts';
import { marketForSuite } from '#tests/support/for-suite.ts';
import { type IssuedVoucher } from '#tests/support/market/open-market.ts';
import { ask, type Answer } from '#tests/support/server/test-app.ts';

const buyers = 8;
const purchasesEach = 12;
const terminations = 12;

const market = marketForSuite();

/** Ends every other connection of the database at once, whatever runs on it, like a fail-over. */
async function terminateBackends(): Promise<number> {
  const rows = await market.rowsOf<{
    ended: number;
  }>(`select count(*) filter (where pg_terminate_backend(pid)) as ended from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`);
  return rows[0]?.ended ?? 0;
}

let unavailable = 0;
/** Repeats with the same key until there is a receipt; the only other answer is 503 with Retry-After. */
async function untilReceipt(call: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await call();
    if (answer.status !== 503) return answer;
    unavailable += 1;
    expect(answer.body).toMatchObject({ code: 'UNAVAILABLE' });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  }
}

async function buyAll(voucher: IssuedVoucher, receipts: Map<string, unknown>): Promise<void> {
  for (let n = 0; n < purchasesEach; n += 1) {
    const key = toOpId(randomUUID());
    const answer = await untilReceipt(() => market.buy(voucher, 100, key));
    expect(answer.status).toBe(201);
    receipts.set(key, answer.body['codeCompra']);
  }
}

async function topUp(): Promise<VoucherId> {
  const uuid = toVoucherId(randomUUID());
  const body = { monto: 5_000, uuid, clientId: market.market.customer.id };
  const request = { body, token: market.market.tokens['RECARGA'], headers: { 'idempotency-key': uuid } };
  const answer = await untilReceipt(() => ask(market.app, 'POST', '/code-qr/create-recharger', request));
  expect(answer.status).toBe(201);
  return uuid;
}

it('continues when the database ends its connections, and loses nothing acknowledged', async () => {
  const vouchers = await Promise.all(Array.from({ length: buyers }, () => market.issue(50_000)));
  const device = await market.stallDevice();
  const purchaseVoucher = await market.issue(50_000);
  const receipts = new Map<string, unknown>();
  const issued: VoucherId[] = [];
  const work = { isDone: false };

  const syncs = async (): Promise<void> => {
    for (let n = 0; n < 6; n += 1) {
      const sale = device.writeAcceptedPurchase({ ...purchaseVoucher, price: 100 });
      const states = new Set<SyncResult['state']>(['again']);
      while (states.has('again')) {
        const answer = await untilReceipt(() => device.send(device.request(sale)));
        expect(answer.status).toBe(200);
        states.clear();
        for (const { state } of answer.body['results'] as SyncResult[]) states.add(state);
      }
      expect([...states]).toEqual(['accepted']);
    }
  };
  const reports = async (): Promise<void> => {
    while (!work.isDone) {
      const answer = await untilReceipt(() =>
        ask(market.app, 'GET', `/shopping/history/mercado-global/${market.market.ids['GLOBAL_MARKET']}`, {
          token: market.market.tokens['GLOBAL_MARKET'],
        }),
      );
      expect(answer.status).toBe(200);
    }
  };
  const terminate = async (): Promise<void> => {
    for (let n = 0; n < terminations || unavailable === 0; n += 1) {
      await untilReceipt(async () => {
        await terminateBackends();
        return { status: 200, body: {}, headers: {} };
      });
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const topUps = async (): Promise<void> => {
    for (let n = 0; n < 10; n += 1) issued.push(await topUp());
  };
  const reading = reports();
  await Promise.all([
    ...vouchers.map((voucher) => buyAll(voucher, receipts)),
    syncs(),
    topUps(),
    terminate(),
  ]);
  work.isDone = true;
  await reading;

  const rows = await market.rowsOf<{ reference: string; code: string }>(
    'select m.reference, p.code from purchase p join movement m on m.id = p.movement_id',
  );
  const recorded = new Map(rows.map(({ reference, code }) => [reference, code]));
  expect(receipts.size).toBe(buyers * purchasesEach);
  for (const [key, code] of receipts) expect(recorded.get(key)).toBe(code);
  expect(recorded.size).toBe(receipts.size + 6);
  for (const uuid of issued) expect(await market.balanceOf(uuid)).toBe(5_000);
  for (const { codeQrUuid } of vouchers)
    expect(await market.balanceOf(codeQrUuid)).toBe(50_000 - 100 * purchasesEach);
  expect(unavailable).toBeGreaterThan(0);
  expect(await market.findings()).toEqual([]);
});
