import { readEnrolment } from '#src/client/local/device/enrolment.ts';
import { type AnswerRefusal, type OpenedAnswer, readLetters } from '#src/client/local/device/letters.ts';
import { readEpoch, readKeySet, readSyncStatus } from '#src/client/local/device/server-config.ts';
import { letterAnswerFrameSchema, sealedLetterAnswerSchema } from '#src/contract/sync/letter.ts';
import { fromBase64Url } from '#src/domain/base64url.ts';
import { letterAnswerInfo, letterAnswerText } from '#src/domain/device/device-proof.ts';
import { readJson } from '#src/domain/read-json.ts';
import { applyAnswer, type CarriedAnswer } from './apply-answer.ts';
import type { LetterPorts } from './ports.ts';

/**
 * Opens an answer that a phone brought back, and applies it. Opening the same file again is refused once it
 * was applied as a whole, and harmless before.
 */
export async function openAnswer(ports: LetterPorts, text: string): Promise<OpenedAnswer> {
  const refuse = (why: AnswerRefusal): OpenedAnswer => ({ kind: 'refused', why });
  const { db, crypto } = ports;
  const { data: sealed } = sealedLetterAnswerSchema.safeParse(readJson(text));
  if (!sealed) return refuse('not-an-answer');
  const enrolment = await readEnrolment(db);
  if (!enrolment || enrolment.state === 'asked') return refuse('not-enrolled');
  const [letters, keys] = [await readLetters(db), await readKeySet(db)];
  if (!letters || keys?.rescueKey === undefined) return refuse('no-key');
  const opened = await crypto.openFrom(
    letters.answerKey.privateKey,
    keys.rescueKey,
    sealed,
    letterAnswerInfo,
  );
  // Without its key a changed file and another device's look alike; the name outside tells them apart.
  if (opened === null) return refuse(sealed.deviceName === enrolment.name ? 'changed' : 'foreign');
  const raw = readJson(opened);
  const { data: answer } = letterAnswerFrameSchema.safeParse(raw);
  if (!answer || !isRecord(raw)) return refuse('not-an-answer');
  if (answer.deviceId !== enrolment.deviceId) return refuse('foreign');
  const stored = keys.keys.find(({ kid }) => kid === answer.kid);
  // The seal proves the server, which may have a new issuing key since this device's last contact.
  const issuing = stored ?? answer.keys.keys.find(({ kid }) => kid === answer.kid);
  const signature = fromBase64Url(answer.sig);
  const message = new TextEncoder().encode(letterAnswerText(raw));
  if (!issuing || !signature || !(await crypto.verify(issuing.publicKey, message, signature)))
    return refuse('changed');
  if (await isOlder(ports, answer)) return refuse('older');
  return { kind: 'applied', asOf: answer.asOf, applied: await applyAnswer(ports, enrolment, answer) };
}

/**
 * Returns whether this device has a newer list or answer, or the answer is from before a restore: its server
 * no longer exists.
 */
async function isOlder({ db }: LetterPorts, { asOf, answers }: CarriedAnswer): Promise<boolean> {
  const { listAsOf } = await readSyncStatus(db);
  const appliedAsOf = (await readLetters(db))?.appliedAsOf ?? 0;
  const epoch = answers.at(-1)?.epoch;
  return asOf <= Math.max(listAsOf, appliedAsOf) || (epoch !== undefined && epoch < (await readEpoch(db)));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
