import type { OfflineRefusal } from '#src/client/local/db/operation.ts';
import { transact } from '#src/client/local/db/reopen-lost-handle.ts';
import { readKeySet } from '#src/client/local/device/server-config.ts';
import { readKnownBalance } from '#src/client/local/offline/known-balance.ts';
import { readAcceptanceFacts, tablesToDecide } from '#src/client/local/offline/offline-facts.ts';
import { checkProof } from '#src/operations/acceptance/place.ts';
import { decideAcceptance } from '#src/protocol/acceptance.ts';
import type { Pesos, VoucherId } from '#src/protocol/brands.ts';
import { readVoucherProof } from '#src/protocol/voucher-proof.ts';
import type { CommandPorts } from './ports.ts';

/**
 * Facts about a voucher that a stall can show offline. Amounts in the smallest unit shown, times in ms since
 * 1970.
 */
export type OfflineView = {
  /** Last known balance, or the face amount of a voucher too new to have one. */
  known: number;
  /** Server clock of that knowledge; null when only the proof is known. */
  knownAt: number | null;
  /** Highest price that the rules allow now; 0 with a reason. */
  most: Pesos;
  refusal: OfflineRefusal | null;
  /** Claims printed on the voucher, even when unproven; null when unreadable. */
  claim: { face: number; expiresAt: number | null } | null;
  /** The link has another host than the codes of this installation. */
  isFromElsewhere: boolean;
  /** Age of the list, ms, once past the market's warning; null before. */
  oldListMs: number | null;
};

/** `host`: of the code's link, where it differs from this page's. */
export type PreviewedCode = { voucherId: VoucherId; ownerId: string; proof: string; host?: string | null };

/** Returns the highest price that the rules allow, and writes nothing. */
export async function previewOfflinePurchase(ports: CommandPorts, code: PreviewedCode): Promise<OfflineView> {
  const { db } = ports;
  const now = ports.clock.now();
  const checked = await checkProof(ports, code.proof, code, now);
  const list = await ports.cache.readList();
  const { proof = null, issuedIn = null } = checked.ok ? checked : {};
  const { voucherId } = code;
  const purchase = { voucherId, price: Number.MAX_SAFE_INTEGER, proof, issuedIn, list, except: null };
  const [facts, heard, keys] = await transact(db, 'r', tablesToDecide(db), async (inside) => [
    await readAcceptanceFacts(inside, purchase, now),
    await readKnownBalance(inside, list, voucherId),
    await readKeySet(inside),
  ]);
  const decision = facts && decideAcceptance(facts);
  const age = facts && list ? facts.now - list.asOf : 0;
  const most = decision?.accept === false ? decision.most : 0;
  const claim = readVoucherProof(code.proof);
  const isFaulty = !checked.ok && checked.fault !== 'NO_PROOF';
  const ruled = decision?.accept === false && most === 0 ? decision.reason : null;
  return {
    known: heard?.balance ?? proof?.face ?? 0,
    knownAt: heard?.asOf ?? null,
    most: isFaulty ? 0 : most,
    refusal: isFaulty ? checked.fault : facts ? ruled : 'NOT_ENROLLED',
    claim: claim && { face: claim.face, expiresAt: claim.expiresAt },
    // Unknown to a device that has no keys, or those of an older server: such a code is not called foreign.
    isFromElsewhere: code.host != null && keys?.codeHost !== undefined && keys.codeHost !== code.host,
    oldListMs: facts && age > facts.limits.warnHours * 3_600_000 ? age : null,
  };
}
