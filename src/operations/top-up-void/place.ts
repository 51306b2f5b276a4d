import { decideAndCopy } from '#src/client/commands/copy-decided.ts';
import type { CommandPorts } from '#src/client/commands/ports.ts';
import type { MoneyDb } from '#src/client/local/db/money-db.ts';
import type { OfflineStatus } from '#src/client/local/db/operation.ts';
import { transactPatiently } from '#src/client/local/db/reopen-lost-handle.ts';
import { readEnrolment } from '#src/client/local/device/enrolment.ts';
import { isOperator } from '#src/client/local/device/operators.ts';
import { readOperation } from '#src/client/local/outbox/read-outbox.ts';
import {
  tablesToWrite,
  writeOperation,
  type NewOperation,
} from '#src/client/local/outbox/write-operation.ts';
import type { RefusalCode } from '#src/contract/refusals.ts';
import type { TopUpVoidReason } from '#src/contract/topups/top-up-void.ts';
import { type OwnCode, ownSentence } from '#src/domain/purchase/own-sentence.ts';
import type { OpId } from '#src/protocol/brands.ts';

export type TopUpVoidIntent = {
  /** Generated when the dialog opened, so that a second tap is the same operation. */
  opId: OpId;
  topUpOpId: OpId;
  reason: TopUpVoidReason;
  operatorId: string;
};

/**
 * `saved`: return the cash now; the server counts the top-up once or not at all. `ask-server`: it has the
 * top-up under this movement, and voids it or gives the reason. `refused`, `storage-failed`: nothing was
 * written, so keep the cash.
 */
export type TopUpVoidResult =
  | { kind: 'saved' }
  | { kind: 'ask-server'; movementId: string }
  | { kind: 'refused'; code: RefusalCode; message: string }
  | { kind: 'storage-failed'; reason: string };

/**
 * Voids a top-up without an answer: one transaction writes the operation, which waits for its top-up, and
 * removes the voucher here. Once there is an answer, this device decides nothing: the voucher may have been
 * spent.
 */
export async function placeTopUpVoid(ports: CommandPorts, intent: TopUpVoidIntent): Promise<TopUpVoidResult> {
  const { db } = ports;
  try {
    if (!(await isOperator(db, intent.operatorId)) && (await isOpen(db, intent.topUpOpId)))
      return refused('NOT_OPERATOR');
    const result = await decideAndCopy(ports, intent.topUpOpId, () => writeUnanswered(ports, intent));
    ports.connection.requestSync();
    return result;
  } catch (error) {
    ports.reportStorageFailure(error);
    return { kind: 'storage-failed', reason: String(error) };
  }
}

async function isOpen(db: MoneyDb, topUpOpId: OpId): Promise<boolean> {
  return (await db.statuses.get(topUpOpId))?.receipt == null;
}

async function writeUnanswered(ports: CommandPorts, intent: TopUpVoidIntent): Promise<TopUpVoidResult> {
  const { db, clock } = ports;
  const found = await readOperation(db, intent.topUpOpId);
  const operation = voidOf(intent, found, clock.now());
  if (!operation) return refused('UNKNOWN_TOP_UP');
  return transactPatiently(db, 'rw', [...tablesToWrite(db), db.enrolment], async (inside) => {
    const status = await inside.statuses.get(intent.topUpOpId);
    if (!status || status.state === 'refused') return refused('UNKNOWN_TOP_UP');
    if (status.offline?.kind === 'voided') return { kind: 'saved' };
    if (status.receipt?.topUp) return { kind: 'ask-server', movementId: status.receipt.topUp._id };
    if ((await inside.enrolment.get('self'))?.state !== 'active') return refused('WAITS_FOR_ANOTHER');
    await write(inside, operation, intent);
    return { kind: 'saved' };
  });
}

/**
 * Records that the server voided it by a call with this id. An enrolled device also writes it in its journal,
 * and shows it with the sealed receipt to a server that was restored from an older copy. A crash before this
 * only leaves that step out.
 */
export async function noteVoidedTopUp(ports: CommandPorts, intent: TopUpVoidIntent): Promise<void> {
  const { db, clock } = ports;
  const operation = voidOf(intent, await readOperation(db, intent.topUpOpId), clock.now());
  if (!operation) return;
  const isEnrolled = (await readEnrolment(db))?.state === 'active';
  const mayWrite = isEnrolled && (await isOperator(db, intent.operatorId));
  await decideAndCopy(ports, intent.topUpOpId, () =>
    transactPatiently(db, 'rw', tablesToWrite(db), async (inside) => {
      if (mayWrite) await write(inside, operation, intent);
      else
        await inside.statuses
          .where('opId')
          .equals(intent.topUpOpId)
          .modify({ offline: voidedBy(intent) });
    }),
  );
  ports.connection.requestSync();
}

function write(inside: MoneyDb, operation: NewOperation, intent: TopUpVoidIntent): Promise<void> {
  // The device has an id, because it is enrolled.
  return writeOperation(inside, operation, '', () => [
    inside.statuses
      .where('opId')
      .equals(intent.topUpOpId)
      .modify({ offline: voidedBy(intent) }),
  ]);
}

function voidedBy({ opId }: TopUpVoidIntent): OfflineStatus {
  return { kind: 'voided', opId };
}

function voidOf(
  { opId, topUpOpId, reason, operatorId }: TopUpVoidIntent,
  found: Awaited<ReturnType<typeof readOperation>>,
  now: number,
): Extract<NewOperation, { kind: 'top-up-void' }> | null {
  if (found?.envelope?.kind !== 'top-up') return null;
  const { monto, uuid, clientId } = found.envelope.payload;
  return {
    opId,
    operatorId,
    occurredAt: new Date(now),
    label: { userName: found.label?.userName ?? '', estanteName: '' },
    kind: 'top-up-void',
    payload: { topUpOpId, monto, uuid, clientId, reason },
  };
}

function refused(code: OwnCode): TopUpVoidResult {
  return { kind: 'refused', code, message: ownSentence(code) };
}
