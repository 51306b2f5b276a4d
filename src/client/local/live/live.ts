import { useCallback, useEffect, useState } from 'react';
import type { Operation } from '#src/client/local/db/operation.ts';
import type { OpId, VoucherId } from '#src/protocol/brands.ts';
import { databaseTurn } from './first-figure.ts';
import type { LiveQueries } from './live-queries.ts';
import { outboxExists } from './outbox-exists.ts';

/**
 * Screens read the outbox by these live queries, which follow the database in any tab. The database loads
 * with the first query that needs it, so a page that only shows a balance never loads it.
 */

export type Question<Value, Key extends string = string> = (queries: LiveQueries, key: Key) => Promise<Value>;

const askOperation: Question<Operation | null, OpId> = (queries, opId) => queries.operation(opId);

/** Undefined while it is being read; null when there is no such operation, or `opId` is null. */
export function useOperation(opId: OpId | null): Operation | null | undefined {
  return useOutbox(askOperation, opId);
}

/** Returns an unsettled purchase of this voucher, at this stall or at any; undefined while it is being read. */
export function useOpenPurchase(voucherId: VoucherId, stallId = ''): Operation | null | undefined {
  const ask = useCallback((live: LiveQueries, id: VoucherId) => live.openPurchase(id, stallId), [stallId]);
  return useOutbox(ask, voucherId, { isWorthAsking: outboxExists });
}

/**
 * `key`: an id, or empty for the whole outbox. With null nothing is queried and null is returned; so it is
 * for a query that is not worth running. `ask` must be a stable function.
 */
export function useOutbox<Value, Key extends string>(
  ask: Question<Value, Key>,
  key: Key | null,
  {
    isWorthAsking = always,
    isNeeded = true,
  }: { isWorthAsking?: () => Promise<boolean>; isNeeded?: boolean } = {},
): Value | null | undefined {
  const [held, setHeld] = useState<{ key: string; value: Value | null } | null>(null);
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  useEffect(() => {
    if (key === null) return undefined;
    let isGone = false;
    let stop = (): void => undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const hold = (value: Value | null): void => {
      if (!isGone) setHeld({ key, value });
    };
    const fail = (error: unknown): void => {
      if (!isSlow(error)) setFailure({ error });
      else if (!isGone) timer = setTimeout(begin, slowPauseMs);
    };
    const begin = (): void => void start().catch(fail);
    const start = async (): Promise<void> => {
      if (!(await isWorthAsking())) {
        hold(null);
        return;
      }
      await databaseTurn();
      const { watchOutbox } = await import('./live-queries.ts');
      if (!isGone) stop = watchOutbox(ask, key, { next: hold, error: fail });
    };
    begin();
    return () => {
      isGone = true;
      clearTimeout(timer);
      stop();
    };
  }, [ask, key, isWorthAsking]);
  // The nearest error boundary shows anything but a slow disk: a screen that cannot read money must not act as if there were none.
  if (failure && isNeeded) throw failure.error;
  if (key === null) return null;
  return held?.key === key ? held.value : undefined;
}

/** A disk that does not answer yet is queried again: the drain reports it, and the screen stays as it is. */
const slowPauseMs = 3_000;

function isSlow(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError';
}

/**
 * True when this device has stored nothing yet: no operation, no enrolment. Known before any database loads;
 * undefined until then.
 */
export function useIsBlank(): boolean | undefined {
  const [isBlank, setBlank] = useState<boolean>();
  useEffect(() => {
    let isGone = false;
    const hold = (exists: boolean): void => {
      if (!isGone) setBlank(!exists);
    };
    outboxExists().then(hold, () => hold(true));
    return () => {
      isGone = true;
    };
  }, []);
  return isBlank;
}

function always(): Promise<boolean> {
  return Promise.resolve(true);
}
