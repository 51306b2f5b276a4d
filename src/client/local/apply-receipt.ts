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

/**
 * The server's answer becomes the operation's fate, in one transaction with what it means for the voucher: its exposure, the
 * balance last known, and the personal data that is no longer needed. A crash before it leaves the operation open: it is
 * sent again, and the server answers the same. False: it was settled before, nothing changed.
 */
export function applyAnswer(
  db: MoneyDb,
  opId: string,
  answered: Answered,
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
  };
  return withLiveHandle(db, () =>
    db.transaction('rw', [db.envelopes, db.fates, db.exposures, db.balances, db.registrations], async () => {
      if (!(await moveFate(db, opId, change))) return false;
      await noteWhatItTells(db, opId, answered, serverNow);
      await releaseWhatIsSettled(db, opId, answered.state);
      return true;
    }),
  );
}

const emptied = new Set<RefusalCode>(['VOUCHER_SPENT', 'VOUCHER_BLOCKED', 'VOUCHER_EXPIRED']);

async function noteWhatItTells(
  db: MoneyDb,
  opId: string,
  { state, receipt, refusal }: Answered,
  serverNow: number,
): Promise<void> {
  const envelope = readEnvelope(await db.envelopes.get(opId));
  const voucherId = envelope && 'codeQrUuid' in envelope.payload ? envelope.payload.codeQrUuid : null;
  if (voucherId !== null && (state === 'settled-with-overspend' || (refusal && emptied.has(refusal.code))))
    await noteBalance(db, { voucherId, balance: 0, asOf: serverNow });
  else if (receipt?.kind === 'purchase') {
    const { codeQrUuid, nuevoSaldo, createAt } = receipt.receipt;
    await noteBalance(db, { voucherId: codeQrUuid, balance: nuevoSaldo, asOf: Date.parse(createAt) });
  }
}

async function releaseWhatIsSettled(db: MoneyDb, opId: string, state: FateState): Promise<void> {
  const envelope = readEnvelope(await db.envelopes.get(opId));
  if (envelope?.kind === 'customer' && state === 'accepted') await db.registrations.delete(opId);
  if (isFinal({ state }))
    await releaseExposure(db, envelope?.kind === 'acceptance' ? envelope.payload.purchaseOpId : opId);
}

/** `applyAnswer` of a receipt that came for one operation by itself. */
export function applyReceipt(
  db: MoneyDb,
  opId: string,
  receipt: OperationReceipt,
  moment: Moment,
): Promise<boolean> {
  return applyAnswer(db, opId, { state: 'accepted', receipt }, moment);
}

export function applyRefusal(
  db: MoneyDb,
  opId: string,
  refusal: { code: RefusalCode; message: string },
  moment: Moment,
): Promise<boolean> {
  return applyAnswer(db, opId, { state: 'refused', refusal }, moment);
}
