import { describe, expect, it } from 'vitest';
import { prepareSetupToken } from '#src/server/nouns/accounts/registrations.ts';
import { forgetEndedSessions } from '#src/server/nouns/accounts/sessions.ts';
import { databaseForSuite, marketForSuite } from '#tests/support/for-suite.ts';
import { password } from '#tests/support/market/two-markets.ts';
import { ask, openTestApp, type Answer } from '#tests/support/server/test-app.ts';
import { forSuite } from '#tests/support/suite.ts';

describe('signing in', () => {
  const clock = { now: new Date('2026-11-21T10:00:00Z') };
  const later = (minutes: number): void => {
    clock.now = new Date(clock.now.getTime() + minutes * 60_000);
  };
  const place = marketForSuite({ now: () => clock.now, environment: { ACCESS_TOKEN_MINUTES: '15' } });

  const logIn = (body: object) => place.as('nobody', '/auth/login', body);
  const renew = (refreshToken: unknown) => place.as('nobody', '/auth/refresh', { refreshToken });
  const stall = { email: 'estante@plaza.co', password, userType: 'ESTANTE' };

  it('accepts the email in any case and puts the five claims into the token', async () => {
    const { status, body } = await logIn({ ...stall, email: ' ESTANTE@Plaza.co ' });
    expect(status).toBe(200);
    const claims = JSON.parse(Buffer.from(String(body['token']).split('.')[1] ?? '', 'base64url').toString());
    expect(claims).toMatchObject({
      sub: place.market.ids['ESTANTE'],
      email: 'estante@plaza.co',
      userType: 'ESTANTE',
      globalMarketId: place.market.codes.own,
      status: 'APROBADO',
    });
  });

  it('answers an unknown person, another type and a wrong password alike', async () => {
    const answers = [
      await logIn({ ...stall, email: 'nadie@plaza.co' }),
      await logIn({ ...stall, userType: 'RECARGA' }),
      await logIn({ ...stall, password: 'equivocada' }),
    ];
    expect(new Set(answers.map((answer) => JSON.stringify([answer.status, answer.body]))).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 401, body: { code: 'INVALID_CREDENTIALS' } });
  });

  it('reveals a waiting or rejected account only with its password', async () => {
    const fields = { ownerName: 'Yolanda Patiño', email: 'nueva@plaza.co', phone: '3105550101', password };
    const body = { ...fields, estanteName: 'Flores', globalMarketId: place.market.codes.own };
    const made = await place.as('nobody', '/estantes/create-estantes', body);
    const waiting = await logIn({ email: 'nueva@plaza.co', password, userType: 'ESTANTE' });
    expect([waiting.status, waiting.body['message']]).toEqual([
      403,
      'Su cuenta está pendiente de aprobación: la aprueba Plaza. Avísele.',
    ]);
    const stranger = await logIn({ email: 'nueva@plaza.co', password: 'equivocada', userType: 'ESTANTE' });
    expect(stranger.body['code']).toBe('INVALID_CREDENTIALS');
    const target = { id: made.body['_id'], userType: 'ESTANTE' };
    await place.manage('/auth/reject', target);
    const rejected = await logIn({ email: 'nueva@plaza.co', password, userType: 'ESTANTE' });
    expect(rejected.body['code']).toBe('ACCOUNT_REJECTED');
  });

  it('gives two tabs that renew at once the same successor', async () => {
    const { body } = await logIn(stall);
    const [one, two] = await Promise.all([renew(body['refreshToken']), renew(body['refreshToken'])]);
    expect([one.status, two.status]).toEqual([200, 200]);
    expect(one.body['refreshToken']).toBe(two.body['refreshToken']);
  });

  it('answers a token with the same successor, however late, until that successor was used', async () => {
    const { body } = await logIn(stall);
    later(60);
    const lost = await renew(body['refreshToken']);
    later(10 * 60);
    const again = await renew(body['refreshToken']);
    expect([again.status, again.body['refreshToken']]).toEqual([200, lost.body['refreshToken']]);
    later(61);
    expect((await renew(body['refreshToken'])).status, 'nor beyond its own twelve hours').toBe(401);
    const next = await renew(again.body['refreshToken']);
    const last = await renew(next.body['refreshToken']);
    expect([next.status, last.status]).toEqual([200, 200]);
    expect((await renew(again.body['refreshToken'])).status, 'a copy of a token that was followed').toBe(401);
    expect((await renew(last.body['refreshToken'])).status, 'and its whole family').toBe(401);
  });

  it('lets an access token expire, and ends a session by signing out', async () => {
    const { body } = await logIn(stall);
    const token = String(body['token']);
    expect((await ask(place.app, 'GET', '/today', { token })).status).toBe(200);
    later(16);
    expect((await ask(place.app, 'GET', '/today', { token })).status).toBe(401);
    await place.as('nobody', '/auth/logout', { refreshToken: body['refreshToken'] });
    expect((await renew(body['refreshToken'])).status).toBe(401);
  });

  it('ends only the access token of the session that signed out', async () => {
    const [here, there] = [await logIn(stall), await logIn(stall)];
    const today = async ({ body }: Answer): Promise<number> =>
      (await ask(place.app, 'GET', '/today', { token: String(body['token']) })).status;
    const renewed = await renew(here.body['refreshToken']);
    await place.as('nobody', '/auth/logout', { refreshToken: renewed.body['refreshToken'] });
    expect([await today(here), await today(renewed), await today(there)]).toEqual([401, 401, 200]);
  });

  it('ends a session twelve hours after its last renewal, and thirty days after signing in', async () => {
    const left = await logIn(stall);
    let used = await logIn(stall);
    later(12 * 60 - 1);
    used = await renew(used.body['refreshToken']);
    later(2);
    expect((await renew(left.body['refreshToken'])).status).toBe(401);
    // 11 h 59 min and 2 min have passed: 64 times 11 h are 29 days and 8 h more.
    for (let n = 0; n < 64; n += 1) {
      later(11 * 60);
      used = await renew(used.body['refreshToken']);
      expect(used.status).toBe(200);
    }
    later(4 * 60);
    expect((await renew(used.body['refreshToken'])).status).toBe(401);
  });

  it('creates the first administrator once', async () => {
    expect(await prepareSetupToken(place.opened.database)).toBeNull();
    const body = {
      ownerName: 'Otra Persona',
      email: 'x@plaza.co',
      phone: '3105550101',
      password,
      token: 'otra',
    };
    expect((await place.as('nobody', '/auth/primer-uso', body)).body['code']).toBe('SETUP_LINK_INVALID');
    const asked = await place.as('nobody', '/auth/primer-uso/vigente', { token: body.token });
    expect(asked.body['code']).toBe('SETUP_LINK_INVALID');
  });

  it('deletes everything about a session long after its end, and nothing before', async () => {
    const first = await logIn(stall);
    later(10);
    const { status, body } = await renew(first.body['refreshToken']);
    expect(status).toBe(200);
    const left = async (): Promise<number> =>
      (await place.opened.database.query({ text: 'select 1 from session_token' })).rowCount;
    const before = await left();
    expect(before).toBeGreaterThan(1);
    expect(await forgetEndedSessions(place.opened.database, clock.now, 3_650)).toBe(0);
    // By then the session's first token has expired, the second has not.
    await place.opened.database.query({
      text: `update session_token set expires_at = $1 where used_at is not null`,
      values: [new Date(clock.now.getTime() - 60 * 86_400_000)],
    });
    await forgetEndedSessions(place.opened.database, clock.now, 30);
    expect((await renew(body['refreshToken'])).status, 'and the session goes on').toBe(200);
    later(400 * 24 * 60);
    expect(await forgetEndedSessions(place.opened.database, clock.now, 30)).toBeGreaterThan(1);
    const { rows } = await place.opened.database.query({
      text: 'select expires_at, revoked_at from session_token',
    });
    expect(rows).toEqual([]);
  });
});

describe('links of first use', () => {
  const opened = databaseForSuite();
  const app = forSuite(
    () => openTestApp(opened.database),
    (one) => one.close(),
  );

  it('are valid whichever of the simultaneously started processes printed them, until one was used', async () => {
    const other = await opened.openAnother();
    const tokens = await Promise.all([opened.database, other, opened.database].map(prepareSetupToken));
    await other.close();
    const person = { ownerName: 'Administra', phone: '3105550101', password };
    const first = { ...person, email: 'primera@plaza.co', token: tokens[0] };
    const second = { ...person, email: 'segunda@plaza.co', token: tokens[1] };
    for (const token of tokens)
      expect((await ask(app, 'POST', '/auth/primer-uso/vigente', { body: { token } })).status).toBe(200);
    const made = await ask(app, 'POST', '/auth/primer-uso', { body: second });
    const again = await ask(app, 'POST', '/auth/primer-uso', { body: second });
    expect([made.status, again.status, again.body], 'its answer was lost').toEqual([201, 201, made.body]);
    const vigente = { body: { token: tokens[1] } };
    expect((await ask(app, 'POST', '/auth/primer-uso/vigente', vigente)).status).toBe(403);
    const guess = { ...second, password: 'otra-clave-9' };
    // After one wrong password the right one is refused as well.
    for (const body of [first, { ...second, email: 'tercera@plaza.co' }, guess, second])
      expect((await ask(app, 'POST', '/auth/primer-uso', { body })).body['code']).toBe('SETUP_LINK_INVALID');
  });
});
