import { CalendarClock, Lock, LogIn } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useRun } from '#src/client/commands/use-run.ts';
import {
  useDeviceFacts,
  useKnownDevice,
  useOperators,
  useOutboxSummary,
  useRecovery,
} from '#src/client/local/live/live-device.ts';
import { useConnection } from '#src/client/state/connection.ts';
import { clockAheadMs, noteServerTime, onClockChange, serverNow } from '#src/client/state/server-clock.ts';
import { lockDevice, useUnlocked } from '#src/client/state/unlocked.ts';
import { wrongClockTexts } from '#src/client/texts/dashboard-texts.ts';
import { offlineTexts } from '#src/client/texts/sync/offline-texts.ts';
import { recoveryTexts } from '#src/client/texts/sync/outbox-texts.ts';
import { dayOf, timeText } from '#src/client/texts/written/dates.ts';
import { dayText } from '#src/client/texts/written/days.ts';
import { Button, buttonClass } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { useNow } from '#src/client/ui/use-browser.ts';

/** Shown on every page while the device is open with a PIN: what is not possible, and how to sign in. */
export function LimitedBar() {
  const navigate = useNavigate();
  const { mode, note, isBack } = useModeWords();

  function leave() {
    lockDevice();
    void navigate('/login');
  }
  const unlocked = useUnlocked()?.id;
  const isOut = useOperators()?.some(
    ({ id, isActive, isSuspended }) => id === unlocked && (!isActive || isSuspended === true),
  );
  useEffect(() => {
    // The market ended this person's access after the PIN was typed.
    if (isOut === true) lockDevice();
  }, [isOut]);

  return (
    <div className="split-4 strip" data-tone={isBack ? 'paid' : 'pending'} role="status">
      <p className="fill-9">
        <b>{mode}</b> <span className={isBack ? undefined : 'not-on-phones'}>{note}</span>
      </p>
      <Button
        variant={isBack ? 'primary' : 'secondary'}
        size="row"
        icon={isBack ? LogIn : Lock}
        onClick={leave}
      >
        {isBack ? offlineTexts.signIn : offlineTexts.lock}
      </Button>
    </div>
  );
}

/** Claims that operations were sent only after the drain has ended, and only for operations that waited. */
function useModeWords(): { mode: string; note: string; isBack: boolean } {
  const { link, sending } = useConnection();
  const open = useOutboxSummary()?.openCount;
  const [hadOpen, setHadOpen] = useState(false);
  if (!hadOpen && open !== undefined && open > 0) setHadOpen(true);
  if (link !== 'online') return { mode: offlineTexts.mode, note: offlineTexts.modeNote, isBack: false };
  if (open === undefined || open > 0 || sending !== null)
    return { mode: offlineTexts.modeBack, note: offlineTexts.modeSending, isBack: true };
  return {
    mode: offlineTexts.modeBack,
    note: hadOpen ? offlineTexts.modeSent : offlineTexts.modeSignIn,
    isBack: true,
  };
}

/**
 * Operations restored from the second copy after this browser lost its database, shown until the person
 * dismisses it.
 */
export function RecoveryNotice() {
  const run = useRun();
  const facts = useDeviceFacts();
  const recovery = useRecovery();
  if (facts === undefined || recovery === undefined) return null;
  const { count, damaged } = recovery;
  const needsEnrolment = facts.state === 'none' && count > 0;
  return (
    <Notice kind={damaged > 0 ? 'refused' : 'info'}>
      <div className="stack-4">
        <p className="bold">{recoveryTexts.title}</p>
        <p>{count > 0 ? recoveryTexts.cameBack(count) : recoveryTexts.nothingCameBack}</p>
        {damaged > 0 && <p>{recoveryTexts.damaged(damaged)}</p>}
        {needsEnrolment && <p>{recoveryTexts.enrolFirst}</p>}
        <p className="cluster">
          {needsEnrolment && (
            <Link className={buttonClass({ size: 'row' })} to="/dashboard/dispositivos">
              {recoveryTexts.enrol}
            </Link>
          )}
          <Button
            variant="secondary"
            size="row"
            onClick={() => run((commands) => commands.markRecoverySeen())}
          >
            {recoveryTexts.seen}
          </Button>
        </p>
      </div>
    </Notice>
  );
}

/** Deviation from which the person is warned, ms. The day is the market's in any case. */
const toldFromMs = 10 * 60_000;

/**
 * Kept as long as the session: a device that is not enrolled learns it again from the server's next answer.
 */
const keptAs = 'mercado.clock';

function keepClockAhead(aheadMs: number): void {
  try {
    sessionStorage.setItem(keptAs, String(aheadMs));
  } catch {
    // Without storage the device falls back to its own day after a reload without a link.
  }
}

function readClockAhead(): number {
  try {
    return Number(sessionStorage.getItem(keptAs));
  } catch {
    return 0;
  }
}

function watchClock(next: () => void): () => void {
  return onClockChange(() => {
    keepClockAhead(clockAheadMs());
    next();
  });
}

/**
 * Returns how far the market's clock is ahead of this device's, ms. A device that has learned it knows it
 * without a link.
 */
export function useClockAhead(): number {
  const kept = useKnownDevice()?.clockOffset ?? null;
  useEffect(() => {
    if (clockAheadMs() !== 0) keepClockAhead(clockAheadMs());
    else noteServerTime(Date.now() + (kept ?? readClockAhead()));
  }, [kept]);
  return useSyncExternalStore(watchClock, clockAheadMs);
}

/** "sábado 21" */
function shortDay(instantMs: number): string {
  const [day = ''] = dayText(instantMs).split(' de ');
  return day.toLowerCase();
}

/** Shown on every page: the device's time and the market's. */
export function WrongClock({ aheadMs }: { aheadMs: number }) {
  const now = useNow(60_000);
  if (Math.abs(aheadMs) < toldFromMs) return null;
  const right = serverNow();
  return (
    <div className="strip" data-tone="refused" role="status">
      <Icon of={CalendarClock} size={28} />
      <p>
        <b>
          {dayOf(now) === dayOf(right)
            ? wrongClockTexts.time(timeText(now), timeText(right))
            : wrongClockTexts.date(shortDay(now), shortDay(right))}
        </b>{' '}
        {wrongClockTexts.correct}
      </p>
    </div>
  );
}
