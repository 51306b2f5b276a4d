import { toAmount, type Amount } from '#src/protocol/brands.ts';
import type { Actor } from '#src/server/actor.ts';
import { done, refuse, type Answer } from '#src/server/answer.ts';
import { mayChange, servedBy } from '#src/server/nouns/customers/served.ts';
import type { Database, Session } from '#src/server/store/database.ts';
import { writeDecision } from '#src/server/store/records/decisions.ts';
import { idsOf } from '#src/server/store/records/people.ts';

type ForgetDeps = { database: Database; now: () => Date };

/**
 * Erases a customer's name, document, phone and email: in their row and those merged into it, in search
 * texts, receipts and decisions. Movements, hashes, seals and sums stay. Refused while money is left or a
 * line is open. `actor` is null if the retention period ended. One transaction, so a crash erases all of it
 * or nothing.
 */
export function forgetCustomer(
  deps: ForgetDeps,
  actor: Actor | null,
  id: string,
): Promise<Answer<{ forgottenAt: string }>> {
  return deps.database.transaction(async (session) => {
    const { rows } = await session.query<{ id: string }>({
      name: 'customer-to-forget',
      text: `select id from person where id = ${idsOf('$1::uuid')} and user_type = 'USUARIO'
          and forgotten_at is null and exists (select 1 from person p where p.id = $1 and p.merged_into is null)
        order by id for update`,
      values: [id],
    });
    const ids = rows.map((row) => row.id);
    if (ids.length === 0) return refuse('UNKNOWN_CUSTOMER');
    if (actor && !(await mayChange(session, actor, id))) return refuse('FORBIDDEN');
    const open = await readOpen(session, ids);
    if (open.balance > 0) return refuse('CUSTOMER_HAS_BALANCE', { left: open.balance });
    if (open.lines > 0) return refuse('ACCOUNT_HOLDS_MONEY', { reason: 'ventas por decidir' });
    const now = deps.now();
    await session.query({
      name: 'forget-person',
      text: `update person set owner_name = 'datos borrados', identificacion = '', phone = '', email = '',
          search_text = '', document_number = '', shared_number = '', visible = false, forgotten_at = $2
        where id = any ($1::uuid[])`,
      values: [ids, now],
    });
    await session.query({
      name: 'forget-in-records',
      text: 'select forget_in_records($1::uuid[])',
      values: [ids],
    });
    await writeDecision(session, {
      kind: 'customer-forgotten',
      actor,
      marketId: actor?.marketId ?? null,
      subject: { type: 'USUARIO', id, name: '' },
      recordedAt: now,
    });
    return done({ forgottenAt: now.toISOString() });
  }, 'money');
}

/** Returns what prevents erasing a customer: money on a voucher, and lines that wait for a decision. */
async function readOpen(session: Session, ids: string[]): Promise<{ balance: Amount; lines: number }> {
  const { rows } = await session.query<{ balance: Amount; lines: number }>({
    name: 'open-of-customer',
    text: `select coalesce((select sum(balance) from voucher where owner_id = any ($1::uuid[])), 0)::bigint as balance,
      (select count(*) from conflict_line where customer_id = any ($1::uuid[]) and state <> 'resolved')::int as lines`,
    values: [ids],
  });
  return rows[0] ?? { balance: toAmount(0), lines: 0 };
}

/**
 * Returns the customers whose retention has ended at every market that served them. A market without a number
 * of years keeps them forever.
 */
export async function readOutOfTime(session: Session, now: Date): Promise<string[]> {
  const { rows } = await session.query<{ id: string }>({
    text: `select p.id from person p cross join lateral (
        select max(t.at) as at, bool_and(coalesce(d.years, 0) > 0) as is_set, max(d.years) as years
        from (${servedBy(idsOf('p.id'))}) t left join data_policy d on d.market_id = t.market_id) kept
      where p.user_type = 'USUARIO' and p.merged_into is null and p.forgotten_at is null
        and kept.is_set and kept.at < $1::timestamptz - make_interval(years => kept.years)
      order by p.created_at, p.id`,
    values: [now],
  });
  return rows.map(({ id }) => id);
}
