import type { MarketId, Pesos, VoucherId } from '#src/contract/brands.ts';
import { voucherLink } from '#src/domain/voucher/voucher-link.ts';
import {
  marketPrefixOf,
  voucherProofMessage,
  writeVoucherProof,
  type VoucherProof,
} from '#src/domain/voucher/voucher-proof.ts';
import { currentIssuingKey, type IssuingKey, type IssuingKeyDeps } from './issuing-keys.ts';

export type VoucherLinkFacts = {
  voucherId: VoucherId;
  /** the owner's id as in the link, which may have been merged since */
  ownerId: string;
  /** the market that issues it, named in its proof */
  marketId: MarketId;
  /** smallest unit shown */
  face: Pesos;
  issuedAt: Date;
  expiresAt: Date | null;
};
/** Makes the link in a voucher's QR, with the proof that it was issued. */
export type MakeVoucherLink = (facts: VoucherLinkFacts) => string;
/** Reads the key. Call it before a transaction: inside one only its own session may be used. */
export type OpenVoucherLinks = () => Promise<MakeVoucherLink>;

/** Another process may rotate the key; what the old one signs stays valid, so a minute's delay is fine. */
const keyCachedMs = 60_000;

export function createVoucherLinks(deps: IssuingKeyDeps & { publicUrl: string }): OpenVoucherLinks {
  let cached: { key: IssuingKey; since: number } | null = null;
  return async () => {
    const now = deps.now().getTime();
    if (!cached || Math.abs(now - cached.since) > keyCachedMs)
      cached = { key: await currentIssuingKey(deps), since: now };
    const { key } = cached;
    return (facts) => linkBy(key, deps.publicUrl, facts);
  };
}

function linkBy(
  { kid, sign }: IssuingKey,
  publicUrl: string,
  { voucherId, ownerId, marketId, face, issuedAt, expiresAt }: VoucherLinkFacts,
): string {
  const proof: VoucherProof = {
    signer: { by: 'server', kid, market: marketPrefixOf(marketId) },
    face,
    issuedAt: issuedAt.getTime(),
    expiresAt: expiresAt?.getTime() ?? null,
    offlineCap: 0,
  };
  const signature = sign(voucherProofMessage(proof, { voucherId, ownerId }));
  return `${voucherLink(publicUrl, ownerId, voucherId)}#${writeVoucherProof(proof, signature)}`;
}
