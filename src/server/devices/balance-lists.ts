import type { RescueKey } from './rescue-files.ts';
import type { VoucherLife } from '#src/domain/voucher/voucher-validity.ts';
import type { Amount, VoucherId } from '#src/contract/brands.ts';
import type { SnapshotRequest } from '#src/contract/devices/sync.ts';
import { kioskVouchersListedMs } from '#src/domain/purchase/decide-acceptance.ts';
import { writeBalanceList, type BalanceEntry } from '#src/domain/voucher/balance-snapshot.ts';
import { done, refuse, type Answer } from '#src/server/http/answer.ts';
import type { Database } from '#src/server/store/database.ts';
import type { SyncDeps } from '#src/server/sync/ports/ports.ts';
import { authenticateDevice } from '#src/server/sync/sync-device.ts';
import type { KeySet, KioskCertificate } from '#src/contract/devices/device.ts';
import { toBase64Url } from '#src/domain/base64url.ts';
import { certificateText } from '#src/domain/device/device-proof.ts';
import type { Actor } from '#src/server/http/actor.ts';
import {
  currentIssuingKey,
  rotateIssuingKey,
  type IssuingKeyDeps,
} from '#src/server/vouchers/issuing-keys.ts';
import { readKiosks, readPublishedKeys, readRevokedDevices } from './reads.ts';

export type BalanceListDeps = Pick<SyncDeps, 'store' | 'verifySignature' | 'now'> & { database: Database };

/** Changes since a moment longer ago than this are sent as a full list. */
const longestMs = 7 * 86_400_000;
/** Vouchers end by the clock: one that was set meanwhile leaves none of them out. */
const expiryLateMs = 86_400_000;

/** The list of balances that a stall carries, full or the changes since it was last asked for. For enrolled devices. */
export async function readBalanceList(
  deps: BalanceListDeps,
  request: SnapshotRequest,
): Promise<Answer<Uint8Array<ArrayBuffer>>> {
  const device = await authenticateDevice(deps, request);
  if (!device.ok) return device;
  if (device.value.revokedAt) return refuse('DEVICE_REVOKED');
  const now = deps.now();
  const asOf = now.getTime();
  const { since } = request;
  const position = await deps.store.inTransaction(async (tx) => {
    await tx.noteHandedList(device.value.id, asOf);
    return since === 0 || asOf - since > longestMs ? null : tx.readListPosition(device.value.id, since);
  });
  // A moment ahead of this clock was named by a clock that was wrong: such a list is made anew.
  if (position === null || since > asOf) {
    const entries = await readAllBalances(deps.database, now, new Date(asOf - kioskVouchersListedMs));
    return done(writeBalanceList('full', asOf, entries));
  }
  const changes = await readChangedBalances(deps.database, position, new Date(since - expiryLateMs), now);
  return done(writeBalanceList('changes', asOf, changes));
}

const pageSize = 2_000;

type Row = { id: VoucherId; balance: Amount };

/**
 * Every voucher with a balance, and with 0 each one handed out by a kiosk since `kioskSince` that is spent or blocked:
 * a stall would otherwise take it for new. Read in pages, so that purchases pass in between; what changes meanwhile is
 * in the next list of changes.
 */
async function readAllBalances(database: Database, now: Date, kioskSince: Date): Promise<BalanceEntry[]> {
  const active = await inPages(
    database,
    'snapshot-active',
    [now],
    `select v.id, v.balance from voucher v
      where v.id > $2 and v.is_open and v.blocked_at is null and (v.expires_at is null or v.expires_at > $1)
      order by v.id limit ${pageSize}`,
  );
  const dead = await inPages(
    database,
    'snapshot-kiosk',
    [now, kioskSince],
    `select v.id, 0 as balance from voucher v
      where v.kiosk_signed and v.created_at >= $2 and v.id > $3
        and (v.balance = 0 or v.blocked_at is not null or v.expires_at <= $1)
      order by v.id limit ${pageSize}`,
  );
  return [...active, ...dead];
}

/**
 * Vouchers with a movement, a block or an unblock since `position` in the order of commits, or an end since `expiredSince`,
 * each with its current balance.
 */
export async function readChangedBalances(
  database: Database,
  position: number,
  expiredSince: Date,
  now: Date,
): Promise<BalanceEntry[]> {
  return inPages(
    database,
    'snapshot-changes',
    [now, expiredSince, position],
    `select v.id,
        case when v.blocked_at is not null or v.expires_at <= $1 then 0 else v.balance end as balance
      from (
        select p.account_id as id from movement m join posting p on p.movement_id = m.id where m.xid >= $3::bigint
        union select b.voucher_id from voucher_block b where b.xid >= $3::bigint
        union select e.id from voucher e where e.expires_at >= $2 and e.expires_at <= $1
      ) changed join voucher v on v.id = changed.id
      where v.id > $4 order by v.id limit ${pageSize}`,
  );
}

async function inPages(
  database: Database,
  name: string,
  values: readonly unknown[],
  text: string,
): Promise<BalanceEntry[]> {
  const entries: BalanceEntry[] = [];
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const { rows } = await database.query<Row>({ name, text, values: [...values, after] });
    for (const { id, balance } of rows) entries.push({ voucherId: id, balance });
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return entries;
    after = last.id;
  }
}

export type KeySetDeps = IssuingKeyDeps & {
  voucherLife: VoucherLife;
  rescueKey: Pick<RescueKey, 'publicKey'>;
};

/** A kiosk renews its certificate with every list of keys it fetches; without a link it may issue for a week. */
const certificateDays = 7;

/** Everything a stall needs to trust a voucher without a link. Kiosks' certificates are signed anew each time. */
export async function readKeySet(deps: KeySetDeps): Promise<KeySet> {
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
    ...deps.voucherLife,
    rescueKey: deps.rescueKey.publicKey,
  };
}

export async function rotateKeys(deps: KeySetDeps, actor: Actor): Promise<Answer<KeySet>> {
  const rotated = await rotateIssuingKey(deps, actor);
  return rotated.ok ? done(await readKeySet(deps)) : rotated;
}
