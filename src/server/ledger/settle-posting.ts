import type { RefusalCode } from '#src/contract/refusal-code.ts';
import type { Session } from '#src/server/store/database.ts';
import type { AccountRef, Movement } from './settle-legs.ts';
import { uuidV7 } from './uuid-v7.ts';

/** The row of a settled purchase. Amounts in the smallest unit shown. */
export type SettledPurchase = {
  movementId: string;
  code: string;
  voucherId: string;
  customerId: string;
  stallId: string;
  marketId: string;
  amount: number;
  points: number;
  /** what the voucher did not cover, and why */
  missing: number;
  reason: string | null;
  recordedAt: Date;
};
export type StoredReceipt = {
  opId: string;
  bodyHash: string;
  refusal: RefusalCode | null;
  answer: Record<string, unknown>;
};
export type LockedVoucher = {
  id: string;
  ownerId: string;
  ownerName: string;
  marketId: string;
  /** smallest unit shown */
  balance: number;
  /** overspend: a settlement found something missing; person: somebody blocked it */
  blocked: 'overspend' | 'person' | null;
};

/**
 * Posts a balanced movement inside the caller's transaction; legs of a voucher change its balance too. Throws 23505 when
 * the reference is taken, 23514 when a balance would fall below 0.
 */
export async function postMovement(session: Session, movement: Movement): Promise<void> {
  const sum = movement.legs.reduce((total, { amount }) => total + amount, 0);
  if (sum !== 0 || movement.legs.length < 2)
    throw new Error(`movement ${movement.reference} has ${movement.legs.length} legs that sum to ${sum}`);
  await session.query({
    name: 'insert-movement',
    text: 'insert into movement (id, kind, reference, recorded_by, recorded_at) values ($1, $2, $3, $4, $5)',
    values: [movement.id, movement.kind, movement.reference, movement.recordedBy, movement.recordedAt],
  });
  for (const [index, { account, amount }] of movement.legs.entries()) {
    await session.query({
      name: 'insert-posting',
      text: 'insert into posting (movement_id, leg, account_id, amount) values ($1, $2, $3, $4)',
      values: [movement.id, index + 1, await accountId(session, account), amount],
    });
    if (account.kind === 'voucher')
      await session.query({
        name: 'change-voucher-balance',
        text: 'update voucher set balance = balance + $2 where id = $1',
        values: [account.ownerId, amount],
      });
  }
}

async function accountId(session: Session, { kind, ownerId, marketId }: AccountRef): Promise<string> {
  if (kind === 'voucher' || kind === 'stall') return ownerId;
  if (kind === 'debt')
    await session.query({
      name: 'open-debt-account',
      text: `insert into ledger_account (id, kind, owner_id, market_id) values ($1, 'debt', $2, $3)
        on conflict do nothing`,
      values: [uuidV7(), ownerId, marketId],
    });
  const { rows } = await session.query<{ id: string }>({
    name: kind === 'debt' ? 'debt-account' : 'account-of-market',
    text:
      kind === 'debt'
        ? `select id from ledger_account where kind = $1 and kind = 'debt' and owner_id = $2 and market_id = $3`
        : `select id from ledger_account where kind = $1 and kind <> 'debt' and owner_id = $2 and market_id = $3`,
    values: [kind, ownerId, marketId],
  });
  const id = rows[0]?.id;
  if (!id) throw new Error(`market ${marketId} has no ${kind} account of ${ownerId}`);
  return id;
}

export async function insertSettledPurchase(session: Session, purchase: SettledPurchase): Promise<void> {
  const { movementId, code, voucherId, customerId, stallId, marketId, recordedAt } = purchase;
  await session.query({
    name: 'insert-settled-purchase',
    text: `insert into purchase
        (movement_id, code, voucher_id, customer_id, stall_id, market_id, amount, points, missing, reason, recorded_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    values: [
      movementId,
      code,
      voucherId,
      customerId,
      stallId,
      marketId,
      purchase.amount,
      purchase.points,
      purchase.missing,
      purchase.reason,
      recordedAt,
    ],
  });
  if (purchase.points === 0) return;
  await session.query({
    name: 'insert-points',
    text: `insert into points_entry (movement_id, leg, customer_id, market_id, points, recorded_at)
      values ($1, 1, $2, $3, $4, $5)`,
    values: [movementId, customerId, marketId, purchase.points, recordedAt],
  });
}

/** The voucher, locked until the caller's transaction ends; null: unknown. */
export async function lockVoucher(session: Session, id: string): Promise<LockedVoucher | null> {
  await session.query({
    name: 'lock-voucher-row',
    text: 'select 1 from voucher where id = $1 for no key update',
    values: [id],
  });
  // A statement of its own: its snapshot sees what the one that we waited for has written.
  const { rows } = await session.query<LockedVoucher>({
    name: 'locked-voucher',
    text: `select v.id, v.owner_id as "ownerId", c.owner_name as "ownerName", v.market_id as "marketId", v.balance,
        case when v.blocked_at is null then null
          when exists (select 1 from sale_conflict o where o.voucher_id = v.id and o.reason = 'SPENT_ELSEWHERE'
              and o.recorded_at > coalesce(v.unblocked_at, '-infinity'))
            then 'overspend' else 'person' end as blocked
      from voucher v join person c on c.id = v.owner_id where v.id = $1`,
    values: [id],
  });
  return rows[0] ?? null;
}

const receiptColumns = 'op_id as "opId", body_hash as "bodyHash", refusal, answer';

export async function readReceipt(session: Session, opId: string): Promise<StoredReceipt | null> {
  const { rows } = await session.query<StoredReceipt>({
    name: 'read-receipt',
    text: `select ${receiptColumns} from receipt where op_id = $1`,
    values: [opId],
  });
  return rows[0] ?? null;
}

export async function readReceipts(session: Session, opIds: readonly string[]): Promise<StoredReceipt[]> {
  const { rows } = await session.query<StoredReceipt>({
    name: 'read-receipts',
    text: `select ${receiptColumns} from receipt where op_id = any ($1::text[])`,
    values: [opIds],
  });
  return rows;
}

/** The first answer to each operation, for ever: 23505 when there is one. */
export async function insertReceipts(
  session: Session,
  receipts: readonly StoredReceipt[],
  recordedAt: Date,
): Promise<void> {
  await session.query({
    name: 'insert-receipts',
    text: `insert into receipt (op_id, body_hash, refusal, answer, recorded_at)
      select "opId", "bodyHash", refusal, answer, $2::timestamptz
      from jsonb_to_recordset($1::text::jsonb) as r ("opId" text, "bodyHash" text, refusal text, answer jsonb)`,
    values: [JSON.stringify(receipts), recordedAt],
  });
}
