import type { KeySet } from '#src/contract/devices/schemas.ts';
import {
  type Letter,
  type LetterAnswer,
  letterSchema,
  type SealedLetter,
  type SealedLetterAnswer,
} from '#src/contract/sync/letter.ts';
import type { SyncAnswer } from '#src/contract/sync/schemas.ts';
import { toBase64Url } from '#src/domain/base64url.ts';
import {
  letterAnswerInfo,
  letterAnswerText,
  letterInfo,
  letterText,
} from '#src/domain/device/device-proof.ts';
import { readJson } from '#src/domain/read-json.ts';
import { done, refuse, type Answer } from '#src/server/answer.ts';
import { createThrottle, type Quotas } from '#src/server/http/throttle.ts';
import { authenticateDevice } from '#src/server/sync/contact/authenticate.ts';
import type { Arrival } from '#src/server/sync/contact/contact.ts';
import { sha256 } from '#src/server/sync/envelopes/sha256.ts';
import { receiveSync, type ReceiveSyncDeps } from '#src/server/sync/receive-sync.ts';
import type { IssuingKey } from '#src/server/vouchers/issuing-keys.ts';
import { type BalanceListDeps, handWholeList } from './balance-lists.ts';
import type { RescueKey } from './rescue-key.ts';

export type LetterDeps = ReceiveSyncDeps &
  Pick<BalanceListDeps, 'store' | 'verifySignature' | 'marketLists' | 'now'> & {
    rescueKey: RescueKey;
    keySet(): Promise<KeySet>;
    issuingKey(): Promise<IssuingKey>;
    /** Counts a delivery of this letter. Returns false when there were too many. */
    countLetter(letter: Pick<Letter, 'deviceId' | 'number'>): Promise<boolean>;
  };

/**
 * Delivers a letter that a phone has carried. Returns the answer, which only its device can read
 * (docs/decisions/0099). Its calls are judged as if the device had made them, in their order. Delivering a letter again
 * posts nothing and answers anew.
 */
export async function deliverLetter(
  deps: LetterDeps,
  sealed: SealedLetter,
): Promise<Answer<SealedLetterAnswer>> {
  const letter = readLetter(deps.rescueKey.open(sealed, letterInfo));
  if (!letter) return refuse('LETTER_UNREADABLE');
  const [first] = letter.requests;
  const arrival: Arrival = { by: 'letter', epoch: letter.epoch };
  const device = await authenticateDevice(deps, letter, letterText(letter, sha256));
  if (!device.ok) {
    // A restore may have lost the device: its call shows the sealed receipts that prove it.
    if (device.code === 'DEVICE_UNKNOWN' && first) await receiveSync(deps, first, arrival);
    return device;
  }
  if (!(await deps.countLetter(letter))) return refuse('TOO_MANY_REQUESTS');
  const answers: SyncAnswer[] = [];
  for (const request of letter.requests) {
    const answer = await receiveSync(deps, request, arrival);
    if (!answer.ok) return answer;
    answers.push(answer.value);
  }
  const now = deps.now();
  const isRevoked = answers.at(-1)?.device.state === 'revoked';
  // After the calls, so that the list has what they posted.
  const list = isRevoked ? null : await handWholeList(deps, device.value, now);
  const issuing = await deps.issuingKey();
  const unsigned: Omit<LetterAnswer, 'sig'> = {
    v: 1,
    deviceId: letter.deviceId,
    letter: letter.number,
    asOf: list?.asOf ?? now.getTime(),
    answers,
    keys: await deps.keySet(),
    ...(list ? { list: toBase64Url(list.bytes) } : {}),
    kid: issuing.kid,
  };
  const sig = toBase64Url(issuing.sign(new TextEncoder().encode(letterAnswerText(unsigned, sha256))));
  const answer: LetterAnswer = { ...unsigned, sig };
  const file = deps.rescueKey.sealFor(letter.answerKey, JSON.stringify(answer), letterAnswerInfo);
  if (!file) return refuse('LETTER_UNREADABLE');
  return done({
    kind: 'mercado-respuesta',
    v: 1,
    deviceName: device.value.name,
    madeAt: now.toISOString(),
    ...file,
  });
}

/** Counts different letters by device, and deliveries of the same letter separately. */
export function createLetterCount(quotas: Quotas): LetterDeps['countLetter'] {
  const [letters, same] = [createThrottle(quotas.lettersOfDevice), createThrottle(quotas.sameLetter)];
  return async ({ deviceId, number }) => {
    const deliveries = await same.count(`${deviceId} ${number}`);
    return deliveries === 1 ? letters.tryTake(deviceId) : deliveries !== null;
  };
}

/** Returns null for what is no letter, is of another version, or carries calls of another device. */
function readLetter(text: string | null): Letter | null {
  const { data } = letterSchema.safeParse(text === null ? null : readJson(text));
  return data?.requests.every(({ deviceId }) => deviceId === data.deviceId) ? data : null;
}
