import type { KeySet, KioskCertificate } from '#src/contract/devices/device.ts';
import { toBase64Url } from '#src/domain/base64url.ts';
import { certificateText } from '#src/domain/device/device-proof.ts';
import type { Actor } from '#src/server/http/actor.ts';
import { done, type Answer } from '#src/server/http/answer.ts';
import {
  currentIssuingKey,
  rotateIssuingKey,
  type IssuingKeyDeps,
} from '#src/server/vouchers/issuing-keys.ts';
import { readKiosks, readPublishedKeys, readRevokedDevices } from './reads.ts';

/** A kiosk renews its certificate with every list of keys it fetches; without a link it may issue for a week. */
const certificateDays = 7;

/** Everything a stall needs to trust a voucher without a link. Kiosks' certificates are signed anew each time. */
export async function readKeySet(deps: IssuingKeyDeps): Promise<KeySet> {
  const issuing = await currentIssuingKey(deps);
  const now = deps.now();
  const notAfter = new Date(now.getTime() + certificateDays * 86_400_000).toISOString();
  const kiosks = (await readKiosks(deps.database)).map((kiosk): KioskCertificate => {
    const certificate = { ...kiosk, notAfter, kid: issuing.kid };
    const text = new TextEncoder().encode(certificateText(certificate));
    return { ...certificate, sig: toBase64Url(issuing.sign(text)) };
  });
  return {
    asOf: now.toISOString(),
    keys: await readPublishedKeys(deps.database),
    kiosks,
    revokedDevices: await readRevokedDevices(deps.database),
  };
}

export async function rotateKeys(deps: IssuingKeyDeps, actor: Actor): Promise<Answer<KeySet>> {
  const rotated = await rotateIssuingKey(deps, actor);
  return rotated.ok ? done(await readKeySet(deps)) : rotated;
}
