import { base32nopad } from '@scure/base';
import { beforeAll, describe, expect, it } from 'vitest';
import { totpAt } from '#src/extras/second-factor/server/totp.ts';
import type { App } from '#src/server/http/fastify-app.ts';
import { marketForSuite } from '#tests/support/for-suite.ts';
import { password } from '#tests/support/market/two-markets.ts';
import { ask, openTestApp } from '#tests/support/server/test-app.ts';

describe('a code beside the password', () => {
  const place = marketForSuite();
  const who = { email: 'mercado@plaza.co', userType: 'GLOBAL_MARKET', password };
  const clock = { now: Date.now() };
  let app: App;
  let secret: Uint8Array;
  let recovery: string[];

  beforeAll(async () => {
    app = await openTestApp(place.opened.database, { now: () => new Date(clock.now) });
  });
  const token = () => place.market.tokens['GLOBAL_MARKET'];
  const post = (path: string, body: object) =>
    ask(app, 'POST', `/auth/second-factor/${path}`, { body, token: token() });
  const signIn = (code?: string) =>
    ask(app, 'POST', '/auth/login', { body: code === undefined ? who : { ...who, code } });
  const codeNow = () => totpAt(secret, Math.floor(clock.now / 30_000));
  const codeOf = async (answer: ReturnType<typeof signIn>) => (await answer).body['code'];

  it('is offered, and required once one of its codes was verified', async () => {
    expect((await post('begin', { password: 'equivocada' })).body['code']).toBe('WRONG_PASSWORD');
    const begun = await post('begin', { password });
    secret = base32nopad.decode(String(begun.body['secret']));
    expect(begun.body['uri']).toContain('otpauth://totp/');
    const { status, body: other } = await signIn();
    expect(status).toBe(200);
    expect((await post('confirm', { code: '000000' })).body['code']).toBe('SECOND_FACTOR_WRONG');
    const before = await ask(app, 'GET', '/auth/second-factor', { token: String(other['token']) });
    expect(before.status).toBe(200);
    const confirmed = await post('confirm', { code: codeNow() });
    recovery = confirmed.body['codes'] as string[];
    expect(new Set(recovery).size).toBe(8);
    expect((await post('confirm', { code: codeNow() })).body['codes'], 'its answer was lost').toEqual(
      recovery,
    );
    clock.now += 5 * 60_000;
    expect((await post('confirm', { code: codeNow() })).body['codes'], 'and later').toEqual(recovery);
    expect((await post('confirm', { code: '000000' })).body['code']).toBe('SECOND_FACTOR_WRONG');
    const state = await ask(app, 'GET', '/auth/second-factor', { token: token() });
    expect(state.body, 'whoever put it goes on').toEqual({ isOn: true, recoveryLeft: 8 });
    const after = await ask(app, 'GET', '/auth/second-factor', { token: String(other['token']) });
    const refreshToken = String(other['refreshToken']);
    const renewed = await ask(app, 'POST', '/auth/refresh', { body: { refreshToken } });
    expect([after.status, renewed.status], 'every other session has ended').toEqual([401, 401]);
    expect((await post('begin', { password })).body['code']).toBe('WRONG_STATE');
  });

  it('is required at every sign-in, and accepts each code once, even for two at once', async () => {
    expect(await codeOf(signIn())).toBe('SECOND_FACTOR_NEEDED');
    expect(await codeOf(ask(app, 'POST', '/auth/login', { body: { ...who, password: 'x' } }))).toBe(
      'INVALID_CREDENTIALS',
    );
    expect(await codeOf(signIn(codeNow()))).toBe('SECOND_FACTOR_WRONG');
    clock.now += 5 * 60_000;
    expect((await post('confirm', { code: codeNow() })).body['code']).toBe('WRONG_STATE');
    const answers = await Promise.all([signIn(codeNow()), signIn(codeNow())]);
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
    const [first = ''] = recovery;
    expect((await signIn(first.toLowerCase())).status).toBe(200);
    expect(await codeOf(signIn(first))).toBe('SECOND_FACTOR_WRONG');
  });

  it('is stored in the database without its recovery codes, and recorded in the audit', async () => {
    const rows = await place.rowsOf('select recovery from second_factor');
    expect(JSON.stringify(rows)).not.toContain((recovery[1] ?? '').replace('-', ''));
    const kinds = ['second-factor-on', 'second-factor-failed', 'recovery-code-used'];
    for (const kind of kinds) {
      const { body } = await ask(app, 'GET', `/auditoria?kind=${kind}`, { token: token() });
      expect((body['items'] as object[])[0]).toMatchObject({ kind });
    }
  });

  it('is for the present time, even while writes wait for it', async () => {
    clock.now += 30_000;
    const ahead = new Date(clock.now + 3_600_000);
    const late = await openTestApp(place.opened.database, {
      now: () => ahead,
      liveNow: () => new Date(clock.now),
    });
    expect((await ask(late, 'POST', '/auth/login', { body: { ...who, code: codeNow() } })).status).toBe(200);
  });

  it('is removed with password and code together, and can be set up again', async () => {
    expect((await post('end', { password, code: '000000' })).body['code']).toBe('SECOND_FACTOR_WRONG');
    clock.now += 60_000;
    expect((await post('end', { password, code: codeNow() })).status).toBe(204);
    expect((await signIn()).status).toBe(200);
    expect((await post('begin', { password })).status).toBe(200);
  });
});
