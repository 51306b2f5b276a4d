import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { OpId } from '#src/contract/brands.ts';
import {
  sealedReceiptSchema,
  shownReceiptSchema,
  type ReceiptSeal,
  type SealedOutcome,
  type ShownReceipt,
} from '#src/contract/devices/seal.ts';
import { toBase64Url } from '#src/domain/base64url.ts';
import { canonicalJson } from '#src/domain/device/canonical-hash.ts';

/** What a seal is about: one operation with one content, and what came of it. */
export type SealedFacts = SealedOutcome & { opId: OpId; hash: string };
/** The life of the database, and how far its order of commits had come. */
export type SealedAt = Pick<ReceiptSeal, 'epoch' | 'position'>;

/** Seals receipts and recognises its own seals. Nobody without the key can make one, a device least of all. */
export type Sealer = {
  kid: string;
  seal(facts: SealedFacts, at: SealedAt): ReceiptSeal;
  /** What this receipt of the operation says, when it is one of ours and about this very content; null: it is not. */
  proven(given: unknown, opId: OpId, hash: string): SealedOutcome | null;
  /** A receipt that is shown by itself; null: not one of ours. */
  shown(given: unknown): ShownReceipt | null;
};

/** `key`: of this purpose alone (store/key-file.ts). */
export function createSealer(key: Uint8Array): Sealer {
  const kid = createHash('sha256').update('mercado/seal-key/1\n').update(key).digest('hex').slice(0, 8);
  const macOf = ({ opId, hash, state, code }: SealedFacts, { epoch, position }: SealedAt): Buffer =>
    createHmac('sha256', key)
      .update(`mercado/receipt/1\n${canonicalJson([opId, hash, state, code ?? '', epoch, position, kid])}`)
      .digest();
  const isOurs = (facts: SealedFacts, seal: ReceiptSeal): boolean => {
    const given = Buffer.from(seal.mac, 'base64url');
    const right = macOf(facts, seal);
    return seal.kid === kid && given.length === right.length && timingSafeEqual(given, right);
  };
  return {
    kid,
    seal: (facts, { epoch, position }) => ({
      epoch,
      position,
      kid,
      mac: toBase64Url(macOf(facts, { epoch, position })),
    }),
    proven: (given, opId, hash) => {
      const receipt = sealedReceiptSchema.safeParse(given).data;
      if (!receipt || !isOurs({ ...receipt, opId, hash }, receipt.seal)) return null;
      const { state, code } = receipt;
      return { state, ...(code === undefined ? {} : { code }) };
    },
    shown: (given) => {
      const receipt = shownReceiptSchema.safeParse(given).data;
      return receipt && isOurs(receipt, receipt.seal) ? receipt : null;
    },
  };
}
