import type { VoucherId } from '#src/protocol/brands.ts';
import { shortCodeOf } from '#src/protocol/voucher-link.ts';
import { marketScope, type Actor } from '#src/server/actor.ts';
import { done, refuse, type Answer } from '#src/server/answer.ts';
import { servedBy } from '#src/server/nouns/customers/served.ts';
import type { Database, Session } from '#src/server/store/database.ts';
import { readConsents } from '#src/server/store/records/consents.ts';
import {
  idsOf,
  personById,
  personColumns,
  personTables,
  toUser,
  type PersonRow,
} from '#src/server/store/records/people.ts';
import type { OwnData, PersonalData } from '../contract/schemas.ts';

type Deps = { database: Database; now: () => Date };

/** Returns all stored data of a customer: for a market its own rows, for ADMIN all. */
export function exportCustomer(deps: Deps, actor: Actor, id: string): Promise<Answer<PersonalData>> {
  const scope = marketScope(actor);
  // One snapshot for all of it, so that the exported figures add up.
  return deps.database.transaction(async (session) => {
    const { rows } = await session.query<PersonRow>({
      name: 'customer-to-export',
      text: `select ${personColumns} from ${personTables} where p.id = $1 and p.user_type = 'USUARIO'`,
      values: [id],
    });
    const [row] = rows;
    if (!row) return refuse('UNKNOWN_CUSTOMER');
    if (!(await hasServed(session, actor, id))) return refuse('FORBIDDEN');
    const read = <Item>(name: string, text: string) => readAll<Item>(session, name, text, [id, scope]);
    const merged = await session.query<{ id: string }>({
      name: 'merged-into',
      text: 'select id from person where merged_into = $1 order by id',
      values: [id],
    });
    const market = await session.query<{ name: string }>({
      name: 'market-name',
      text: 'select name from market where id = $1',
      values: [scope],
    });
    const vouchers = await read<Omit<PersonalData['vouchers'][number], 'shortCode'> & { id: VoucherId }>(
      'vouchers',
      `select v.id, v.face, v.balance, v.blocked_at is not null as blocked, v.created_at as at, v.market_id
        from voucher v where v.owner_id = ${idsOf('$1::uuid')}`,
    );
    return done({
      madeAt: deps.now().toISOString(),
      marketName: market.rows[0]?.name ?? '',
      person: toUser(row),
      ids: merged.rows.map((one) => one.id),
      consents: await readConsents(session, id),
      vouchers: vouchers.map(({ id: voucher, ...rest }) => ({ ...rest, shortCode: shortCodeOf(voucher) })),
      topUps: await read(
        'top-ups',
        `select t.amount, p.owner_name as place, t.recorded_at as at, t.market_id
          from top_up t join person p on p.id = t.top_up_point_id where t.customer_id = ${idsOf('$1::uuid')}`,
      ),
      purchases: await read(
        'purchases',
        `select b.code, b.amount, s.stall_name as place, b.recorded_at as at, b.market_id,
            exists (select 1 from purchase_void x where x.purchase_id = b.movement_id) as voided
          from purchase b join person s on s.id = b.stall_id where b.customer_id = ${idsOf('$1::uuid')}`,
      ),
      points: await read(
        'points',
        `select e.points, e.recorded_at as at, e.market_id from points_entry e where e.customer_id = ${idsOf('$1::uuid')}`,
      ),
      refunds: await read(
        'refunds',
        `select 'D-' || lpad(r.number::text, 5, '0') as code, r.amount, r.recorded_at as at, r.market_id from refund r
          where r.customer_id = ${idsOf('$1::uuid')}`,
      ),
      decisions: await read(
        'decisions',
        `select d.kind, coalesce(a.owner_name, '') as "actorName", d.recorded_at as at, d.market_id
          from decision d left join person a on a.id = d.actor_id
          where d.subject_type = 'USUARIO' and d.subject_id::uuid = ${idsOf('$1::uuid')}`,
      ),
    });
  }, 'read');
}

/** Returns whether the caller's market has served the customer; always true for ADMIN. */
async function hasServed(session: Session, actor: Actor, customerId: string): Promise<boolean> {
  const marketId = marketScope(actor);
  if (marketId === null) return true;
  const { rowCount } = await session.query({
    name: 'has-served',
    text: `select 1 from (${servedBy(idsOf('$1::uuid'))}) t where market_id = $2 limit 1`,
    values: [customerId, marketId],
  });
  return rowCount > 0;
}

/**
 * Returns the rows of a statement with `at` and `market_id`, of one market ($2, or all when null), newest
 * first.
 */
async function readAll<Item>(
  session: Session,
  name: string,
  text: string,
  values: unknown[],
): Promise<Item[]> {
  const { rows } = await session.query<Item & { at: Date; market_id: string | null }>({
    name: `personal-${name}`,
    text: `select r.*, coalesce(m.name, '') as "marketName" from (${text}) r left join market m on m.id = r.market_id
      where $2::uuid is null or r.market_id = $2 order by r.at desc`,
    values,
  });
  return rows.map(({ at, market_id: _market, ...row }) => ({ ...row, createAt: at.toISOString() }) as Item);
}

/** Returns the stored data of the signed-in person. */
export async function exportOwn(deps: Deps, actor: Actor): Promise<Answer<OwnData>> {
  const { database } = deps;
  const row = await personById(database, actor.id);
  if (!row) return refuse('NOT_FOUND');
  const values = [actor.id];
  const sessions = await database.query<{ since: Date; until: Date }>({
    name: 'own-sessions',
    text: `select min(issued_at) as since, max(expires_at) as until from session_token
      where person_id = $1 and revoked_at is null group by family order by 1 desc limit 100`,
    values,
  });
  const devices = await database.query<{ name: string; since: Date }>({
    name: 'own-devices',
    text: `select d.name, o.enrolled_at as since from device_operator o join device d on d.id = o.device_id
      where o.person_id = $1 order by 2 desc limit 100`,
    values,
  });
  const decisions = await database.query<{
    kind: OwnData['decisions'][number]['kind'];
    subject: string;
    at: Date;
  }>({
    name: 'own-decisions',
    text: `select kind, subject_name as subject, recorded_at as at from decision
      where actor_id = $1 order by recorded_at desc limit 1000`,
    values,
  });
  return done({
    madeAt: deps.now().toISOString(),
    person: toUser(row),
    sessions: sessions.rows.map(({ since, until }) => ({
      since: since.toISOString(),
      until: until.toISOString(),
    })),
    devices: devices.rows.map(({ name, since }) => ({ name, since: since.toISOString() })),
    decisions: decisions.rows.map(({ at, ...one }) => ({ ...one, createAt: at.toISOString() })),
  });
}
