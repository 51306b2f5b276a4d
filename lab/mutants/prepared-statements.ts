import pg from 'pg';

/**
 * A mutant's changed text under a prepared statement's name would be rejected only because of the name, so it
 * gets a separate one.
 */
export function renamePreparedStatements(awake: () => string | null): void {
  const prototype = pg.Query.prototype as unknown as {
    name?: string;
    submit: (connection: unknown) => unknown;
  };
  const { submit } = prototype;
  prototype.submit = function (this: { name?: string }, connection: unknown): unknown {
    const id = awake();
    if (this.name && id !== null) this.name = `${this.name.slice(0, 40)} ${id}`;
    return submit.call(this as never, connection);
  };
}
