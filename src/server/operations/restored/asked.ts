import type { MarketId } from '#src/contract/brands.ts';
import type { RestoreKind } from '#src/contract/restored/schemas.ts';
import { openKinds, type AskedRestore } from '#src/domain/operations/restored.ts';
import type { Session } from '#src/server/store/database.ts';

/**
 * The latest restore about which a market is asked. Earlier restores without complete answers are included:
 * `first` is the epoch of the oldest of them, and `knownUntil` that of the copy that reaches least far (null
 * when unknown).
 */
export type MarketRestore = AskedRestore & {
  first: number;
  reason: 'restored' | 'noticed';
  knownUntil: Date | null;
  startedAt: Date;
};

type Row = Omit<MarketRestore, 'answered' | 'first'> & { answered: RestoreKind[]; is_whole: boolean };

/** Returns null when nothing was restored since the market exists. */
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

/**
 * Returns whether the market still has to answer about a restore: it may already have paid debts that these
 * books show.
 */
export async function isUnconfirmed(session: Session, market: MarketId): Promise<boolean> {
  return openKinds(await readMarketRestore(session, market)).length > 0;
}
