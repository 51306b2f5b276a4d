import type { Enrolment, Tally } from '#src/client/local/db/rows.ts';
import { readEnrolment } from '#src/client/local/device/enrolment.ts';
import { countLetter, type WrittenLetter } from '#src/client/local/device/letters.ts';
import { readEpoch, readKeySet } from '#src/client/local/device/server-config.ts';
import { readOperations, readUnsent, type Sendable } from '#src/client/local/outbox/outbox.ts';
import { listOf } from '#src/client/local/outbox/read-outbox.ts';
import { tally } from '#src/client/local/outbox/tally.ts';
import { cutBatch, owedOperations } from '#src/client/sync/drain-journal.ts';
import { requestWith } from '#src/client/sync/send-batch.ts';
import { letterBytes, mostLetterCalls } from '#src/contract/sync/letter.ts';
import type { SyncRequest } from '#src/contract/sync/schemas.ts';
import { letterInfo, letterText } from '#src/domain/device/device-proof.ts';
import type { LetterPorts } from './ports.ts';

/** Sealing adds a third to a letter's text; this much is left for its other fields, bytes. */
const textBytes = Math.floor((letterBytes - 10_000) * 0.75);

/**
 * Writes everything that the outbox owes the server as calls of this device, oldest first, sealed for the
 * server. Nothing is marked as sent or removed: the same operations go into the next letter, and over the link
 * once it is back. A letter without operations still brings back a list.
 */
export async function writeLetter(ports: LetterPorts): Promise<WrittenLetter> {
  const { db, crypto, sync } = ports;
  const enrolment = await readEnrolment(db);
  if (!enrolment || enrolment.state === 'asked') return { kind: 'not-enrolled' };
  const rescueKey = (await readKeySet(db))?.rescueKey;
  if (rescueKey === undefined) return { kind: 'no-key' };
  const { number, answerKey } = await countLetter(db, await crypto.makeAnswerKey());
  const { requests, inside } = await writeCalls(ports, enrolment);
  const unsigned = {
    v: 1 as const,
    deviceId: enrolment.deviceId,
    number,
    answerKey: answerKey.publicKey,
    epoch: await readEpoch(db),
    requests,
  };
  const letter = { ...unsigned, proof: await sync.key.sign(letterText(unsigned)) };
  const sealed = await crypto.sealFor(rescueKey, JSON.stringify(letter), letterInfo);
  return {
    kind: 'written',
    number,
    carried: await tallyOpen(ports, inside),
    sealed: {
      kind: 'mercado-carta',
      v: 1,
      deviceName: enrolment.name,
      madeAt: new Date(sync.clock.now()).toISOString(),
      ...sealed,
    },
  };
}

async function writeCalls(
  { db, sync }: LetterPorts,
  enrolment: Enrolment,
): Promise<{ requests: SyncRequest[]; inside: Sendable[] }> {
  const requests: SyncRequest[] = [];
  const inside: Sendable[] = [];
  let queue: readonly Sendable[] = await owed(db);
  let bytes = 0;
  while (requests.length < mostLetterCalls && (queue.length > 0 || requests.length === 0)) {
    const batch = queue.length > 0 ? cutBatch(queue, sync.batchSize) : [];
    const request = await requestWith(db, sync, enrolment, batch);
    bytes += new TextEncoder().encode(JSON.stringify(request)).length + 1;
    if (bytes > textBytes && requests.length > 0) break;
    requests.push(request);
    inside.push(...batch);
    queue = queue.slice(batch.length);
  }
  return { requests, inside };
}

async function owed(db: LetterPorts['db']): Promise<Sendable[]> {
  return owedOperations(db, await readUnsent(db), () => true);
}

/** An operation that the server requested again is carried too, but is settled for its person. */
async function tallyOpen({ db }: Pick<LetterPorts, 'db'>, inside: readonly Sendable[]): Promise<Tally> {
  const statuses = inside.map(({ status }) => status);
  const operations = await readOperations(db, statuses);
  return tally(operations.filter((operation) => listOf(operation) === 'open'));
}
