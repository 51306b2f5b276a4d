import type { Amount, OpId } from '#src/contract/brands.ts';
import type { CountedPieces } from '#src/contract/markets/till.ts';
import { type CommandResult, placeOperation } from './place-operation.ts';
import type { CommandPorts } from './ports.ts';

export type HandOverIntent = {
  /** made when the count began, so that a second tap is the same hand-over */
  opId: OpId;
  monto: Amount;
  /** what it was counted by; empty: one amount */
  pieces: readonly CountedPieces[];
  operatorId: string;
};

/** Writes a hand-over down and has it sent. Without a link it waits: the cash may be on its way meanwhile. */
export function handOverTill(ports: CommandPorts, intent: HandOverIntent): Promise<CommandResult> {
  const { opId, monto, pieces, operatorId } = intent;
  const operation = {
    opId,
    operatorId,
    occurredAt: new Date(ports.clock.now()),
    label: { userName: '', estanteName: '' },
    kind: 'till-hand-over' as const,
    payload: { monto, ...(pieces.length === 0 ? {} : { pieces: [...pieces] }) },
  };
  return placeOperation(ports, [operation], false);
}
