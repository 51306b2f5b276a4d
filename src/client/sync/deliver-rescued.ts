import type { MoneyDb } from '#src/client/local/db/money-db.ts';
import type { Enrolment, RescuedEntry } from '#src/client/local/db/rows.ts';
import { changeRescued } from '#src/client/local/outbox/rescue.ts';
import { askAgainMs, backoffMs, isDue } from './due.ts';
import { handleSyncResponse, troubleOf } from './handle-sync-response.ts';
import type { SyncPorts } from './ports.ts';
import { copyResults } from './send-batch.ts';
import { callSync } from './sync-call.ts';

/**
 * Delivers other devices' operations imported from a file: one author per call, in its author's order.
 * Returns whether anything was sent.
 */
export async function deliverRescued(
  db: MoneyDb,
  ports: SyncPorts,
  enrolment: Enrolment,
  rescued: readonly RescuedEntry[],
): Promise<boolean> {
  const now = ports.clock.now();
  const due = rescued.filter((entry) => isDue(entry, now));
  const authors = [...new Set(due.map(({ deviceId }) => deviceId))];
  for (const author of authors) {
    const ofAuthor = due.filter(({ deviceId }) => deviceId === author);
    for (let at = 0; at < ofAuthor.length; at += ports.batchSize) {
      const batch = ofAuthor.slice(at, at + ports.batchSize);
      ports.onProgress({ done: at, total: ofAuthor.length });
      if ((await deliver(db, ports, enrolment, batch)) === 'stop') return true;
    }
  }
  return due.length > 0;
}

async function deliver(
  db: MoneyDb,
  ports: SyncPorts,
  enrolment: Enrolment,
  batch: readonly RescuedEntry[],
): Promise<'go-on' | 'stop'> {
  const { value: outcome, trip } = await callSync(
    db,
    ports,
    enrolment,
    batch.map(({ entry }) => entry),
  );
  if (outcome.kind !== 'ok') {
    const trouble = troubleOf(outcome);
    const lastError = 'reason' in trouble ? trouble.reason : trouble.code;
    for (const entry of batch) await waitAgain(db, ports, entry, lastError);
    if (trouble.kind === 'offline') ports.onLink('offline');
    return 'stop';
  }
  await handleSyncResponse(db, ports, enrolment, { answer: outcome.data, trip });
  for (const entry of batch) {
    const result = outcome.data.results.find(({ opId }) => opId === entry.opId);
    if (!result || result.state === 'again' || result.state === 'unreadable')
      await waitAgain(db, ports, entry, result?.refusal?.code ?? 'server');
    else
      await changeRescued(db, entry.opId, {
        state: result.state,
        lastError: result.refusal?.code ?? null,
        message: result.refusal?.message ?? '',
        // A manager decides there, so it is queried again.
        nextAttemptAt: ports.clock.now() + askAgainMs(result.state),
      });
  }
  copyResults(ports, outcome.data.results);
  return 'go-on';
}

async function waitAgain(
  db: MoneyDb,
  ports: SyncPorts,
  { opId, attempts }: RescuedEntry,
  lastError: RescuedEntry['lastError'],
): Promise<void> {
  const wait = backoffMs(attempts + 1, ports.clock.random(), undefined);
  await changeRescued(db, opId, {
    attempts: attempts + 1,
    nextAttemptAt: ports.clock.now() + wait,
    lastError,
  });
}
