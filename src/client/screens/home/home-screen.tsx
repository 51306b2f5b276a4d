import { Banknote, PackagePlus, UserRoundCheck } from 'lucide-react';
import { QueryProblem } from '#src/client/form/query-problem.tsx';
import { useFirstFigure } from '#src/client/local/live/first-figure.ts';
import { usePlace } from '#src/client/money/use-place.ts';
import { useToday, useWaitingAccounts } from '#src/client/queries/home-figures.ts';
import { useActor } from '#src/client/state/unlocked.ts';
import { appTexts } from '#src/client/texts/common-texts.ts';
import { homeTexts } from '#src/client/texts/home-texts.ts';
import { dateTimeText, timeText } from '#src/client/texts/written/dates.ts';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { Figures, FiguresSkeleton } from '#src/client/ui/tables/figures.tsx';
import type { UserType } from '#src/contract/accounts/user-type.ts';
import { roleFigures } from './figures.ts';
import { EnrolHint, HomeAction } from './home-actions.tsx';
import { MarketHome } from './market-home.tsx';
import { WelcomePanel } from './welcome-panel.tsx';

/** Home of every role but a stall. */
export function HomeScreen() {
  const user = useActor();
  if (user === null) return null;
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

/** Home of a role other than the market: its main action and today's figures. */
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

/** The role's main action, and approvals that wait. */
function HomeActions({ userType }: { userType: UserType }) {
  const waiting = useWaitingAccounts(userType === 'ADMIN').filter(({ count }) => count > 0);
  if (userType === 'RECARGA')
    return (
      <HomeAction
        isMain
        to="/dashboard/puntos-de-recarga/create"
        icon={Banknote}
        note={homeTexts.startTopUpNote}
      >
        {homeTexts.startTopUp}
      </HomeAction>
    );
  if (userType === 'PROVEEDOR')
    return (
      <HomeAction isMain to="/dashboard/estantes/create" icon={PackagePlus} note={homeTexts.startProductNote}>
        {homeTexts.startProduct}
      </HomeAction>
    );
  return waiting.map(({ page, count }) => (
    <HomeAction
      key={page}
      to={`/dashboard/${page}?estado=PENDIENTE`}
      icon={UserRoundCheck}
      note={homeTexts.pendingNote}
      go={homeTexts.review}
    >
      {homeTexts.waiting[page](count)}
    </HomeAction>
  ));
}
