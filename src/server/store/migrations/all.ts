import { peopleAndLedger } from './0001-people-and-ledger.ts';
import { kindsOfMovement } from './0002-kinds-of-movement.ts';
import { devicesAndSettlement } from './0003-devices-and-settlement.ts';
import { areas } from './0004-areas.ts';
import { careAndRewards } from './0005-care-and-rewards.ts';

/**
 * One step of the schema. Once released its text never changes. `sql` may hold several statements; it runs in
 * a transaction, so nothing in it may begin or end one, or be forbidden inside one (CREATE INDEX CONCURRENTLY).
 */
export type Migration = { id: string; sql: string };

/** Every migration, oldest first. A released one is never changed, only followed. */
export const allMigrations: readonly Migration[] = [
  peopleAndLedger,
  kindsOfMovement,
  devicesAndSettlement,
  areas,
  careAndRewards,
];
