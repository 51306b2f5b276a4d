import type { Database } from '#src/server/store/database.ts';
import { Random } from './random.ts';
import { VOUCHERS, VOUCHER_CENTS, Workload, type Acknowledgement } from './workload.ts';

/** Every row once by reading the tables and once by reading the indexes: a torn index shows as a difference. */
const SUMS_SQL = `
  SELECT (SELECT count(*) FROM voucher) AS vouchers,
    (SELECT count(*) FROM voucher WHERE balance < 0 OR balance + spent <> ${VOUCHER_CENTS}) AS wrong_vouchers,
    (SELECT coalesce(sum(spent), 0)::int8 FROM voucher) AS spent,
    (SELECT coalesce(sum(amount), 0)::int8 FROM purchase) AS bought,
    (SELECT coalesce(sum(amount), 0)::int8 FROM ledger) AS ledger_sum,
    (SELECT count(*) FROM ledger) AS legs,
    (SELECT count(*) FROM purchase) AS purchases,
    (SELECT count(*) FROM purchase p WHERE (SELECT count(*) FROM ledger l WHERE l.purchase_key = p.key) <> 2) AS lame,
    (SELECT count(DISTINCT spread) FROM growth WHERE spread >= 0) AS spreads,
    (SELECT count(*) FROM growth WHERE filler >= '') AS fillers,
    (SELECT count(*) FROM growth) AS grown,
    (SELECT coalesce(max(id), 0) FROM growth) AS last_grown`;

type Sums = Record<
  | 'vouchers'
  | 'wrong_vouchers'
  | 'spent'
  | 'bought'
  | 'ledger_sum'
  | 'legs'
  | 'purchases'
  | 'lame'
  | 'spreads'
  | 'fillers'
  | 'grown'
  | 'last_grown',
  number
>;

export type StoreCheck = { lost: number; damage: string[] };

/**
 * What a store that was reopened after a cut has kept: how many acknowledgements are gone, and what does not add up.
 * Throws when a statement fails. Writes to it, so a second check is only of use after a second cut.
 */
export async function checkStore(
  database: Database,
  expected: readonly Acknowledgement[],
): Promise<StoreCheck> {
  const isSetUp = expected.some(({ kind }) => kind === 'setup');
  const lost = isSetUp ? await countLost(database, expected) : 0;
  const damage = isSetUp ? await findDamage(database) : [];
  const workload = new Workload(database, new Random(1), () => undefined);
  await workload.begin();
  for (let count = 0; count < 3; count += 1) await workload.buy();
  await workload.buyBatch();
  await workload.grow(150);
  await workload.keepHouse();
  await workload.buy();
  damage.push(...(await findDamage(database)).map((found) => `after going on: ${found}`));
  return { lost, damage };
}

async function countLost(database: Database, expected: readonly Acknowledgement[]): Promise<number> {
  const { rows } = await database.query<{ key: number }>({ text: 'SELECT key FROM purchase' });
  const keys = new Set(rows.map(({ key }) => key));
  const purchases = expected.filter((found) => found.kind === 'purchase' && !keys.has(found.key)).length;
  const grown = Math.max(0, ...expected.map((found) => (found.kind === 'growth' ? found.upTo : 0)));
  const answer = await database.query<{ kept: number }>({
    text: 'SELECT count(*) AS kept FROM growth WHERE id <= $1',
    values: [grown],
  });
  return purchases + grown - (answer.rows[0]?.kept ?? 0);
}

async function findDamage(database: Database): Promise<string[]> {
  const byTable = await sumsWith(
    database,
    'SET LOCAL enable_indexscan = off; SET LOCAL enable_indexonlyscan = off; SET LOCAL enable_bitmapscan = off',
  );
  const byIndex = await sumsWith(database, 'SET LOCAL enable_seqscan = off');
  const damage: string[] = [];
  for (const [name, value] of Object.entries(byTable)) {
    const indexed = byIndex[name as keyof Sums];
    if (indexed !== value) damage.push(`${name}: ${value} by table, ${indexed} by index`);
  }
  if (byTable.vouchers !== VOUCHERS) damage.push(`${byTable.vouchers} vouchers`);
  if (byTable.wrong_vouchers > 0) damage.push(`${byTable.wrong_vouchers} vouchers do not add up`);
  if (byTable.spent !== byTable.bought) damage.push(`spent ${byTable.spent}, bought ${byTable.bought}`);
  if (byTable.ledger_sum !== 0) damage.push(`the ledger sums to ${byTable.ledger_sum}`);
  if (byTable.legs !== 2 * byTable.purchases || byTable.lame > 0)
    damage.push('a purchase without its two legs');
  if (byTable.fillers !== byTable.grown || byTable.last_grown !== byTable.grown)
    damage.push('growth has gaps');
  return damage;
}

function sumsWith(database: Database, settings: string): Promise<Sums> {
  return database.transaction(async (session) => {
    await session.query({ text: settings });
    const { rows } = await session.query<Sums>({ text: SUMS_SQL });
    if (!rows[0]) throw new Error('no sums');
    return rows[0];
  });
}
