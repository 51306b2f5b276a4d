import type { OfflineRegistration } from '#src/contract/accounts/notice.ts';
import type { SealedResult } from '#src/contract/sync/recovery.ts';
import type { SyncEntry } from '#src/contract/sync/schemas.ts';
import { envelopeSchema, type Envelope, type TopUpEnvelope } from '#src/operations/envelopes.ts';
import { toOpId, type OpId, type VoucherId } from '#src/protocol/brands.ts';
import { envelopeHash } from '#src/protocol/envelope.ts';
import { envelopeText } from '#src/protocol/signed-texts.ts';
import { isProofSigned, type VerifySignature } from '#src/protocol/verify-voucher.ts';
import { readVoucherProof, type VoucherProof } from '#src/protocol/voucher-proof.ts';
import type { SyncDevice } from '#src/server/journal/ports/rows.ts';
import type { IssuedLink, SyncDeps } from '#src/server/journal/ports/sync-deps.ts';
import { isSignedBy, sha256 } from './crypto.ts';

const plainText = /^[^\p{Cc}\p{Cs}]{0,200}$/u;

/** An entry after parsing and checking its author's signature: everything that needs no transaction. */
export type Prepared =
  | { index: number; kind: 'unreadable'; opId: OpId }
  | {
      index: number;
      kind: 'unknown-author' | 'foreign-author' | 'changed-body' | 'bad-signature';
      envelope: Envelope;
    }
  | ReadyEntry;
export type ReadyEntry = {
  index: number;
  kind: 'ready';
  envelope: Envelope;
  sig: string;
  registration: OfflineRegistration | null;
  /** The voucher's proof of an acceptance if its signature is valid, otherwise null. */
  proof: VoucherProof | null;
  /** Link of a top-up's voucher. */
  link: IssuedLink | null;
  /** Earlier answer by this server, from its own seal; null when nothing is proved. */
  proven: SealedResult | null;
};

/**
 * Parses and checks each entry of a request by `uploader` independently, so that a bad one affects no other.
 */
export async function prepareEntries(
  deps: SyncDeps,
  uploader: SyncDevice,
  entries: readonly SyncEntry[],
): Promise<Prepared[]> {
  const parsed = entries.map((entry) => readEnvelope(entry.envelope));
  const others = new Set(parsed.flatMap((envelope) => (envelope ? [envelope.deviceId] : [])));
  others.delete(uploader.id);
  const authors = others.size > 0 ? await deps.store.readDevices([...others]) : [];
  const byId = new Map([uploader, ...authors].map((author) => [author.id, author]));
  const proofKey = rememberedProofKey(deps);
  const prepare = async (entry: SyncEntry, index: number): Promise<Prepared> => {
    const envelope = parsed[index];
    if (!envelope) return { index, kind: 'unreadable', opId: opIdOf(entry.envelope) };
    return prepareOne({ deps, uploader, proofKey }, byId.get(envelope.deviceId), envelope, entry, index);
  };
  return inTurns(entries, prepare);
}

/** Enough to keep every core verifying, and few enough for other work that waits for this thread. */
const atOnce = 20;

/** Returns the results in order. At most this many run at a time. */
async function inTurns<Given, Made>(
  all: readonly Given[],
  make: (one: Given, index: number) => Promise<Made>,
): Promise<Made[]> {
  const begun: Promise<Made[]>[] = [];
  for (let from = 0; from < all.length; from += atOnce) {
    await begun.at(-2);
    const group = Promise.all(all.slice(from, from + atOnce).map((one, n) => make(one, from + n)));
    // Node ends a process for a failure without a handler, and this group is awaited later.
    group.catch(() => undefined);
    begun.push(group);
  }
  return (await Promise.all(begun)).flat();
}

type ProofKey = (signer: VoucherProof['signer']) => Promise<string | null>;
type Preparing = { deps: SyncDeps; uploader: SyncDevice; proofKey: ProofKey };

/** A batch has few signers, so each is looked up once. */
function rememberedProofKey({ store }: SyncDeps): ProofKey {
  const known = new Map<string, Promise<string | null>>();
  return (signer) => {
    const name = signer.by === 'server' ? `server ${signer.kid}` : `kiosk ${signer.devicePrefix}`;
    const key = known.get(name) ?? store.inTransaction((tx) => tx.findProofKey(signer));
    known.set(name, key);
    return key;
  };
}

async function prepareOne(
  { deps, uploader, proofKey }: Preparing,
  author: SyncDevice | undefined,
  envelope: Envelope,
  entry: SyncEntry,
  index: number,
): Promise<Prepared> {
  if (!author) return { index, kind: 'unknown-author', envelope };
  if (author.marketId !== uploader.marketId) return { index, kind: 'foreign-author', envelope };
  if (envelopeHash(envelope, sha256) !== envelope.hash) return { index, kind: 'changed-body', envelope };
  const isSigned = await isSignedBy(
    deps.verifySignature,
    author.publicKey,
    envelopeText(envelope.hash),
    entry.sig,
  );
  if (!isSigned) return { index, kind: 'bad-signature', envelope };
  return {
    index,
    kind: 'ready',
    envelope,
    sig: entry.sig,
    registration: entry.registration ?? null,
    proof:
      envelope.kind === 'acceptance'
        ? await verifiedProof(deps.verifySignature, proofKey, envelope.payload)
        : null,
    link: envelope.kind === 'top-up' ? await issueLinkOf(deps, author, envelope) : null,
    proven: entry.sealed === undefined ? null : deps.sealer.proven(entry.sealed, envelope),
  };
}

/** Maximum age of a kiosk's timestamp that is trusted. The voucher's expiry depends on it. */
const longestAwayMs = 30 * 86_400_000;
/**
 * Maximum lead over the server's clock. The printed voucher shows this date, which is all its customer reads.
 */
const longestAheadMs = 7 * 86_400_000;

/**
 * Signs the voucher's link. The voucher expires on its printed date, whenever the top-up arrives; its time of
 * issue is at most now.
 */
function issueLinkOf(deps: SyncDeps, { marketId }: SyncDevice, envelope: TopUpEnvelope): Promise<IssuedLink> {
  const { uuid, clientId, monto } = envelope.payload;
  const now = deps.now().getTime();
  const handedOutAt = Date.parse(envelope.occurredAt) + envelope.clockOffset;
  const countedFrom = Math.min(now + longestAheadMs, Math.max(handedOutAt, now - longestAwayMs));
  return deps.issueLink({
    voucherId: uuid,
    ownerId: clientId,
    marketId,
    face: monto,
    issuedAt: new Date(Math.min(now, countedFrom)),
    countedFrom: new Date(countedFrom),
  });
}

/**
 * Verifies a proof with the key that made it, including retired keys and revoked kiosks, which an offline
 * stall cannot recognise. Whether it had expired when used is a rule (operations/acceptance/entry.ts).
 */
async function verifiedProof(
  verify: VerifySignature,
  proofKey: ProofKey,
  payload: { proof: string; codeQrUuid: VoucherId; userId: string },
): Promise<VoucherProof | null> {
  const proof = readVoucherProof(payload.proof);
  if (!proof) return null;
  const publicKey = await proofKey(proof.signer);
  if (!publicKey) return null;
  const ids = { voucherId: payload.codeQrUuid, ownerId: payload.userId };
  return (await isProofSigned(proof, ids, publicKey, verify)) ? proof : null;
}

/** Returns null for a version that is not this one, or for text that the database cannot store. */
function readEnvelope(given: unknown): Envelope | null {
  const envelope = envelopeSchema.safeParse(given).data;
  if (!envelope) return null;
  const texts = [envelope.operatorId, envelope.prevHash, envelope.hash, ...Object.values(envelope.payload)];
  return texts.every((text) => typeof text !== 'string' || plainText.test(text)) ? envelope : null;
}

/** Returns the id of an unreadable envelope if it has one, so that the device can match the result. */
function opIdOf(envelope: unknown): OpId {
  const opId = typeof envelope === 'object' && envelope !== null && 'opId' in envelope ? envelope.opId : '';
  return toOpId(typeof opId === 'string' ? opId.slice(0, 64) : '');
}
