import type { MoneyDb } from '#src/client/local/db/money-db.ts';
import { readEnvelope } from '#src/client/local/db/operation.ts';
import { transact } from '#src/client/local/db/reopen-lost-handle.ts';
import type { Enrolment } from '#src/client/local/db/rows.ts';
import { readEnrolment } from '#src/client/local/device/enrolment.ts';
import { statusesIn } from '#src/client/local/outbox/outbox.ts';
import {
  type EnvelopeSigner,
  readUnsigned,
  signed,
  tablesToSign,
} from '#src/client/local/outbox/sign-envelopes.ts';
import type { Envelope } from '#src/operations/envelopes.ts';
import { finalStates, openStates, recordedStates } from '#src/operations/outcome.ts';
import type { OpId } from '#src/protocol/brands.ts';
import type { CopyRecord } from './copy-records.ts';
import type { SecondCopy } from './second-copy.ts';

/**
 * Writes the operations that `find` names into the second copy, signed as they will be sent; only an enrolled
 * device has one. Returns once they are on disk or the time is up. Called after the transaction that wrote
 * them, because signing inside would end it. A crash in between leaves them only in the database, and the next
 * start copies them. Everything is read in one transaction, because a sale waits for each.
 */
export async function copyOperations(
  db: MoneyDb,
  copy: SecondCopy,
  signerOf: (enrolment: Enrolment) => EnvelopeSigner,
  find: (inside: MoneyDb) => Promise<readonly OpId[]>,
): Promise<void> {
  const tables = [db.enrolment, db.envelopes, db.statuses, ...tablesToSign(db)];
  const found = await transact(db, 'r', tables, async (inside) => {
    const enrolment = await readEnrolment(inside);
    if (!enrolment || enrolment.state === 'asked') return null;
    const envelopes = await readEnvelopes(inside, await find(inside));
    const all = [...(await comeBefore(inside, envelopes)), ...envelopes];
    return { enrolment, unsigned: await readUnsigned(inside, all) };
  });
  if (!found || found.unsigned.length === 0) return;
  const entries = await signed(db, signerOf(found.enrolment), found.unsigned);
  await copy.keep(entries.map((entry): CopyRecord => ({ t: 'entry', entry })));
}

async function readEnvelopes(db: MoneyDb, opIds: readonly OpId[]): Promise<Envelope[]> {
  const stored = await db.envelopes.bulkGet([...opIds]);
  return stored.flatMap((one) => readEnvelope(one) ?? []);
}

/**
 * Returns unsettled operations that must precede these, such as the registration of a top-up's customer.
 * Their copy may have failed, and their successors can only be delivered with them.
 */
async function comeBefore(db: MoneyDb, envelopes: readonly Envelope[]): Promise<Envelope[]> {
  const known = new Set(envelopes.map(({ opId }) => opId));
  const ids = envelopes.flatMap(({ after }) => (after === undefined || known.has(after) ? [] : [after]));
  if (ids.length === 0) return [];
  const statuses = await db.statuses.bulkGet(ids);
  const open = ids.filter((_, index) => !isFinalState(statuses[index]?.state ?? 'pending'));
  const found = await readEnvelopes(db, open);
  return found.length === 0 ? [] : [...(await comeBefore(db, found)), ...found];
}

/** Completes the second copy: unsettled operations from before it existed, and answers received since. */
export async function completeCopy(db: MoneyDb, copy: SecondCopy, sign: EnvelopeSigner): Promise<void> {
  const enrolment = await readEnrolment(db);
  if (!enrolment || enrolment.state === 'asked') return;
  const read = await copy.read();
  if (!read) return;
  const open = await statusesIn(db, [...openStates, ...recordedStates]);
  const missing = open.map(({ opId }) => opId).filter((opId) => !read.entries.has(opId));
  await copyOperations(
    db,
    copy,
    () => sign,
    () => Promise.resolve(missing),
  );
  const rescued = await db.rescued.toArray();
  const records = rescued
    .filter(({ opId, state }) => !isFinalState(state) && !read.entries.has(opId))
    .map(({ entry }): CopyRecord => ({ t: 'entry', entry }));
  const unsettled = [...read.entries.keys()].filter((opId) => !read.settled.has(opId));
  const statuses = await db.statuses.bulkGet(unsettled);
  const others = await db.rescued.bulkGet(unsettled);
  for (const [index, opId] of unsettled.entries()) {
    const state = statuses[index]?.state ?? others[index]?.state;
    if (state && isFinalState(state)) records.push({ t: 'result', result: { opId, state } });
  }
  if (records.length > 0) await copy.keep(records);
}

function isFinalState(state: string): state is (typeof finalStates)[number] {
  return finalStates.some((final) => final === state);
}
