import * as z from 'zod/mini';
import { patchAuth, type SessionUser } from '#src/client/state/session.ts';
import { claimsSchema, tokenPairSchema, type Claims, type TokenPair } from '#src/contract/accounts/login.ts';

/** Fills the state from the claims of the access token. Returns false when the token cannot be read. */
export function signIn(pair: TokenPair): boolean {
  const user = decodeUser(pair.token);
  if (!user || !tokenPairSchema.safeParse(pair).success) return false;
  patchAuth({ ...pair, user, isAuthenticated: true, isLoading: false, error: '' });
  return true;
}

function decodeUser(token: string): SessionUser | null {
  const claims = readClaims(token);
  if (!claims) return null;
  const { sub, email, userType, globalMarketId, status } = claims;
  return { id: sub, email, userType, globalMarketId, status };
}

/** Returns the claims of an access token, or null when they cannot be read. The signature is the server's affair. */
export function readClaims(token: string): Claims | null {
  const payload = token.split('.')[1];
  if (!payload) return null;
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (c) =>
      c.charCodeAt(0),
    );
    const claims = claimsSchema.safeParse(z.parse(z.unknown(), JSON.parse(new TextDecoder().decode(bytes))));
    return claims.success ? claims.data : null;
  } catch {
    // An unreadable token counts as none, and the caller shows that the sign-in failed.
    return null;
  }
}
