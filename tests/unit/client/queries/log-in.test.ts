import '#tests/support/browser/browser-globals.ts';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { logIn } from '#src/client/queries/log-in.ts';
import { readAuth, signOutLocally } from '#src/client/state/session.ts';
import { sessionCalls } from '#src/contract/accounts/session-calls.ts';
import {
  answersCall,
  mockedOrigin,
  mockServerForSuite,
  refusesCall,
} from '#tests/support/server/contract-server.ts';

const server = mockServerForSuite();
const login = { email: 'rosalba@plaza.co', password: 'la clave de rosalba', userType: 'ESTANTE' } as const;
const claims = {
  sub: '24684521-0000-4000-8000-000000000000',
  email: login.email,
  userType: login.userType,
  globalMarketId: 'ABC234',
  status: 'APROBADO',
};
const token = `x.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`;

beforeEach(() => signOutLocally());

test('the auth state shows that signing in is under way, and then the person', async () => {
  server.use(answersCall(sessionCalls.logIn, { token, refreshToken: 'r' }));
  const answer = logIn(login);
  expect(readAuth()).toMatchObject({ isLoading: true, isAuthenticated: false });
  expect((await answer).isIn).toBe(true);
  expect(readAuth()).toMatchObject({
    isLoading: false,
    isAuthenticated: true,
    error: '',
    user: { email: login.email },
  });
});

test("the auth state holds the server's sentence until the next attempt", async () => {
  const message = 'El correo o la contraseña no son correctos.';
  server.use(refusesCall(sessionCalls.logIn, 401, { message, code: 'INVALID_CREDENTIALS' }));
  expect((await logIn(login)).isIn).toBe(false);
  expect(readAuth()).toMatchObject({ isLoading: false, isAuthenticated: false, error: message });
  server.use(http.post(`${mockedOrigin}/api/v1${sessionCalls.logIn.path}`, () => HttpResponse.error()));
  const again = logIn(login);
  expect(readAuth()).toMatchObject({ isLoading: true, error: '' });
  await again;
  expect(readAuth()).toMatchObject({
    isLoading: false,
    error: 'Ha ocurrido un error, comuniquese con el administrador.',
  });
});
