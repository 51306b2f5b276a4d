import type { MarketCode } from '#src/protocol/brands.ts';
import type { Actor } from '#src/server/actor.ts';
import { done, refuse, type Answer } from '#src/server/answer.ts';
import { namedMarket } from '#src/server/nouns/accounts/named-market.ts';
import type { Database, Session } from '#src/server/store/database.ts';
import { writeDecision } from '#src/server/store/records/decisions.ts';
import type { DataPolicy, DataPolicyEdit } from '../contract/schemas.ts';

type Deps = { database: Database; now: () => Date };

/** Returns a market's data policy, for every caller who knows its code. */
export async function readDataPolicy(session: Session, code: MarketCode): Promise<Answer<DataPolicy>> {
  const { rows } = await session.query<DataPolicy>({
    name: 'data-policy',
    text: `select m.name as "marketName", m.code as "globalMarketId", coalesce(d.contact, '') as contact,
        coalesce(d.words, '') as text, coalesce(d.years, 0) as years
      from market m left join data_policy d on d.market_id = m.id where m.code = $1`,
    values: [code],
  });
  const [policy] = rows;
  return policy ? done(policy) : refuse('UNKNOWN_MARKET');
}

/** Changes a market's data policy. ADMIN names the market. */
export async function changeDataPolicy(
  deps: Deps,
  actor: Actor,
  named: string | null,
  edit: DataPolicyEdit,
): Promise<Answer<DataPolicy>> {
  const market = await namedMarket(deps, actor, actor.userType === 'ADMIN' ? named : null);
  if (!market.ok) return market;
  const { id, name } = market.value;
  return deps.database.transaction(async (session) => {
    const { rows } = await session.query<{ code: MarketCode }>({
      name: 'market-to-change',
      text: 'select code from market where id = $1 for no key update',
      values: [id],
    });
    const [row] = rows;
    if (!row) return refuse('UNKNOWN_MARKET');
    const before = await readDataPolicy(session, row.code);
    await session.query({
      name: 'write-data-policy',
      text: `insert into data_policy (market_id, contact, words, years, changed_at) values ($1, $2, $3, $4, $5)
        on conflict (market_id) do update set contact = excluded.contact, words = excluded.words,
          years = excluded.years, changed_at = excluded.changed_at`,
      values: [id, edit.contact, edit.text, edit.years, deps.now()],
    });
    await writeDecision(session, {
      kind: 'data-policy-changed',
      actor,
      marketId: id,
      subject: { type: 'GLOBAL_MARKET', id, name },
      before: before.ok
        ? { contact: before.value.contact, text: before.value.text, years: before.value.years }
        : null,
      after: edit,
      recordedAt: deps.now(),
    });
    return readDataPolicy(session, row.code);
  });
}
