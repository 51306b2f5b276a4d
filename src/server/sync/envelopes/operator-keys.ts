import {
  operatorKeySchema,
  operatorSignatureSchema,
  type OperatorKey,
  type OperatorSignature,
  type SyncRequest,
} from '#src/contract/sync/schemas.ts';
import { operatorKeyText, operatorText } from '#src/domain/device/device-proof.ts';
import type { SyncDevice, SyncTransaction } from '#src/server/sync/ports/ports.ts';
import type { SyncDeps } from '#src/server/sync/ports/sync-deps.ts';
import { isSignedBy } from './verify-p256.ts';

type Verifier = Pick<SyncDeps, 'verifySignature'>;

/**
 * Returns an envelope's valid signature by the operator key that it names, of any person. Null when
 * there is none.
 */
export async function operatorSignatureOf(
  { verifySignature }: Verifier,
  hash: string,
  given: unknown,
): Promise<OperatorSignature | null> {
  const signature = operatorSignatureSchema.safeParse(given).data;
  if (!signature) return null;
  const { key, sig } = signature;
  return (await isSignedBy(verifySignature, key, operatorText(hash), sig)) ? signature : null;
}

/**
 * Returns the offered keys of the signed-in person that both this device and the key itself have signed. Only
 * a session registers a key, and only the session's own.
 */
export async function offeredKeys(
  { verifySignature }: Verifier,
  { id, publicKey: deviceKey }: SyncDevice,
  { operatorKeys = [] }: Pick<SyncRequest, 'operatorKeys'>,
  signedIn: string | null,
): Promise<OperatorKey[]> {
  const offers = operatorKeys.flatMap((given) => operatorKeySchema.safeParse(given).data ?? []);
  const isGood = async (offer: OperatorKey): Promise<boolean> => {
    const { operatorId, publicKey, deviceSig, ownSig } = offer;
    // Otherwise the device's own key would count as the person's signature.
    if (operatorId !== signedIn || publicKey === deviceKey) return false;
    const text = operatorKeyText(id, offer);
    return (
      (await isSignedBy(verifySignature, deviceKey, text, deviceSig)) &&
      (await isSignedBy(verifySignature, publicKey, text, ownSig))
    );
  };
  const judged = await Promise.all(offers.map(isGood));
  return offers.filter((_, index) => judged[index]);
}

/**
 * Registers the new ones, with the device locked. `seq`: number of operations that the device reports as
 * written.
 */
export async function keepOfferedKeys(
  tx: SyncTransaction,
  deviceId: string,
  offers: readonly OperatorKey[],
  { seq, at }: { seq: number; at: Date },
): Promise<void> {
  if (offers.length === 0) return;
  const known = await tx.findOperatorKeys(
    deviceId,
    offers.map(({ publicKey }) => publicKey),
  );
  for (const { operatorId: personId, publicKey, isUnderPin } of offers) {
    const held = known.find((key) => key.personId === personId && key.publicKey === publicKey);
    if (held?.untilSeq !== null)
      await tx.putOperatorKey(deviceId, { personId, publicKey, isUnderPin, seq, at });
  }
}
