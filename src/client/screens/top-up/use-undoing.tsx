import { type ReactNode, useState } from 'react';
import type { OpId } from '#src/contract/brands.ts';
import { amountOf } from '#src/client/local/outbox/read-outbox.ts';
import { UndoTopUp, type UndoneTopUp } from '#src/client/shared/top-up/undo-top-up.tsx';
import { UndoneResult } from '#src/client/shared/top-up/undone-result.tsx';
import { useSessionUser } from '#src/client/state/session.ts';
import { type Outcome, outcomeOf } from '#src/domain/operations/outcome.ts';
import { shortCodeOf } from '#src/domain/voucher/short-code.ts';
import type { TopUpForm } from './use-top-up-form.ts';

/** Its cash went back, whatever the server knows of it yet. */
const undoneOutcomes: ReadonlySet<Outcome> = new Set(['voiding', 'voided', 'undone']);

interface Undoing {
  isUndone: boolean;
  result: ReactNode;
  question: ReactNode;
  /** none: whoever opened the device with a PIN alone cannot ask the server */
  ask: (() => void) | undefined;
}

/** The way back from a top-up that has just been made: asked, and what the hands do then. */
export function useUndoing({ answer, startOver, startRight }: TopUpForm): Undoing {
  const [asked, setAsked] = useState<OpId | null>(null);
  const [undone, setUndone] = useState<{ opId: OpId; how: UndoneTopUp } | null>(null);
  const user = useSessionUser();
  const operation = answer.kind === 'none' || answer.kind === 'asking' ? null : answer.operation;
  const envelope = operation?.envelope;
  if (!operation || envelope?.kind !== 'top-up')
    return { isUndone: false, result: null, question: null, ask: undefined };
  const { opId } = operation.status;
  const topUp = {
    movementId: operation.status.receipt?.kind === 'top-up' ? operation.status.receipt.receipt._id : '',
    opId,
    monto: amountOf(operation),
    ownerName: operation.label?.userName ?? '',
    shortCode: shortCodeOf(envelope.payload.uuid),
    topUpPointId: '',
  };
  const how = undone?.opId === opId ? undone.how : null;
  return {
    isUndone: undoneOutcomes.has(outcomeOf(operation)),
    result: <UndoneResult topUp={topUp} undone={how} onRight={startRight} onClose={startOver} />,
    question: asked === opId && (
      <UndoTopUp
        topUp={topUp}
        onNo={() => setAsked(null)}
        onDone={(done) => setUndone({ opId, how: done })}
      />
    ),
    ask: user === null && answer.kind === 'accepted' ? undefined : () => setAsked(opId),
  };
}
