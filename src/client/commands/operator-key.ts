import type { ClosedKey, Enrolment, Operator, OperatorKeyRow } from '#src/client/local/db/rows.ts';
import { readEnrolment } from '#src/client/local/device/enrolment.ts';
import { isOperator, keepOperatorKey } from '#src/client/local/device/operators.ts';
import type { EnvelopeSigner } from '#src/client/local/outbox/sign-envelopes.ts';
import type { OpenOperatorKey } from '#src/client/state/operator-key.ts';
import type { OperatorKey } from '#src/contract/sync/schemas.ts';
import { operatorKeyText } from '#src/domain/device/device-proof.ts';
import type { CommandPorts } from './ports.ts';

/** Returns a signer with the device's key, and the person's while it is open here. */
export function signerOf(
  { crypto, openKey }: Pick<CommandPorts, 'crypto' | 'openKey'>,
  { keys }: Enrolment,
): EnvelopeSigner {
  return {
    sign: (text) => crypto.signText(keys.privateKey, text),
    signAs: (operatorId, text) => signAs(openKey.read(), operatorId, text, crypto.signText),
  };
}

/**
 * Returns null when it is not this person's key or fails to sign; then only the device signs and the sale
 * continues.
 */
export async function signAs(
  open: OpenOperatorKey | null,
  operatorId: string,
  text: string,
  signText: CommandPorts['crypto']['signText'],
): ReturnType<EnvelopeSigner['signAs']> {
  if (open?.offer.operatorId !== operatorId) return null;
  try {
    return { key: open.offer.publicKey, sig: await signText(open.privateKey, text) };
  } catch {
    return null;
  }
}

/**
 * Opens a person's key after a right PIN, for as long as the till is open. A missing or unusable key is
 * replaced now, the only moment at which the PIN is known. The server learns the new key once its person
 * signs in here.
 */
export async function openUnderPin(
  ports: CommandPorts,
  enrolment: Enrolment,
  { id, key }: Pick<Operator, 'id' | 'key'>,
  wrapKey: CryptoKey,
): Promise<void> {
  ports.openKey.hold(null);
  try {
    const opened = key && (await openKept(ports, enrolment, { id, key }, wrapKey));
    if (opened) return ports.openKey.hold(opened);
    const made = await makeUnderPin(ports, enrolment, id, wrapKey);
    await keepOperatorKey(ports.db, id, made.row);
    ports.openKey.hold(made.open);
  } catch {
    // The till opens, and only the device signs.
  }
}

async function openKept(
  { crypto }: CommandPorts,
  { deviceId }: Enrolment,
  { id, key }: { id: string; key: OperatorKeyRow },
  wrapKey: CryptoKey,
): Promise<OpenOperatorKey | null> {
  try {
    const privateKey = await crypto.openClosedKey(wrapKey, key, boundTo(deviceId, id));
    return { privateKey, offer: offerOf(id, key) };
  } catch {
    return null;
  }
}

/**
 * Returns a person's key, encrypted under their PIN and open. Throws when the browser cannot generate one.
 */
export async function makeUnderPin(
  { crypto }: CommandPorts,
  enrolment: Enrolment,
  operatorId: string,
  wrapKey: CryptoKey,
): Promise<{ row: OperatorKeyRow; open: OpenOperatorKey }> {
  const { closed, privateKey } = await crypto.makeClosedKey(wrapKey, boundTo(enrolment.deviceId, operatorId));
  const offer = await signOffer(crypto, enrolment, privateKey, {
    operatorId,
    publicKey: closed.publicKey,
    isUnderPin: true,
  });
  const { deviceSig, ownSig } = offer;
  return { row: { ...closed, deviceSig, ownSig }, open: { privateKey, offer } };
}

/**
 * Creates a key for a person who signed in by password and typed no PIN, for as long as this page lives. Does
 * nothing when the device is not enrolled or the person may not work on it. A key that is already open for
 * this person stays.
 */
export async function openForSession(
  { db, crypto, openKey }: Pick<CommandPorts, 'db' | 'crypto' | 'openKey'>,
  operatorId: string,
): Promise<void> {
  const isOpen = (): boolean => openKey.read()?.offer.operatorId === operatorId;
  const enrolment = await readEnrolment(db);
  if (isOpen() || enrolment?.state !== 'active' || !(await isOperator(db, operatorId))) return;
  const { publicKey, privateKey } = await crypto.makePageKey();
  const key = { operatorId, publicKey, isUnderPin: false };
  const offer = await signOffer(crypto, enrolment, privateKey, key);
  if (!isOpen()) openKey.hold({ privateKey, offer });
}

/**
 * Returns the keys that a person's session registers on the server: the one under their PIN, and the open
 * one.
 */
export function offersOf(own: Pick<Operator, 'id' | 'key'>, open: OpenOperatorKey | null): OperatorKey[] {
  const kept = own.key ? [offerOf(own.id, own.key)] : [];
  const isOther = open?.offer.operatorId === own.id && open.offer.publicKey !== own.key?.publicKey;
  return isOther ? [...kept, open.offer] : kept;
}

async function signOffer(
  { signText }: CommandPorts['crypto'],
  { deviceId, keys }: Enrolment,
  privateKey: CryptoKey,
  key: Pick<OperatorKey, 'operatorId' | 'publicKey' | 'isUnderPin'>,
): Promise<OperatorKey> {
  const text = operatorKeyText(deviceId, key);
  const [deviceSig, ownSig] = [await signText(keys.privateKey, text), await signText(privateKey, text)];
  return { ...key, deviceSig, ownSig };
}

function offerOf(
  operatorId: string,
  key: ClosedKey & Pick<OperatorKeyRow, 'deviceSig' | 'ownSig'>,
): OperatorKey {
  const { publicKey, deviceSig, ownSig } = key;
  return { operatorId, publicKey, isUnderPin: true, deviceSig, ownSig };
}

function boundTo(deviceId: string, operatorId: string): string {
  return `mercado/operator-key/1\n${deviceId}\n${operatorId}`;
}
