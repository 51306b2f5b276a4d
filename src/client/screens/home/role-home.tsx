import { useToday } from '#src/client/queries/today.ts';
import { QueryProblem } from '#src/client/shared/problem/query-problem.tsx';
import { usePlace } from '#src/client/shared/use-place.ts';
import { appTexts } from '#src/client/texts/app-texts.ts';
import type { UserType } from '#src/contract/user-type.ts';
import { EnrolHint } from './enrol-hint.tsx';
import { FiguresBoard, FiguresBoardSkeleton } from './figures-board.tsx';
import { HomeActions } from './home-actions.tsx';
import { roleFigures } from './home-figures.ts';
import { WelcomePanel } from './welcome-panel.tsx';

/** Of everybody but a market: what one comes for, and today's figures. */
export function RoleHome({ userType }: { userType: UserType }) {
  const today = useToday();
  const { name, marketName } = usePlace();
  const isOfMarket = userType === 'RECARGA' || userType === 'ESTANTE';
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
