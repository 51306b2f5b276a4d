import { ChevronRight, ScanQrCode } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useDeviceFacts } from '#src/client/local/live/live-device.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { AwayStrip } from '#src/client/shared/own-day/away-strip.tsx';
import { DayFigure } from '#src/client/shared/own-day/day-figure.tsx';
import { DayList } from '#src/client/shared/own-day/day-list.tsx';
import { LastOwed } from '#src/client/shared/own-day/last-owed.tsx';
import { useOwnDay } from '#src/client/shared/own-day/use-own-day.ts';
import { today } from '#src/client/shared/period/period.ts';
import { usePlace } from '#src/client/shared/use-place.ts';
import { useConnection } from '#src/client/state/connection.ts';
import { useActor } from '#src/client/state/unlocked.ts';
import { ownDayTexts as texts } from '#src/client/texts/purchases/own-day-texts.ts';
import { homeTexts } from '#src/client/texts/home-texts.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import { SkeletonRows } from '#src/client/ui/feedback/skeleton-rows.tsx';
import { MainAction } from './main-action.tsx';
import styles from './stall-home.module.css';
import { WelcomePanel } from './welcome-panel.tsx';

const latest = 4;

/** A stall's home: the own day from the tablet and what the server last said, and the scanner. */
export function StallHome({ hint }: { /** above what comes late */ hint: ReactNode }) {
  const { name, marketName } = usePlace();
  const isAway = useConnection().link === 'offline';
  const isAlone = useActor()?.isLimited === true || isAway;
  const limits = useDeviceFacts()?.limits;
  const day = useOwnDay(today());
  const scan = (
    <MainAction
      to="/dashboard/escanear"
      icon={ScanQrCode}
      note={
        isAway && limits != null ? texts.scanAway(amountText(limits.perVoucher)) : homeTexts.startScanNote
      }
    >
      {homeTexts.startScan}
    </MainAction>
  );
  return (
    <>
      <AwayStrip knownAt={day?.knownAt ?? null} />
      {!isAlone && <WelcomePanel name={name} note={marketName} />}
      {!isAlone && scan}
      {day === undefined ? (
        <SkeletonRows rows={3} />
      ) : (
        <DayFigure title={texts.sold} own={day.own} isHead={isAlone} />
      )}
      {isAlone && scan}
      {hint}
      {day !== undefined && day.own.sales.length > 0 && (
        <section className={styles.latest}>
          <div className={styles.head}>
            <h2>{texts.latest}</h2>
            <Link to="/dashboard/ventas">
              {texts.all}
              <Icon of={ChevronRight} />
            </Link>
          </div>
          <DayList sales={day.own.sales.slice(0, latest)} />
        </section>
      )}
      <LastOwed />
    </>
  );
}
