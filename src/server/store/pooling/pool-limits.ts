/** How many connections a process holds, and how long one may work. */
export type PoolLimits = {
  /** separate connections for money and for reads: however many reports run, a purchase finds one */
  money: number;
  read: number;
  /** PostgreSQL takes a statement back after this; a stuck one must not hold a session for ever */
  statementSeconds: number;
  /**
   * `transaction`: a pooler stands between that gives a connection back after each transaction. Nothing that belongs to a
   * session may then be relied on: no prepared statement, no `set`.
   */
  pooler: 'none' | 'transaction';
};

/** Longer than any report we allow, shorter than a till waits. */
export const usualPool: PoolLimits = { money: 10, read: 8, statementSeconds: 30, pooler: 'none' };
