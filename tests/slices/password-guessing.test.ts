import { describe, expect, it } from 'vitest';
import { defaultQuotas, type Quotas } from '#src/server/http/throttle.ts';
import { marketForSuite } from '#tests/support/for-suite.ts';
import { statuses } from '#tests/support/market/open-market.ts';
import { password } from '#tests/support/market/two-markets.ts';
import { ask, openTestApp, type Answer } from '#tests/support/server/test-app.ts';

describe('password guessing', () => {
  const place = marketForSuite();
  const stall = { email: 'estante@plaza.co', userType: 'ESTANTE' };
  const process = (quotas: Partial<Quotas> = {}) =>
    openTestApp(place.opened.database, { quotas: { ...defaultQuotas, ...quotas } });
  const open = async (quotas: Partial<Quotas> = {}) => {
    await place.rowsOf('delete from wrong_try');
    return process(quotas);
  };
  const times = <Value>(count: number, work: (n: number) => Promise<Value>): Promise<Value[]> =>
    Promise.all(Array.from({ length: count }, (_, n) => work(n)));
  const judged = (answers: readonly Answer[], wrong: number): number =>
    answers.filter(({ status }) => status === wrong).length;

  it('in parallel judges no more at three processes than at one, and a right one costs nothing', async () => {
    const apps = [await open(), await process(), await process()];
    const tryAt = (n: number, secret: string) =>
      ask(apps[n % 3] ?? place.app, 'POST', '/auth/login', { body: { ...stall, password: secret } });
    for (const n of [0, 1, 2, 3, 4, 5, 6, 7]) expect((await tryAt(n, password)).status).toBe(200);
    await place.rowsOf('delete from wrong_try');
    const answers = await times(30, (n) => tryAt(n, `adivina-${n}`));
    expect(judged(answers, 401)).toBe(5);
    expect(judged(answers, 429)).toBe(25);
    const late = answers.find(({ status }) => status === 429);
    expect(Number(late?.headers['retry-after'])).toBeGreaterThan(0);
    // Nor does it help to try the next one with the right password.
    for (const n of [0, 1, 2]) expect((await tryAt(n, password)).status).toBe(429);
    for (const app of apps) await app.close();
  });

  it('waits twice as long after each wrong one that is not free', async () => {
    const app = await open();
    const guess = () => ask(app, 'POST', '/auth/login', { body: { ...stall, password: 'adivina' } });
    for (let n = 1; n < 5; n += 1) expect((await guess()).status).toBe(401);
    for (const wait of [5, 10, 20, 40]) {
      expect((await guess()).status).toBe(401);
      const asked = Number((await guess()).headers['retry-after']);
      expect([asked <= wait, asked > wait / 2]).toEqual([true, true]);
      await place.rowsOf('update wrong_try set opens_at = now()');
    }
    await app.close();
  });

  it('is forgotten after a time, without readable traces of persons', async () => {
    const app = await open();
    await ask(app, 'POST', '/auth/login', { body: { ...stall, password: 'adivina' } });
    const rows = async () => await place.rowsOf<{ place: string }>('select place from wrong_try');
    expect(await rows()).toHaveLength(3);
    expect(JSON.stringify(await rows())).not.toMatch(/estante|127/);
    await place.rowsOf(`update wrong_try set opens_at = now(), forget_at = now()`);
    expect((await ask(app, 'POST', '/auth/login', { body: { ...stall, password } })).status).toBe(200);
    expect((await rows()).length).toBeLessThanOrEqual(2);
    await app.close();
  });

  it('is recorded for the market, a lock once an hour, and never for an unknown account', async () => {
    const app = await open();
    const events = async (kind: string) => {
      const { body } = await place.as('ADMIN', `/auditoria?kind=${kind}`);
      const items = body['items'] as { subject: { type: string }; after: object }[];
      // They are written after the answer, so those of the previous test, about another account, may still
      // arrive.
      return items.filter(({ subject }) => subject.type === 'RECARGA');
    };
    const point = { email: 'recarga@plaza.co', userType: 'RECARGA' };
    await ask(app, 'POST', '/auth/login', { body: { ...point, email: 'nadie@plaza.co', password: 'x' } });
    await times(12, () => ask(app, 'POST', '/auth/login', { body: { ...point, password: 'adivina' } }));
    await expect.poll(async () => (await events('sign-in-failed')).length).toBe(5);
    await expect.poll(async () => (await events('sign-in-locked')).length).toBe(1);
    expect(await events('sign-in-locked')).toMatchObject([{ after: { address: '127.0.0.1' } }]);
    await app.close();
  });

  it('in parallel judges no more own passwords and reset codes either', async () => {
    const app = await open();
    const token = place.market.tokens['ESTANTE'];
    const own = await times(30, (n) =>
      ask(app, 'POST', '/auth/change-password', {
        token,
        body: { currentPassword: `adivina-${n}`, password: 'clave-nueva' },
      }),
    );
    expect(judged(own, 409)).toBe(5);
    const codes = await times(30, () =>
      ask(app, 'POST', '/auth/reset-password', { body: { ...stall, code: 'AAAA-AAAA', password } }),
    );
    expect(judged(codes, 409)).toBe(5);
    await app.close();
  });

  it('of many accounts from one address does not exclude earlier users', async () => {
    const app = await open({ loginAddress: { points: 6, seconds: 900 } });
    const logIn = (body: object) => ask(app, 'POST', '/auth/login', { body });
    expect((await logIn({ ...stall, password })).status).toBe(200);
    for (let n = 0; n < 8; n += 1)
      await logIn({ email: `nadie${n}@plaza.co`, userType: 'ADMIN', password: 'adivina' });
    expect((await logIn({ email: 'recarga@plaza.co', userType: 'RECARGA', password })).status).toBe(429);
    expect((await logIn({ ...stall, password })).status).toBe(200);
    await app.close();
  });

  it('is not counted for an empty or malformed body, nor for the right password', async () => {
    const app = await open({ loginAddress: { points: 3, seconds: 900 } });
    for (let n = 0; n < 6; n += 1) {
      expect((await ask(app, 'POST', '/auth/login', { body: {} })).status).toBe(400);
      expect((await ask(app, 'POST', '/auth/reset-password', { body: {} })).status).toBe(400);
    }
    const right = await times(12, () =>
      ask(app, 'POST', '/auth/login', { body: { email: 'recarga@plaza.co', userType: 'RECARGA', password } }),
    );
    expect(statuses(right)).toContain(200);
    expect((await ask(app, 'POST', '/auth/login', { body: { ...stall, password } })).status).toBe(200);
    await app.close();
  });

  it('by another person does not use up an expected reset code', async () => {
    const app = await open();
    const target = { id: place.market.ids['ESTANTE'], userType: 'ESTANTE' };
    const given = await place.manage('/auth/reset-code', target);
    const reset = (code: unknown, remoteAddress: string) =>
      app.inject({
        method: 'POST',
        url: '/api/v1/auth/reset-password',
        remoteAddress,
        payload: { ...stall, code, password },
      });
    for (let n = 0; n < 30; n += 1) await reset('AAAA-AAAA', '198.51.100.9');
    expect((await reset(given.body['code'], '203.0.113.5')).statusCode).toBe(204);
    await app.close();
  });
});
