import { describe, expect, it } from 'vitest';
import { wireVersion, wireVersionHeader } from '#src/contract/version.ts';
import { databaseForSuite } from '#tests/support/for-suite.ts';
import { ask, openTestApp } from '#tests/support/server/test-app.ts';
import { forSuite } from '#tests/support/suite.ts';

describe('the wire version', () => {
  const opened = databaseForSuite();
  const app = forSuite(
    () => openTestApp(opened.database, { oldestWire: 3 }),
    (one) => one.close(),
  );

  const askAs = (version: string) =>
    ask(app, 'GET', '/estantes', { headers: { [wireVersionHeader]: version } });

  it('below the oldest one served gets the order to update, for any call', async () => {
    for (const path of ['/estantes', '/health', '/auth/users']) {
      const answer = await ask(app, 'GET', path, { headers: { [wireVersionHeader]: '2' } });
      expect([answer.status, answer.body['code']]).toEqual([426, 'CLIENT_TOO_OLD']);
      expect(answer.headers['upgrade']).toBe('mercado-wire/3');
    }
  });

  it('from the oldest one on is served, even newer than the server', async () => {
    for (const version of ['3', '4', '999999']) expect((await askAs(version)).status).toBe(200);
  });

  it('is not required of a plain client, and ignored when it is no number', async () => {
    expect((await ask(app, 'GET', '/estantes')).status).toBe(200);
    for (const version of ['', 'x', '-1', '1e3', '2.0']) expect((await askAs(version)).status).toBe(200);
  });

  it('of this release is served by this release', async () => {
    const today = await openTestApp(opened.database);
    const headers = { [wireVersionHeader]: String(wireVersion) };
    expect((await ask(today, 'GET', '/estantes', { headers })).status).toBe(200);
    await today.close();
  });
});
