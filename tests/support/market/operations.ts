import type { Operation, OperationLabel, OperationStatus } from '#src/client/local/db/operation.ts';
import { newStatus } from '#src/client/local/outbox/write-operation.ts';
import type { Envelope } from '#src/operations/envelopes.ts';
import { toAmount, toVoucherId, type OpId } from '#src/protocol/brands.ts';
import { rosalba, storedAt, newId } from './stored-operations.ts';

type Given = {
  kind?: Envelope['kind'] | 'unreadable';
  status?: Partial<OperationStatus>;
  label?: Partial<OperationLabel> | null;
  /** Status of the acceptance of goods handed over offline. */
  acceptance?: Partial<OperationStatus>;
  after?: OpId;
};

const voucherId = toVoucherId('24684521-0000-4000-8000-000000000000');

function payloadOf(kind: Envelope['kind']): Envelope['payload'] {
  const sale = { userId: rosalba, estanteId: rosalba, codeQrUuid: voucherId, price: toAmount(12_500) };
  if (kind === 'top-up') return { monto: toAmount(50_000), uuid: voucherId, clientId: rosalba };
  if (kind === 'customer') return { clientId: rosalba, dataHash: 'hash' };
  if (kind === 'withdrawal') return { ...sale, purchaseOpId: newId() };
  return { ...sale, by: 'stall' };
}

/** Returns an operation as a screen reads it, by default a sale of 12,500 that waits to be sent. */
export function operation({
  kind = 'purchase',
  status,
  label = {},
  acceptance,
  after,
}: Given = {}): Operation {
  const opId = newId();
  const statusWith = (change: Partial<OperationStatus> = {}): OperationStatus => ({
    ...newStatus({ opId, seq: 1 }, storedAt),
    ...change,
  });
  const envelope = {
    v: 1,
    opId,
    deviceId: rosalba,
    seq: 1,
    operatorId: rosalba,
    occurredAt: new Date(storedAt).toISOString(),
    clockOffset: 0,
    ...(after === undefined ? {} : { after }),
    prevHash: '',
    hash: '',
  };
  return {
    envelope: kind === 'unreadable' ? null : ({ ...envelope, kind, payload: payloadOf(kind) } as Envelope),
    status: statusWith(status),
    label: label === null ? null : { opId, userName: 'luz marina', estanteName: 'Rosalba', ...label },
    acceptance: acceptance ? statusWith(acceptance) : null,
  };
}
