import { expect, it } from 'vitest';
import { toAmount, toMarketId } from '#src/protocol/brands.ts';
import { canonicalHash } from '#src/protocol/canonical-hash.ts';
import { rescueInfo } from '#src/protocol/recovery.ts';
import { certificateText, enrolText, envelopeText, requestText } from '#src/protocol/signed-texts.ts';

// Both sides use the same code, so only these literals show whether it signs less than it claims.
it('the signed texts never change', () => {
  expect(enrolText('device', 'key', 'person')).toBe('mercado/enrol/1\ndevice\nkey\nperson');
  expect(envelopeText('hash')).toBe('mercado/envelope/1\nhash');
  expect(rescueInfo).toBe('mercado/rescue-file/1');
});

it("a certificate's signature covers every limit", () => {
  const certificate = {
    deviceId: 'd',
    marketId: toMarketId('m'),
    publicKey: 'k',
    notAfter: '2026-12-01T00:00:00.000Z',
    maxVoucher: toAmount(5),
    kid: 1,
  };
  const signed = certificateText({ ...certificate, sig: 'x' } as typeof certificate);
  expect(signed).toBe(`mercado/kiosk/1\n${canonicalHash(certificate)}`);
});

it("a request's signature omits its proof and other signers' parts", () => {
  const signed = { deviceId: 'd', sentAt: 't', entries: [{ sig: 's', envelope: { seq: 1 } }] };
  const [entry] = signed.entries;
  const entries = [{ ...entry, sealed: { state: 'accepted' } }];
  const whole = {
    ...signed,
    entries,
    proof: 'p',
    lastSealed: { hash: 'h' },
    heldReceipts: {},
    faults: [],
  };
  expect(requestText(whole)).toBe(`mercado/request/1\n${canonicalHash(signed)}`);
  const { entries: _entries, ...list } = signed;
  expect(requestText({ ...list, since: 0, proof: 'p' })).toBe(
    `mercado/request/1\n${canonicalHash({ ...list, since: 0 })}`,
  );
});
