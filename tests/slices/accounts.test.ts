import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { marketForSuite } from '#tests/support/for-suite.ts';
import { statuses } from '#tests/support/market/open-market.ts';
import { signInAll, stallNamed } from '#tests/support/market/two-markets.ts';
import { ask, type Answer } from '#tests/support/server/test-app.ts';

describe('accounts', () => {
  const place = marketForSuite();

  const stall = (email: string) => stallNamed(email, place.market.codes.own);

  it('registers a stall only while no other of its market has the name, as people see it', async () => {
    const register = (estanteName: string, globalMarketId = place.market.codes.own) =>
      place.as('nobody', '/estantes/create-estantes', {
        ...stall(`${randomUUID()}@plaza.co`),
        estanteName,
        globalMarketId,
      });
    const names = [
      'La Esquina de Tere',
      'la  esquina de tére.',
      'LA ESQUINA DE TERE',
      '¡La Esquina de Tere!',
    ];
    const answers = await Promise.all(names.map((name) => register(name)));
    expect(statuses(answers)).toEqual([201, 400, 400, 400]);
    const said = 'Este mercado ya tiene un estante con ese nombre.';
    expect(answers.find(({ status }) => status === 400)?.body).toMatchObject({
      message: said,
      fields: { estanteName: said },
    });
    expect((await register('La Esquina de Tere', place.market.codes.other)).status).toBe(201);
    // A market that rejects a stall frees its name.
    await place.rowsOf(
      `update person set status = 'RECHAZADO' where stall_name ilike '%esquina%' and market_id = $1`,
      place.market.ids.GLOBAL_MARKET,
    );
    const next = await register('La Esquina de Tere');
    expect(next.status).toBe(201);
    // The name has another owner now: neither a rejected nor a deleted stall can return under it.
    const decide = async (path: string, id: unknown) => {
      const asked = { body: { id, userType: 'ESTANTE' }, token: place.market.tokens['GLOBAL_MARKET'] };
      return (await ask(place.app, 'POST', path, asked)).body['message'];
    };
    const [rejected] = answers.flatMap(({ body }) => body['_id'] ?? []);
    for (const path of ['/auth/restore', '/auth/approve']) expect(await decide(path, rejected)).toBe(said);
    await decide('/auth/delete', next.body['_id']);
    expect((await register('La Esquina de Tere')).status).toBe(201);
    expect(await decide('/auth/restore', next.body['_id'])).toBe(said);
  });

  it('keeps an identification unique among customers, and finds them by it', async () => {
    const identificacion = `CC ${randomUUID().slice(0, 8)}`;
    const made = await place.as('nobody', '/auth/register', {
      ownerName: '\u202EAna\u200B María 🌽\u00AD',
      identificacion: `${identificacion}\u200E`,
    });
    expect(made.body).toMatchObject({ status: 'APROBADO', userType: 'USUARIO', ownerName: 'Ana María 🌽' });
    const again = await place.as('RECARGA', '/auth/register', {
      ownerName: 'Otra',
      identificacion: ` ${identificacion.toLowerCase()} `,
    });
    expect([again.status, again.body['code']]).toEqual([409, 'IDENTIFICATION_TAKEN']);
    const found = await place.as('RECARGA', `/auth/user/${encodeURIComponent(identificacion)}`);
    expect(found.body['_id']).toBe(made.body['_id']);
  });

  it('answers a repeated registration from a device with the existing customer, even for two at once', async () => {
    const body = { ownerName: 'Ana', identificacion: randomUUID(), id: randomUUID() };
    const answers = await Promise.all([1, 2, 3].map(() => place.as('nobody', '/auth/register', body)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map((answer) => answer.body['_id']))).toEqual(new Set([body.id]));
    const other = await place.as('RECARGA', '/auth/register', { ...body, identificacion: randomUUID() });
    expect(other.status).toBe(409);
  });

  it('registers every type at /auth/register, distinguished by userType', async () => {
    const register = (userType: string, more: object = {}) =>
      place.as('nobody', '/auth/register', {
        ...stall(`${userType.toLowerCase()}@todos.co`),
        userType,
        ...more,
      });
    const made = [
      await register('ESTANTE'),
      await register('RECARGA'),
      await register('PROVEEDOR'),
      await register('GLOBAL_MARKET', { marketName: 'Plaza Nueva' }),
    ];
    expect(made.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(made.slice(0, 3).map(({ body }) => [body['userType'], body['status']])).toEqual([
      ['ESTANTE', 'PENDIENTE'],
      ['RECARGA', 'PENDIENTE'],
      ['PROVEEDOR', 'PENDIENTE'],
    ]);
    expect(made[3]?.body).toMatchObject({ marketName: 'Plaza Nueva', globalMarketId: expect.any(String) });
    const wrong = await register('ESTANTE', { email: 'otro@todos.co', passwordConfirm: 'otra-cosa' });
    expect(wrong.body['fields']).toEqual({ passwordConfirm: 'Las contraseñas no coinciden' });
    expect((await register('ADMIN')).body['fields']).toEqual({ userType: 'No es válido.' });
    expect((await register('ESTANTE')).body['code']).toBe('EMAIL_TAKEN');
  });

  it('shows only staff whether a person is a customer, and no one a phone number', async () => {
    const known = { ownerName: 'Ana', identificacion: randomUUID(), id: randomUUID() };
    await place.as('nobody', '/auth/register', known);
    await place.rowsOf(`update person set phone = '3109998877' where id = $1`, known.id);
    const register = async (body: object, token?: string) =>
      ask(place.app, 'POST', '/auth/register', { body, token });
    const sent = { ownerName: 'Quien sea', identificacion: known.identificacion };
    const fresh = { ...sent, identificacion: randomUUID() };
    const shown = ({ status, body }: Answer) => ({
      status,
      ...body,
      _id: '',
      createAt: '',
      identificacion: '',
    });
    for (const token of [undefined, place.market.tokens['ESTANTE']]) {
      const [taken, made] = [await register(sent, token), await register(fresh, token)];
      expect(taken.status).toBe(201);
      fresh.identificacion = randomUUID();
      expect(shown(taken)).toEqual(shown(made));
      expect(taken.body['_id']).not.toBe(known.id);
    }
    const holder = await register(known);
    expect([holder.status, holder.body['phone']]).toEqual([201, '']);
    expect((await register({ ...fresh, id: known.id })).body).toMatchObject({ _id: known.id, phone: '' });
  });

  it('approves, rejects, approves again and deletes, and the public list follows', async () => {
    const made = await place.as('nobody', '/estantes/create-estantes', stall('lista@plaza.co'));
    const target = { id: made.body['_id'], userType: 'ESTANTE' };
    const isListed = async (): Promise<boolean> => {
      const list = (await place.as('nobody', '/estantes')).body as unknown as { _id: string }[];
      return list.some(({ _id }) => _id === target.id);
    };
    const seen = [await isListed()];
    for (const path of ['/auth/approve', '/auth/reject', '/auth/approve', '/auth/delete']) {
      expect((await place.manage(path, target)).status).toBe(200);
      seen.push(await isListed());
    }
    expect(seen).toEqual([false, true, false, true, false]);
    expect((await place.manage('/auth/approve', target)).status).toBe(404);
    const again = await place.as('nobody', '/estantes/create-estantes', stall('lista@plaza.co'));
    expect(again.status).toBe(201);
  });

  it('removes the stalls of a rejected market from the list', async () => {
    const target = { id: place.market.ids['other GLOBAL_MARKET'], userType: 'GLOBAL_MARKET' };
    const stallsOf = async (): Promise<number> =>
      (
        (await place.as('nobody', `/estantes/global-market/${place.market.codes.other}`))
          .body as unknown as unknown[]
      ).length;
    expect(await stallsOf()).toBe(1);
    await place.as('ADMIN', '/auth/reject', target);
    expect(await stallsOf()).toBe(0);
    await place.as('ADMIN', '/auth/approve', target);
    expect(await stallsOf()).toBe(1);
    // The rejection ended the sessions.
    place.market.tokens = await signInAll(place.app);
  });

  it('lists the stalls of one market for ADMIN, and only its own for a market', async () => {
    const list = async (asker: 'ADMIN' | 'GLOBAL_MARKET', code: string) => {
      const path = `/auth/users?userType=ESTANTE&sort=name&globalMarketId=${code}`;
      const answer = await place.as(asker, path);
      const items = (answer.body['items'] ?? []) as { globalMarketId: string }[];
      return [answer.status, ...new Set(items.map(({ globalMarketId }) => globalMarketId))];
    };
    const { own, other } = place.market.codes;
    expect(await list('ADMIN', own)).toEqual([200, own]);
    expect(await list('ADMIN', other)).toEqual([200, other]);
    expect(await list('GLOBAL_MARKET', own)).toEqual([200, own]);
    expect(await list('GLOBAL_MARKET', other)).toEqual([404]);
  });
});
