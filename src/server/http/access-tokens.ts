import { errors, jwtVerify, SignJWT } from 'jose';
import { claimsSchema, type Claims } from '#src/contract/accounts/login.ts';

export type AccessTokens = {
  sign(claims: Claims, now: Date): Promise<string>;
  /** Returns the claims of a token that this server signed and that has not expired at `now`, or null. */
  verify(token: string, now: Date): Promise<Claims | null>;
};

/** Rejects a token made for another purpose with the same secret. */
const issuer = 'mercado-campesino';
const audience = 'mercado-campesino/api';

/**
 * Signs and verifies HMAC-SHA256 tokens. `secret`: at least 32 bytes, the same in every process of one
 * database.
 */
export function createAccessTokens(secret: Uint8Array, lifetimeMinutes: number): AccessTokens {
  return {
    sign: ({ sub, email, userType, globalMarketId, status, sessionVersion, session }, now) =>
      new SignJWT({ email, userType, globalMarketId, status, sessionVersion, session })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(sub)
        .setIssuedAt(now)
        .setExpirationTime(new Date(now.getTime() + lifetimeMinutes * 60_000))
        .sign(secret),
    verify: async (token, now) => {
      try {
        const { payload } = await jwtVerify(token, secret, {
          algorithms: ['HS256'],
          typ: 'JWT',
          issuer,
          audience,
          currentDate: now,
        });
        const claims = claimsSchema.safeParse(payload);
        return claims.success ? claims.data : null;
      } catch (error) {
        if (error instanceof errors.JOSEError) return null;
        throw error;
      }
    },
  };
}
