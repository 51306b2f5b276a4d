import type { MoneyDb } from '#src/client/local/db/money-db.ts';
import {
  type OperationStatus,
  isFinal,
  isPaid,
  type OperationReceipt,
  readEnvelope,
} from '#src/client/local/db/operation.ts';
import { transact } from '#src/client/local/db/reopen-lost-handle.ts';
import type { KnownBalance, SealedRow } from '#src/client/local/db/rows.ts';
import { releaseExposures } from '#src/client/local/offline/exposure.ts';
import { noteBalances } from '#src/client/local/offline/known-balance.ts';
import { offlineRegistrationSchema, type OfflineRegistration } from '#src/contract/accounts/notice.ts';
import { exhaustsVoucher, type ReadCode } from '#src/contract/refusals.ts';
import type { Envelope } from '#src/operations/envelopes.ts';
import type { OperationState } from '#src/operations/outcome.ts';
import type { Amount, OpId } from '#src/protocol/brands.ts';
import type { ReceiptSeal } from '#src/protocol/recovery.ts';
import { updateStatusesIn } from './outbox.ts';
import { keepSealed } from './sealed-receipts.ts';

/** The server's answer to one operation. */
export type Answered = {
  state: Extract<
    OperationState,
    'accepted' | 'settled-with-overspend' | 'refused' | 'waiting-top-up' | 'in-review'
  >;
  receipt?: OperationReceipt;
  refusal?: { code: ReadCode; message: string; left?: Amount | undefined };
  reason?: NonNullable<OperationStatus['reason']>;
  missing?: number;
  /** The server's seal on a final answer. */
  seal?: ReceiptSeal;
};

/** `now`: ms since 1970. `serverNow`: the server's clock in its answer, or null. */
export type Moment = { now: number; serverNow: number | null };

/** `nextAttemptAt`: device clock, ms, of the next query for a manager's decision. */
export type AnsweredOperation = { opId: OpId; answered: Answered; nextAttemptAt?: number };

/**
 * Stores the server's answers as statuses, in one transaction with their effects: exposures, known balances,
 * and the deletion of personal data that is no longer needed. A crash before it leaves all operations open:
 * they are sent again and the server repeats its answers. Returns those that were not settled before.
 */
export function applyAnswers(
  db: MoneyDb,
  operations: readonly AnsweredOperation[],
  moment: Moment,
): Promise<Set<OpId>> {
  const tables = [db.envelopes, db.statuses, db.exposures, db.balances, db.registrations, db.sealed];
  // An operation that an earlier attempt changed is final, and its effects may still be missing.
  const applied = new Set<OpId>();
  return transact(db, 'rw', tables, async (inside) => {
    const changes = operations.map((operation) => ({
      opId: operation.opId,
      change: changeBy(operation, moment.now),
    }));
    for (const opId of await updateStatusesIn(inside, changes)) applied.add(opId);
    const stored = await inside.envelopes.bulkGet(operations.map(({ opId }) => opId));
    const answered = operations.map((operation, index) => ({
      ...operation,
      envelope: readEnvelope(stored[index]),
    }));
    const told = answered.filter(({ opId }) => applied.has(opId));
    // Already final operations too: a restored server seals them anew.
    await keepSealed(inside, await sealedBy(inside, answered, moment.serverNow ?? moment.now));
    await noteBalances(
      inside,
      answered.flatMap((one) => balanceToldBy(one, applied.has(one.opId) ? moment.serverNow : null) ?? []),
    );
    await releaseWhatIsSettled(inside, told);
    return applied;
  });
}

function changeBy({ answered, nextAttemptAt }: AnsweredOperation, now: number): Partial<OperationStatus> {
  const { state, receipt, refusal, reason, missing } = answered;
  return {
    state,
    lastError: refusal?.code ?? null,
    message: refusal?.message ?? '',
    changedAt: now,
    ...(receipt ? { receipt } : {}),
    ...(reason ? { reason } : {}),
    ...(missing === undefined ? {} : { missing }),
    ...(nextAttemptAt === undefined ? {} : { nextAttemptAt }),
  };
}

type Told = { opId: OpId; answered: Answered; envelope: Envelope | null };

/** With `serverNow` null only a receipt counts, because it carries its own date. */
function balanceToldBy({ answered, envelope }: Told, serverNow: number | null): KnownBalance | null {
  const { state, receipt, refusal, seal } = answered;
  const order = seal ? { epoch: seal.epoch, position: seal.position } : {};
  const voucherId = envelope && 'codeQrUuid' in envelope.payload ? envelope.payload.codeQrUuid : null;
  if (voucherId !== null && serverNow !== null) {
    const isEmpty = state === 'settled-with-overspend' || exhaustsVoucher(refusal?.code);
    const balance = isEmpty ? 0 : refusal?.left;
    if (balance !== undefined) return { voucherId, balance, asOf: serverNow, ...order };
  }
  if (!receipt?.purchase) return null;
  const { codeQrUuid, nuevoSaldo, createAt } = receipt.purchase;
  return { voucherId: codeQrUuid, balance: nuevoSaldo, asOf: Date.parse(createAt), ...order };
}

/**
 * Runs before personal data is deleted: with the receipt, it can restore its customer. A restored server that
 * has not seen the first seal may seal the opposite: the first one is kept, because it proves what happened.
 */
async function sealedBy(db: MoneyDb, told: readonly Told[], storedAt: number): Promise<SealedRow[]> {
  const rows: SealedRow[] = [];
  const statuses = await db.statuses.bulkGet(told.map(({ opId }) => opId));
  for (const [index, { opId, answered, envelope }] of told.entries()) {
    const { state, seal, refusal, receipt } = answered;
    const known = statuses[index]?.state ?? state;
    if (!seal || !envelope || (state !== 'refused' && !isPaid(state)) || isPaid(known) !== isPaid(state))
      continue;
    const registration =
      'dataHash' in envelope.payload ? await db.registrations.get(opId) : customerOf(receipt);
    rows.push({
      opId,
      seq: envelope.seq,
      hash: envelope.hash,
      state,
      ...(refusal ? { code: refusal.code } : {}),
      seal,
      epoch: seal.epoch,
      position: seal.position,
      ...(registration
        ? {
            registration: {
              ownerName: registration.ownerName,
              identificacion: registration.identificacion,
            },
          }
        : {}),
      storedAt,
    });
  }
  return rows;
}

function customerOf(receipt: OperationReceipt | undefined): OfflineRegistration | undefined {
  if (!receipt?.topUp) return undefined;
  const { ownerName, identification: identificacion } = receipt.topUp;
  // Parsed as it will be read again, or left out: a name never makes a call fail.
  const said = { ownerName, identificacion };
  const read = offlineRegistrationSchema.safeParse(said).data;
  return read?.ownerName === ownerName && read.identificacion === identificacion ? said : undefined;
}

async function releaseWhatIsSettled(db: MoneyDb, told: readonly Told[]): Promise<void> {
  const final = told.filter(({ answered }) => isFinal(answered));
  const registered = final.filter(
    ({ answered, envelope }) => envelope && 'dataHash' in envelope.payload && answered.state === 'accepted',
  );
  if (registered.length > 0) await db.registrations.bulkDelete(registered.map(({ opId }) => opId));
  await releaseExposures(
    db,
    final.map(({ opId, envelope }) =>
      envelope?.kind === 'acceptance' ? envelope.payload.purchaseOpId : opId,
    ),
  );
}
