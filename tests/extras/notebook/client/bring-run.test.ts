import '#tests/support/browser/browser-globals.ts';
import { afterEach, expect, it, vi } from 'vitest';
import { patchAuth, signOutLocally } from '#src/client/state/session.ts';
import { forgetRun, startRun } from '#src/extras/notebook/client/running/bring-run.ts';
import { toMarketCode } from '#src/protocol/brands.ts';

const fetched = vi.fn<typeof fetch>(() => Promise.reject(new TypeError('no link')));

function signIn(id: string): void {
  const person = { email: `${id}@plaza.co`, userType: 'GLOBAL_MARKET', status: 'APROBADO' } as const;
  const user = { id, ...person, globalMarketId: toMarketCode('PLAZA1') };
  patchAuth({ token: `token-of-${id}`, isAuthenticated: true, user });
}

afterEach(() => {
  forgetRun();
  signOutLocally();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it.each([
  ['goes on when its manager signs in again', 'amparo', true],
  ["is not sent by another market's session", 'nubia', false],
])('an import without a link %s', async (_what, next, goesOn) => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  vi.stubGlobal('fetch', fetched);
  signIn('amparo');
  void startRun('customers', 'lista.csv', [], () => undefined);
  await vi.waitFor(() => expect(fetched).toHaveBeenCalled());
  await vi.advanceTimersByTimeAsync(1_000);
  signOutLocally();
  signIn(next);
  fetched.mockClear();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(fetched.mock.calls.length > 0).toBe(goesOn);
});
