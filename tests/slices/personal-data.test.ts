import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { auditLedger } from '#src/server/ledger/audit-ledger.ts';
import { forgetCustomer } from '#src/server/customers/forget.ts';
import { readOutOfTime } from '#src/server/customers/served.ts';
import { openAreas } from '#tests/support/market/open-areas.ts';
import { columnsWith } from '#tests/support/columns-with.ts';
import { forSuite } from '#tests/support/suite.ts';
import { ask } from '#tests/support/server/test-app.ts';
import type { Asker } from '#tests/support/market/two-markets.ts';

describe('personal data', () => {
  const areas = forSuite(openAreas, (one) => one.close());

  const register = async (fields: object = {}): Promise<string> => {
    const body = { ownerName: 'rosa díaz', identificacion: randomUUID(), notice: '2026-11-23', ...fields };
    return String((await areas.as('RECARGA', 'POST', '/client/create', body)).body['_id']);
  };
  const topUp = async (clientId: string, monto: number, point: Asker = 'RECARGA'): Promise<string> => {
    const uuid = randomUUID();
    const made = await areas.as(
      point,
      'POST',
      '/code-qr/create-recharger',
      { monto, uuid, clientId },
      randomUUID(),
    );
    expect(made.status).toBe(201);
    return uuid;
  };
  const buy = (userId: string, codeQrUuid: string, price: number) =>
    ask(areas.app, 'POST', '/shopping/create', {
      body: { userId, estanteId: areas.market.ids.ESTANTE, codeQrUuid, price },
    });
  const seen = (id: string, as: Asker = 'GLOBAL_MARKET') => areas.as(as, 'GET', `/client/${id}`);

  it('consent is kept with its time, who heard it and the words; without it there is none', async () => {
    const id = await register();
    expect((await seen(id)).body['consents']).toMatchObject([
      { notice: '2026-11-23', how: 'staff', operator: expect.stringMatching(/./) },
    ]);
    const silent = await register({ notice: undefined });
    expect((await seen(silent)).body['consents']).toEqual([]);
    const said = await areas.as('RECARGA', 'POST', '/client/consent', { id: silent, notice: '2026-11-23' });
    expect([said.status, said.body['how']]).toEqual([201, 'staff']);
    expect((await seen(silent)).body['consents']).toHaveLength(1);
    const own = { ownerName: 'eva', identificacion: randomUUID(), notice: '2026-11-23', id: randomUUID() };
    await ask(areas.app, 'POST', '/auth/register', { body: own });
    expect((await seen(own.id)).body['consents']).toMatchObject([
      { how: 'self', operator: '', marketName: '' },
    ]);
  });

  it('a customer is corrected by markets that served them, and by any while none has', async () => {
    const id = await register({ notice: undefined });
    const edit = async (as: Asker, ownerName: string) => {
      const { identificacion } = (await seen(id)).body['client'] as { identificacion: string };
      return (await areas.as(as, 'POST', '/client/edit', { id, ownerName, identificacion })).status;
    };
    expect(await edit('other GLOBAL_MARKET', 'primera')).toBe(200);
    await topUp(id, 5_000);
    expect(
      await Promise.all((['RECARGA', 'GLOBAL_MARKET', 'ADMIN'] as const).map((as) => edit(as, 'segunda'))),
    ).toEqual([200, 200, 200]);
    expect(await edit('other GLOBAL_MARKET', 'ajena')).toBe(403);
    expect(await edit('other RECARGA', 'ajena')).toBe(403);
    expect((await areas.as('other GLOBAL_MARKET', 'DELETE', `/client/delete/${id}`)).status).toBe(403);
    await topUp(id, 5_000, 'other RECARGA');
    expect(await edit('other RECARGA', 'tercera')).toBe(200);
  });

  it('all that is kept of somebody is read by a market that served them, its own part, and by ADMIN whole', async () => {
    const id = await register();
    const voucher = await topUp(id, 9_000);
    await buy(id, voucher, 4_000);
    await topUp(id, 3_000, 'other RECARGA');
    const read = (as: Asker) => areas.as(as, 'GET', `/client/data/${id}`);
    const own = (await read('GLOBAL_MARKET')).body;
    expect(own).toMatchObject({
      vouchers: [{ face: 9_000 }],
      topUps: [{ amount: 9_000 }],
      purchases: [{ amount: 4_000 }],
    });
    const all = (await read('ADMIN')).body;
    expect((all['topUps'] as { amount: number }[]).map(({ amount }) => amount)).toEqual([3_000, 9_000]);
    expect((await areas.as('other GLOBAL_MARKET', 'GET', `/client/data/${await register()}`)).status).toBe(
      403,
    );
    const mine = await areas.as('RECARGA', 'GET', '/auth/my-data');
    expect(mine.body).toMatchObject({ person: { userType: 'RECARGA' } });
  });

  it('a forgotten customer leaves no name anywhere, and every sum as it was', async () => {
    const name = `olvidada ${randomUUID().slice(0, 8)}`;
    const identificacion = `77${String(Date.now()).slice(-8)}`;
    const id = await register({
      ownerName: name,
      identificacion,
      phone: '3001234567',
      email: `${identificacion}@x.co`,
    });
    const voucher = await topUp(id, 9_000);
    const forget = () => areas.as('GLOBAL_MARKET', 'POST', '/client/forget', { id });
    const held = await forget();
    expect([held.status, held.body['code']]).toEqual([409, 'CUSTOMER_HAS_BALANCE']);
    await areas.as('GLOBAL_MARKET', 'POST', '/client/edit', { id, ownerName: `${name} x`, identificacion });
    await areas.as('GLOBAL_MARKET', 'POST', '/code-qr/block', {
      id: await areas.idOf(voucher),
      reason: 'Perdido',
    });
    const issued = { id: await areas.idOf(voucher), newUuid: randomUUID(), identificacion };
    expect((await areas.as('GLOBAL_MARKET', 'POST', '/code-qr/reissue', issued, randomUUID())).status).toBe(
      201,
    );
    await buy(id, issued.newUuid, 9_000);
    const sums = async () => {
      const { findings: _none, ...all } = await auditLedger(areas.opened.database);
      return all;
    };
    const before = await sums();
    expect((await areas.as('other GLOBAL_MARKET', 'POST', '/client/forget', { id })).status).toBe(403);
    expect((await forget()).status).toBe(200);
    expect(await sums()).toEqual(before);
    expect(await columnsWith(areas.opened.database, name, identificacion)).toEqual([]);
    expect((await forget()).body['code']).toBe('UNKNOWN_CUSTOMER');
    expect((await areas.as('ADMIN', 'POST', '/client/restore', { id })).body['code']).toBe(
      'UNKNOWN_CUSTOMER',
    );
    expect((await areas.as('ADMIN', 'GET', `/client/list?deleted=true&q=borrados`)).body['items']).toEqual(
      [],
    );
    const again = { ownerName: name, identificacion };
    expect((await areas.as('RECARGA', 'POST', '/client/create', again)).status).toBe(201);
  });

  it("the market's years forget whom every market has let go, and nobody else", async () => {
    const { database } = areas.opened;
    const id = await register();
    const voucher = await topUp(id, 1_000);
    await buy(id, voucher, 1_000);
    const soon = new Date(Date.now() + 2 * 366 * 86_400_000);
    const outOfTime = async () => (await readOutOfTime(database, soon)).includes(id);
    expect(await outOfTime()).toBe(false);
    const years = { contact: 'datos@plaza.co', text: 'Uno.\n\nDos.', years: 1 };
    const changed = await areas.as('GLOBAL_MARKET', 'POST', '/market/data-policy', years);
    expect([changed.status, changed.body]).toMatchObject([200, years]);
    expect(await outOfTime()).toBe(true);
    expect((await readOutOfTime(database, new Date())).includes(id)).toBe(false);
    const policy = await ask(areas.app, 'GET', `/market/data-policy/${areas.market.codes.own}`);
    expect(policy.body).toMatchObject(years);
    const done = await forgetCustomer({ database, now: () => soon, extras: [] }, null, id);
    expect(done.ok).toBe(true);
    expect(await outOfTime()).toBe(false);
  });
});
