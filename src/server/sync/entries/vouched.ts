import type { Envelope } from '#src/contract/sync/envelope.ts';
import type { KnownOperatorKey } from '#src/server/sync/ports/operator-key-port.ts';
import type { SyncOperator } from '#src/server/sync/ports/ports.ts';

/** Evidence that the named person stands behind an envelope. */
export type Vouched = {
  /**
   * True if it is signed with the person's own key, if the person is signed in, or if no signature was required at that number.
   */
  isVouched: boolean;
  /** Suspended later: the device had reported the number before the suspension. */
  isOfBefore: boolean;
};

/**
 * The device's signature proves which device wrote the envelope. The person is proved by their own key, which
 * only their session can register, or by that session during the contact. No signature is required before the
 * server knew the first key under their PIN: earlier envelopes keep their standing, and no number can be used
 * twice.
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
