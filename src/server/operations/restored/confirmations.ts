import type { Amount, MarketId, OpId, Pesos, VoucherId } from '#src/contract/brands.ts';
import type { DeductionCommand } from '#src/contract/cash/deduction.ts';
import type { ConfirmationState, RestoreKind } from '#src/contract/restored/schemas.ts';
import type { RefundReason } from '#src/contract/vouchers/refund.ts';
import type { Session } from '#src/server/store/database.ts';

type Common = {
  /** Confirming operation, from which the ids of its movements are derived. */
  op: OpId;
  epoch: number;
  market: MarketId;
  person: string;
  codes: readonly string[];
};

/** A paper that a market confirmed after a restore. Amounts in the smallest unit shown. */
export type Confirmation = Common &
  (
    | { kind: 'payouts'; amount: Amount; stall: string; deductions: readonly DeductionCommand[] }
    | { kind: 'refunds'; amount: Amount; reason: RefundReason }
    | { kind: 'joins'; amount: Amount | null; newVoucher: VoucherId }
  );
export type WaitingConfirmation = Confirmation & { posted: Pesos };

/** Extent to which a confirmation is in the books. */
export type ConfirmationEnd = { state: ConfirmationState; posted: Pesos };

export async function insertConfirmation(
  session: Session,
  confirmation: Confirmation,
  { state, posted }: ConfirmationEnd,
  recordedAt: Date,
): Promise<void> {
  const { op, epoch, market, kind, codes, amount, person } = confirmation;
  await session.query({
    name: 'insert-confirmation',
    text: `insert into restore_confirmation (op_id, epoch, market_id, kind, codes, amount, stall_id, deductions, reason,
        new_voucher_id, state, posted, person_id, recorded_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    values: [
      op,
      epoch,
      market,
      kind,
      codes.toSorted(),
      amount,
      kind === 'payouts' ? confirmation.stall : null,
      JSON.stringify(kind === 'payouts' ? confirmation.deductions : []),
      kind === 'refunds' ? confirmation.reason : '',
      kind === 'joins' ? confirmation.newVoucher : null,
      state,
      posted,
      person,
      recordedAt,
    ],
  });
}

export async function changeConfirmation(
  session: Session,
  op: string,
  { state, posted }: ConfirmationEnd,
): Promise<void> {
  await session.query({
    name: 'change-confirmation',
    text: 'update restore_confirmation set state = $2, posted = $3 where op_id = $1',
    values: [op, state, posted],
  });
}

/**
 * Returns what one of these codes was confirmed as, unless withdrawn since; null for none. A payout's code is
 * unique across markets; a voucher is refunded or joined.
 */
export async function knownAs(
  session: Session,
  { market, kind, codes }: Pick<Confirmation, 'market' | 'kind' | 'codes'>,
): Promise<RestoreKind | null> {
  const { rows } = await session.query<{ kind: RestoreKind }>({
    name: 'confirmed-as',
    text: `select kind from restore_confirmation where state <> 'withdrawn' and codes && $1::text[]
        and (kind = 'payouts') = $2 and (market_id = $3 or kind = 'payouts') limit 1`,
    values: [codes, kind === 'payouts', market],
  });
  return rows[0]?.kind ?? null;
}

type Row = {
  op: OpId;
  epoch: number;
  market: MarketId;
  person: string;
  codes: string[];
  kind: RestoreKind;
  amount: Amount | null;
  stall: string | null;
  deductions: DeductionCommand[];
  reason: RefundReason;
  newVoucher: VoucherId | null;
  posted: Amount;
};

const columns = `op_id as op, epoch, market_id as market, person_id as person, codes, kind, amount, stall_id as stall, deductions, reason,
  new_voucher_id as "newVoucher", posted`;

/** Returns the oldest first. `market` is null for all markets. */
export async function readWaiting(
  session: Session,
  market: MarketId | null,
): Promise<Pick<Confirmation, 'op' | 'market'>[]> {
  const { rows } = await session.query<Pick<Confirmation, 'op' | 'market'>>({
    name: 'waiting-confirmations',
    text: `select op_id as op, market_id as market from restore_confirmation
      where state = 'waiting' and ($1::uuid is null or market_id = $1) order by recorded_at, op_id`,
    values: [market],
  });
  return rows;
}

/**
 * Locked until the end of the caller's transaction. Returns null when there is none or it no longer waits.
 */
export async function lockWaiting(
  session: Session,
  op: string,
  market: MarketId,
): Promise<WaitingConfirmation | null> {
  const { rows } = await session.query<Row>({
    name: 'lock-confirmation',
    text: `select ${columns} from restore_confirmation
      where op_id = $1 and market_id = $2 and state = 'waiting' for update`,
    values: [op, market],
  });
  const [row] = rows;
  return row ? toConfirmation(row) : null;
}

function toConfirmation({
  kind,
  amount,
  stall,
  deductions,
  reason,
  newVoucher,
  ...common
}: Row): WaitingConfirmation {
  if (kind === 'payouts' && amount !== null && stall !== null)
    return { ...common, kind, amount, stall, deductions };
  if (kind === 'refunds' && amount !== null) return { ...common, kind, amount, reason };
  if (kind === 'joins' && newVoucher !== null) return { ...common, kind, amount, newVoucher };
  throw new Error(`confirmation ${common.op} of ${kind} is not whole`);
}
