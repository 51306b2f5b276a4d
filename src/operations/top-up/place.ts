import { type CommandResult, placeOperation } from '#src/client/commands/place-operation.ts';
import type { CommandPorts } from '#src/client/commands/ports.ts';
import type { OpId } from '#src/protocol/brands.ts';
import { issueOffline } from './place-offline.ts';
import type { TopUpPayload } from './rule.ts';

export type TopUpIntent = {
  /** Generated when the form opened. */
  opId: OpId;
  payload: TopUpPayload;
  operatorId: string;
  label: { userName: string };
};

/**
 * Places a top-up in one local transaction; the drain then sends it. The voucher exists once its receipt is
 * here.
 */
export function placeTopUp(
  ports: CommandPorts,
  { opId, payload, operatorId, label }: TopUpIntent,
): Promise<CommandResult> {
  const occurredAt = new Date(ports.clock.now());
  const operation = {
    opId,
    operatorId,
    occurredAt,
    label: { ...label, estanteName: '' },
    kind: 'top-up' as const,
    payload,
  };
  return placeOperation(ports, operation, issueOffline);
}
