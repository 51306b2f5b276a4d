import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import type { Envelope } from '#src/contract/sync/envelope.ts';
import type { OperatorKey, OperatorSignature, SyncEntry } from '#src/contract/sync/schemas.ts';
import { toBase64Url } from '#src/domain/base64url.ts';
import { operatorKeyText, operatorText } from '#src/domain/device/device-proof.ts';
import type { SignedDevice } from '#tests/support/device/signed-device.ts';

type Entry = SyncEntry & { envelope: Envelope };

/** A person's own key as the server sees it: its offer names the person and the device. */
export class OperatorHand {
  readonly publicKey: string;
  readonly #key: KeyObject;

  constructor() {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#key = privateKey;
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    this.publicKey = toBase64Url(
      Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]),
    );
  }

  sign(text: string): string {
    return toBase64Url(sign('sha256', Buffer.from(text), { key: this.#key, dsaEncoding: 'ieee-p1363' }));
  }

  /** Returns a device's offer, sent with a session, to register this key there. */
  offer(device: SignedDevice, operatorId = device.operatorId, isUnderPin = true): OperatorKey {
    const key = { operatorId, publicKey: this.publicKey, isUnderPin };
    const text = operatorKeyText(device.id, key);
    return { ...key, deviceSig: device.sign(text), ownSig: this.sign(text) };
  }

  /** Returns the same operations with this person's signature beside the device's. */
  signed(...entries: readonly Entry[]): (Entry & { operator: OperatorSignature })[] {
    return entries.map((entry) => ({
      ...entry,
      operator: { key: this.publicKey, sig: this.sign(operatorText(entry.envelope.hash)) },
    }));
  }
}
