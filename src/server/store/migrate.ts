import { createHash } from 'node:crypto';
import type { Database, Session } from './database.ts';
import { peopleAndLedger } from './migrations/0001-people-and-ledger.ts';
import { kindsOfMovement } from './migrations/0002-kinds-of-movement.ts';
import { devicesAndSettlement } from './migrations/0003-devices-and-settlement.ts';
import { areas } from './migrations/0004-areas.ts';
import { careAndRewards } from './migrations/0005-care-and-rewards.ts';
import { whatDevicesKnow } from './migrations/0006-what-devices-know.ts';
import { orderOfCommits } from './migrations/0007-order-of-commits.ts';
import { namesOfVouchers } from './migrations/0008-names-of-vouchers.ts';
import { codesOfAMarket } from './migrations/0009-codes-of-a-market.ts';
import { epochs } from './migrations/0010-epochs.ts';
import { whoMayWorkWhere } from './migrations/0011-who-may-work-where.ts';
import { secondFactors } from './migrations/0012-second-factors.ts';
import { operatorKeys } from './migrations/0013-operator-keys.ts';
import { payoutsOfMany } from './migrations/0014-payouts-of-many.ts';
import { topUpsUndone } from './migrations/0015-top-ups-undone.ts';
import { documentsOfPeople } from './migrations/0016-documents-of-people.ts';
import { voidsInPart } from './migrations/0017-voids-in-part.ts';
import { endedVouchers } from './migrations/0018-ended-vouchers.ts';
import { papersJoined } from './migrations/0019-papers-joined.ts';
import { personalData } from './migrations/0020-personal-data.ts';
import { sharesOfASale } from './migrations/0021-shares-of-a-sale.ts';
import { refunds } from './migrations/0022-refunds.ts';
import { complaints } from './migrations/0023-complaints.ts';
import { deductions } from './migrations/0024-deductions.ts';
import { waysOfBeingPaidAndTills } from './migrations/0025-ways-of-being-paid-and-tills.ts';
import { sheets } from './migrations/0026-sheets.ts';
import { openingBalances } from './migrations/0027-opening-balances.ts';
import { whatWasSold } from './migrations/0028-what-was-sold.ts';
import { linksThatOnlyShow } from './migrations/0029-links-that-only-show.ts';
import { runningSums } from './migrations/0030-running-sums.ts';
import { sumsInStep } from './migrations/0031-sums-in-step.ts';
import { foundByName } from './migrations/0032-found-by-name.ts';
import { auditCheckpoints } from './migrations/0033-audit-checkpoints.ts';
import { faultsOfDevices } from './migrations/0034-faults-of-devices.ts';
import { endedSessions } from './migrations/0035-ended-sessions.ts';
import { keptForAWhile } from './migrations/0036-kept-for-a-while.ts';
import { namesKeptInOrder } from './migrations/0037-names-kept-in-order.ts';
import { wrongTries } from './migrations/0038-wrong-tries.ts';
import { papersOfOtherMarkets } from './migrations/0039-papers-of-other-markets.ts';
import { monthsOfPostings } from './migrations/0040-months-of-postings.ts';
import { listsOfEverybody } from './migrations/0041-lists-of-everybody.ts';
import { whatAPersonTakesBack } from './migrations/0042-what-a-person-takes-back.ts';
import { redemptionsOfACustomer } from './migrations/0043-redemptions-of-a-customer.ts';
import { sumsInEachMarket } from './migrations/0044-sums-in-each-market.ts';
import { registrationsOfADay } from './migrations/0045-registrations-of-a-day.ts';
import { writtenAhead } from './migrations/0046-written-ahead.ts';
import { recoveredSales } from './migrations/0047-recovered-sales.ts';
import { voidsOfStalls } from './migrations/0048-voids-of-stalls.ts';
import { restoredMarkets } from './migrations/0049-restored-markets.ts';
import { cashThatTwoPeopleHaveSeen } from './migrations/0050-cash-that-two-people-have-seen.ts';
import { creditLines } from './migrations/0051-credit-lines.ts';
import { unusualTakings } from './migrations/0052-unusual-takings.ts';
import { whoAnswersForACount } from './migrations/0053-who-answers-for-a-count.ts';

/**
 * One step of the schema. Once released its text never changes. `sql` may hold several statements; it runs in
 * a transaction, so nothing in it may begin or end one, or be forbidden inside one (CREATE INDEX CONCURRENTLY).
 * `servesOlder`: it only expands, and the program of the release before runs on what it leaves, so that processes are
 * replaced one after the other (docs/decisions/0059). Without it an older program refuses to start.
 */
export type Migration = { id: string; sql: string; servesOlder?: boolean };

/** Every migration, oldest first. A released one is never changed, only followed. */
export const allMigrations: readonly Migration[] = [
  peopleAndLedger,
  kindsOfMovement,
  devicesAndSettlement,
  areas,
  careAndRewards,
  whatDevicesKnow,
  orderOfCommits,
  namesOfVouchers,
  codesOfAMarket,
  epochs,
  whoMayWorkWhere,
  secondFactors,
  operatorKeys,
  payoutsOfMany,
  topUpsUndone,
  documentsOfPeople,
  voidsInPart,
  endedVouchers,
  papersJoined,
  personalData,
  sharesOfASale,
  refunds,
  complaints,
  deductions,
  waysOfBeingPaidAndTills,
  sheets,
  openingBalances,
  whatWasSold,
  linksThatOnlyShow,
  runningSums,
  sumsInStep,
  foundByName,
  auditCheckpoints,
  faultsOfDevices,
  endedSessions,
  keptForAWhile,
  namesKeptInOrder,
  wrongTries,
  papersOfOtherMarkets,
  monthsOfPostings,
  listsOfEverybody,
  whatAPersonTakesBack,
  redemptionsOfACustomer,
  sumsInEachMarket,
  registrationsOfADay,
  writtenAhead,
  recoveredSales,
  voidsOfStalls,
  restoredMarkets,
  cashThatTwoPeopleHaveSeen,
  creditLines,
  unusualTakings,
  whoAnswersForACount,
];

type Applied = { id: string; checksum: string; serves_older: boolean };

/**
 * The lock is a row, not an advisory lock, so that it works on every server that speaks the protocol.
 * Two first starts at once may both find no table: the loser's CREATE fails on a unique name and is asked again.
 */
const BOOKKEEPING_SQL = `
  CREATE TABLE IF NOT EXISTS schema_migration (
    id text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now(), checksum text NOT NULL,
    serves_older boolean NOT NULL DEFAULT false);
  CREATE TABLE IF NOT EXISTS schema_migration_lock (id int PRIMARY KEY);
  INSERT INTO schema_migration_lock (id) VALUES (1) ON CONFLICT DO NOTHING;`;

/** Of releases before it was written down. By itself: whoever migrates holds the table while this waits for it. */
const SERVES_OLDER_SQL =
  'ALTER TABLE schema_migration ADD COLUMN IF NOT EXISTS serves_older boolean NOT NULL DEFAULT false';

const LOST_CREATION_RACE = new Set(['23505', '42P07', '42710']);
const CREATION_ATTEMPTS = 5;

/**
 * Brings the schema up to this version of the program. Each migration and its row are one transaction: a crash in
 * between leaves neither. Rejects, with a sentence for the operator and without touching anything, when an applied
 * migration's text has changed or the database was written by a newer program that this one cannot work beside. Answers
 * whether a newer program was here and left room for this one.
 */
export async function migrate(
  database: Database,
  migrations: readonly Migration[] = allMigrations,
): Promise<{ isNewer: boolean }> {
  await createBookkeeping(database);
  const before = await appliedIn(database);
  refuseIfForeign(before, migrations);
  if (before.length > migrations.length) return { isNewer: true };
  // What is there never goes again: a start that misses nothing waits for no lock, and writes nothing.
  for (const migration of migrations.filter(({ id }) => !before.some((row) => row.id === id))) {
    await database.transaction((session) => applyOnce(session, migration, migrations), 'money');
  }
  return { isNewer: false };
}

/** Looked for first: who starts on a schema that is there needs no right to change it. */
async function createBookkeeping(database: Database): Promise<void> {
  const { rows } = await database.query<{ here: boolean }>({
    text: `SELECT to_regclass('schema_migration_lock') IS NOT NULL AND EXISTS (SELECT 1 FROM pg_attribute
      WHERE attrelid = to_regclass('schema_migration') AND attname = 'serves_older') AS here`,
  });
  if (rows[0]?.here) return;
  for (let attempt = 1; ; attempt += 1) {
    try {
      for (const text of [BOOKKEEPING_SQL, SERVES_OLDER_SQL])
        await database.transaction((session) => session.query({ text }), 'money');
      return;
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      if (attempt === CREATION_ATTEMPTS || !LOST_CREATION_RACE.has(code)) throw error;
    }
  }
}

/** Waits for any other process that migrates, then looks again: what it did is not done twice. */
async function applyOnce(
  session: Session,
  migration: Migration,
  migrations: readonly Migration[],
): Promise<void> {
  // A migration of a large table takes as long as it takes, and so does waiting for one.
  await session.query({ text: 'SET LOCAL statement_timeout = 0' });
  await session.query({ text: 'UPDATE schema_migration_lock SET id = 1 WHERE id = 1', mayTakeLong: true });
  const applied = await appliedIn(session);
  refuseIfForeign(applied, migrations);
  if (applied.some(({ id }) => id === migration.id)) return;
  await session.query({ text: migration.sql, mayTakeLong: true });
  await session.query({
    text: 'INSERT INTO schema_migration (id, checksum, serves_older) VALUES ($1, $2, $3)',
    values: [migration.id, checksumOf(migration), migration.servesOlder ?? false],
  });
}

async function appliedIn(session: Session): Promise<Applied[]> {
  const { rows } = await session.query<Applied>({
    text: 'SELECT id, checksum, serves_older FROM schema_migration ORDER BY id',
  });
  return rows;
}

function refuseIfForeign(applied: readonly Applied[], migrations: readonly Migration[]): void {
  const known = new Map(migrations.map((migration) => [migration.id, checksumOf(migration)]));
  for (const { id, checksum, serves_older: servesOlder } of applied) {
    const expected = known.get(id);
    if (expected === undefined && servesOlder) continue;
    if (expected === undefined) {
      throw new Error(
        `La base de datos es de una versión más nueva del programa (migración ${id}, desconocida aquí). ` +
          'Use esa versión o una posterior.',
      );
    }
    if (expected !== checksum) {
      throw new Error(
        `La migración ${id} ya aplicada no es la misma que trae este programa: su texto cambió después. ` +
          'No se tocó nada; restaure el texto original y escriba el cambio en una migración nueva.',
      );
    }
  }
  // Applied ones must be the first ones: a migration slipped in before them would run on a schema it was not written for.
  const missing = migrations.slice(0, applied.length).find(({ id }) => !applied.some((row) => row.id === id));
  if (missing) {
    throw new Error(`La migración ${missing.id} falta en la base de datos y hay posteriores ya aplicadas.`);
  }
}

function checksumOf({ sql }: Migration): string {
  return createHash('sha256').update(sql).digest('hex');
}
