import { describe, expect, it } from 'vitest';
import type { DecisionRow } from '#src/contract/accounts/decision.ts';
import { marketForSuite } from '#tests/support/for-suite.ts';
import { password, signInAll, type Asker, stallNamed } from '#tests/support/market/two-markets.ts';
import { ask } from '#tests/support/server/test-app.ts';

describe('decisions over accounts', () => {
  const place = marketForSuite();

  const target = () => ({ id: place.market.ids['ESTANTE'], userType: 'ESTANTE' });
  const logIn = (email = 'estante@plaza.co', typed = password) =>
    place.as('nobody', '/auth/login', { email, password: typed, userType: 'ESTANTE' });
  const decisions = async (query = '', asker: Asker = 'GLOBAL_MARKET'): Promise<DecisionRow[]> =>
    (await place.as(asker, `/auditoria?${query}`)).body['items'] as DecisionRow[];
  const stall = (email: string) => stallNamed(email, place.market.codes.own);

  it('shows a rejected account the reason, and can approve it later', async () => {
    const body = { ...target(), reason: 'Falta el permiso de la alcaldía.' };
    expect((await place.manage('/auth/reject', body)).body['reason']).toBe(body.reason);
    expect((await logIn()).body['message']).toBe(
      'Su cuenta fue rechazada: Falta el permiso de la alcaldía. Comuníquese con quien aprueba su registro.',
    );
    expect((await place.manage('/auth/restore', target())).body).toMatchObject({
      status: 'PENDIENTE',
    });
    expect((await place.manage('/auth/restore', target())).status).toBe(409);
    const approved = await place.manage('/auth/approve', target());
    expect(approved.body).not.toHaveProperty('reason');
    expect((await logIn()).status).toBe(200);
    place.market.tokens = await signInAll(place.app);
  });

  it('restores a deleted account as it was, unless its email is taken', async () => {
    const made = await place.as('nobody', '/estantes/create-estantes', stall('a@plaza.co'));
    const gone = { id: made.body['_id'], userType: 'ESTANTE' };
    await place.manage('/auth/delete', gone);
    const deleted = await place.manage('/auth/users?deleted=true&sort=name');
    expect(deleted.body['items']).toMatchObject([{ _id: gone.id, visible: false }]);
    expect((await place.as('other GLOBAL_MARKET', '/auth/restore', gone)).status).toBe(404);
    expect((await place.manage('/auth/restore', gone)).body).toMatchObject({
      visible: true,
      status: 'PENDIENTE',
    });
    await place.manage('/auth/delete', gone);
    await place.as('nobody', '/estantes/create-estantes', stall('a@plaza.co'));
    const back = await place.manage('/auth/restore', gone);
    expect([back.status, back.body['code']]).toEqual([409, 'EMAIL_TAKEN']);
  });

  it('records who decided, with the device and the values before and after', async () => {
    await ask(place.app, 'POST', '/auth/reject', {
      body: { ...target(), reason: 'Prueba' },
      token: place.market.tokens['GLOBAL_MARKET'],
      headers: { 'x-device-id': 'caja-1' },
    });
    await place.as('ADMIN', '/auth/approve', target());
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
    place.market.tokens = await signInAll(place.app);
  });

  it('shows a market only its own decisions, filtered and paged', async () => {
    expect(await decisions('', 'other GLOBAL_MARKET')).toEqual([]);
    const all = await decisions('limit=100');
    expect(await decisions('kind=account-restored')).toHaveLength(2);
    expect(await decisions('q=rosalba&limit=100')).toHaveLength(
      all.filter(({ subject }) => subject.name === 'Rosalba').length,
    );
    expect(await decisions(`actorId=${place.market.ids['ADMIN']}`)).toHaveLength(1);
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
    expect((await place.manage('/market/settings', settings)).status).toBe(200);
    expect((await place.as('RECARGA', '/market/settings')).body).toEqual(settings);
    const closed = await place.as('nobody', '/estantes/create-estantes', stall('tarde@plaza.co'));
    expect([closed.status, closed.body['code']]).toEqual([409, 'REGISTRATION_CLOSED']);
    const { points } = (await place.buy(await place.topUp(2_000), 2_000)).body;
    expect(points).toBe(4);
    expect((await decisions('kind=settings-changed'))[0]).toMatchObject({
      before: { pointsEvery: 1_000 },
      after: settings,
    });
    const other = await place.as('other RECARGA', '/market/settings');
    expect(other.body['registrationOpen']).toBe(true);
  });

  it('creates a market for an administrator, approved at once, and deletes it', async () => {
    const body = { ...stall('nueva@plaza.co'), marketName: 'Feria nueva' };
    const made = await place.as('ADMIN', '/market/create', body);
    const entered = await place.as('nobody', '/auth/login', {
      email: 'nueva@plaza.co',
      password,
      userType: 'GLOBAL_MARKET',
    });
    expect(entered.status).toBe(200);
    const found = await place.as('ADMIN', `/market/${String(made.body['globalMarketId'])}`);
    const gone = await place.remove('ADMIN', `/market/delete/${String(found.body['_id'])}`);
    expect(gone.body).toMatchObject({ visible: false, userType: 'GLOBAL_MARKET' });
    expect(JSON.stringify(await decisions('limit=100', 'ADMIN'))).not.toContain(password);
  });
});
