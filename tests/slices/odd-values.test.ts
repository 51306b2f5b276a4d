import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { voucherStates } from '#src/contract/vouchers/schemas.ts';
import { marketForSuite } from '#tests/support/for-suite.ts';
import type { Asker } from '#tests/support/market/two-markets.ts';

const cursorOf = (text: string): string => Buffer.from(text).toString('base64url');
const dashes = '-'.repeat(36);
const id = randomUUID();
const at = '2026-03-28T10:00:00.000Z';

/** Values that resemble valid ones: the database would reject them, or keep a second form of one name. */
describe('values that the database does not take', () => {
  const place = marketForSuite();

  const get = async (asker: Asker, path: string): Promise<string> => {
    const { status, body } = await place.as(asker, path);
    return `${status} ${String(body['code'] ?? '')}`.trim();
  };

  it("lists a point's top-ups for every permitted caller, in any order and by any filter", async () => {
    const path = `/code-qr/list?topUpPointId=${place.market.ids['RECARGA']}`;
    for (const q of ['', '&q=luz', '&q=l'])
      for (const state of ['', ...voucherStates.map((one) => `&state=${one}`)])
        for (const asker of ['GLOBAL_MARKET', 'ADMIN', 'RECARGA', 'ADMIN', 'GLOBAL_MARKET'] as const)
          expect([q, state, asker, await get(asker, path + state + q)]).toEqual([q, state, asker, '200']);
  });

  it('lists no accounts of a type that a market has none of', async () => {
    const ofMarket = `/auth/users?userType=PROVEEDOR&globalMarketId=${place.market.codes.own}`;
    for (const asker of ['ADMIN', 'GLOBAL_MARKET'] as const) expect(await get(asker, ofMarket)).toBe('200');
  });

  it.each([
    ['/auditoria', `${at} ${dashes}`],
    ['/auditoria', `+275760-09-13T00:00:00.000Z ${id}`],
    ['/code-qr/list', `${at} ${dashes}`],
    ['/cash/payouts', `${at} ${dashes}`],
    ['/cash/received', `${at} ${dashes}`],
    ['/points-historial/all', `${at} ${dashes}`],
    ['/sync/conflicts', `${at} ${dashes}`],
    ['/auth/users', `${dashes} clave`],
    ['/client/list', `${dashes} clave`],
    ['/proveedores/get-products-all', `${dashes} clave`],
    ['/client/list', `${id} \0`],
  ])('refuses at %s the cursor %j', async (path, text) => {
    expect(await get('ADMIN', `${path}?cursor=${cursorOf(text)}`)).toBe('400 INVALID_REQUEST');
  });

  it.each(['0000-01-01', '1999-12-31', '2100-01-01', '9999-12-31'])('refuses the year of %s', async (day) => {
    const own = `/shopping/history/mercado-global/${place.market.codes.own}`;
    for (const path of [`/auditoria?from=`, '/code-qr/list?to=', `${own}?from=`])
      expect(await get('ADMIN', `${path}${day}T00:00:00Z`)).toBe('400 INVALID_REQUEST');
    expect(await get('GLOBAL_MARKET', `/cash/day?day=${day}`)).toBe('400 INVALID_REQUEST');
    const summary = `/shopping/history-2/mercado-global/${place.market.codes.own}`;
    expect(await get('ADMIN', `${summary}?from=${day}&to=${day}`)).toBe('400 INVALID_REQUEST');
  });

  it('hides the id of a deleted account', async () => {
    const body = { id: randomUUID(), ownerName: 'Ana', identificacion: randomUUID().slice(0, 12) };
    expect((await place.as('nobody', '/auth/register', body)).status).toBe(201);
    await place.rowsOf('update person set visible = false where id = $1', body.id);
    const again = await place.as('RECARGA', '/auth/register', body);
    expect([again.status, again.body['code']]).toEqual([409, 'IDENTIFICATION_TAKEN']);
  });

  it("refuses text that the database cannot store in a device's report", async () => {
    const tablet = await place.stallDevice();
    const health = { appVersion: '1.0.0', storage: 'persistent', snapshotAsOf: 0 };
    const journal = { lastSeq: 0, headHash: '', openCount: 0, openSum: 0 };
    for (const change of [
      { health: { ...health, appVersion: 'a\0' } },
      { health: { ...health, storage: 'a\0' } },
      { health: { ...health, snapshotAsOf: Number.MIN_SAFE_INTEGER } },
      { journal: { ...journal, headHash: '\0' } },
      { sentAt: '0000-01-01T00:00:00.000Z' },
    ])
      expect((await tablet.send(tablet.request([], change))).status).toBe(400);
  });

  it('rejects an operation of an impossible year, and accepts one of a clock that was never set', async () => {
    const tablet = await place.stallDevice();
    const voucher = await place.issue(1_000);
    const old = tablet.writeSale(voucher, 100, { occurredAt: '1970-01-01T00:00:09.000Z' });
    const never = tablet.writeSale(voucher, 100, { occurredAt: '0000-01-01T00:00:00.000Z' });
    expect(await tablet.states([old, never])).toEqual(['accepted', 'unreadable']);
  });
});
