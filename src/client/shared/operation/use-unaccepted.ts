import { useEffect, useEffectEvent, useState } from 'react';
import type { TakeBackResult } from '#src/client/commands/take-back.ts';
import { isRecorded, type Operation } from '#src/client/local/db/operation.ts';
import { isBeingSent, isTakenBack, isUnaccepted, mustAsk } from '#src/client/local/outbox/unaccepted.ts';
import { type Connection, useConnection } from '#src/client/state/connection.ts';
import { useAuth } from '#src/client/state/session.ts';
import { reportStorageFailure } from '#src/client/state/storage-health.ts';
import type { UnacceptedCause } from '#src/client/texts/sync/unaccepted-texts.ts';
import { useCommands } from './use-commands.ts';

const linkReasons: ReadonlySet<unknown> = new Set(['network', 'timeout', 'not-ours']);

/** `personId`: who is signed in here; undefined: nobody. `now`: the device's clock, ms since 1970. */
type Surroundings = { link: Connection['link']; personId: string | undefined; now: number };

/** Why it has no answer. */
export function causeOf(operation: Operation, { link, personId, now }: Surroundings): UnacceptedCause {
  const { status, envelope } = operation;
  if (isTakenBack(status)) return 'asking';
  if (isRecorded(status)) return 'recorded';
  if (mustAsk(operation, now)) return 'old';
  // A device that decides alone sends it by its journal, whoever is signed in.
  const operatorId = status.offline === undefined ? (envelope?.operatorId ?? '') : '';
  const isOthers = operatorId !== '' && operatorId !== personId;
  if (status.state === 'waiting-sign-in' || isOthers) return 'session';
  const { lastError } = status;
  const isLinkFault = linkReasons.has(lastError);
  if (lastError !== null && !isLinkFault) return link === 'offline' ? 'link' : 'busy';
  if (isBeingSent(status, now) || link === 'online') return 'slow';
  return link === 'offline' || isLinkFault ? 'link' : 'slow';
}

/** An operation that nobody has accepted, and what a person may do about it. */
export function useUnaccepted(operation: Operation) {
  const loadCommands = useCommands();
  const { link } = useConnection();
  const { user } = useAuth();
  const now = useNow();
  const [isTaking, setTaking] = useState(false);
  const [isWanted, setWanted] = useState(false);
  const { status } = operation;
  const isSent = isBeingSent(status, now);

  async function takeBack(): Promise<TakeBackResult> {
    setTaking(true);
    try {
      const result = await (await loadCommands()).takeBack(status.opId);
      setWanted(result === 'sending');
      return result;
    } catch (error) {
      reportStorageFailure(error);
      return 'settled';
    } finally {
      setTaking(false);
    }
  }

  // A tap that came while it was being sent counts as soon as that is over.
  const onFree = useEffectEvent((): void => void takeBack());
  useEffect(() => {
    if (!isWanted || isSent) return undefined;
    const timer = setTimeout(onFree, 0);
    return () => clearTimeout(timer);
  }, [isWanted, isSent]);

  const cause = causeOf(operation, { link, personId: user?.id, now });
  return {
    cause,
    canTakeBack: isUnaccepted(operation),
    isBeingSent: isSent || isWanted,
    isTaking,
    takeBack,
    send: () =>
      void loadCommands()
        // What goes out for it is its withdrawal, once it was taken back.
        .then((commands) => (cause === 'asking' ? commands.retryAll() : commands.retry(status.opId)))
        .catch(reportStorageFailure),
  };
}

export type UnacceptedState = ReturnType<typeof useUnaccepted>;

/** Read again each second: what is being sent, and what has waited too long, show themselves. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
