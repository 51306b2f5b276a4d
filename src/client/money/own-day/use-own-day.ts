import * as z from 'zod/mini';
import { today } from '#src/client/list/period/period.ts';
import type { Operation } from '#src/client/local/db/operation.ts';
import { useOperations } from '#src/client/local/live/live-device.ts';
import { useIsBlank } from '#src/client/local/live/live.ts';
import { useConnection } from '#src/client/state/connection.ts';
import { useActor } from '#src/client/state/unlocked.ts';
import { dayOf } from '#src/client/texts/written/dates.ts';
import { purchaseRowSchema } from '#src/contract/purchases/schemas.ts';
import { useLastKnown } from './last-known.ts';
import { happenedAt, type KnownDay, type OwnDay, ownDayOf } from './own-day.ts';
import { useStallDay } from './stall-day.ts';

const knownDaySchema: z.ZodMiniType<KnownDay> = z.object({
  day: z.string(),
  askedAt: z.number(),
  count: z.int(),
  total: z.int(),
  sales: z.array(purchaseRowSchema),
});

/**
 * A day of the user's stall; undefined while the tablet's database is being read, and while nothing is known
 * of the day and the server is being asked: a zero there could be false. A tablet that has stored nothing
 * shows the server's figures without its database. `knownAt`: ms since 1970, null when the server has reported
 * nothing.
 */
export function useOwnDay(day: string): { own: OwnDay; knownAt: number | null } | undefined {
  const actorId = useActor()?.id;
  const isBlank = useIsBlank() === true;
  const operations = useOperations() ?? (isBlank ? nothing : undefined);
  const query = useStallDay();
  const known = useLastKnown('day', knownDaySchema, query)?.data;
  const isAway = useConnection().link === 'offline';
  if (operations === undefined) return undefined;
  const mine = operations.filter(
    ({ envelope }) =>
      envelope?.operatorId === actorId && envelope !== null && dayOf(happenedAt(envelope)) === day,
  );
  const said = known?.day === day ? known : undefined;
  // The server is being asked for the first time.
  if (query.isLoading && !isAway && said === undefined && mine.length === 0 && day === today())
    return undefined;
  return { own: ownDayOf(mine, said), knownAt: said?.askedAt ?? null };
}

const nothing: readonly Operation[] = [];
