import type { MoneyDb } from '#src/client/local/db/money-db.ts';
import type { Enrolment } from '#src/client/local/db/rows.ts';
import { correctedNow, isClockJudged } from '#src/client/local/device/device-clock.ts';
import { readEnrolment } from '#src/client/local/device/enrolment.ts';
import {
  storeKeySet,
  updateSyncStatus,
  readSyncStatus,
  type SyncStatus,
} from '#src/client/local/device/server-config.ts';
import { takeList, type CacheDb } from '#src/client/local/offline/cache-db.ts';
import { forgetBalancesAround } from '#src/client/local/offline/known-balance.ts';
import { pruneSealed } from '#src/client/local/outbox/sealed-receipts.ts';
import { requestText } from '#src/protocol/signed-texts.ts';
import { handleSyncResponse, handleDeviceRefused, troubleOf } from './handle-sync-response.ts';
import type { SyncPorts } from './ports.ts';
import { callSync } from './sync-call.ts';

const reportEveryMs = 5 * 60_000;
const pullEveryMs = 10 * 60_000;
/**
 * Maximum delay of a list after a report, ms: the server assumes that a device knows the limits set five
 * minutes before its list was made. A tablet may sleep for days between the two calls of one pull.
 */
const listAfterReportMs = 4 * 60_000;
/**
 * A report that is due out of turn still waits this long, so that a busy stall does not report after every
 * sale.
 */
const owedAfterMs = 15_000;
/** Changes accumulate entries of spent vouchers, so the whole list is fetched once a day. */
const fullListEveryMs = 24 * 3_600_000;

/**
 * Reports this device's state to the server, even when nothing is open, and fetches what offline decisions
 * need: keys, the market's limits, the balance list. Only as often as due; two tabs doing it at once is
 * harmless. Never under the drain's lock: a slow list must not delay a sale.
 */
export async function keepCurrent(db: MoneyDb, cache: CacheDb, ports: SyncPorts): Promise<void> {
  const [enrolment, spoken] = await db.transaction('r', db.enrolment, db.serverConfig, () =>
    Promise.all([readEnrolment(db), readSyncStatus(db)]),
  );
  // A revoked device keeps asking whether it is still revoked, and fetches nothing.
  if (enrolment === null || enrolment.state === 'asked') return;
  const now = ports.clock.now();
  const isPullDue = due(now, spoken.pulledAt, spoken.isPullOwed, pullEveryMs);
  const mostMs = isPullDue ? listAfterReportMs : reportEveryMs;
  const isReportDue = due(now, spoken.reportedAt, spoken.isReportOwed, mostMs);
  if (isReportDue && !(await report(db, ports, enrolment))) return;
  if (!isPullDue || enrolment.state !== 'active') return;
  // Without a measured answer the device does not know its clock's error, and a list would allow it to sell
  // by that clock.
  const reportedAt = isReportDue ? now : spoken.reportedAt;
  if (await isClockJudged(db)) await pull(db, cache, ports, enrolment, { ...spoken, reportedAt });
  else await updateSyncStatus(db, { isReportOwed: true });
}

/** A clock that was set back does not silence the device. */
function due(now: number, lastAt: number, isOwed: boolean, everyMs: number): boolean {
  const gone = now - lastAt;
  return gone < 0 || gone >= (isOwed ? owedAfterMs : everyMs);
}

async function report(db: MoneyDb, ports: SyncPorts, enrolment: Enrolment): Promise<boolean> {
  const { value: outcome, trip } = await callSync(db, ports, enrolment, []);
  if (outcome.kind === 'ok') {
    await handleSyncResponse(db, ports, enrolment, { answer: outcome.data, trip });
    const { device, keptCopy, serverTime } = outcome.data;
    await pruneSealed(db, Date.parse(serverTime), { ...device, keptCopy });
    return outcome.data.device.state === 'active';
  }
  const trouble = troubleOf(outcome);
  if (trouble.kind === 'offline') ports.onLink('offline');
  if (trouble.kind === 'device') await handleDeviceRefused(db, ports, trouble.code);
  return false;
}

async function pull(
  db: MoneyDb,
  cache: CacheDb,
  ports: SyncPorts,
  enrolment: Enrolment,
  spoken: SyncStatus,
): Promise<void> {
  const keys = await ports.server.readKeys();
  if (keys.kind === 'ok') await storeKeySet(db, keys.data);
  const isFullDue = spoken.listAsOf - spoken.fullListAsOf > fullListEveryMs;
  // Not since the noted one: the cache may have lost it in a power cut, and older changes with it.
  const held = isFullDue ? null : await cache.readList();
  const { reportedAt } = spoken;
  const isAnswered = await pullList(db, cache, ports, enrolment, { since: held?.asOf ?? 0, reportedAt });
  if (keys.kind === 'ok' && isAnswered)
    await updateSyncStatus(db, { pulledAt: ports.clock.now(), isPullOwed: false });
}

async function pullList(
  db: MoneyDb,
  cache: CacheDb,
  ports: SyncPorts,
  enrolment: Enrolment,
  { since, reportedAt }: { since: number; reportedAt: number },
): Promise<boolean> {
  const unsigned = {
    deviceId: enrolment.deviceId,
    sentAt: new Date(ports.clock.now()).toISOString(),
    since,
  };
  const proof = await ports.sign(requestText(unsigned));
  const outcome = await ports.server.readBalances({ ...unsigned, proof });
  if (outcome.kind !== 'ok' || due(ports.clock.now(), reportedAt, false, listAfterReportMs)) return false;
  const now = correctedNow(await db.device.get('self'), ports.clock.now());
  const list = await takeList(cache, outcome.data, now);
  if (!list) return true;
  await updateSyncStatus(db, { listAsOf: list.asOf, ...(since === 0 ? { fullListAsOf: list.asOf } : {}) });
  await forgetBalancesAround(db, list.asOf, now);
  return true;
}
