import { logOut } from '#src/client/api/auth.ts';
import { readAuth, signOutLocally } from '#src/client/state/session.ts';

/** Signs out here at once; the server hears of it when it can. */
export function leave(): void {
  const { refreshToken } = readAuth();
  signOutLocally();
  if (refreshToken !== '') void logOut(refreshToken);
}
