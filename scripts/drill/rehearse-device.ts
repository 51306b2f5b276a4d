import { join } from 'node:path';
import { toAmount } from '#src/protocol/brands.ts';
import { devicePrefixOf } from '#src/protocol/voucher-proof.ts';
import { auditLedger } from '#src/server/ledger/audit-ledger.ts';
import { backUp } from '#src/server/run/postgres/backup/back-up.ts';
import { restore } from '#src/server/run/postgres/backup/restore.ts';
import { openDatabase } from '#src/server/run/postgres/open-database.ts';
import type { Database, Lane, Statement } from '#src/server/store/database.ts';
import { RememberingDevice } from '#tests/support/device/remembering-device.ts';
import { SignedDevice } from '#tests/support/device/signed-device.ts';
import { openSmallMarket, type SmallMarket } from '#tests/support/market/small-market.ts';
import { openTestApp } from '#tests/support/server/test-app.ts';

const [topUp, first, second] = [50_000, 12_000, 5_000];

/**
 * In the restored folder: a rehearsal market sells, a copy is made, it sells once more, the copy is restored.
 * Its device, which has both acknowledged as paid, must return exactly the second, and be named until it has.
 */
export async function rehearseDevice(room: string): Promise<void> {
  const folder = join(room, 'db');
  let current = await open(folder);
  const database = standingIn(() => current);
  const app = await openTestApp(database);
  try {
    const market = await openSmallMarket(database);
    const tablet = new RememberingDevice(await enrolHand(new SignedDevice(app), market));
    const voucher = await market.issue(topUp);
    const sell = async (price: number): Promise<void> => {
      const sale = tablet.device.write('purchase', {
        userId: market.customer,
        codeQrUuid: voucher,
        price: toAmount(price),
        estanteId: tablet.device.operatorId,
        by: 'stall',
      });
      const [state] = (await tablet.send([sale])).results.map((result) => result.state);
      if (state !== 'accepted') throw new Error(`El ensayo no pudo vender: ${String(state)}`);
    };
    await sell(first);
    const copy = join(room, 'rehearsal');
    const audit = async (of: Database): Promise<string[]> => (await auditLedger(of)).findings;
    await backUp({ folder, target: copy, now: new Date(), log: () => undefined, audit });
    await sell(second);
    await current.close();
    await restore(copy, folder, { replace: true, now: new Date(), secret: noSecret });
    current = await open(folder);
    await expectBalance(database, voucher, topUp - first, 'La copia tiene lo que se vendió después de ella.');
    await tablet.report();
    await tablet.report();
    await expectBalance(database, voucher, topUp - first - second, 'El dispositivo no devolvió su venta.');
    const findings = await audit(database);
    if (findings.length > 0)
      throw new Error(`Después de devolver hay diferencias: ${findings.slice(0, 3).join(' ')}`);
  } finally {
    await app.close();
    await current.close();
  }
}

function open(folder: string): Promise<Database> {
  return openDatabase({ dataDir: folder, log: () => undefined, onFatal: () => undefined });
}

/** The same handle while the database under it is replaced. */
function standingIn(current: () => Database): Database {
  return {
    get sessionCount() {
      return current().sessionCount;
    },
    query: <Row>(statement: Statement, lane?: Lane) => current().query<Row>(statement, lane),
    transaction: (work, lane) => current().transaction(work, lane),
    close: () => current().close(),
  };
}

/** Inserts it into the tables, with the market's first stall approved on it. */
export async function enrolHand(
  device: SignedDevice,
  { database, markets, stalls }: SmallMarket,
): Promise<SignedDevice> {
  const now = new Date();
  device.operatorId = stalls[0];
  await database.query({
    text: `insert into device (id, prefix, market_id, name, public_key, enrolled_at, start_seq, start_hash, ack_seq,
        head_hash, gaps) values ($1, $2, $3, 'Ensayo', $4, $5, 0, '', 0, '', '[]')`,
    values: [device.id, devicePrefixOf(device.id), markets[0], device.publicKey, now],
  });
  await database.query({
    text: 'insert into device_operator (device_id, person_id, enrolled_at, approved_at) values ($1, $2, $3, $3)',
    values: [device.id, stalls[0], now],
  });
  return device;
}

async function expectBalance(
  database: Database,
  voucher: string,
  wanted: number,
  sentence: string,
): Promise<void> {
  const { rows } = await database.query<{ balance: number }>({
    text: 'select balance from voucher where id = $1',
    values: [voucher],
  });
  const balance = rows[0]?.balance;
  if (balance !== wanted) throw new Error(`${sentence} Saldo ${String(balance)}, se esperaba ${wanted}.`);
}

function noSecret(): never {
  throw new Error('the copy of the rehearsal is open');
}
