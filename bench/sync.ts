import { createPublicKey, randomUUID, verify } from 'node:crypto';
import { rmSync } from 'node:fs';
import { Client } from 'pg';
import { enrolHand } from '#scripts/drill/rehearse-device.ts';
import { maxSyncBatch, type SyncResult } from '#src/contract/sync/schemas.ts';
import { purchaseStatement } from '#src/operations/purchase/statement.ts';
import { toAmount, type VoucherId } from '#src/protocol/brands.ts';
import { envelopeText } from '#src/protocol/signed-texts.ts';
import { auditLedger } from '#src/server/ledger/audit-ledger.ts';
import { openCluster } from '#src/server/run/postgres/cluster/open-cluster.ts';
import { usualPool } from '#src/server/store/database.ts';
import { migrate } from '#src/server/store/migrate.ts';
import { openPostgres } from '#src/server/store/postgres.ts';
import { sessionSettingsSql } from '#src/server/store/session-settings.ts';
import { SignedDevice } from '#tests/support/device/signed-device.ts';
import { openSmallMarket } from '#tests/support/market/small-market.ts';
import { reportFigure } from '#tests/support/measurements.ts';
import { openTestApp } from '#tests/support/server/test-app.ts';
import { temporaryFolder } from '#tests/support/server/test-database.ts';
import { median, whole } from './measure.ts';

/*
 * Measures a full batch of sales, each to another customer, that a stall's device sends through `POST /sync`: every signature, hash and chain is
 * checked, and every operation is judged, answered and sealed. The time runs from sending the body to reading the answer; the device's work
 * of writing, hashing and signing the request is excluded. The baseline is the same number of sales in one call of the ledger's SQL
 * statement, alone and after checking as many signatures one by one. Rounds alternate, with real disk syncs.
 */
const rounds = 25;
/** As many before it until V8 has compiled the server's code, as after the first minutes of a market day. */
const warmUp = 25;
/** Decision 104: slower than this, something has become worse. */
const goal = 0.45;
const sales = maxSyncBatch;
const folder = temporaryFolder();
const cluster = await openCluster({
  folder,
  log: () => undefined,
  onFatal: (reason) => {
    throw new Error(reason);
  },
});
const database = await openPostgres({ databaseUrl: cluster.databaseUrl, log: () => undefined });
const client = new Client({ connectionString: cluster.databaseUrl });
await client.connect();
// Both sides plan the statement alike.
await client.query(sessionSettingsSql(usualPool));
try {
  await migrate(database);
  const market = await openSmallMarket(database);
  const vouchers: VoucherId[] = [];
  while (vouchers.length < sales) vouchers.push(await market.issue(2_000_000));
  const app = await openTestApp(database);
  const device = await enrolHand(new SignedDevice(app), market);
  // Larger bodies are accepted only of a device that has proved itself.
  await device.send(device.request([]));
  const key = { key: publicKeyOf(device), dsaEncoding: 'ieee-p1363' } as const;
  const times = { sync: [] as number[], sql: [] as number[], signatures: [] as number[] };
  for (let round = 0; round < warmUp + rounds; round += 1) {
    const batch = vouchers.map((codeQrUuid) =>
      device.write('purchase', {
        userId: market.customer,
        codeQrUuid,
        price: toAmount(1_500),
        estanteId: market.stalls[0],
        by: 'stall',
      }),
    );
    const request = device.request(batch);
    const sync = await timed(async () => {
      const { body } = await device.send(request);
      const results = (body['results'] ?? []) as readonly SyncResult[];
      if (results.length !== sales || results.some(({ state }) => state !== 'accepted'))
        throw new Error(`a batch was answered with ${JSON.stringify(results[0] ?? body)}`);
    });
    const signatures = await timed(async () => {
      for (const { envelope, sig } of batch)
        if (!verify('sha256', Buffer.from(envelopeText(envelope.hash)), key, Buffer.from(sig, 'base64url')))
          throw new Error('a signature is not of its device');
    });
    const entries = batch.map(({ envelope }, n) => ({
      n,
      kind: 'purchase',
      op: randomUUID(),
      hash: envelope.hash,
      voucher: vouchers[n],
      customer: market.customer,
      stall: market.stalls[0],
      price: 1_500,
      movement: randomUUID(),
      code: `C-${randomUUID()}`,
      actor: null,
    }));
    const sql = await timed(async () => {
      const { rowCount } = await client.query({
        name: 'purchase',
        text: purchaseStatement,
        values: [JSON.stringify(entries), new Date()],
      });
      if (rowCount !== sales) throw new Error(`one call recorded ${rowCount} sales`);
    });
    if (round < warmUp) continue;
    times.sync.push(sync);
    times.signatures.push(signatures);
    times.sql.push(sql);
  }
  const { findings } = await auditLedger(database);
  const [sync, sql, signatures] = [median(times.sync), median(times.sql), median(times.signatures)];
  console.log(
    `/sync, ${sales} sales in a batch: ${whole((sales / sync) * 1000)}/s; one call by SQL ${whole((sales / sql) * 1000)}/s, ` +
      `ratio ${(sql / sync).toFixed(2)}, median of ${rounds} in turns; audit findings ${findings.length}`,
  );
  reportFigure({
    what: `/sync with ${sales} sales, to one call by SQL with as many signatures`,
    figure: (sql + signatures) / sync,
    unit: '',
    wanted: { atLeast: goal },
  });
  await app.close();
  if (findings.length > 0) process.exitCode = 1;
} finally {
  await client.end();
  await database.close();
  await cluster.close();
  rmSync(folder, { recursive: true });
}

function publicKeyOf(of: SignedDevice) {
  const point = Buffer.from(of.publicKey, 'base64url');
  const x = point.subarray(1, 33).toString('base64url');
  const y = point.subarray(33).toString('base64url');
  return createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
}

/** ms */
async function timed(work: () => Promise<void>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}
