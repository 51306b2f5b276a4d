import Dexie, { type Table } from 'dexie';
import { exposureOf } from '#src/client/local/offline/exposure-of.ts';
import type { OpId } from '#src/contract/brands.ts';
import { type OperationStatus, openStates, type OperationLabel, type StoredEnvelope } from './operation.ts';
import { moneyDbName } from './outbox-exists.ts';
import type {
  DeviceRow,
  Enrolment,
  Exposure,
  ServerConfigRow,
  KnownBalance,
  LeaseRow,
  Operator,
  RegistrationRow,
  RescuedEntry,
  SignatureRow,
} from './rows.ts';
import { reusesLogs, startNewLog } from './start-new-log.ts';

/**
 * Money on this device, apart from every cache, and durable: `strict` makes the browser flush to disk before it says
 * that a transaction is complete (about 2.5 ms each), so that "saved" survives a power cut. Without the library's cache,
 * which would show a write before the disk has it. Schema changes only ever add.
 */
export class MoneyDb extends Dexie {
  declare envelopes: Table<StoredEnvelope, OpId>;
  declare fates: Table<OperationStatus, OpId>;
  declare labels: Table<OperationLabel, OpId>;
  declare device: Table<DeviceRow, 'self'>;
  declare leases: Table<LeaseRow, 'drain'>;
  declare signatures: Table<SignatureRow, OpId>;
  declare registrations: Table<RegistrationRow, OpId>;
  declare exposures: Table<Exposure, OpId>;
  declare balances: Table<KnownBalance, string>;
  declare enrolment: Table<Enrolment, 'self'>;
  declare operators: Table<Operator, string>;
  declare held: Table<ServerConfigRow, ServerConfigRow['id']>;
  declare rescued: Table<RescuedEntry, OpId>;

  constructor(name = moneyDbName) {
    super(name, { chromeTransactionDurability: 'strict', cache: 'disabled' });
    this.version(1).stores({
      envelopes: 'opId, &seq',
      fates: 'opId, state, seq',
      labels: 'opId',
      device: 'id',
      leases: 'id',
    });
    // Adds tables and touches no row of version 1: an outbox that waits is sent as it was written.
    this.version(2)
      .stores({
        signatures: 'opId',
        registrations: 'opId, clientId',
        exposures: 'opId, voucherId, kind',
        balances: 'voucherId, asOf',
        enrolment: 'id',
        operators: 'id',
        held: 'id',
        rescued: 'opId, state, deviceId',
      })
      .upgrade(async (transaction) => {
        const open = await transaction
          .table<OperationStatus>('fates')
          .where('state')
          .anyOf(...openStates)
          .primaryKeys();
        const stored = await transaction.table<StoredEnvelope>('envelopes').bulkGet(open as string[]);
        const exposures = stored.flatMap((envelope) => (envelope ? (exposureOf(envelope) ?? []) : []));
        await transaction.table('exposures').bulkPut(exposures);
      });
  }
}

/** The one handle of this tab. A disk that refuses the new log refuses the next sale too, and there it is said. */
export const moneyDb = new MoneyDb();
if (reusesLogs()) moneyDb.on('ready', () => startNewLog().catch(() => undefined), true);
