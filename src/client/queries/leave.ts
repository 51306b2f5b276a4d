import { callServer } from '#src/client/api/call-server.ts';
import { readAuth, signOutLocally } from '#src/client/state/session.ts';
import { lockDevice } from '#src/client/state/unlocked.ts';
import { sessionCalls } from '#src/contract/accounts/session-calls.ts';

/** Signs out on this device at once, and at the server as soon as it is reachable. */
export function leave(): void {
  const { refreshToken } = readAuth();
  signOutLocally();
  lockDevice();
  if (refreshToken !== '') void callServer(sessionCalls.logOut, { body: { refreshToken } });
}
