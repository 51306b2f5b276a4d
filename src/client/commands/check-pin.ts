import { countPinAttempt, forgiveAttempts } from '#src/client/local/device/operators.ts';
import type { MoneyDb } from '#src/client/local/money-db.ts';
import type { PinVerifier } from '#src/client/local/rows.ts';

export type PinResult =
  | { kind: 'right' }
  /** attempts that remain; 0: locked from now on */
  | { kind: 'wrong'; left: number }
  /** until its owner signs in online */
  | { kind: 'locked' }
  /** nobody of this name may open this device */
  | { kind: 'none' };

/** `tagOf` is the slow half of the check: it needs the device's own key (device/pin-hash). */
export async function checkPin(
  db: MoneyDb,
  operatorId: string,
  tagOf: (verifier: PinVerifier) => Promise<string>,
): Promise<PinResult> {
  const attempt = await countPinAttempt(db, operatorId);
  if (attempt.kind !== 'check') return attempt;
  const tag = await tagOf(attempt.verifier);
  if (tag !== attempt.verifier.tag) return { kind: 'wrong', left: attempt.left };
  await forgiveAttempts(db, operatorId);
  return { kind: 'right' };
}
