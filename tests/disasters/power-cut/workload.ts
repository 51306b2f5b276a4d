import type { Database, Session } from '#src/server/store/database.ts';
import type { Random } from './random.ts';

/** Something the store acknowledged: it must be there after any later cut. */
export type Acknowledgement =
  | { kind: 'setup' }
  | { kind: 'purchase'; key: number }
  | { kind: 'growth'; upTo: number };

export const VOUCHERS = 200;
export const VOUCHER_CENTS = 1_000_000;
const BATCH = 20;

const SETUP_SQL = `
  CREATE TABLE IF NOT EXISTS voucher (
    id int8 PRIMARY KEY, balance int8 NOT NULL CHECK (balance >= 0), spent int8 NOT NULL);
  CREATE TABLE IF NOT EXISTS purchase (
    key int8 PRIMARY KEY, voucher_id int8 NOT NULL REFERENCES voucher (id), amount int8 NOT NULL);
  CREATE INDEX IF NOT EXISTS purchase_voucher ON purchase (voucher_id);
  CREATE TABLE IF NOT EXISTS ledger (
    purchase_key int8 NOT NULL, leg int4 NOT NULL, amount int8 NOT NULL, PRIMARY KEY (purchase_key, leg));
  CREATE TABLE IF NOT EXISTS growth (id int8 PRIMARY KEY, spread int8 NOT NULL, filler text NOT NULL);
  CREATE INDEX IF NOT EXISTS growth_spread ON growth (spread);
  CREATE INDEX IF NOT EXISTS growth_filler ON growth (filler);
  INSERT INTO voucher SELECT n, ${VOUCHER_CENTS}, 0 FROM generate_series(1, ${VOUCHERS}) n ON CONFLICT DO NOTHING;`;

/** Takes from the voucher, writes the purchase and both legs, or none of it. */
const PURCHASE_SQL = `
  WITH paid AS (
    UPDATE voucher SET balance = balance - $3::int8, spent = spent + $3::int8
    WHERE id = $2::int8 AND balance >= $3::int8 RETURNING id),
  bought AS (INSERT INTO purchase SELECT $1::int8, id, $3::int8 FROM paid RETURNING key),
  legs AS (
    INSERT INTO ledger
    SELECT key, leg, CASE leg WHEN 1 THEN -$3::int8 ELSE $3::int8 END FROM bought, generate_series(1, 2) leg
    RETURNING 1)
  SELECT count(*) AS bought FROM bought`;

/** A market's day in small, and every kind of housekeeping that makes, moves or removes files. */
export class Workload {
  readonly #database: Database;
  readonly #random: Random;
  readonly #acknowledge: (acknowledgements: Acknowledgement[]) => void;
  #key = 0;
  #grown = 0;
  #rounds = 0;

  constructor(
    database: Database,
    random: Random,
    acknowledge: (acknowledgements: Acknowledgement[]) => void,
  ) {
    this.#database = database;
    this.#random = random;
    this.#acknowledge = acknowledge;
  }

  /** Makes the tables where they are missing, and goes on from what is there. */
  async begin(): Promise<void> {
    await this.#database.transaction((session) => session.query({ text: SETUP_SQL }), 'money');
    this.#acknowledge([{ kind: 'setup' }]);
    const { rows } = await this.#database.query<{ key: number; grown: number }>({
      text: 'SELECT (SELECT coalesce(max(key), 0) FROM purchase) AS key, (SELECT coalesce(max(id), 0) FROM growth) AS grown',
    });
    this.#key = rows[0]?.key ?? 0;
    this.#grown = rows[0]?.grown ?? 0;
  }

  async round(): Promise<void> {
    this.#rounds += 1;
    if (this.#rounds % 4 === 0)
      return this.#keepHouse(HOUSEKEEPING[(this.#rounds / 4 - 1) % HOUSEKEEPING.length] ?? '');
    const draw = this.#random.next();
    if (draw < 0.55) return this.buy();
    if (draw < 0.75) return this.buyBatch();
    if (draw < 0.95) return this.grow(100);
    return this.#changeAndRollBack();
  }

  /** Every kind of housekeeping once, in the order of the list. */
  async keepHouse(): Promise<void> {
    for (const text of HOUSEKEEPING) await this.#keepHouse(text);
  }

  async buy(): Promise<void> {
    const key = await this.#purchase(this.#database);
    this.#acknowledge([{ kind: 'purchase', key }]);
  }

  async buyBatch(): Promise<void> {
    const keys = await this.#database.transaction(async (session) => {
      const bought: number[] = [];
      for (let count = 0; count < BATCH; count += 1) bought.push(await this.#purchase(session));
      return bought;
    }, 'money');
    this.#acknowledge(keys.map((key) => ({ kind: 'purchase', key })));
  }

  async grow(rows: number): Promise<void> {
    await this.#database.query({
      name: 'grow',
      text: `INSERT INTO growth
        SELECT n, (n * 7919) % 100003, md5(n::text) || repeat('.', 60) FROM generate_series($1::int8 + 1, $1::int8 + $2::int8) n`,
      values: [this.#grown, rows],
    });
    this.#grown += rows;
    this.#acknowledge([{ kind: 'growth', upTo: this.#grown }]);
  }

  async #purchase(session: Session): Promise<number> {
    this.#key += 1;
    const values = [this.#key, this.#random.upTo(VOUCHERS - 1) + 1, this.#random.upTo(499) + 1];
    await session.query({ name: 'purchase', text: PURCHASE_SQL, values });
    return this.#key;
  }

  async #changeAndRollBack(): Promise<void> {
    const planned = new Error('planned');
    const work = this.#database.transaction(async (session) => {
      await session.query({ text: 'UPDATE voucher SET balance = 0' });
      await session.query({ text: 'DELETE FROM ledger' });
      throw planned;
    });
    await work.catch((error: unknown) => {
      if (error !== planned) throw error;
    });
  }

  async #keepHouse(text: string): Promise<void> {
    await this.#database.query({ text });
  }
}

/** A checkpoint after each that makes a new file: from then on the log no longer makes it again. */
const HOUSEKEEPING = [
  'REINDEX TABLE growth',
  'CHECKPOINT',
  'UPDATE growth SET filler = filler WHERE id % 5 = 0',
  'VACUUM FULL growth',
  'SELECT pg_switch_wal()',
  'CHECKPOINT',
  'VACUUM growth',
  'CREATE TABLE scratch AS SELECT * FROM growth LIMIT 200; TRUNCATE scratch; INSERT INTO scratch VALUES (1, 1, 1); DROP TABLE scratch',
  'REINDEX TABLE purchase',
  'CHECKPOINT',
  'VACUUM FREEZE purchase, ledger, voucher',
];
