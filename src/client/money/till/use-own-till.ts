import { type Question, useOutbox } from '#src/client/local/live/live.ts';
import type { LocalTill } from '#src/client/local/offline/own-till.ts';
import { useTills } from '#src/client/queries/cash.ts';
import { useConnection } from '#src/client/state/connection.ts';
import type { Till } from '#src/contract/cash/till.ts';
import type { TillLevel } from './till-state.ts';

const askTill: Question<LocalTill> = (queries, pointId) => queries.till(pointId);

/**
 * This point's till: from the server, otherwise from its last answer, plus operations without an answer.
 * `isLimited`: opened with a PIN, without a session.
 */
export function useOwnTill(pointId: string, isLimited: boolean) {
  const isAway = useConnection().link === 'offline' || isLimited;
  const query = useTills(!isAway && pointId !== '');
  const local = useOutbox(askTill, pointId);
  const facts = isAway ? undefined : query.data?.find(({ topUpPointId }) => topUpPointId === pointId);
  return {
    /** Null when neither the server nor this device knows it. */
    level: levelOf(facts, local ?? null),
    /** The server's answer; undefined before it, or without a link. */
    facts,
    query,
  };
}

function levelOf(facts: Till | undefined, local: LocalTill | null): TillLevel | null {
  const known = facts ? { cash: facts.expected, ceiling: facts.ceiling } : local?.known;
  return known ? { ...known, cash: known.cash + (local?.topUps ?? 0) } : null;
}
