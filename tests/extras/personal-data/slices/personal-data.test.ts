import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { forgetCustomer, readOutOfTime } from '#src/extras/personal-data/server/forget.ts';
import { auditLedger } from '#src/server/ledger/audit-ledger.ts';
import { columnsWith } from '#tests/support/columns-with.ts';
import { marketForSuite } from '#tests/support/for-suite.ts';
import { customersOf } from '#tests/support/market/customers-of.ts';
import type { Asker } from '#tests/support/market/two-markets.ts';

describe('personal data', () => {
  const place = marketForSuite();
  const { register, seen } = customersOf(place);

  it('records a later consent of a registered customer', async () => {
    const id = await register({ notice: undefined });
    const said = await place.as('RECARGA', '/client/consent', { id, notice: '2026-11-23' });
    expect([said.status, said.body['how']]).toEqual([201, 'staff']);
    expect((await seen(id)).body['consents']).toHaveLength(1);
  });

  it('is readable in part by a market that served the customer, and in full by ADMIN', async () => {
    const id = await register();
    const voucher = await place.topUp(9_000, 'RECARGA', id);
    await place.buy({ userId: id, codeQrUuid: voucher }, 4_000);
    await place.topUp(3_000, 'other RECARGA', id);
    const read = (as: Asker) => place.as(as, `/client/data/${id}`);
    const own = (await read('GLOBAL_MARKET')).body;
    expect(own).toMatchObject({
      vouchers: [{ face: 9_000 }],
      topUps: [{ amount: 9_000 }],
      purchases: [{ amount: 4_000 }],
    });
    const all = (await read('ADMIN')).body;
    expect((all['topUps'] as { amount: number }[]).map(({ amount }) => amount)).toEqual([3_000, 9_000]);
    expect((await place.as('other GLOBAL_MARKET', `/client/data/${await register()}`)).status).toBe(403);
    const mine = await place.as('RECARGA', '/auth/my-data');
    expect(mine.body).toMatchObject({ person: { userType: 'RECARGA' } });
  });

  it('a forgotten customer leaves no name anywhere, and every sum unchanged', async () => {
    const name = `olvidada ${randomUUID().slice(0, 8)}`;
    const identificacion = `77${String(Date.now()).slice(-8)}`;
    const id = await register({
      ownerName: name,
      identificacion,
      phone: '3001234567',
      email: `${identificacion}@x.co`,
    });
    const voucher = await place.topUp(9_000, 'RECARGA', id);
    const forget = () => place.manage('/client/forget', { id });
    const held = await forget();
    expect([held.status, held.body['code']]).toEqual([409, 'CUSTOMER_HAS_BALANCE']);
    await place.manage('/client/edit', { id, ownerName: `${name} x`, identificacion });
    await place.manage('/code-qr/block', {
      id: await place.idOf(voucher),
      reason: 'Perdido',
    });
    const issued = { id: await place.idOf(voucher), newUuid: randomUUID(), identificacion };
    expect((await place.manage('/code-qr/reissue', issued, randomUUID())).status).toBe(201);
    await place.buy({ userId: id, codeQrUuid: issued.newUuid }, 9_000);
    const sums = async () => {
      const { findings: _none, ...all } = await auditLedger(place.opened.database);
      return all;
    };
    const before = await sums();
    expect((await place.as('other GLOBAL_MARKET', '/client/forget', { id })).status).toBe(403);
    expect((await forget()).status).toBe(200);
    expect(await sums()).toEqual(before);
    expect(await columnsWith(place.opened.database, name, identificacion)).toEqual([]);
    expect((await forget()).body['code']).toBe('UNKNOWN_CUSTOMER');
    expect((await place.as('ADMIN', '/client/restore', { id })).body['code']).toBe('UNKNOWN_CUSTOMER');
    expect((await place.as('ADMIN', `/client/list?deleted=true&q=borrados`)).body['items']).toEqual([]);
    const again = { ownerName: name, identificacion };
    expect((await place.as('RECARGA', '/client/create', again)).status).toBe(201);
  });

  it('the retention period forgets only customers whom every market has released', async () => {
    const { database } = place.opened;
    const id = await register();
    const voucher = await place.topUp(1_000, 'RECARGA', id);
    await place.buy({ userId: id, codeQrUuid: voucher }, 1_000);
    const soon = new Date(Date.now() + 2 * 366 * 86_400_000);
    const outOfTime = async () => (await readOutOfTime(database, soon)).includes(id);
    expect(await outOfTime()).toBe(false);
    const years = { contact: 'datos@plaza.co', text: 'Uno.\n\nDos.', years: 1 };
    const changed = await place.manage('/market/data-policy', years);
    expect([changed.status, changed.body]).toMatchObject([200, years]);
    expect(await outOfTime()).toBe(true);
    expect((await readOutOfTime(database, new Date())).includes(id)).toBe(false);
    const policy = await place.as('nobody', `/market/data-policy/${place.market.codes.own}`);
    expect(policy.body).toMatchObject(years);
    const done = await forgetCustomer({ database, now: () => soon }, null, id);
    expect(done.ok).toBe(true);
    expect(await outOfTime()).toBe(false);
  });
});
