import { Banknote, ChevronRight, PackagePlus, TabletSmartphone, UserRoundCheck } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useDeviceFacts } from '#src/client/local/live/live-device.ts';
import { useToday } from '#src/client/queries/markets.ts';
import { QueryProblem } from '#src/client/shared/problem/query-problem.tsx';
import { usePlace } from '#src/client/shared/use-place.ts';
import { useActor } from '#src/client/state/unlocked.ts';
import { appTexts } from '#src/client/texts/common-texts.ts';
import { homeTexts } from '#src/client/texts/home-texts.ts';
import { devicesTexts as texts } from '#src/client/texts/devices/devices-texts.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import type { UserType } from '#src/contract/accounts/user-type.ts';
import { FiguresBoard, FiguresBoardSkeleton, roleFigures } from './figures-board.tsx';
import { MarketHome } from './market-home.tsx';
import { MainAction } from './main-action.tsx';
import { StallHome } from './stall-home.tsx';
import { WelcomePanel } from './welcome-panel.tsx';
import styles from './home-actions.module.css';

export function HomeScreen() {
  const user = useActor();
  if (user === null) return null;
  if (user.userType === 'ESTANTE') return <StallHome hint={!user.isLimited && <EnrolHint />} />;
  return user.userType === 'GLOBAL_MARKET' ? <MarketHome /> : <RoleHome userType={user.userType} />;
}

/** Of everybody but a market: what one comes for, and today's figures. */
function RoleHome({ userType }: { userType: UserType }) {
  const today = useToday();
  const { name, marketName } = usePlace();
  const isOfMarket = userType === 'RECARGA';
  const hasFigures = userType !== 'PROVEEDOR';
  return (
    <>
      <WelcomePanel name={name} note={isOfMarket ? marketName : undefined} />
      <HomeActions userType={userType} pendingApprovals={today.data?.pendingApprovals ?? 0} />
      {hasFigures && today.isPending && (
        <div role="status" aria-label={appTexts.loading} data-coming>
          <FiguresBoardSkeleton figures={isOfMarket ? 1 : 4} />
        </div>
      )}
      {hasFigures && today.data !== undefined && (
        <FiguresBoard figures={roleFigures(userType, today.data)} readAt={today.dataUpdatedAt} />
      )}
      {today.isError && today.data === undefined && (
        <QueryProblem error={today.error} onRetry={() => void today.refetch()} />
      )}
      {isOfMarket && <EnrolHint />}
    </>
  );
}

/** After signing in on a device that is not enrolled: what it could do, and where. */
function EnrolHint() {
  if (useDeviceFacts()?.state !== 'none') return null;
  return (
    <Link to="/dashboard/dispositivos" className={`${styles.action} ${styles.waiting}`}>
      <Icon of={TabletSmartphone} size={28} />
      <span className={styles.words}>
        <strong>{texts.hintTitle}</strong>
        {texts.hint}
      </span>
      <Icon of={ChevronRight} size={28} />
    </Link>
  );
}

interface HomeActionsProps {
  userType: UserType;
  pendingApprovals: number;
}

/** The one thing a role comes for, and what waits for its decision. */
function HomeActions({ userType, pendingApprovals }: HomeActionsProps) {
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
  if (pendingApprovals === 0) return null;
  return (
    <Link to="/dashboard/mercados-globales" className={`${styles.action} ${styles.waiting}`}>
      <Icon of={UserRoundCheck} size={28} />
      <span className={styles.words}>
        <strong>{homeTexts.pendingApprovals(pendingApprovals)}</strong>
        {homeTexts.pendingNote}
      </span>
      <span className={styles.go}>{homeTexts.review}</span>
    </Link>
  );
}
