import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { marketForSuite } from '#tests/support/for-suite.ts';
import { customersOf } from '#tests/support/market/customers-of.ts';
import type { Asker } from '#tests/support/market/two-markets.ts';

describe('customers', () => {
  const place = marketForSuite();
  const { register, seen } = customersOf(place);

  const create = async (ownerName: string): Promise<string> => {
    const body = { ownerName, identificacion: randomUUID(), phone: '3105550101' };
    const made = await place.as('RECARGA', '/client/create', body);
    expect([made.status, made.body['phone']]).toEqual([201, '3105550101']);
    return String(made.body['_id']);
  };

  it('are found, sorted and paged, with their balances', async () => {
    for (const name of ['Óscar Pino', 'ana pino', 'Beto Pino']) await create(name);
    await place.topUp(5_000);
    const names = (query: string) => place.namesByTwos('GLOBAL_MARKET', `/client/list?${query}`, 'ownerName');
    expect(await names('q=pino')).toEqual(['ana pino', 'Beto Pino', 'Óscar Pino']);
    expect(await names('q=pino&sort=recent')).toEqual(['Beto Pino', 'ana pino', 'Óscar Pino']);
    const found = await place.as('RECARGA', '/client/list?q=luz');
    expect(found.body['items']).toMatchObject([{ balance: 5_000, vouchers: 1 }]);
    const elsewhere = await place.as('other RECARGA', '/client/list?q=luz');
    expect(elsewhere.body['items']).toMatchObject([{ balance: 0, vouchers: 0 }]);
  });

  it('show each market the vouchers that it issued, and ADMIN all', async () => {
    const id = place.market.customer.id;
    await place.topUp(8_000, 'other RECARGA');
    const own = await place.manage(`/client/${id}`);
    const other = await place.as('other GLOBAL_MARKET', `/client/${id}`);
    const all = await place.as('ADMIN', `/client/${id}`);
    expect([own.body['balance'], other.body['balance'], all.body['balance']]).toEqual([5_000, 8_000, 13_000]);
    expect(other.body['vouchers']).toMatchObject([
      { monto: 8_000, state: 'ACTIVE', globalMarketId: place.market.codes.other },
    ]);
  });

  it('show a market the purchases at its stalls or with its vouchers', async () => {
    const voucher = await place.topUp(9_000);
    const codes = [await place.bought(voucher, 1_000), await place.bought(voucher, 2_000, 'other ESTANTE')];
    const theirs = await place.topUp(3_000, 'other RECARGA');
    const hidden = await place.bought(theirs, 3_000, 'other ESTANTE');
    const seen = await place.as('RECARGA', `/client/history?clientId=${place.market.customer.id}`);
    const found = (seen.body['items'] as { codeCompra: string }[]).map(({ codeCompra }) => codeCompra);
    expect(found).toEqual(expect.arrayContaining(codes));
    expect(found).not.toContain(hidden);
  });

  it('are not deleted while they hold anything in any market, and are restored on request', async () => {
    const held = await place.remove('GLOBAL_MARKET', `/client/delete/${place.market.customer.id}`);
    expect([held.status, held.body['code']]).toEqual([409, 'CUSTOMER_HAS_BALANCE']);
    const id = await create('Carmen Rey');
    const uuid = await place.topUp(700, 'RECARGA', id);
    const voucher = { id: await place.idOf(uuid), reason: 'Perdido' };
    expect((await place.manage('/code-qr/block', voucher)).status).toBe(200);
    await place.rowsOf('update voucher set expires_at = now() where id = $1', uuid);
    const remove = () => place.remove('GLOBAL_MARKET', `/client/delete/${id}`);
    expect((await remove()).body['code'], 'blocked and expired').toBe('CUSTOMER_HAS_BALANCE');
    expect((await place.manage('/code-qr/expire', { id: voucher.id })).status).toBe(201);
    expect((await remove()).status).toBe(200);
    const list = async (query: string): Promise<unknown[]> =>
      (await place.as('ADMIN', `/client/list?q=carmen&${query}`)).body['items'] as unknown[];
    expect([(await list('')).length, (await list('deleted=true')).length]).toEqual([0, 1]);
    const gone = { monto: 1_000, uuid: randomUUID(), clientId: id };
    expect((await place.as('RECARGA', '/code-qr/create-recharger', gone)).status).toBe(404);
    expect((await place.manage('/client/restore', { id })).status).toBe(200);
    expect((await place.manage('/client/restore', { id })).status).toBe(409);
    expect((await place.as('RECARGA', '/code-qr/create-recharger', gone)).status).toBe(201);
  });

  it('are corrected, found by their new name, and the change is recorded with the old values', async () => {
    const id = await create('Bety Rojaz');
    const was = (await place.as('RECARGA', `/client/${id}`)).body['client'] as Record<string, string>;
    const identificacion = was['identificacion'] ?? '';
    const named = await place.as('RECARGA', '/client/edit', {
      id,
      ownerName: 'beatriz rojas',
      identificacion,
    });
    expect([named.status, named.body]).toMatchObject([200, { ownerName: 'beatriz rojas', phone: '' }]);
    const found = await place.as('RECARGA', '/client/list?q=beatriz');
    expect(found.body['items']).toMatchObject([{ _id: id, identificacion }]);
    expect((await place.as('RECARGA', '/client/list?q=rojaz')).body['items']).toEqual([]);
    expect(await place.audited('customer-edited')).toMatchObject([
      {
        actorType: 'RECARGA',
        subject: { type: 'USUARIO', id, name: 'beatriz rojas' },
        before: { name: 'Bety Rojaz', identificacion, phone: '3105550101', email: '' },
        after: { name: 'beatriz rojas', identificacion, phone: '', email: '' },
      },
    ]);
  });

  it('get another identification only from a market, and never one that is taken', async () => {
    const id = await create('Nubia Cano');
    const edit = (asker: 'RECARGA' | 'GLOBAL_MARKET', identificacion: string) =>
      place.as(asker, '/client/edit', { id, ownerName: 'nubia cano', identificacion });
    const fresh = randomUUID();
    expect((await edit('RECARGA', fresh)).status).toBe(403);
    expect((await edit('GLOBAL_MARKET', fresh)).body['identificacion']).toBe(fresh);
    const taken = await edit('GLOBAL_MARKET', place.market.customer.identificacion);
    expect([taken.status, taken.body['code']]).toEqual([409, 'IDENTIFICATION_TAKEN']);
    await place.remove('GLOBAL_MARKET', `/client/delete/${id}`);
    expect((await edit('GLOBAL_MARKET', fresh)).body['code']).toBe('UNKNOWN_CUSTOMER');
  });

  it('are found by their email by serving staff, and keep it when an older client omits it', async () => {
    const id = await create('Dora Luna');
    const was = (await place.as('RECARGA', `/client/${id}`)).body['client'] as Record<string, string>;
    const edit = (fields: object) =>
      place.as('RECARGA', '/client/edit', {
        id,
        ownerName: 'dora luna',
        identificacion: was['identificacion'],
        ...fields,
      });
    expect((await edit({ email: 'Dora@Plaza.co' })).body['email']).toBe('dora@plaza.co');
    const byEmail = async () => (await place.as('RECARGA', '/auth/user/dora@plaza.co')).body['_id'];
    expect(await byEmail()).toBe(id);
    const listed = await place.as('RECARGA', '/client/list?q=dora@pl');
    expect(listed.body['items']).toMatchObject([{ _id: id }]);
    expect((await edit({ phone: '3105550102' })).body['email']).toBe('dora@plaza.co');
    expect((await edit({ email: 'nada' })).status).toBe(400);
    expect((await edit({ email: '' })).body['email']).toBe('');
    expect(await byEmail()).toBeUndefined();
  });

  it('have a consent with its time, operator and text; without it there is none', async () => {
    const id = await register();
    expect((await seen(id)).body['consents']).toMatchObject([
      { notice: '2026-11-23', how: 'staff', operator: expect.stringMatching(/./) },
    ]);
    const silent = await register({ notice: undefined });
    expect((await seen(silent)).body['consents']).toEqual([]);
    const own = { ownerName: 'eva', identificacion: randomUUID(), notice: '2026-11-23', id: randomUUID() };
    await place.as('nobody', '/auth/register', own);
    expect((await seen(own.id)).body['consents']).toMatchObject([
      { how: 'self', operator: '', marketName: '' },
    ]);
  });

  it('are corrected by markets that served them, and by any while none has', async () => {
    const id = await register({ notice: undefined });
    const edit = async (as: Asker, ownerName: string) => {
      const { identificacion } = (await seen(id)).body['client'] as { identificacion: string };
      return (await place.as(as, '/client/edit', { id, ownerName, identificacion })).status;
    };
    expect(await edit('other GLOBAL_MARKET', 'primera')).toBe(200);
    await place.topUp(5_000, 'RECARGA', id);
    expect(
      await Promise.all((['RECARGA', 'GLOBAL_MARKET', 'ADMIN'] as const).map((as) => edit(as, 'segunda'))),
    ).toEqual([200, 200, 200]);
    expect(await edit('other GLOBAL_MARKET', 'ajena')).toBe(403);
    expect(await edit('other RECARGA', 'ajena')).toBe(403);
    expect((await place.remove('other GLOBAL_MARKET', `/client/delete/${id}`)).status).toBe(403);
    await place.topUp(5_000, 'other RECARGA', id);
    expect(await edit('other RECARGA', 'tercera')).toBe(200);
  });
});
