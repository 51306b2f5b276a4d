import {
  Banknote,
  ChevronRight,
  PackagePlus,
  TabletSmartphone,
  UserRoundCheck,
  ScanQrCode,
  type LucideIcon,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { QueryProblem } from '#src/client/form/query-problem.tsx';
import { today } from '#src/client/list/period/period.ts';
import { useDeviceFacts } from '#src/client/local/live/live-device.ts';
import { useIsBlank } from '#src/client/local/live/live.ts';
import { AwayStrip } from '#src/client/money/own-day/away-strip.tsx';
import { DayFigure } from '#src/client/money/own-day/day-figure.tsx';
import { DayList } from '#src/client/money/own-day/day-list.tsx';
import { LastOwed } from '#src/client/money/own-day/last-owed.tsx';
import { useOwnDay } from '#src/client/money/own-day/use-own-day.ts';
import { usePlace } from '#src/client/money/use-place.ts';
import { useToday } from '#src/client/queries/markets.ts';
import { useWaitingAccounts } from '#src/client/queries/waiting-accounts.ts';
import { useConnection } from '#src/client/state/connection.ts';
import { useActor } from '#src/client/state/unlocked.ts';
import { appTexts } from '#src/client/texts/common-texts.ts';
import { homeTexts } from '#src/client/texts/home-texts.ts';
import { ownDayTexts } from '#src/client/texts/purchases/own-day-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { dateTimeText, timeText } from '#src/client/texts/written/dates.ts';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { SkeletonRows } from '#src/client/ui/feedback/skeleton-rows.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { Figures, FiguresSkeleton } from '#src/client/ui/tables/figures.tsx';
import type { UserType } from '#src/contract/accounts/user-type.ts';
import { roleFigures } from './figures.ts';
import { MarketHome } from './market-home.tsx';
import { useFirstFigure } from './use-first-figure.ts';
import { WelcomePanel } from './welcome-panel.tsx';
import styles from './home-actions.module.css';

export function HomeScreen() {
  const user = useActor();
  if (user === null) return null;
  if (user.userType === 'ESTANTE') return <StallHome hint={!user.isLimited && <EnrolHint />} />;
  return (
    <>
      <ClockNotice />
      {user.userType === 'GLOBAL_MARKET' ? <MarketHome /> : <RoleHome userType={user.userType} />}
    </>
  );
}

/** Shown while records are ahead of the server's clock, to those who can have it put right. */
function ClockNotice() {
  const until = useToday().data?.clockAheadUntil ?? null;
  return until !== null && <Notice kind="refused">{homeTexts.clockAhead(dateTimeText(until))}</Notice>;
}

/** Home of every role but the market: its main action and today's figures. */
function RoleHome({ userType }: { userType: UserType }) {
  const today = useToday();
  const { name, marketName } = usePlace();
  const isOfMarket = userType === 'RECARGA';
  const hasFigures = userType !== 'PROVEEDOR';
  useFirstFigure(!hasFigures || !today.isPending);
  return (
    <>
      <WelcomePanel name={name} note={isOfMarket ? marketName : undefined} />
      <HomeActions userType={userType} />
      {hasFigures && today.isPending && (
        <div role="status" aria-label={appTexts.loading} data-coming>
          <FiguresSkeleton figures={isOfMarket ? 1 : 4} />
        </div>
      )}
      {hasFigures && today.data !== undefined && (
        <Figures
          title={homeTexts.today(timeText(today.dataUpdatedAt))}
          figures={roleFigures(userType, today.data)}
        />
      )}
      {today.isError && today.data === undefined && (
        <QueryProblem error={today.error} onRetry={() => void today.refetch()} />
      )}
      {isOfMarket && <EnrolHint />}
    </>
  );
}

/** Shown after signing in on a device that is not enrolled: what enrolment allows, and where. */
function EnrolHint() {
  const isBlank = useIsBlank() === true;
  const state = useDeviceFacts()?.state ?? (isBlank ? 'none' : undefined);
  if (state !== 'none') return null;
  return (
    <Link to="/dashboard/dispositivos" className={`row-16 pad-row ${styles.action} ${styles.waiting}`}>
      <Icon of={TabletSmartphone} size={28} />
      <span className={styles.words}>
        <strong>{homeTexts.enrol}</strong>
        {homeTexts.enrolNote}
      </span>
      <Icon of={ChevronRight} size={28} />
    </Link>
  );
}

/** The role's main action, and approvals that wait. */
function HomeActions({ userType }: { userType: UserType }) {
  const waiting = useWaitingAccounts(userType === 'ADMIN').filter(({ count }) => count > 0);
  if (userType === 'RECARGA')
    return (
      <MainAction to="/dashboard/puntos-de-recarga/create" icon={Banknote} note={homeTexts.startTopUpNote}>
        {homeTexts.startTopUp}
      </MainAction>
    );
  if (userType === 'PROVEEDOR')
    return (
      <MainAction to="/dashboard/estantes/create" icon={PackagePlus} note={homeTexts.startProductNote}>
        {homeTexts.startProduct}
      </MainAction>
    );
  return waiting.map(({ page, count }) => (
    <Link
      key={page}
      to={`/dashboard/${page}?estado=PENDIENTE`}
      className={`row-16 pad-row ${styles.action} ${styles.waiting}`}
    >
      <Icon of={UserRoundCheck} size={28} />
      <span className={styles.words}>
        <strong>{homeTexts.waiting[page](count)}</strong>
        {homeTexts.pendingNote}
      </span>
      <span className={`strong end ${styles.go}`}>{homeTexts.review}</span>
    </Link>
  ));
}

const latest = 4;

/** A stall's home: the scanner, and the day from the tablet together with the server's last figures. */
function StallHome({ hint }: { /** Shown above content that loads late. */ hint: ReactNode }) {
  const { name, marketName } = usePlace();
  const isAway = useConnection().link === 'offline';
  const isAlone = useActor()?.isLimited === true || isAway;
  const limits = useDeviceFacts()?.limits;
  const day = useOwnDay(today());
  useFirstFigure(day !== undefined);
  const scan = (
    <MainAction
      to="/dashboard/escanear"
      icon={ScanQrCode}
      note={
        isAway && limits != null
          ? ownDayTexts.scanAway(amountText(limits.perVoucher))
          : homeTexts.startScanNote
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
        <>
          {isAlone && <h1 className="visually-hidden">{ownDayTexts.sold}</h1>}
          <SkeletonRows rows={3} />
        </>
      ) : (
        <DayFigure title={ownDayTexts.sold} own={day.own} isHead={isAlone} />
      )}
      {isAlone && scan}
      {hint}
      {day !== undefined && day.own.sales.length > 0 && (
        <section className="stack-8">
          <div className={`split-4 ${styles.head}`}>
            <h2>{ownDayTexts.latest}</h2>
            <Link to="/dashboard/ventas">
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

interface MainActionProps {
  to: string;
  icon: LucideIcon;
  note: string;
  children: string;
}

/** The main action of a role. */
function MainAction({ to, icon, note, children }: MainActionProps) {
  return (
    <Link to={to} className={`row-16 pad-row ${styles.action} ${styles.main}`}>
      <Icon of={icon} size={40} />
      <span className={styles.words}>
        <strong>{children}</strong>
        {note}
      </span>
      <Icon of={ChevronRight} size={28} />
    </Link>
  );
}
