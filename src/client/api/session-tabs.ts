import { onAuth, readAuth } from '#src/client/state/session.ts';
import { tokenPairSchema } from '#src/contract/accounts/login.ts';
import { readClaims, signIn } from './sign-in.ts';

/**
 * Shares the newest pair of a session among its tabs until the returned function is called. A duplicated tab
 * starts with a copy of the session storage, and its token would end the session of both once the other tab
 * had renewed twice. A renewal shows its pair while it still holds the lock of renewals.
 */
export function joinTabs(): () => void {
  const channel = new BroadcastChannel('session');
  let shown = '';
  const show = (): void => {
    const { token, refreshToken } = readAuth();
    if (token === '' || token === shown) return;
    shown = token;
    channel.postMessage({ token, refreshToken });
  };
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const pair = tokenPairSchema.safeParse(data);
    if (!pair.success) return;
    const [own, other] = [readClaims(readAuth().token), readClaims(pair.data.token)];
    if (own?.session === undefined || own.session !== other?.session) return;
    const aheadS = (other.exp ?? 0) - (own.exp ?? 0);
    if (aheadS > 0) signIn(pair.data);
    if (aheadS >= 0) return;
    // A duplicated or restored tab joins with its old pair: it is answered with this one.
    shown = '';
    show();
  });
  const stop = onAuth(show);
  show();
  return () => {
    stop();
    channel.close();
  };
}
