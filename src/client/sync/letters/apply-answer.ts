import type * as z from 'zod/mini';
import type { AppliedAnswer, Enrolment } from '#src/client/local/db/rows.ts';
import { correctedNow, isClockJudged } from '#src/client/local/device/device-clock.ts';
import { noteApplied } from '#src/client/local/device/letters.ts';
import { readKeySet, storeKeySet, updateSyncStatus } from '#src/client/local/device/server-config.ts';
import { takeList } from '#src/client/local/offline/cache-db.ts';
import { forgetBalancesAround } from '#src/client/local/offline/known-balance.ts';
import { pruneSealed } from '#src/client/local/outbox/sealed-receipts.ts';
import { tallyOutcomes } from '#src/client/local/outbox/tally.ts';
import { handleCarriedAnswer } from '#src/client/sync/handle-sync-response.ts';
import { applyCarriedResults } from '#src/client/sync/send-batch.ts';
import type { letterAnswerFrameSchema } from '#src/contract/sync/letter.ts';
import { readSyncAnswer } from '#src/contract/sync/schemas.ts';
import { fromBase64Url } from '#src/domain/base64url.ts';
import { readBalanceList } from '#src/domain/voucher/balance-snapshot.ts';
import type { LetterPorts } from './ports.ts';

/** An answer that was opened and checked. */
export type CarriedAnswer = z.infer<typeof letterAnswerFrameSchema>;

/**
 * A list dated further ahead of the corrected clock was made by a right server and met a wrong clock, ms: the
 * 72 hours would not end in time.
 */
const aheadMs = 5 * 60_000;

/**
 * Applies an answer as if this device had been connected at `asOf`: first the results, then the keys, the list
 * last, and then the note that it was applied. A crash in between leaves a file that can be opened again.
 */
export async function applyAnswer(
  ports: LetterPorts,
  enrolment: Enrolment,
  carried: CarriedAnswer,
): Promise<AppliedAnswer> {
  const { db, sync } = ports;
  const answers = carried.answers.map(readSyncAnswer);
  for (const answer of answers) {
    const isNews = await handleCarriedAnswer(db, sync, enrolment, answer);
    await applyCarriedResults(db, sync, answer, isNews);
  }
  const last = answers.at(-1);
  if (last) {
    const { device, keptCopy, serverTime } = last;
    await pruneSealed(db, Date.parse(serverTime), { ...device, keptCopy });
  }
  const held = await readKeySet(db);
  if (!held || Date.parse(held.asOf) <= Date.parse(carried.keys.asOf)) await storeKeySet(db, carried.keys);
  const opIds = answers.flatMap(({ results }) => results.map(({ opId }) => opId));
  const hasList = await storeList(ports, carried.list);
  const applied = {
    letter: carried.letter,
    openedAt: sync.clock.now(),
    ...(await tallyOutcomes(db, [...new Set(opIds)])),
    hasList,
  };
  // Without its list the file stays openable: the clock may be right by then.
  await noteApplied(db, applied, hasList || carried.list === undefined ? carried.asOf : null);
  return applied;
}

/**
 * Stores the list. A device whose clock was never measured, or is behind the list, must not sell by it, because
 * it cannot tell the list's age.
 */
async function storeList({ db, cache, sync }: LetterPorts, text: string | undefined): Promise<boolean> {
  const bytes = text === undefined ? null : fromBase64Url(text);
  if (!bytes || !(await isClockJudged(db))) return false;
  const now = correctedNow(await db.device.get('self'), sync.clock.now());
  const came = readBalanceList(bytes);
  if (came?.kind !== 'full' || came.asOf > now + aheadMs) return false;
  const list = await takeList(cache, bytes, now);
  if (!list) return false;
  await updateSyncStatus(db, { listAsOf: list.asOf, fullListAsOf: list.asOf });
  await forgetBalancesAround(db, list.asOf, now);
  return true;
}
