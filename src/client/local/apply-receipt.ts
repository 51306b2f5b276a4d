import type { Envelope } from '#src/contract/envelope.ts';
import type { RefusalCode } from '#src/contract/refusal-code.ts';
import { releaseExposure } from './exposure.ts';
import { noteBalance } from './known-balance.ts';
import type { MoneyDb } from './money-db.ts';
import { isFinal, type Fate, type FateState, type OperationReceipt } from './operation.ts';
import { moveFate } from './outbox.ts';
import { readEnvelope } from './read-envelope.ts';
import { withLiveHandle } from './reopen-lost-handle.ts';

/** What the server said of one operation. */
export type Answered = {
  state: Extract<
    FateState,
    'accepted' | 'settled-with-overspend' | 'refused' | 'waiting-top-up' | 'in-review'
  >;
  receipt?: OperationReceipt;
  refusal?: { code: RefusalCode; message: string };
  reason?: NonNullable<Fate['reason']>;
  missing?: number;
};

/** Device clock and the server's as known, both ms since 1970. */
export type Moment = { now: number; serverNow: number };

/** `nextAttemptAt`: when a person's decision is asked for again, device clock, ms. */
export type AnsweredOperation = { opId: string; answered: Answered; nextAttemptAt?: number };

/**
 * The server's answers become the operations' fates, in one transaction with what they mean for the vouchers: exposures,
 * balances last known, and personal data that is no longer needed. A crash before it leaves all of them open: they are sent
 * again, and the server answers the same. Answers which of them were not settled before.
 */
export function applyAnswers(
  db: MoneyDb,
  operations: readonly AnsweredOperation[],
  moment: Moment,
): Promise<Set<string>> {
  const tables = [db.envelopes, db.fates, db.exposures, db.balances, db.registrations];
  return withLiveHandle(db, () =>
    db.transaction('rw', tables, async () => {
      const applied = new Set<string>();
      for (const operation of operations)
        if (await applyOne(db, operation, moment)) applied.add(operation.opId);
      return applied;
    }),
  );
}

async function applyOne(
  db: MoneyDb,
  { opId, answered, nextAttemptAt }: AnsweredOperation,
  { now, serverNow }: Moment,
): Promise<boolean> {
  const { state, receipt, refusal, reason, missing } = answered;
  const change: Partial<Fate> = {
    state,
    lastError: refusal?.code ?? null,
    message: refusal?.message ?? '',
    changedAt: now,
    ...(receipt ? { receipt } : {}),
    ...(reason ? { reason } : {}),
    ...(missing === undefined ? {} : { missing }),
    ...(nextAttemptAt === undefined ? {} : { nextAttemptAt }),
  };
  if (!(await moveFate(db, opId, change))) return false;
  const envelope = readEnvelope(await db.envelopes.get(opId));
  await noteWhatItTells(db, envelope, answered, serverNow);
  await releaseWhatIsSettled(db, opId, envelope, state);
  return true;
}

const emptied = new Set<RefusalCode>(['VOUCHER_SPENT', 'VOUCHER_BLOCKED', 'VOUCHER_EXPIRED']);

async function noteWhatItTells(
  db: MoneyDb,
  envelope: Envelope | null,
  { state, receipt, refusal }: Answered,
  serverNow: number,
): Promise<void> {
  const voucherId = envelope && 'codeQrUuid' in envelope.payload ? envelope.payload.codeQrUuid : null;
  if (voucherId !== null && (state === 'settled-with-overspend' || (refusal && emptied.has(refusal.code))))
    await noteBalance(db, { voucherId, balance: 0, asOf: serverNow });
  else if (receipt?.kind === 'purchase') {
    const { codeQrUuid, nuevoSaldo, createAt } = receipt.receipt;
    await noteBalance(db, { voucherId: codeQrUuid, balance: nuevoSaldo, asOf: Date.parse(createAt) });
  }
}

async function releaseWhatIsSettled(
  db: MoneyDb,
  opId: string,
  envelope: Envelope | null,
  state: FateState,
): Promise<void> {
  if (envelope?.kind === 'customer' && state === 'accepted') await db.registrations.delete(opId);
  if (isFinal({ state }))
    await releaseExposure(db, envelope?.kind === 'acceptance' ? envelope.payload.purchaseOpId : opId);
}

/** The receipt of one operation that was sent by itself. */
export async function applyReceipt(
  db: MoneyDb,
  opId: string,
  receipt: OperationReceipt,
  moment: Moment,
): Promise<boolean> {
  const answered: Answered = { state: 'accepted', receipt };
  return (await applyAnswers(db, [{ opId, answered }], moment)).has(opId);
}

export async function applyRefusal(
  db: MoneyDb,
  opId: string,
  refusal: { code: RefusalCode; message: string },
  moment: Moment,
): Promise<boolean> {
  const answered: Answered = { state: 'refused', refusal };
  return (await applyAnswers(db, [{ opId, answered }], moment)).has(opId);
}
