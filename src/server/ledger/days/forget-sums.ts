import type { Session } from '#src/server/store/database.ts';

/** Discards the sums, so that they are folded again from the first movement. */
export async function forgetSums(session: Session): Promise<void> {
  await session.query({ name: 'forget-days', text: 'delete from ledger_day' });
  await session.query({ name: 'forget-sums', text: 'delete from ledger_sum' });
}
