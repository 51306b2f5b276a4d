import { createHash } from 'node:crypto';
import type { Database, Session } from '#src/server/store/database.ts';
import { insertRow } from '#src/server/store/rows.ts';

/**
 * Position up to which an audit found everything correct: all movements of transactions below `xid`, with
 * their number and that of their postings.
 */
export type Checkpoint = { number: number; xid: number; movements: number; postings: number; walkedAt: Date };

type Row = {
  number: number;
  xid: number;
  movements: number;
  postings: number;
  walked_at: Date;
  place: string;
  digest: string;
};

/** Why an audit cannot start where the previous one ended, as a sentence for the operator. */
export type NoCheckpoint = { reason: string };

/**
 * Returns the last checkpoint if it is trustworthy: written in this database and epoch, contiguous with the
 * previous one, and not ahead of the day sums. The audit that starts there compares its counts with the sums.
 */
export async function readCheckpoint(database: Session): Promise<Checkpoint | NoCheckpoint> {
  const { rows } = await database.query<Row>({
    name: 'last-checkpoints',
    text: `select number, xid, movements, postings, walked_at, place, digest from audit_checkpoint order by number desc limit 2`,
  });
  const [last, before] = rows;
  if (!last) return { reason: 'nunca se ha revisado todo' };
  if (last.digest !== digestOf(last, before?.digest ?? '') || last.number !== (before?.number ?? 0) + 1)
    return { reason: 'el punto verificado está dañado' };
  const { place, folded } = await readPlace(database);
  if (last.place !== place)
    return { reason: 'el punto verificado es de otra base de datos o de antes de restaurarla' };
  if (last.xid > folded) return { reason: 'el punto verificado está por delante de los datos' };
  const { number, xid, movements, postings, walked_at: walkedAt } = last;
  return { number, xid, movements, postings, walkedAt };
}

/** Stores the start of the next audit after one without findings. */
export async function writeCheckpoint(
  database: Database,
  { findings, folded }: { findings: readonly string[]; folded: Omit<Checkpoint, 'number' | 'walkedAt'> },
  now: Date,
): Promise<void> {
  // At 0 or before it, where adopted movements are, the next audit reads everything anyway.
  if (findings.length > 0 || folded.xid <= 0) return;
  await database.transaction(async (session) => {
    const { place } = await readPlace(session);
    const { rows } = await session.query<Pick<Row, 'number' | 'digest'>>({
      name: 'checkpoint-before',
      text: 'select number, digest from audit_checkpoint order by number desc limit 1',
    });
    const [before] = rows;
    const row = { ...folded, number: (before?.number ?? 0) + 1, walked_at: now, place };
    await insertRow(session, 'audit_checkpoint', { ...row, digest: digestOf(row, before?.digest ?? '') });
  });
}

/**
 * Identifies this database, cluster and epoch. A copy restored elsewhere, or a new epoch, is another place.
 */
async function readPlace(session: Session): Promise<{ place: string; folded: number }> {
  const { rows } = await session.query<{ place: string; folded: number }>({
    name: 'place-of-checkpoint',
    text: `select (select system_identifier from pg_control_system()) || ' ' || (select oid from pg_database where datname = current_database())
        || ' ' || (select max(number) from epoch) as place, (select xid from ledger_day_cursor where id = 1) as folded`,
  });
  const [row] = rows;
  if (!row) throw new Error('the database did not say what it is');
  return row;
}

function digestOf(row: Omit<Row, 'digest'>, before: string): string {
  const facts = [
    before,
    row.number,
    row.xid,
    row.movements,
    row.postings,
    row.walked_at.toISOString(),
    row.place,
  ];
  return createHash('sha256').update(facts.join('\n')).digest('hex');
}
