import type { DecisionPage, DecisionQuery, DecisionRow } from '#src/contract/accounts/decision.ts';
import { defaultPageSize } from '#src/contract/limits.ts';
import { marketScope, type Actor } from '#src/server/http/actor.ts';
import type { Database } from '#src/server/store/database.ts';
import { containing, readCursor, writeCursor } from '#src/server/store/paging.ts';

type Row = Omit<DecisionRow, 'createAt' | 'subject'> & {
  subject_type: string;
  subject_id: string;
  subject_name: string;
  recorded_at: Date;
};

/** A market reads its own; ADMIN all. */
export function listDecisions(
  deps: { database: Database },
  actor: Actor,
  query: DecisionQuery,
): Promise<DecisionPage> {
  return readDecisionPage(deps.database, marketScope(actor), query);
}

/** Decisions, newest first; `marketId` null: of the whole region. */
async function readDecisionPage(
  database: Database,
  marketId: string | null,
  query: DecisionQuery,
): Promise<DecisionPage> {
  const limit = query.limit ?? defaultPageSize;
  const cursor = readCursor(query.cursor);
  const { rows } = await database.query<Row>({
    name: marketId === null ? 'decisions' : 'decisions-of-market',
    text: `select d.id as "_id", d.kind, d.actor_id as "actorId", coalesce(a.owner_name, '') as "actorName",
        coalesce(a.user_type, '') as "actorType", coalesce(m.name, '') as "marketName", d.device_id as "deviceId",
        d.subject_type, d.subject_id, d.subject_name, d.before, d.after, d.recorded_at
      from decision d left join person a on a.id = d.actor_id left join market m on m.id = d.market_id
      where ${marketId === null ? '$1::uuid is null' : 'd.market_id = $1'}
        and ($2::text is null or d.kind = $2) and ($3::uuid is null or d.actor_id = $3)
        and ($4::timestamptz is null or d.recorded_at >= $4) and ($5::timestamptz is null or d.recorded_at < $5)
        and ($6::text is null or d.search_text like $6)
        and ($7::timestamptz is null or (d.recorded_at, d.id) < ($7, $8::uuid))
      order by d.recorded_at desc, d.id desc limit $9`,
    values: [
      marketId,
      query.kind ?? null,
      query.actorId ?? null,
      query.from ?? null,
      query.to ?? null,
      query.q ? containing(query.q) : null,
      cursor?.at ?? null,
      cursor?.id ?? null,
      limit + 1,
    ],
  });
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    items: rows.slice(0, limit).map(({ subject_type, subject_id, subject_name, recorded_at, ...row }) => ({
      ...row,
      subject: { type: subject_type, id: subject_id, name: subject_name },
      createAt: recorded_at.toISOString(),
    })),
    nextCursor: last ? writeCursor({ at: last.recorded_at, id: last._id }) : null,
  };
}
