import { generateKeyPairSync, sign, verify as check } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromBase64Url, toBase64Url } from '#src/domain/base64url.ts';
import {
  certificateMessage,
  readCertificate,
  type SalesCertificate,
  verifyCertificate,
  writeCertificate,
} from '#src/extras/certificate/domain/sales-certificate.ts';

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
const raw = toBase64Url(
  Buffer.concat([Buffer.of(4), fromBase64Url(x) ?? Buffer.of(), fromBase64Url(y) ?? Buffer.of()]),
);
const keys = { keys: [{ kid: 7, publicKey: raw, createdAt: '2026-01-01T00:00:00.000Z' }] } as never;
const signed = (of: SalesCertificate): string =>
  writeCertificate(
    of,
    sign('sha256', certificateMessage(of), { key: privateKey, dsaEncoding: 'ieee-p1363' }),
  );
const verify = async (key: string, message: Uint8Array, signature: Uint8Array): Promise<boolean> => {
  expect(key).toBe(raw);
  return check('sha256', message, { key: publicKey, dsaEncoding: 'ieee-p1363' }, signature);
};

const amount = fc.integer({ min: 0, max: 1_000_000_000_000 });
const month = fc.integer({ min: 1, max: 12 });
const certificates: fc.Arbitrary<SalesCertificate> = fc.record({
  kid: fc.integer({ min: 0, max: 255 }),
  year: fc.integer({ min: 2020, max: 2099 }),
  month: fc.option(month),
  issuedAt: fc.integer({ min: 0, max: 60_000_000 }).map((minutes) => minutes * 60_000),
  until: fc.integer({ min: 0, max: 40_000 }).map((days) => days * 86_400_000),
  daysSold: fc.integer({ min: 0, max: 366 }),
  marketCode: fc.string({ maxLength: 6 }),
  marketName: fc.string({ unit: 'grapheme', maxLength: 40 }),
  stallName: fc.string({ unit: 'grapheme', maxLength: 60 }),
  ownerName: fc.string({ unit: 'grapheme', maxLength: 60 }),
  months: fc.array(
    fc.record({
      month,
      count: fc.nat(),
      sold: amount,
      voided: amount,
      deducted: fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 }),
      paid: amount,
    }),
    { maxLength: 12 },
  ),
});

/** One year of a stall, every month with all its figures. */
const year: SalesCertificate = {
  kid: 7,
  year: 2026,
  month: null,
  issuedAt: Date.parse('2026-11-23T15:04:00Z'),
  until: Date.parse('2026-11-23'),
  daysSold: 141,
  marketCode: 'K7M4PX',
  marketName: 'Plaza La Esperanza',
  stallName: 'Lácteos y quesos artesanales del Páramo',
  ownerName: 'Rubén Darío Páez',
  months: Array.from({ length: 12 }, (_, n) => ({
    month: n + 1,
    count: 320 + n,
    sold: 4_120_000 + n,
    voided: 45_000,
    deducted: 80_000,
    paid: 3_900_000,
  })),
};

describe('a certificate of sales', () => {
  it('decodes what encode produced', () => {
    fc.assert(
      fc.property(certificates, (of) => {
        expect(readCertificate(writeCertificate(of, new Uint8Array(64)))?.certificate).toEqual(of);
      }),
    );
  });

  it('is valid with the key that signed it, without any other check', async () => {
    expect(await verifyCertificate(signed(year), keys, verify)).toEqual({ ok: true, certificate: year });
    const other = await verifyCertificate(signed({ ...year, kid: 8 }), keys, verify);
    expect(other).toEqual({ ok: false, fault: 'UNKNOWN_KEY' });
  });

  it('is rejected with any byte changed, cut or added', async () => {
    const bytes = fromBase64Url(signed(year).slice(3)) ?? new Uint8Array();
    for (let at = 0; at < bytes.length; at += 1)
      for (const flip of [1, 128]) {
        const changed = bytes.map((byte, place) => (place === at ? byte ^ flip : byte));
        expect((await verifyCertificate(`c1.${toBase64Url(changed)}`, keys, verify)).ok).toBe(false);
      }
    for (const text of [
      `c1.${toBase64Url(bytes.slice(0, -1))}`,
      `c1.${toBase64Url(Uint8Array.from([...bytes, 0]))}`,
      `c2.${toBase64Url(bytes)}`,
      'c1.',
      '',
    ])
      expect((await verifyCertificate(text, keys, verify)).ok).toBe(false);
  });

  it('of a whole year fits a code that phones can scan from paper', () => {
    expect(`https://mercado.example.co/constancia#${signed(year)}`.length).toBeLessThan(700);
  });

  it('is rejected for arbitrary bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 65, maxLength: 400 }), async (bytes) => {
        expect((await verifyCertificate(`c1.${toBase64Url(bytes)}`, keys, verify)).ok).toBe(false);
      }),
    );
  });
});
