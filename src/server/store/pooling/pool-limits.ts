/** Limits of a process's connections and statements. */
export type PoolLimits = {
  /** Separate connections for money and for reads, so that a purchase finds one however many reports run. */
  money: number;
  read: number;
  /** PostgreSQL cancels a statement after this, so that a stuck one does not hold a session forever. */
  statementSeconds: number;
  /**
   * `transaction`: a pooler in between returns a connection after each transaction. No session state may then
   * be relied on: no prepared statement, no `set`.
   */
  pooler: 'none' | 'transaction';
};

/** Longer than any permitted report, shorter than the patience of a till. */
export const usualPool: PoolLimits = { money: 10, read: 8, statementSeconds: 30, pooler: 'none' };
