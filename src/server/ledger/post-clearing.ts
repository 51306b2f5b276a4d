import type { Session } from '#src/server/store/database.ts';
import { marketAccount, postMovement } from './post-movement.ts';

export type ClearingEntry = {
  op: string;
  movement: string;
  debtor: string;
  creditor: string;
  /** smallest unit shown */
  amount: number;
  note: string;
  actor: string;
  recordedAt: Date;
};

/** Nobody else settles with these two markets until this transaction ends. In one order, so that two never wait in a ring. */
export async function lockClearing(session: Session, markets: readonly [string, string]): Promise<void> {
  await session.query({
    name: 'lock-clearing',
    text: `select id from ledger_account where kind = 'clearing' and owner_id = any ($1::uuid[])
      order by id for no key update`,
    values: [markets],
  });
}

/** A market paid another what it owed: out of one treasury, into the other, and the clearing of both goes down. */
export async function postClearing(session: Session, entry: ClearingEntry): Promise<void> {
  const { amount, debtor, creditor } = entry;
  await postMovement(
    session,
    {
      id: entry.movement,
      kind: 'clearing',
      op: entry.op,
      recordedBy: entry.actor,
      recordedAt: entry.recordedAt,
    },
    [
      [await marketAccount(session, 'clearing', debtor), -amount],
      [await marketAccount(session, 'treasury', debtor), amount],
      [await marketAccount(session, 'clearing', creditor), amount],
      [await marketAccount(session, 'treasury', creditor), -amount],
    ],
  );
  await session.query({
    name: 'keep-clearing-payment',
    text: `insert into clearing_payment (movement_id, debtor_id, creditor_id, amount, note, recorded_at)
      values ($1, $2, $3, $4, $5, $6)`,
    values: [entry.movement, debtor, creditor, amount, entry.note, entry.recordedAt],
  });
}
