import type { OfflineRegistration } from '#src/contract/sync.ts';
import { getMany } from './get-many.ts';
import type { MoneyDb } from './money-db.ts';
import type { RegistrationRow } from './rows.ts';

export async function readRegistrations(
  db: MoneyDb,
  opIds: readonly string[],
): Promise<(OfflineRegistration | undefined)[]> {
  const rows = await getMany(db.registrations, opIds);
  return rows.map((row) => row && { ownerName: row.ownerName, identificacion: row.identificacion });
}

/** Customers registered here that the server does not know yet, by name or identification. */
export async function findRegistrations(db: MoneyDb, query: string): Promise<RegistrationRow[]> {
  const wanted = query.trim().toLowerCase();
  const rows = await db.registrations.toArray();
  return rows.filter(({ identificacion }) => identificacion.toLowerCase() === wanted);
}
