import { useEffect, useState } from 'react';
import { answerWaitMs } from '#src/client/commands/ports.ts';
import type { Operation } from '#src/client/local/db/operation.ts';
import { useOperation } from '#src/client/local/live/live.ts';
import { readConnection } from '#src/client/state/connection.ts';
import { useIsHeldBack } from '#src/client/state/held-back.ts';
import { holdPurchaseOpen } from '#src/client/state/open-purchase.ts';
import { isFresh, outcomeOf } from '#src/operations/outcome.ts';
import type { OpId } from '#src/protocol/brands.ts';

export type Answer =
  | { kind: 'none' }
  | { kind: 'asking' }
  | { kind: 'pending'; operation: Operation }
  | { kind: 'decided-here'; operation: Operation }
  | { kind: 'accepted'; operation: Operation }
  | { kind: 'refused'; operation: Operation; message: string };

/** Returns the outcome of the operation placed on this screen, if any. */
export function useAnswer(opId: OpId | null): Answer {
  const { phase, operation } = usePhase(opId);
  if (opId === null) return { kind: 'none' };
  if (operation === null || phase === 'asking') return { kind: 'asking' };
  return { kind: phase, operation, message: operation.status.message };
}

/** While a sale or top-up is open on this screen, no new version of the app is activated. */
export function usePurchaseOpen(isOpen: boolean): void {
  useEffect(() => {
    return isOpen ? holdPurchaseOpen() : undefined;
  }, [isOpen]);
}

/** Upper bound for checking a proof and writing an acceptance on a slow tablet, ms. */
const decisionMs = 3_000;

/**
 * Phase of an operation on screen. `asking`: within the tap. `pending`: no answer yet, "Pendiente de
 * confirmar", never paid. `decided-here`: this device accepted the sale or issued the voucher offline.
 * `accepted` and `refused`: the server's answer, or this device withdrew the sale, which is then never paid.
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
    case 'issued-here':
    case 'covered':
    case 'unpaid':
      return 'decided-here';
    case 'refused':
    case 'withdrawn':
    case 'taken-back':
      return 'refused';
    case 'withdrawing':
      // Only the server knows whether it was charged, and a phone shows nothing before.
      return operation.envelope?.kind === 'purchase' && operation.envelope.payload.by === 'holder'
        ? 'pending'
        : 'refused';
    case 'pending':
    case 'undecided':
    case 'ruled-out':
    case 'voiding':
    case 'unreadable':
      return !hasWaited && isFresh(operation) ? 'asking' : 'pending';
  }
}

/** Upper bound for loading the sender and opening the connection on a slow phone, ms. */
const startMs = 2_000;

/**
 * Returns how long a screen shows "Procesando...", ms. The 2.5 s count from the sending of the request;
 * otherwise "Pendiente" would flash before nearly every "Pagado" on a slow line. Without a link nothing will
 * be sent.
 */
function waitOf(decides: boolean, isSending: boolean): number {
  if (decides) return answerWaitMs + decisionMs;
  return isSending || readConnection().link === 'offline' ? answerWaitMs : answerWaitMs + startMs;
}

/**
 * Returns the operation by live query, and its phase, which turns to `pending` when the answer takes too
 * long.
 */
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
    // After a reload most of the wait is over. A clock that was set back never extends it.
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
