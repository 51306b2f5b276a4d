import { describe, expect, it } from 'vitest';
import { stepOf, totpAt, totpUri } from '#src/extras/second-factor/server/totp.ts';

/** RFC 6238, appendix B: the secret and the SHA-1 codes, eight digits. */
const secret = Buffer.from('12345678901234567890');
const vectors: [number, string][] = [
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
];

describe('codes by time', () => {
  it.each(vectors)('match the RFC at %i s', (seconds, code) => {
    expect(totpAt(secret, Math.floor(seconds / 30), 8)).toBe(code);
  });

  it('are accepted a step early or late, once, and not two steps away', () => {
    const now = new Date(1_111_111_111_000);
    const step = Math.floor(1_111_111_111 / 30);
    for (const near of [-1, 0, 1])
      expect(stepOf(secret, totpAt(secret, step + near), now, 0)).toBe(step + near);
    for (const far of [-2, 2]) expect(stepOf(secret, totpAt(secret, step + far), now, 0)).toBeNull();
    expect(stepOf(secret, totpAt(secret, step), now, step)).toBeNull();
    expect(stepOf(secret, '12345', now, 0)).toBeNull();
  });

  it('reach the authenticator by an address that names the account', () => {
    expect(totpUri(secret, 'ana@plaza.co')).toBe(
      'otpauth://totp/Mercado%20Campesino%3Aana%40plaza.co?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Mercado%20Campesino',
    );
  });
});
