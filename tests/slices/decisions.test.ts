import { describe, expect, it } from 'vitest';
import type { DecisionRow } from '#src/contract/accounts/decision.ts';
import { openAreas } from '#tests/support/market/open-areas.ts';
import { password, signInAll, type Asker, stallNamed } from '#tests/support/market/two-markets.ts';
import { ask } from '#tests/support/server/test-app.ts';
import { forSuite } from '#tests/support/suite.ts';

describe('decisions over accounts', () => {
  const areas = forSuite(openAreas, (one) => one.close());

  const target = () => ({ id: areas.market.ids['ESTANTE'], userType: 'ESTANTE' });
  const logIn = (email = 'estante@plaza.co', typed = password) =>
    ask(areas.app, 'POST', '/auth/login', { body: { email, password: typed, userType: 'ESTANTE' } });
  const decisions = async (query = '', asker: Asker = 'GLOBAL_MARKET'): Promise<DecisionRow[]> =>
    (await areas.as(asker, 'GET', `/auditoria?${query}`)).body['items'] as DecisionRow[];
  const stall = (email: string) => stallNamed(email, areas.market.codes.own);

  it('shows a rejected account the reason, and can approve it later', async () => {
    const body = { ...target(), reason: 'Falta el permiso de la alcaldía.' };
    expect((await areas.as('GLOBAL_MARKET', 'POST', '/auth/reject', body)).body['reason']).toBe(body.reason);
    expect((await logIn()).body['message']).toBe(
      'Su cuenta fue rechazada: Falta el permiso de la alcaldía. Comuníquese con quien aprueba su registro.',
    );
    expect((await areas.as('GLOBAL_MARKET', 'POST', '/auth/restore', target())).body).toMatchObject({
      status: 'PENDIENTE',
    });
    expect((await areas.as('GLOBAL_MARKET', 'POST', '/auth/restore', target())).status).toBe(409);
    const approved = await areas.as('GLOBAL_MARKET', 'POST', '/auth/approve', target());
    expect(approved.body).not.toHaveProperty('reason');
    expect((await logIn()).status).toBe(200);
    areas.market.tokens = await signInAll(areas.app);
  });

  it('restores a deleted account as it was, unless its email is taken', async () => {
    const made = await ask(areas.app, 'POST', '/estantes/create-estantes', { body: stall('a@plaza.co') });
    const gone = { id: made.body['_id'], userType: 'ESTANTE' };
    await areas.as('GLOBAL_MARKET', 'POST', '/auth/delete', gone);
    const deleted = await areas.as('GLOBAL_MARKET', 'GET', '/auth/users?deleted=true&sort=name');
    expect(deleted.body['items']).toMatchObject([{ _id: gone.id, visible: false }]);
    expect((await areas.as('other GLOBAL_MARKET', 'POST', '/auth/restore', gone)).status).toBe(404);
    expect((await areas.as('GLOBAL_MARKET', 'POST', '/auth/restore', gone)).body).toMatchObject({
      visible: true,
      status: 'PENDIENTE',
    });
    await areas.as('GLOBAL_MARKET', 'POST', '/auth/delete', gone);
    await ask(areas.app, 'POST', '/estantes/create-estantes', { body: stall('a@plaza.co') });
    const back = await areas.as('GLOBAL_MARKET', 'POST', '/auth/restore', gone);
    expect([back.status, back.body['code']]).toEqual([409, 'EMAIL_TAKEN']);
  });

  it('records who decided, with the device and the values before and after', async () => {
    await ask(areas.app, 'POST', '/auth/reject', {
      body: { ...target(), reason: 'Prueba' },
      token: areas.market.tokens['GLOBAL_MARKET'],
      headers: { 'x-device-id': 'caja-1' },
    });
    await areas.as('ADMIN', 'POST', '/auth/approve', target());
    const [approved, rejected] = await decisions('limit=2');
    expect(rejected).toMatchObject({
      kind: 'account-rejected',
      actorName: 'Amparo Restrepo',
      actorType: 'GLOBAL_MARKET',
      deviceId: 'caja-1',
      subject: { type: 'ESTANTE', name: 'Rosalba' },
      before: { status: 'APROBADO' },
      after: { status: 'RECHAZADO', reason: 'Prueba' },
    });
    expect(approved).toMatchObject({ kind: 'account-approved', actorType: 'ADMIN', deviceId: null });
    areas.market.tokens = await signInAll(areas.app);
  });

  it('shows a market only its own decisions, filtered and paged', async () => {
    expect(await decisions('', 'other GLOBAL_MARKET')).toEqual([]);
    const all = await decisions('limit=100');
    expect(await decisions('kind=account-restored')).toHaveLength(2);
    expect(await decisions('q=rosalba&limit=100')).toHaveLength(
      all.filter(({ subject }) => subject.name === 'Rosalba').length,
    );
    expect(await decisions(`actorId=${areas.market.ids['ADMIN']}`)).toHaveLength(1);
    expect(await decisions('to=2020-01-01T00:00:00Z')).toEqual([]);
    expect((await decisions('limit=100', 'ADMIN')).length).toBeGreaterThanOrEqual(all.length);
  });

  it('closes registration, and changes receipt lines and the points rule', async () => {
    const settings = {
      pointsEvery: 500,
      registrationOpen: false,
      receiptHeading: 'Plaza La Esperanza',
      receiptFooter: 'Gracias por comprar al campo',
      reissueDelayMinutes: 45,
      reissuesPerDay: 2,
      refundsOn: false,
      refundCap: 200_000,
      rewardsPerDay: 1_000_000,
      creditLine: 200_000_000,
      tillCeiling: 5_000_000,
    };
    expect((await areas.as('GLOBAL_MARKET', 'POST', '/market/settings', settings)).status).toBe(200);
    expect((await areas.as('RECARGA', 'GET', '/market/settings')).body).toEqual(settings);
    const closed = await ask(areas.app, 'POST', '/estantes/create-estantes', {
      body: stall('tarde@plaza.co'),
    });
    expect([closed.status, closed.body['code']]).toEqual([409, 'REGISTRATION_CLOSED']);
    const { points } = (
      await ask(areas.app, 'POST', '/shopping/create', {
        body: {
          userId: areas.market.customer.id,
          estanteId: areas.market.ids['ESTANTE'],
          codeQrUuid: await areas.topUp(2_000),
          price: 2_000,
        },
      })
    ).body;
    expect(points).toBe(4);
    expect((await decisions('kind=settings-changed'))[0]).toMatchObject({
      before: { pointsEvery: 1_000 },
      after: settings,
    });
    const other = await areas.as('other RECARGA', 'GET', '/market/settings');
    expect(other.body['registrationOpen']).toBe(true);
  });

  it('creates a market for an administrator, approved at once, and deletes it', async () => {
    const body = { ...stall('nueva@plaza.co'), marketName: 'Feria nueva' };
    const made = await areas.as('ADMIN', 'POST', '/market/create', body);
    const entered = await ask(areas.app, 'POST', '/auth/login', {
      body: { email: 'nueva@plaza.co', password, userType: 'GLOBAL_MARKET' },
    });
    expect(entered.status).toBe(200);
    const found = await areas.as('ADMIN', 'GET', `/market/${String(made.body['globalMarketId'])}`);
    const gone = await areas.as('ADMIN', 'DELETE', `/market/delete/${String(found.body['_id'])}`);
    expect(gone.body).toMatchObject({ visible: false, userType: 'GLOBAL_MARKET' });
    expect(JSON.stringify(await decisions('limit=100', 'ADMIN'))).not.toContain(password);
  });
});
