import type { Payout, TillCount } from '#src/contract/cash.ts';
import type { Session } from '#src/server/store/database.ts';
import { lockedSum, marketAccount, postMovement } from './post-movement.ts';
import { refused, type Outcome } from './post-once.ts';

type CashEntry = { op: string; movement: string; market: string; actor: string; recordedAt: Date };

export type PayoutEntry = CashEntry & {
  /** "G-7K4M2QXD" */
  code: string;
  stall: string;
  /** smallest unit shown */
  amount: number;
  note: string;
};

/** A market pays a stall of its own from its treasury, never more than it owes: two at once wait for each other. */
export async function postPayout(session: Session, entry: PayoutEntry): Promise<Outcome<Payout>> {
  const { rows } = await session.query<{ stall_name: string }>({
    name: 'stall-to-pay',
    text: `select stall_name from person where id = $1 and market_id = $2 and user_type = 'ESTANTE'`,
    values: [entry.stall, entry.market],
  });
  const stall = rows[0];
  if (!stall) return refused('UNKNOWN_STALL');
  const owed = await lockedSum(session, entry.stall);
  if (entry.amount > owed) return refused('MORE_THAN_OWED', Math.max(0, owed));
  const treasury = await marketAccount(session, 'treasury', entry.market);
  await postMovement(session, movementOf(entry, 'payout'), [
    [entry.stall, -entry.amount],
    [treasury, entry.amount],
  ]);
  await session.query({
    name: 'keep-payout',
    text: `insert into payout (movement_id, code, stall_id, market_id, amount, owed_before, note, recorded_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    values: [
      entry.movement,
      entry.code,
      entry.stall,
      entry.market,
      entry.amount,
      owed,
      entry.note,
      entry.recordedAt,
    ],
  });
  return {
    ok: true,
    receipt: {
      codePago: entry.code,
      estanteId: entry.stall,
      estanteName: stall.stall_name,
      monto: entry.amount,
      owed: owed - entry.amount,
      note: entry.note,
      createAt: entry.recordedAt.toISOString(),
    },
  };
}

export type TillCountEntry = CashEntry & {
  point: string;
  /** what the screen said, smallest unit shown */
  expected: number;
  counted: number;
  reason: string;
};

/**
 * Closes a till: what the ledger expects leaves it, what was counted reaches the treasury, the difference is kept apart
 * (too little is held there, too much is owed). A till that has moved since the screen was drawn is counted again.
 */
export async function postTillCount(session: Session, entry: TillCountEntry): Promise<Outcome<TillCount>> {
  const { rows } = await session.query<{ owner_name: string }>({
    name: 'point-to-count',
    text: `select owner_name from person where id = $1 and market_id = $2 and user_type = 'RECARGA'`,
    values: [entry.point, entry.market],
  });
  const point = rows[0];
  if (!point) return refused('NOT_FOUND');
  const expected = -(await lockedSum(session, entry.point));
  if (expected !== entry.expected) return refused('TILL_MOVED', expected);
  if (expected === 0 && entry.counted === 0) return refused('NOTHING_TO_COUNT');
  const difference = entry.counted - expected;
  if (difference !== 0 && entry.reason === '') return refused('REASON_REQUIRED');
  await postMovement(session, movementOf(entry, 'till-close'), [
    [entry.point, expected],
    [await marketAccount(session, 'treasury', entry.market), -entry.counted],
    [await marketAccount(session, 'cash-difference', entry.market), difference],
  ]);
  await session.query({
    name: 'keep-till-count',
    text: `insert into till_count (movement_id, top_up_point_id, market_id, expected, counted, reason, recorded_at)
      values ($1, $2, $3, $4, $5, $6, $7)`,
    values: [
      entry.movement,
      entry.point,
      entry.market,
      expected,
      entry.counted,
      entry.reason,
      entry.recordedAt,
    ],
  });
  return {
    ok: true,
    receipt: {
      _id: entry.movement,
      topUpPointId: entry.point,
      ownerName: point.owner_name,
      expected,
      counted: entry.counted,
      difference,
      reason: entry.reason,
      createAt: entry.recordedAt.toISOString(),
    },
  };
}

function movementOf(entry: CashEntry, kind: 'payout' | 'till-close') {
  return { id: entry.movement, kind, op: entry.op, recordedBy: entry.actor, recordedAt: entry.recordedAt };
}
