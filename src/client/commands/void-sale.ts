import type { MoneyDb } from '#src/client/local/db/money-db.ts';
import { transactPatiently } from '#src/client/local/db/reopen-lost-handle.ts';
import { readEnrolment } from '#src/client/local/device/enrolment.ts';
import { isOperator } from '#src/client/local/device/operators.ts';
import {
  tablesToWrite,
  writeOperation,
  type NewOperation,
} from '#src/client/local/outbox/write-operation.ts';
import type { OpId } from '#src/contract/brands.ts';
import type { PurchaseVoidCommand } from '#src/contract/purchases/purchase-history.ts';
import { voidPayload } from '#src/contract/sync/envelope.ts';
import { copyPlaced } from './copy-decided.ts';
import type { CommandPorts } from './ports.ts';

export type VoidedSale = {
  /** Id of the call that voided it. */
  opId: OpId;
  /** The command as sent to the server. */
  command: PurchaseVoidCommand;
  /** As named by the server; absent from an earlier release, which does not know this journal entry. */
  purchaseOpIds: readonly OpId[] | undefined;
  operatorId: string;
};

/**
 * Records that the server voided a sale of this stall by a call with this id. An enrolled device also writes
 * it in its journal, and shows it with the sealed receipt to a server that is restored from an older copy. A
 * crash before this only leaves that step out.
 */
export async function noteVoidedSale(ports: CommandPorts, voided: VoidedSale): Promise<void> {
  const { db, clock } = ports;
  await noteReturned(db, voided);
  const operation = operationOf(voided, clock.now());
  const isEnrolled = (await readEnrolment(db))?.state === 'active';
  if (!operation || !isEnrolled || !(await isOperator(db, voided.operatorId))) return;
  await transactPatiently(db, 'rw', tablesToWrite(db), (inside) => writeOperation(inside, operation, ''));
  await copyPlaced(ports, [voided.opId]);
  ports.connection.requestSync();
}

/** The sale's own row shows the voided amount. */
async function noteReturned(db: MoneyDb, { command, purchaseOpIds = [] }: VoidedSale): Promise<void> {
  await db.fates
    .where('opId')
    .anyOf([...purchaseOpIds])
    .modify((status) => {
      if (status.receipt?.kind !== 'purchase') return;
      status.returned =
        command.monto === undefined ? status.receipt.receipt.price : (status.returned ?? 0) + command.monto;
    });
}

function operationOf(
  { opId, command, purchaseOpIds, operatorId }: VoidedSale,
  now: number,
): Extract<NewOperation, { kind: 'void' }> | null {
  const { codeCompra, monto, reason } = command;
  const payload = voidPayload.safeParse({
    purchaseOpIds,
    // As the server reads them: the call's receipt is found by this text.
    codeCompra: codeCompra.trim(),
    reason: reason.trim(),
    ...(monto === undefined ? {} : { monto }),
  });
  if (!payload.success) return null;
  return {
    opId,
    operatorId,
    occurredAt: new Date(now),
    label: { userName: '', estanteName: '' },
    kind: 'void',
    payload: payload.data,
  };
}
