import type { SnapshotRequest } from '#src/contract/sync/schemas.ts';
import { writeBalanceList } from '#src/protocol/balance-list.ts';
import { toBase64Url } from '#src/protocol/base64url.ts';
import type { KeySet, KioskCertificate } from '#src/protocol/keys.ts';
import { certificateText, requestText } from '#src/protocol/signed-texts.ts';
import type { VoucherLife } from '#src/protocol/voucher-proof.ts';
import type { Actor } from '#src/server/actor.ts';
import { done, refuse, type Answer } from '#src/server/answer.ts';
import { sha256 } from '#src/server/journal/envelopes/crypto.ts';
import type { SyncDeps } from '#src/server/journal/ports/sync-deps.ts';
import { authenticateDevice } from '#src/server/journal/sync-device.ts';
import { settledPosition } from '#src/server/ledger/commit-order.ts';
import {
  currentIssuingKey,
  rotateIssuingKey,
  type IssuingKeyDeps,
} from '#src/server/nouns/vouchers/issuing-keys.ts';
import type { Database } from '#src/server/store/database.ts';
import { type MarketLists, readMarketChanges } from './market-lists.ts';
import { readKiosks, readPublishedKeys, readRevokedDevices } from './reads.ts';
import type { RescueKey } from './rescue-files.ts';

type BalanceListDeps = Pick<SyncDeps, 'store' | 'verifySignature' | 'now'> & {
  database: Database;
  marketLists: MarketLists;
};

/** Changes since an older moment are sent as a full list. */
const longestMs = 7 * 86_400_000;

/**
 * Returns the stall's balance list, in full or as changes since its last one: vouchers of its market, and
 * others that paid there. For enrolled devices.
 */
export async function readBalanceList(
  deps: BalanceListDeps,
  request: SnapshotRequest,
): Promise<Answer<Uint8Array<ArrayBuffer>>> {
  const device = await authenticateDevice(deps, request, requestText(request, sha256));
  if (!device.ok) return device;
  if (device.value.revokedAt) return refuse('DEVICE_REVOKED');
  const { id, marketId } = device.value;
  const now = deps.now();
  const asOf = now.getTime();
  const { since } = request;
  const position = await deps.store.inTransaction((tx) =>
    since === 0 || asOf - since > longestMs ? Promise.resolve(null) : tx.readListPosition(id, since),
  );
  // A moment ahead of this clock came from a wrong clock: such a list is built anew.
  if (position === null || since > asOf) {
    const whole = await deps.marketLists.whole(marketId, now);
    await deps.store.inTransaction((tx) => tx.noteHandedList(id, whole.list.asOf, whole.position));
    return done(whole.list.bytes);
  }
  const from = await settledPosition(deps.database);
  await deps.store.inTransaction((tx) => tx.noteHandedList(id, asOf, from));
  const changes = await readMarketChanges(deps.database, marketId, { position, at: since }, now);
  return done(writeBalanceList('changes', asOf, changes));
}

type KeySetDeps = IssuingKeyDeps & {
  voucherLife: VoucherLife;
  rescueKey: Pick<RescueKey, 'publicKey'>;
  publicUrl: string;
};

/** A kiosk renews its certificate with every key list it fetches, so it may issue offline for a week. */
const certificateMs = 7 * 86_400_000;
const hourMs = 3_600_000;

type ReadKeySet = () => Promise<KeySet>;
type Signed = Map<string, { text: string; sig: string }>;

/**
 * Returns a reader of everything a stall needs to trust a voucher offline. Strangers may read it in a loop, so a certificate is
 * signed once an hour, and callers that arrive during a read share the next one. That begins after all of them, so
 * each sees what was revoked before its call.
 */
export function keySetReader(deps: KeySetDeps): ReadKeySet {
  const signed: Signed = new Map();
  let last: Promise<unknown> = Promise.resolve();
  let next: Promise<KeySet> | null = null;
  return () => {
    if (next) return next;
    next = last.then(() => {
      next = null;
      return makeKeySet(deps, signed);
    });
    last = next.catch(() => undefined);
    return next;
  };
}

async function makeKeySet(deps: KeySetDeps, signed: Signed): Promise<KeySet> {
  const issuing = await currentIssuingKey(deps);
  const now = deps.now();
  const signedAt = Math.floor(now.getTime() / hourMs) * hourMs;
  const notAfter = new Date(signedAt + certificateMs).toISOString();
  const kiosks = (await readKiosks(deps.database)).map((kiosk): KioskCertificate => {
    const certificate = { ...kiosk, notAfter, kid: issuing.kid };
    const text = certificateText(certificate);
    const known = signed.get(kiosk.deviceId);
    const sig = known?.text === text ? known.sig : toBase64Url(issuing.sign(new TextEncoder().encode(text)));
    signed.set(kiosk.deviceId, { text, sig });
    return { ...certificate, sig };
  });
  return {
    asOf: now.toISOString(),
    keys: await readPublishedKeys(deps.database),
    kiosks,
    revokedDevices: await readRevokedDevices(deps.database),
    ...deps.voucherLife,
    rescueKey: deps.rescueKey.publicKey,
    codeHost: new URL(deps.publicUrl).host,
  };
}

export async function rotateKeys(
  deps: KeySetDeps,
  readKeySet: ReadKeySet,
  actor: Actor,
): Promise<Answer<KeySet>> {
  const rotated = await rotateIssuingKey(deps, actor);
  return rotated.ok ? done(await readKeySet()) : rotated;
}
