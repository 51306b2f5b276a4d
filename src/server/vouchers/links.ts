import { voucherLink } from '#src/domain/voucher-link.ts';
import { voucherProofMessage, writeVoucherProof, type VoucherProof } from '#src/domain/voucher-proof.ts';
import { currentIssuingKey, type IssuingKey, type IssuingKeyDeps } from './issuing-keys.ts';

export type VoucherLinkFacts = {
  voucherId: string;
  /** as the link names the owner, which may be an id that was merged since */
  ownerId: string;
  /** smallest unit shown */
  face: number;
  issuedAt: Date;
  expiresAt: Date | null;
};
/** The link that a voucher's QR says, with the proof that it was issued. */
export type MakeVoucherLink = (facts: VoucherLinkFacts) => string;
/** Reads the key: before a transaction, because inside it only the transaction's own session may be asked. */
export type OpenVoucherLinks = () => Promise<MakeVoucherLink>;

/** Another process may rotate the key; what the old one signs meanwhile stays good, so a minute late is right. */
const keyHeldMs = 60_000;

export function createVoucherLinks(deps: IssuingKeyDeps & { publicUrl: string }): OpenVoucherLinks {
  let held: { key: IssuingKey; since: number } | null = null;
  return async () => {
    const now = deps.now().getTime();
    if (!held || Math.abs(now - held.since) > keyHeldMs)
      held = { key: await currentIssuingKey(deps), since: now };
    const { key } = held;
    return (facts) => linkBy(key, deps.publicUrl, facts);
  };
}

function linkBy(
  { kid, sign }: IssuingKey,
  publicUrl: string,
  { voucherId, ownerId, face, issuedAt, expiresAt }: VoucherLinkFacts,
): string {
  const proof: VoucherProof = {
    signer: { by: 'server', kid },
    face,
    issuedAt: issuedAt.getTime(),
    expiresAt: expiresAt?.getTime() ?? null,
    offlineCap: 0,
  };
  const signature = sign(voucherProofMessage(proof, { voucherId, ownerId }));
  return `${voucherLink(publicUrl, ownerId, voucherId)}#${writeVoucherProof(proof, signature)}`;
}
