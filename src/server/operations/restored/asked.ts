import type { MarketId } from '#src/contract/brands.ts';
import type { RestoreKind } from '#src/contract/restored/schemas.ts';
import { openKinds, type AskedRestore } from '#src/domain/operations/restored.ts';
import type { Session } from '#src/server/store/database.ts';

/**
 * The newest restore that a market is asked about. Restores that the market has not answered completely when the next
 * one came are asked about with it: `first` is the epoch of the oldest of them, and `knownUntil` that of the copy which
 * reaches least far (null when not known).
 */
export type MarketRestore = AskedRestore & {
  first: number;
  reason: 'restored' | 'noticed';
  knownUntil: Date | null;
  startedAt: Date;
};

type Row = Omit<MarketRestore, 'answered' | 'first'> & { answered: RestoreKind[]; is_whole: boolean };

/** null when nothing was restored since there is this market. */
export async function readMarketRestore(session: Session, market: MarketId): Promise<MarketRestore | null> {
  const { rows } = await session.query<Row>({
    name: 'market-restores',
    text: `select e.number as epoch, e.reason, e.known_until as "knownUntil", e.started_at as "startedAt", a.kinds as answered,
        cardinality(a.kinds) = 3 as is_whole
      from epoch e join market m on m.id = $1
        cross join lateral (select coalesce(array_agg(r.kind), '{}') as kinds from restore_answer r
          where r.epoch = e.number and r.market_id = m.id) a
      where e.asks and e.reason <> 'first' and e.started_at >= m.created_at
      order by e.number desc`,
    values: [market],
  });
  const [newest, ...older] = rows;
  if (!newest) return null;
  const lastWhole = older.findIndex(({ is_whole }) => is_whole);
  const group = [newest, ...(lastWhole < 0 ? older : older.slice(0, lastWhole))];
  const { epoch, reason, startedAt, answered } = newest;
  return {
    epoch,
    reason,
    startedAt,
    answered,
    first: group.at(-1)?.epoch ?? epoch,
    knownUntil: earliest(group.map(({ knownUntil }) => knownUntil)),
  };
}

function earliest(moments: readonly (Date | null)[]): Date | null {
  const known = moments.filter((moment) => moment !== null);
  if (known.length < moments.length) return null;
  return new Date(Math.min(...known.map((moment) => moment.getTime())));
}

/** The market has not answered everything about a restore, so it may have paid already what it owes by these books. */
export async function isUnconfirmed(session: Session, market: MarketId): Promise<boolean> {
  return openKinds(await readMarketRestore(session, market)).length > 0;
}
