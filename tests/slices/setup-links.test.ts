import { expect, it } from 'vitest';
import { prepareSetupToken } from '#src/server/accounts/registrations.ts';
import { openTestDatabase } from '#tests/support/test-database.ts';
import { ask, openTestApp } from '#tests/support/test-app.ts';

it('prints a link in each process, of which any makes the one administrator, once, within two days', async () => {
  const opened = await openTestDatabase();
  const { database } = opened;
  const app = await openTestApp(database);
  const use = (token: string | null) =>
    ask(app, 'POST', '/auth/primer-uso', {
      body: {
        token,
        email: 'admin@plaza.co',
        password: 'clave-segura',
        ownerName: 'Ana Ruiz',
        phone: '3105550101',
      },
    });
  const old = await prepareSetupToken(database, new Date(Date.now() - 3 * 86_400_000));
  const tokens = await Promise.all([1, 2, 3].map(() => prepareSetupToken(database)));
  expect(new Set(tokens).size).toBe(3);
  expect((await use(old)).status).toBe(403);
  const answers = [await use(tokens[0] ?? ''), await use(tokens[1] ?? ''), await use(tokens[2] ?? '')];
  expect(answers.map(({ status }) => status)).toEqual([201, 403, 403]);
  await app.close();
  await opened.stop();
});
