import { createHash, randomBytes } from 'node:crypto';
import type { Amount, VoucherId } from '#src/contract/brands.ts';
import type { VoucherGlance } from '#src/extras/read-only-link/contract/schemas.ts';
import { done, refuse, type Answer } from '#src/server/answer.ts';
import type { Database } from '#src/server/store/database.ts';
import { findVoucher } from '#src/server/vouchers/find-voucher.ts';

type ReadOnlyLinkDeps = { database: Database; now: () => Date };

/** 128 bits cannot be guessed, so the hash needs no salt. */
const keyBytes = 16;
const shownAtMost = 50;

const hashOf = (key: string): string => createHash('sha256').update(`view ${key}`).digest('base64url');

/** Returns a new key for this voucher and ends the previous one. A holder who loses the response creates another. */
export async function makeViewLink(
  { database, now }: ReadOnlyLinkDeps,
  voucherId: VoucherId,
): Promise<Answer<{ key: string }>> {
  const key = randomBytes(keyBytes).toString('base64url');
  const { rows } = await database.query({
    name: 'make-view-link',
    text: `insert into voucher_view (voucher_id, key_hash, made_at) select v.id, $2, $3 from voucher v where v.id = $1
      on conflict (voucher_id) do update set key_hash = excluded.key_hash, made_at = excluded.made_at
      returning voucher_id`,
    values: [voucherId, hashOf(key), now()],
  });
  return rows.length === 0 ? refuse('UNKNOWN_VOUCHER') : done({ key });
}

export async function endViewLink(
  { database }: ReadOnlyLinkDeps,
  voucherId: VoucherId,
): Promise<Answer<{ ended: boolean }>> {
  const { rows } = await database.query({
    name: 'end-view-link',
    text: 'delete from voucher_view where voucher_id = $1 returning voucher_id',
    values: [voucherId],
  });
  return done({ ended: rows.length > 0 });
}

/** Returns what a key shows. Nothing in the answer can spend the voucher. */
export async function readView(deps: ReadOnlyLinkDeps, key: string): Promise<Answer<VoucherGlance>> {
  const { rows } = await deps.database.query<{ voucher_id: VoucherId }>({
    name: 'voucher-of-view',
    text: 'select voucher_id from voucher_view where key_hash = $1',
    values: [hashOf(key)],
  });
  const voucherId = rows[0]?.voucher_id;
  if (voucherId === undefined) return refuse('UNKNOWN_VOUCHER');
  const found = await findVoucher(deps, voucherId, null);
  if (!found.ok) return found;
  const { clientId, monto, face, state, createAt, expiresAt } = found.value;
  return done({
    ownerName: clientId.ownerName,
    monto,
    face,
    state,
    createAt,
    ...(expiresAt === undefined ? {} : { expiresAt }),
    purchases: await readPurchases(deps.database, voucherId),
  });
}

type Row = { stall: string; amount: Amount; back: Amount; recorded_at: Date };

async function readPurchases(database: Database, voucherId: VoucherId): Promise<VoucherGlance['purchases']> {
  const { rows } = await database.query<Row>({
    name: 'purchases-in-view',
    text: `select s.stall_name as stall, b.amount, b.recorded_at,
        coalesce((select sum(o.amount) from purchase_void o where o.purchase_id = b.movement_id), 0)::bigint as back
      from purchase b join person s on s.id = b.stall_id
      where b.voucher_id = $1 order by b.recorded_at desc, b.movement_id desc limit $2`,
    values: [voucherId, shownAtMost],
  });
  return rows.map(({ stall, amount, back, recorded_at }) => ({
    estanteName: stall,
    price: amount,
    givenBack: back,
    createAt: recorded_at.toISOString(),
  }));
}
