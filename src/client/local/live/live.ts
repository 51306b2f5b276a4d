import { useEffect, useState } from 'react';
import type { Operation } from '#src/client/local/db/operation.ts';
import type { OpId, VoucherId } from '#src/contract/brands.ts';
import type { LiveQueries } from './live-queries.ts';
import { outboxExists } from './outbox-exists.ts';

/**
 * Screens read the outbox by these live queries, and change when the database changes, in any tab. The database itself is
 * loaded with the first query that needs it: a page that only shows a balance never loads it.
 */

export type Question<Value, Key extends string = string> = (queries: LiveQueries, key: Key) => Promise<Value>;

const askOperation: Question<Operation | null, OpId> = (queries, opId) => queries.operation(opId);
const askOpenPurchase: Question<Operation | null, VoucherId> = async (queries, id) =>
  queries.openPurchase(id);

/** undefined while it is being read; null when there is no such operation, or none was asked for. */
export function useOperation(opId: OpId | null): Operation | null | undefined {
  return useOutbox(askOperation, opId);
}

/** An unsettled purchase of this voucher on this device; undefined while it is being read. */
export function useOpenPurchase(voucherId: VoucherId): Operation | null | undefined {
  return useOutbox(askOpenPurchase, voucherId, outboxExists);
}

/**
 * `key`: an id, or empty for the whole outbox. Null queries nothing and returns null; so does a query that is not worth
 * running. `ask` is always the same function.
 */
export function useOutbox<Value, Key extends string>(
  ask: Question<Value, Key>,
  key: Key | null,
  isWorthAsking: () => Promise<boolean> = always,
): Value | null | undefined {
  const [held, setHeld] = useState<{ key: string; value: Value | null } | null>(null);
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  useEffect(() => {
    if (key === null) return undefined;
    let isGone = false;
    let stop = (): void => undefined;
    const hold = (value: Value | null): void => {
      if (!isGone) setHeld({ key, value });
    };
    const start = async (): Promise<void> => {
      if (!(await isWorthAsking())) {
        hold(null);
        return;
      }
      const { watchOutbox } = await import('./live-queries.ts');
      if (!isGone)
        stop = watchOutbox(
          (queries) => ask(queries, key),
          key === '',
          hold,
          (error) => setFailure({ error }),
        );
    };
    start().catch((error: unknown) => setFailure({ error }));
    return () => {
      isGone = true;
      stop();
    };
  }, [ask, key, isWorthAsking]);
  // The nearest guard shows it: a screen that cannot read money must not go on as if there were none.
  if (failure) throw failure.error;
  if (key === null) return null;
  return held?.key === key ? held.value : undefined;
}

function always(): Promise<boolean> {
  return Promise.resolve(true);
}
