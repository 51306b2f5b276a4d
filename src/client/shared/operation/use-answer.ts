import { useEffect, useState } from 'react';
import { answerWaitMs } from '#src/client/commands/ports.ts';
import type { Operation } from '#src/client/local/db/operation.ts';
import { useOperation } from '#src/client/local/live/live.ts';
import { readConnection } from '#src/client/state/connection.ts';
import { useIsHeldBack } from '#src/client/state/held-back.ts';
import { holdSaleOpen } from '#src/client/state/open-sale.ts';
import type { OpId } from '#src/contract/brands.ts';
import { isFresh, outcomeOf } from '#src/domain/operations/outcome.ts';

export type Answer =
  | { kind: 'none' }
  | { kind: 'asking' }
  | { kind: 'pending'; operation: Operation }
  | { kind: 'decided-here'; operation: Operation }
  | { kind: 'accepted'; operation: Operation }
  | { kind: 'refused'; operation: Operation; message: string };

/** What has become of the operation placed on this screen, if one was. */
export function useAnswer(opId: OpId | null): Answer {
  const { phase, operation } = usePhase(opId);
  if (opId === null) return { kind: 'none' };
  if (operation === null || phase === 'asking') return { kind: 'asking' };
  return { kind: phase, operation, message: operation.status.message };
}

/** While money is in hand on this screen no new version of the app takes over. */
export function useOpenSale(held: boolean): void {
  useEffect(() => {
    return held ? holdSaleOpen() : undefined;
  }, [held]);
}

/** What checking a proof and writing an acceptance takes on a slow tablet, at most, ms. */
const decisionMs = 3_000;

/**
 * What a screen shows of an operation. `asking`: within the tap; `pending`: no answer yet, "Pendiente de confirmar",
 * never paid; `decided-here`: this device accepted the sale or handed out the voucher without a link; `accepted` and
 * `refused`: the server said so, or this device withdrew the sale, which is then never paid.
 */
type Phase = Exclude<Answer['kind'], 'none'>;

function phaseOf(operation: Operation | null, hasWaited: boolean): Phase {
  if (operation === null) return 'asking';
  const outcome = outcomeOf(operation);
  switch (outcome) {
    case 'confirmed':
    case 'paid':
    case 'short':
    case 'voided':
      return 'accepted';
    case 'accepted-here':
    case 'accepted-there':
    case 'overruled':
    case 'issued-here':
    case 'covered':
    case 'covered-short':
    case 'unpaid':
      return 'decided-here';
    case 'refused':
    case 'withdrawn':
    case 'undone':
    case 'taken-back':
      return 'refused';
    case 'withdrawing':
    case 'reversing':
      // Whether it was charged only the server knows, and a phone says nothing before.
      return operation.envelope?.kind === 'purchase' && operation.envelope.payload.by === 'holder'
        ? 'pending'
        : 'refused';
    case 'pending':
    case 'at-server':
    case 'deciding':
    case 'undecided':
    case 'ruled-out':
    case 'voiding':
    case 'unreadable':
      return !hasWaited && isFresh(outcome, operation.status) ? 'asking' : 'pending';
  }
}

/** What loading the sender and opening the connection takes on a slow phone, at most, ms. */
const startMs = 2_000;

/**
 * How long a screen says "Procesando...", ms: the 2.5 s are counted from where the request leaves, or "Pendiente" would stand
 * for a moment before nearly every "Pagado" of a slow line. Where there is no link nothing will leave.
 */
function waitOf(decides: boolean, isSending: boolean): number {
  if (decides) return answerWaitMs + decisionMs;
  return isSending || readConnection().link === 'offline' ? answerWaitMs : answerWaitMs + startMs;
}

/** The operation by live query, and its phase, which turns to `pending` by itself when the answer takes too long. */
function usePhase(opId: OpId | null): { phase: Phase; operation: Operation | null } {
  const operation = useOperation(opId) ?? null;
  const [waitedFor, setWaitedFor] = useState<OpId | null>(null);
  const isHeldBack = useIsHeldBack(opId);
  const found = phaseOf(operation, waitedFor === opId);
  const phase = isHeldBack && found === 'decided-here' ? 'asking' : found;
  const occurredAt = operation?.envelope?.occurredAt;
  const decides = operation?.status.offline?.kind === 'deciding';
  const isSending = operation?.status.state === 'sending';
  useEffect(() => {
    if (phase !== 'asking' || occurredAt === undefined) return undefined;
    // After a reload most of the wait is over; a clock that was set back never makes it longer.
    const gone = Math.max(0, Date.now() - Date.parse(occurredAt));
    const wait = waitOf(decides, isSending);
    const timer = setTimeout(
      () => setWaitedFor(opId),
      Math.max(0, isSending && !decides ? wait : wait - gone),
    );
    return () => clearTimeout(timer);
  }, [phase, occurredAt, opId, decides, isSending]);
  return { phase, operation };
}
