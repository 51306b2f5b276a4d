import { SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { toMarketCode } from '#src/protocol/brands.ts';
import { createAccessTokens } from '#src/server/http/access-tokens.ts';

describe('access tokens', () => {
  const secret = Buffer.alloc(32, 3);
  const now = new Date('2026-11-22T10:00:00Z');
  const tokens = createAccessTokens(secret, 15);
  const claims = {
    sub: 'a',
    email: 'ana@plaza.co',
    userType: 'ADMIN' as const,
    globalMarketId: toMarketCode(''),
    status: 'APROBADO' as const,
    session: 'b',
  };
  const made = (change: { iss?: string; aud?: string; typ?: string }) => {
    const { iss = 'mercado-campesino', aud = 'mercado-campesino/api', typ = 'JWT' } = change;
    const { sub, ...rest } = claims;
    return new SignJWT({ ...rest, iss, aud })
      .setProtectedHeader({ alg: 'HS256', typ })
      .setSubject(sub)
      .setExpirationTime(new Date(now.getTime() + 60_000))
      .sign(secret);
  };

  it('are accepted as issued, until they expire', async () => {
    const token = await tokens.sign(claims, now);
    expect(await tokens.verify(token, now)).toMatchObject(claims);
    expect(await tokens.verify(token, new Date(now.getTime() + 16 * 60_000))).toBeNull();
  });

  it('of another issuer, audience or kind are rejected, whatever secret signed them', async () => {
    expect(await tokens.verify(await made({}), now)).not.toBeNull();
    for (const change of [{ iss: 'other' }, { aud: 'other' }, { typ: 'at+jwt' }])
      expect(await tokens.verify(await made(change), now)).toBeNull();
  });
});
