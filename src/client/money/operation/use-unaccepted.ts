import { useEffect, useEffectEvent, useState } from 'react';
import { useCommands } from '#src/client/commands/use-commands.ts';
import { isRecorded, type Operation } from '#src/client/local/db/operation.ts';
import type { DeviceFacts } from '#src/client/local/live/device-facts.ts';
import { isBeingSent, isTakenBack, isUnaccepted, mustAsk } from '#src/client/local/outbox/unaccepted.ts';
import { type Connection, useConnection } from '#src/client/state/connection.ts';
import { reportDiskFault } from '#src/client/state/report-disk.ts';
import { useAuth } from '#src/client/state/session.ts';
import type { UnacceptedCause } from '#src/client/texts/sync/unaccepted-texts.ts';
import { useNow } from '#src/client/ui/use-browser.ts';
import type { TakeBackResult } from '#src/operations/withdrawal/place.ts';

const linkReasons: ReadonlySet<unknown> = new Set(['network', 'timeout', 'not-ours']);

/** `personId`: the signed-in person, or undefined. `now`: device clock, ms since 1970. */
type Surroundings = { link: Connection['link']; personId: string | undefined; now: number };

/** Returns why it has no answer. */
export function causeOf(operation: Operation, { link, personId, now }: Surroundings): UnacceptedCause {
  const { status, envelope } = operation;
  if (isTakenBack(status)) return 'asking';
  if (isRecorded(status)) return 'recorded';
  if (mustAsk(operation, now)) return 'old';
  // A device that decides offline sends it by its journal, whatever person is signed in.
  const operatorId = status.offline === undefined ? (envelope?.operatorId ?? '') : '';
  const isOthers = operatorId !== '' && operatorId !== personId;
  if (status.state === 'waiting-sign-in' || isOthers) return 'session';
  const { lastError } = status;
  const isLinkFault = linkReasons.has(lastError);
  if (lastError !== null && !isLinkFault) return link === 'offline' ? 'link' : 'busy';
  if (isBeingSent(status, now) || link === 'online') return 'slow';
  return link === 'offline' || isLinkFault ? 'link' : 'slow';
}

/**
 * An operation without acceptance, with the actions for it. `device`: its state, where one may be enrolled; a revoked one
 * writes nothing more into its journal, and so withdraws nothing.
 */
export function useUnaccepted(operation: Operation, device?: DeviceFacts['state']) {
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
      reportDiskFault(error);
      return 'settled';
    } finally {
      setTaking(false);
    }
  }

  // A tap during sending takes effect as soon as it has ended.
  const onFree = useEffectEvent((): void => void takeBack());
  useEffect(() => {
    if (!isWanted || isSent) return undefined;
    const timer = setTimeout(onFree, 0);
    return () => clearTimeout(timer);
  }, [isWanted, isSent]);

  const cause = causeOf(operation, { link, personId: user?.id, now });
  return {
    cause,
    canTakeBack: device !== 'revoked' && isUnaccepted(operation),
    isBeingSent: isSent || isWanted,
    isTaking,
    takeBack,
    send: () =>
      void loadCommands()
        // After a withdrawal, the withdrawal is sent in its place.
        .then((commands) => (cause === 'asking' ? commands.retryAll() : commands.retry(status.opId)))
        .catch(reportDiskFault),
  };
}

export type UnacceptedState = ReturnType<typeof useUnaccepted>;
