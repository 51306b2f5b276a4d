import pg from 'pg';

/** A text that a mutant changed under a prepared statement's name would be refused for the name alone: it gets one of its own. */
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
