import { beforeEach, describe, expect, it } from 'vitest';
import { marketForSuite } from '#tests/support/for-suite.ts';
import { password, signInAll, type Asker } from '#tests/support/market/two-markets.ts';
import { ask } from '#tests/support/server/test-app.ts';

describe('passwords', () => {
  let clock = new Date();
  const place = marketForSuite({ now: () => clock, environment: { ACCESS_TOKEN_MINUTES: '60' } });
  beforeEach(async () => {
    clock = new Date();
    place.market.tokens = await signInAll(place.app);
  });

  const stall = { email: 'otherestante@plaza.co', userType: 'ESTANTE' };
  const logIn = (typed: string) => place.as('nobody', '/auth/login', { ...stall, password: typed });
  const change = (body: Record<string, unknown>) => place.as('other ESTANTE', '/auth/change-password', body);
  const code = (asker: Asker = 'other GLOBAL_MARKET') =>
    place.as(asker, '/auth/reset-code', {
      id: place.market.ids['other ESTANTE'],
      userType: 'ESTANTE',
    });
  const reset = (typed: unknown, fresh: string) =>
    place.as('nobody', '/auth/reset-password', { ...stall, code: typed, password: fresh });

  it('are changed with the old one, which signs out every device at once', async () => {
    const wrong = await change({ currentPassword: 'equivocada', password: 'clave-nueva' });
    expect([wrong.status, wrong.body['code']]).toEqual([409, 'WRONG_PASSWORD']);
    const before = await logIn(password);
    const easy = await change({ currentPassword: password, password: 'colombia2026' });
    expect([easy.status, easy.body['code']]).toEqual([409, 'PASSWORD_TOO_COMMON']);
    expect((await change({ currentPassword: password, password: 'clave-nueva' })).status).toBe(204);
    const old = { token: String(before.body['token']) };
    expect((await ask(place.app, 'GET', '/today', old)).status).toBe(401);
    const renewed = await place.as('nobody', '/auth/refresh', { refreshToken: before.body['refreshToken'] });
    expect(renewed.status).toBe(401);
    expect([(await logIn(password)).status, (await logIn('clave-nueva')).status]).toEqual([401, 200]);
    place.market.tokens['other ESTANTE'] = String((await logIn('clave-nueva')).body['token']);
    expect((await change({ currentPassword: 'clave-nueva', password })).status).toBe(204);
  });

  it('can end all sessions, and let the person in again', async () => {
    const [phone, tablet] = [await logIn(password), await logIn(password)];
    await ask(place.app, 'POST', '/auth/logout-everywhere', { token: String(phone.body['token']) });
    for (const device of [phone, tablet])
      expect((await ask(place.app, 'GET', '/today', { token: String(device.body['token']) })).status).toBe(
        401,
      );
    expect((await logIn(password)).status).toBe(200);
  });

  it("are reset once with a code from the account's approver", async () => {
    expect((await code('GLOBAL_MARKET')).status).toBe(404);
    const given = await code();
    expect(given.body['code']).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    const typed = String(given.body['code']).toLowerCase().replace('-', ' ');
    const both = await Promise.all([reset(typed, 'clave-nueva'), reset(typed, 'clave-nueva')]);
    expect(both.map(({ status }) => status)).toEqual([204, 204]);
    const here = await logIn('clave-nueva');
    clock = new Date(clock.getTime() + 40 * 60_000);
    expect((await reset(typed, 'clave-nueva')).status, 'its answer was lost').toBe(204);
    expect((await reset(typed, 'otra-clave')).body['code']).toBe('RESET_CODE_INVALID');
    const renewed = await place.as('nobody', '/auth/refresh', { refreshToken: here.body['refreshToken'] });
    expect(renewed.status, 'repeating it ends no session').toBe(200);
    const again = await code();
    expect((await reset(again.body['code'], password)).status).toBe(204);
    for (const kind of ['password-reset-issued', 'password-reset'])
      expect((await place.as('ADMIN', `/auditoria?kind=${kind}`)).body['items']).toHaveLength(2);
    const rows = await place.rowsOf('select * from password_reset');
    expect(JSON.stringify(rows)).not.toContain(String(again.body['code']).replace('-', ''));
  });

  it('reject a code that is old, replaced, or guessed too often', async () => {
    const first = await code();
    const second = await code();
    expect((await reset(first.body['code'], 'clave-nueva')).status).toBe(409);
    clock = new Date(clock.getTime() + 31 * 60_000);
    expect((await reset(second.body['code'], 'clave-nueva')).status).toBe(409);
    const third = await code();
    for (let n = 0; n < 20; n += 1) expect((await reset('AAAA-AAAA', 'clave-nueva')).status).toBe(409);
    expect((await reset(third.body['code'], 'clave-nueva')).status).toBe(409);
    expect((await reset('AAAA-AAAA', 'corta')).status).toBe(400);
  });
});
