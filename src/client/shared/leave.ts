import { logOut } from '#src/client/api/auth.ts';
import { readAuth, signOutLocally } from '#src/client/state/session.ts';
import { lockDevice } from '#src/client/state/unlocked.ts';

/** Signs out here at once; the server hears of it when it can. */
export function leave(): void {
  const { refreshToken } = readAuth();
  signOutLocally();
  lockDevice();
  if (refreshToken !== '') void logOut(refreshToken);
}
