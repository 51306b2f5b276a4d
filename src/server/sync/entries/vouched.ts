import type { Envelope } from '#src/contract/sync/envelope.ts';
import type { KnownOperatorKey } from '#src/server/sync/ports/operator-key-port.ts';
import type { SyncOperator } from '#src/server/sync/ports/ports.ts';

/** How far the person whom an envelope names stands behind it. */
export type Vouched = {
  /** their own key has signed it, or they are signed in, or nothing of theirs was signed yet at that number */
  isVouched: boolean;
  /** suspended since, but signed before: the device had reported its number by then */
  isOfBefore: boolean;
};

/**
 * The device's signature says which device it was. Who it was says the person's own key, which no session but theirs has put
 * there, or that session itself with the contact. Nobody is asked for a signature before the first key under their PIN was known
 * here: what the device had written by then counts as it did, and no number can be given twice.
 */
export function vouchFor(
  { operatorKeys, signedIn }: { operatorKeys: readonly KnownOperatorKey[]; signedIn: string | null },
  { operatorId, seq }: Pick<Envelope, 'operatorId' | 'seq'>,
  operator: SyncOperator | null,
  signedWith: string | null,
): Vouched {
  const key = operatorKeys.find(
    ({ personId, publicKey }) => personId === operatorId && publicKey === signedWith,
  );
  const isSigned = key !== undefined && (key.untilSeq === null || seq <= key.untilSeq);
  const { signsAfter = null, suspendedSeq = null } = operator ?? {};
  return {
    isVouched: isSigned || signedIn === operatorId || signsAfter === null || seq <= signsAfter,
    isOfBefore: isSigned && suspendedSeq !== null && seq <= suspendedSeq,
  };
}
