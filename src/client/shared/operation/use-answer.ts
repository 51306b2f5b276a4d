import { useEffect, useState } from 'react';
import { answerWaitMs } from '#src/client/commands/ports.ts';
import { useOperation } from '#src/client/local/live/live.ts';
import type { Operation } from '#src/client/local/db/operation.ts';
import { readConnection } from '#src/client/state/connection.ts';
import { useIsHeldBack } from '#src/client/state/held-back.ts';
import { holdSaleOpen } from '#src/client/state/open-sale.ts';
import type { OpId } from '#src/contract/brands.ts';

export type Answer =
  | { kind: 'none' }
  | { kind: 'asking' }
  | { kind: 'pending'; operation: Operation }
  | { kind: 'decided-here'; operation: Operation }
  | { kind: 'accepted'; operation: Operation }
  | { kind: 'refused'; operation: Operation; message: string };

/** What has become of the operation placed on this screen, if one was. */
export function useAnswer(opId: OpId | null): Answer {
  const { phase, operation } = useOperationPhase(opId);
  if (opId === null) return { kind: 'none' };
  if (operation === null || phase === 'none' || phase === 'processing') return { kind: 'asking' };
  if (phase === 'refused') return { kind: 'refused', operation, message: operation.status.message };
  return { kind: phase, operation };
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
 * What a screen shows of an operation. `processing`: within the tap; `pending`: no answer yet, "Pendiente de confirmar",
 * never paid; `decided-here`: this device accepted the sale or handed out the voucher without a link; `accepted` and
 * `refused`: the server said so, or this device withdrew the sale, which is then never paid.
 */
type OperationPhase = 'none' | 'processing' | 'pending' | 'decided-here' | 'accepted' | 'refused';

function phaseOf(operation: Operation | null | undefined, hasWaited: boolean): OperationPhase {
  if (!operation) return 'none';
  const { envelope, status } = operation;
  if (status.offline?.kind === 'withdrawn') {
    // Whether it was charged only the server knows, and a phone says nothing before.
    const isHolders = envelope?.kind === 'purchase' && envelope.payload.by === 'holder';
    return isHolders && status.state !== 'refused' ? 'pending' : 'refused';
  }
  if (status.state === 'accepted' || status.state === 'settled-with-overspend') return 'accepted';
  if (status.offline?.kind === 'accepted') return 'decided-here';
  if (status.state === 'refused') return 'refused';
  if (status.offline?.kind === 'issued') return 'decided-here';
  if (status.state === 'waiting-top-up' || status.state === 'in-review') return 'pending';
  // A device that decides alone does so within moments: until then it is neither pending nor decided.
  if (status.offline?.kind === 'deciding' && envelope) return hasWaited ? 'pending' : 'processing';
  const isLate = hasWaited || status.state === 'waiting-sign-in' || status.attempts > 0 || !envelope;
  return isLate ? 'pending' : 'processing';
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
function useOperationPhase(opId: OpId | null): { phase: OperationPhase; operation: Operation | null } {
  const operation = useOperation(opId) ?? null;
  const [waitedFor, setWaitedFor] = useState<OpId | null>(null);
  const isHeldBack = useIsHeldBack(opId);
  const found = phaseOf(operation, waitedFor === opId);
  const phase = isHeldBack && found === 'decided-here' ? 'processing' : found;
  const occurredAt = operation?.envelope?.occurredAt;
  const decides = operation?.status.offline?.kind === 'deciding';
  const isSending = operation?.status.state === 'sending';
  useEffect(() => {
    if (phase !== 'processing' || occurredAt === undefined) return undefined;
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
