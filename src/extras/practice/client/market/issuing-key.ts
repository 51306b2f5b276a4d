import { makeDevicePair, signBytes } from '#src/client/device/crypto.ts';
import { toAmount } from '#src/contract/brands.ts';
import type { KeySet } from '#src/contract/devices/schemas.ts';
import { voucherLink } from '#src/domain/voucher/voucher-link.ts';
import { voucherProofMessage, writeVoucherProof } from '#src/domain/voucher/voucher-proof.ts';
import type { Paper } from './books.ts';

/** Far from real key ids. A real tablet refuses a practice voucher because it lacks this key. */
const kid = 250;

export type IssuingKey = {
  /** Returns the public key, as a tablet fetches it. */
  keySet(): KeySet;
  /**
   * Returns the contents of the paper's code: its link, and the proof by which a tablet recognises it
   * offline.
   */
  linkOf(paper: Pick<Paper, 'id' | 'ownerId' | 'face' | 'createAt'>): Promise<string>;
};

/** Generates a key for this practice session, which no server and no other tablet ever sees. */
export async function makeIssuingKey(origin: string): Promise<IssuingKey> {
  // Browsers offer no cryptography over plain http on a market's own network. Papers then have no proof and
  // are sold only online, as in the real app.
  const pair = 'subtle' in crypto ? await makeDevicePair() : null;
  return {
    keySet: () => ({
      asOf: new Date().toISOString(),
      keys: pair === null ? [] : [{ kid, publicKey: pair.publicKey, retired: false }],
      kiosks: [],
      revokedDevices: [],
      days: 0,
      dayStartMs: 0,
    }),
    linkOf: async ({ id, ownerId, face, createAt }) => {
      const link = voucherLink(origin, ownerId, id);
      if (pair === null) return link;
      const proof = {
        signer: { by: 'server' as const, kid },
        face,
        issuedAt: Math.floor(Date.parse(createAt) / 60_000) * 60_000,
        expiresAt: null,
        offlineCap: toAmount(0),
      };
      const message = voucherProofMessage(proof, { voucherId: id, ownerId });
      return `${link}#${writeVoucherProof(proof, await signBytes(pair.privateKey, message))}`;
    },
  };
}
