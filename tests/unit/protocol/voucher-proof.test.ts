import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toMarketId, toVoucherId } from '#src/protocol/brands.ts';
import {
  devicePrefixOf,
  marketPrefixOf,
  readVoucherProof,
  type VoucherProof,
  voucherProofMessage,
  writeVoucherProof,
} from '#src/protocol/voucher-proof.ts';

const minute = 60_000;
const day = 86_400_000;
const signature = new Uint8Array(64).map((_, place) => place);
const ids = {
  voucherId: toVoucherId('24684521-0000-4000-8000-000000000000'),
  ownerId: '24684521-0000-4000-8000-000000000001',
};

const signer = fc.oneof(
  fc.record({ by: fc.constant('server' as const), kid: fc.integer({ min: 0, max: 255 }) }),
  fc.record({
    by: fc.constant('server' as const),
    kid: fc.integer({ min: 0, max: 255 }),
    market: fc.uuid().map((id) => marketPrefixOf(toMarketId(id))),
  }),
  fc.record({ by: fc.constant('kiosk' as const), devicePrefix: fc.uuid().map(devicePrefixOf) }),
);
const proofs: fc.Arbitrary<VoucherProof> = fc.record({
  signer,
  face: fc.integer({ min: 0, max: 2 ** 40 - 1 }),
  issuedAt: fc.integer({ min: 0, max: 2 ** 32 - 1 }).map((minutes) => minutes * minute),
  expiresAt: fc.option(fc.integer({ min: 1, max: 2 ** 16 - 1 }).map((days) => days * day)),
  offlineCap: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
});
const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** By the server, worth 1, without expiry or offline cap. */
const plain: VoucherProof = {
  signer: { by: 'server', kid: 1 },
  face: 1,
  issuedAt: 0,
  expiresAt: null,
  offlineCap: 0,
};

describe("the proof in a voucher's code", () => {
  it('decodes what encode produced, for any signer and amounts', () => {
    fc.assert(
      fc.property(proofs, (proof) => {
        expect(readVoucherProof(writeVoucherProof(proof, signature))).toEqual({ ...proof, signature });
      }),
    );
  });

  it('is signed as a whole: different proofs have different messages', () => {
    fc.assert(
      fc.property(proofs, proofs, (one, other) => {
        const isSame = JSON.stringify(one) === JSON.stringify(other);
        expect(hexOf(voucherProofMessage(one, ids)) === hexOf(voucherProofMessage(other, ids))).toBe(isSame);
      }),
    );
  });

  it('belongs to its voucher and owner, in this order', () => {
    const proof = plain;
    const exchanged = { voucherId: toVoucherId(ids.ownerId), ownerId: ids.voucherId };
    const messages = [
      ids,
      exchanged,
      { ...ids, ownerId: ids.voucherId },
      { ...ids, voucherId: toVoucherId(ids.ownerId) },
    ].map((named) => hexOf(voucherProofMessage(proof, named)));
    expect(new Set(messages).size).toBe(4);
  });

  it('expires no later than the voucher, because parts of a day and a minute are dropped', () => {
    fc.assert(
      fc.property(fc.integer({ min: day, max: 65_000 * day }), fc.nat(2e12), (expiresAt, issuedAt) => {
        const proof: VoucherProof = { ...plain, issuedAt, expiresAt };
        const read = readVoucherProof(writeVoucherProof(proof, signature));
        const late = expiresAt - (read?.expiresAt ?? 0);
        const early = issuedAt - (read?.issuedAt ?? 0);
        expect([late >= 0 && late < day, early >= 0 && early < minute]).toEqual([true, true]);
      }),
    );
  });

  it('caps at the maximum of four bytes, which exceeds every limit', () => {
    const proof: VoucherProof = { ...plain, offlineCap: 2 ** 33 };
    expect(readVoucherProof(writeVoucherProof(proof, signature))?.offlineCap).toBe(2 ** 32 - 1);
  });

  it('is rejected when truncated, longer, or of an unknown version or signer', () => {
    const proof: VoucherProof = { ...plain, signer: { by: 'server', kid: 7 }, face: 50_000 };
    const text = writeVoucherProof(proof, signature);
    const bytes = Buffer.from(text.slice(3), 'base64url');
    const asText = (changed: Uint8Array): string => `v1.${Buffer.from(changed).toString('base64url')}`;
    const others = [
      '',
      'v1.',
      text.slice(3),
      `v2.${text.slice(3)}`,
      text.slice(0, -4),
      asText(Buffer.concat([bytes, Buffer.of(0)])),
      asText(Buffer.concat([Buffer.of(0), bytes.subarray(1)])),
      asText(Buffer.concat([Buffer.of(2), bytes.subarray(1)])),
      asText(Buffer.concat([Buffer.of(3), bytes.subarray(1)])),
      `${text}!`,
    ];
    expect(others.map(readVoucherProof)).toEqual(others.map(() => null));
  });

  it('never throws, whatever was scanned', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (scanned) => {
        for (const text of [scanned, `v1.${scanned}`, `v2.${scanned}`])
          expect(['object', 'undefined']).toContain(typeof readVoucherProof(text));
      }),
    );
  });

  it('is not written with an invalid signature', () => {
    const proof = plain;
    expect(() => writeVoucherProof(proof, new Uint8Array(63))).toThrow('64 bytes');
  });

  it('names the market from version 2 on, while a kiosk has its certificate', () => {
    const market = marketPrefixOf(toMarketId('24684521-abcd-4000-8000-000000000000'));
    expect(market).toBe('24684521abcd');
    const text = writeVoucherProof({ ...plain, signer: { by: 'server', kid: 1, market } }, signature);
    expect([text.slice(0, 3), text.length]).toEqual(['v2.', 119]);
    expect(writeVoucherProof(plain, signature)).toMatch(/^v1\./);
    const ofKiosk = writeVoucherProof(
      { ...plain, signer: { by: 'kiosk', devicePrefix: '24684521abcd4000' } },
      signature,
    );
    expect(ofKiosk).toMatch(/^v1\./);
    expect(text.length).toBeLessThan(ofKiosk.length);
    expect([`v1.${text.slice(3)}`, `v2.${ofKiosk.slice(3)}`].map(readVoucherProof)).toEqual([null, null]);
  });

  it('names a kiosk by the first half of its id', () => {
    expect(devicePrefixOf('24684521-abcd-4000-8000-000000000000')).toBe('24684521abcd4000');
  });
});
