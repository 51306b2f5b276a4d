import { voucherLink } from '#src/protocol/voucher-link.ts';
import {
  marketPrefixOf,
  voucherProofMessage,
  writeVoucherProof,
  type VoucherProof,
} from '#src/protocol/voucher-proof.ts';
import type { MakeLink, VoucherLinkFacts } from '#src/server/ledger/issued-voucher.ts';
import { currentIssuingKey, type IssuingKey, type IssuingKeyDeps } from './issuing-keys.ts';

/** Reads the key. Call it before a transaction, inside which only the transaction's session may be used. */
export type OpenVoucherLinks = () => Promise<MakeLink>;

/**
 * Another process may rotate the key. Signatures of the old one stay valid, so a minute's delay is harmless.
 */
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
