import { useEffect, useRef } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { followLive } from '#src/client/api/live.ts';
import { announce as announceAloud } from '#src/client/device/voice/announce.ts';
import { useStaleAfter } from '#src/client/queries/stale.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { homeTexts as texts } from '#src/client/texts/home-texts.ts';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import type { UserType } from '#src/contract/accounts/user-type.ts';
import type { LiveEvent } from '#src/contract/markets/today.ts';
import { liveCalls } from '#src/contract/sync/calls.ts';

/** A busy day has many events per second; one read covers all that arrive within this time. */
const gatherMs = 1000;

/**
 * Today's figures follow the event stream. Every tablet of a stall is notified when a customer pays from a
 * phone.
 */
export function LiveFigures({ userType }: { userType: UserType }) {
  const refresh = useGatheredRefresh();
  useLive((event) => {
    refresh();
    const isFromPhone = event.kind === 'purchase' && event.actorId === null;
    if (userType === 'ESTANTE' && isFromPhone) announce(event);
  });
  return null;
}

function announce({ amount, code }: LiveEvent): void {
  announceAloud('paid', ({ paid }) => paid(amount));
  showToast('success', texts.paidByPhone(amountText(amount), code));
}

function useGatheredRefresh(): () => void {
  const staleAfter = useStaleAfter();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    return () => clearTimeout(timer.current);
  }, []);
  return () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void staleAfter('money moved');
    }, gatherMs);
  };
}

/** Pause between two attempts to open a stream, and between two polls while no stream works, ms. */
const againMs = 5000;
const pollMs = 15_000;
/** After this many failed streams in a row the client polls, and tries a stream now and then. */
const patience = 2;
const pollsPerTry = 20;
/** Upper bound of events that the server repeats after a reconnect. */
const rememberedEvents = 500;

type Listener = (event: LiveEvent) => void;

/** Calls `onEvent` for every change while mounted. Events missed during a cut are replayed. */
function useLive(onEvent: Listener): void {
  const listener = useRef(onEvent);
  useEffect(() => {
    listener.current = onEvent;
  });
  useEffect(() => {
    const stop = new AbortController();
    void watch(stop.signal, (event) => listener.current(event));
    return () => stop.abort();
  }, []);
}

async function watch(signal: AbortSignal, tell: Listener): Promise<void> {
  const told = new Set<string>();
  let after: string | undefined;
  let misses = 0;
  const tellOnce = (event: LiveEvent): void => {
    if (signal.aborted || told.has(event._id)) return;
    told.add(event._id);
    const [oldest] = told;
    if (told.size > rememberedEvents && oldest !== undefined) told.delete(oldest);
    after = event._id;
    tell(event);
  };
  const begin = (position: string): void => {
    if (position !== '') after = position;
  };
  for (let turn = 0; !signal.aborted; turn++) {
    if (misses < patience || turn % pollsPerTry === 0) {
      const wasThere = await followLive(after, { onReady: begin, onEvent: tellOnce }, signal);
      misses = wasThere ? 0 : misses + 1;
    }
    // Also after a stream that ended: its token may have expired, and a poll renews it.
    if (!signal.aborted) {
      const page = await callServer(liveCalls.readLive, { query: { after } });
      if (page.kind === 'ok') {
        for (const event of page.data.events) tellOnce(event);
        begin(page.data.next);
      }
    }
    await pause(misses < patience ? againMs : pollMs, signal);
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const timer = setTimeout(resolve, ms);
    const stop = (): void => {
      clearTimeout(timer);
      resolve();
    };
    signal.addEventListener('abort', stop, { once: true });
  });
}
