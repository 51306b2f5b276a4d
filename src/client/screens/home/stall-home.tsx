import { ChevronRight, ScanQrCode } from 'lucide-react';
import { Link } from 'react-router-dom';
import { today } from '#src/client/list/period/period.ts';
import { useFirstFigure } from '#src/client/local/live/first-figure.ts';
import { useDeviceFacts } from '#src/client/local/live/live-device.ts';
import { AwayStrip, LastOwed } from '#src/client/money/own-day/away.tsx';
import { DayFigure } from '#src/client/money/own-day/day-figure.tsx';
import { DayList } from '#src/client/money/own-day/day-list.tsx';
import { useOwnDay } from '#src/client/money/own-day/use-own-day.ts';
import { usePlace } from '#src/client/money/use-place.ts';
import { useConnection } from '#src/client/state/connection.ts';
import { useActor } from '#src/client/state/unlocked.ts';
import { homeTexts } from '#src/client/texts/home-texts.ts';
import { ownDayTexts } from '#src/client/texts/purchases/own-day-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { SkeletonRows } from '#src/client/ui/feedback/skeleton-rows.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { EnrolHint, HomeAction } from './home-actions.tsx';
import { WelcomePanel } from './welcome-panel.tsx';

const latest = 4;

/** A stall's home: the scanner, and the day from the tablet together with the server's last figures. */
export function StallHomeScreen() {
  const { name, marketName } = usePlace();
  const isAway = useConnection().link === 'offline';
  const isLimited = useActor()?.isLimited === true;
  const isAlone = isLimited || isAway;
  const limits = useDeviceFacts()?.limits;
  const day = useOwnDay(today());
  useFirstFigure(day !== undefined);
  const scan = (
    <HomeAction
      isMain
      to="/dashboard/escanear"
      icon={ScanQrCode}
      note={
        isAway && limits != null
          ? ownDayTexts.scanAway(amountText(limits.perVoucher))
          : homeTexts.startScanNote
      }
    >
      {homeTexts.startScan}
    </HomeAction>
  );
  return (
    <>
      <AwayStrip knownAt={day?.knownAt ?? null} />
      {!isAlone && <WelcomePanel name={name} note={marketName} />}
      {!isAlone && scan}
      {day === undefined ? (
        <>
          {isAlone && <h1 className="visually-hidden">{ownDayTexts.sold}</h1>}
          <SkeletonRows rows={3} />
        </>
      ) : (
        <DayFigure title={ownDayTexts.sold} own={day.own} isHead={isAlone} />
      )}
      {isAlone && scan}
      {!isLimited && <EnrolHint />}
      {day !== undefined && day.own.sales.length > 0 && (
        <section className="stack-8">
          <div className="split-4">
            <h2 className="normal">{ownDayTexts.latest}</h2>
            <Link to="/dashboard/ventas" className="link-button strong">
              {ownDayTexts.all}
              <Icon of={ChevronRight} />
            </Link>
          </div>
          <DayList sales={day.own.sales.slice(0, latest)} />
        </section>
      )}
      {day !== undefined && <LastOwed />}
    </>
  );
}
