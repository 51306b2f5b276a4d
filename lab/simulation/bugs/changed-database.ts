import type { MemoryLedger } from '#lab/simulation/memory/ledger.ts';
import type { Database, Session, Statement } from '#src/server/store/database.ts';

type Rows = Record<string, unknown>[];

/** Changes the rows of one statement. */
export function changedRows(
  name: string,
  change: (rows: Rows, statement: Statement, ledger: MemoryLedger) => Rows,
) {
  return (database: Database, ledger: MemoryLedger): Database => {
    const changed = (session: Session): Session => ({
      query: async <Row>(statement: Statement) => {
        const result = await session.query<Row>(statement);
        if (statement.name !== name) return result;
        const rows = change(result.rows as Rows, statement, ledger) as Row[];
        return { rows, rowCount: rows.length };
      },
    });
    return {
      ...database,
      query: (statement) => changed(database).query(statement),
      transaction: (work) => database.transaction((session) => work(changed(session))),
    };
  };
}

/** Drops one statement. */
export function withoutStatement(name: string) {
  return (database: Database): Database => ({
    ...database,
    transaction: (work) =>
      database.transaction((session) =>
        work({
          query: <Row>(statement: Statement) =>
            statement.name === name
              ? Promise.resolve({ rows: [], rowCount: 1 })
              : session.query<Row>(statement),
        }),
      ),
  });
}
