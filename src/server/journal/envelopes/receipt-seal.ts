import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import {
  sealedReceiptSchema,
  shownReceiptSchema,
  type SealedResult,
  type ShownReceipt,
} from '#src/contract/sync/recovery.ts';
import { envelopeKinds, type Envelope } from '#src/operations/envelopes.ts';
import { toBase64Url } from '#src/protocol/base64url.ts';
import type { OpId } from '#src/protocol/brands.ts';
import type { ReceiptSeal } from '#src/protocol/recovery.ts';
import { sealText } from '#src/protocol/signed-texts.ts';

/** Content of a seal: one operation of one kind with its content hash, and the outcome. */
export type SealedFacts = SealedResult & SealedOperation;
type SealedOperation = { kind: Envelope['kind']; opId: OpId; hash: string };
/** Epoch of the database, and its position in the order of commits. */
export type SealedAt = Pick<ReceiptSeal, 'epoch' | 'position'>;

/** Seals receipts and recognises its own seals. No device can make one without the key. */
export type Sealer = ReturnType<typeof createSealer>;

/** `key` is used only for this purpose (secrets/key-file.ts). */
export function createSealer(key: Uint8Array) {
  const kid = createHash('sha256').update('mercado/seal-key/1\n').update(key).digest('hex').slice(0, 8);
  const macOf = (facts: SealedFacts, { epoch, position }: SealedAt): Buffer =>
    createHmac('sha256', key).update(sealText(facts, { epoch, position, kid })).digest();
  const isOurs = (
    facts: Omit<SealedFacts, 'kind'>,
    seal: ReceiptSeal,
    kinds: readonly Envelope['kind'][],
  ): boolean => {
    if (seal.kid !== kid) return false;
    const given = Buffer.from(seal.mac, 'base64url');
    return kinds.some((kind) => {
      const right = macOf({ kind, ...facts }, seal);
      return given.length === right.length && timingSafeEqual(given, right);
    });
  };
  return {
    kid,
    seal: (facts: SealedFacts, { epoch, position }: SealedAt): ReceiptSeal => ({
      epoch,
      position,
      kid,
      mac: toBase64Url(macOf(facts, { epoch, position })),
    }),
    /**
     * Returns the outcome in this receipt if it is sealed by this server for exactly this content; otherwise
     * null.
     */
    proven: (given: unknown, { kind, opId, hash }: SealedOperation): SealedResult | null => {
      const receipt = sealedReceiptSchema.safeParse(given).data;
      if (!receipt || !isOurs({ ...receipt, opId, hash }, receipt.seal, [kind])) return null;
      const { state, code } = receipt;
      return { state, ...(code === undefined ? {} : { code }) };
    },
    /** Reads a receipt shown without its operation; null when it is not sealed by this server. */
    shown: (given: unknown): ShownReceipt | null => {
      const receipt = shownReceiptSchema.safeParse(given).data;
      return receipt && isOurs(receipt, receipt.seal, envelopeKinds) ? receipt : null;
    },
  };
}
