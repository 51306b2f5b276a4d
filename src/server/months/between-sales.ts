import { setTimeout as pause } from 'node:timers/promises';
import type { Session } from '#src/server/store/database.ts';

/** Who waits for a lock holds up all who come after: a sale waits so long at most for each lock that a try is still to get. */
const lockMs = 150;
/** Sales that queued meanwhile go first. */
const pauseMs = 850;
const patienceMs = 600_000;
const lockNotAvailable = '55P03';

/**
 * Statements that lock what every sale writes, all at once, at the end of a transaction: a try that has to wait for a report, a vacuum or a copy
 * gives back what it has locked, lets the sales pass and is made again, for some minutes. Sales wait from the first lock to the commit.
 */
export async function betweenSales(session: Session, statements: readonly string[]): Promise<void> {
  const until = Date.now() + patienceMs;
  const { rows } = await session.query<{ usual: string }>({
    text: `select current_setting('lock_timeout') as usual`,
  });
  await session.query({ text: `set local lock_timeout = '${lockMs}ms'` });
  // One for all tries: going back to it ends what the try began, and leaves it there for the next.
  await session.query({ text: 'savepoint between_sales' });
  for (;;) {
    try {
      for (const text of statements) await session.query({ text });
      await session.query({ text: 'release savepoint between_sales' });
      // What comes after in this transaction may wait as it always may.
      await session.query({
        text: `select set_config('lock_timeout', $1, true)`,
        values: [rows[0]?.usual ?? '0'],
      });
      return;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === lockNotAvailable)) throw error;
      await session.query({ text: 'rollback to savepoint between_sales' });
      if (Date.now() > until)
        throw new Error(
          'Algo tiene ocupadas las tablas hace diez minutos: un informe, una copia o una revisión. Nada cambió; intente cuando termine.',
          { cause: error },
        );
    }
    await pause(pauseMs);
  }
}
