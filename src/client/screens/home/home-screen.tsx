import { useSessionUser } from '#src/client/state/session.ts';
import { SkeletonRows } from '#src/client/ui/skeleton-rows.tsx';
import { QueryProblem } from '../dashboard/query-problem.tsx';
import { useToday } from '../dashboard/use-today.ts';
import { EnrolHint } from './enrol-hint.tsx';
import { FiguresBoard } from './figures-board.tsx';
import { HomeActions } from './home-actions.tsx';
import { WelcomePanel } from './welcome-panel.tsx';

export function HomeScreen() {
  const user = useSessionUser();
  const today = useToday();
  if (user === null) return null;
  const { userType } = user;
  const isOfMarket = userType === 'RECARGA' || userType === 'ESTANTE';
  return (
    <>
      <WelcomePanel isOfMarket={isOfMarket} />
      <HomeActions userType={userType} pendingApprovals={today.data?.pendingApprovals ?? 0} />
      {userType !== 'PROVEEDOR' && today.isPending && <SkeletonRows rows={2} />}
      {userType !== 'PROVEEDOR' && today.data !== undefined && (
        <FiguresBoard userType={userType} today={today.data} readAt={today.dataUpdatedAt} />
      )}
      {today.isError && today.data === undefined && (
        <QueryProblem error={today.error} onRetry={() => void today.refetch()} />
      )}
      {isOfMarket && <EnrolHint />}
    </>
  );
}
