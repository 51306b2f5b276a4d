import { create } from 'qrcode';
import { describe, expect, it } from 'vitest';
import { toVoucherId } from '#src/protocol/brands.ts';
import {
  fitsPrintedCode,
  longestVoucherLink,
  maxPrintedLink,
  voucherLink,
} from '#src/protocol/voucher-link.ts';
import { writeVoucherProof, type VoucherProof } from '#src/protocol/voucher-proof.ts';

const id = '0b0e7d8c-5f36-4f0a-9a1c-3f2e8f1f6c11';
const signature = new Uint8Array(64).fill(0xff);
const facts = { face: 2_000_000, issuedAt: 1_800_000_000_000, expiresAt: null, offlineCap: 0 };
const byServer: VoucherProof = { ...facts, signer: { by: 'server', kid: 255, market: '0b0e7d8c5f36' } };
const ofBefore: VoucherProof = { ...facts, signer: { by: 'server', kid: 255 } };
const byKiosk: VoucherProof = { ...facts, signer: { by: 'kiosk', devicePrefix: '0b0e7d8c5f364f0a' } };
const linkOf = (urlLength: number, proof: VoucherProof): string =>
  `${voucherLink('https://'.padEnd(urlLength, 'm'), id, toVoucherId(id))}#${writeVoucherProof(proof, signature)}`;
const versionOf = (text: string): number => create(text, { errorCorrectionLevel: 'M' }).version;

describe('a printed link', () => {
  it.each([
    ['the server', 45, byServer],
    ['the server, version 1', 53, ofBefore],
    ['a kiosk', 43, byKiosk],
  ])('signed by %s fits a host of %i characters and no longer one', (_who, longest, proof) => {
    expect(linkOf(longest, proof)).toHaveLength(maxPrintedLink);
    expect(fitsPrintedCode(linkOf(longest, proof))).toBe(true);
    expect(fitsPrintedCode(linkOf(longest + 1, proof))).toBe(false);
  });

  it('has a known length in advance', () => {
    const address = 'https://'.padEnd(43, 'm');
    expect(longestVoucherLink(address)).toHaveLength(linkOf(43, byKiosk).length);
  });

  it('needs version 12 at most at level M', () => {
    expect(versionOf(linkOf(45, byServer))).toBe(12);
    expect(versionOf(linkOf(43, byKiosk))).toBe(12);
    expect(versionOf(linkOf(33, byServer))).toBeLessThan(12);
  });
});
