import { useQuery } from '@tanstack/react-query';
import { listMarkets } from '#src/client/api/markets.ts';
import { useRefreshMercado } from '#src/client/state/markets-refresh.ts';
import { accountsTexts } from '#src/client/texts/accounts-texts.ts';
import { dashboardTexts } from '#src/client/texts/dashboard-texts.ts';
import { Panel } from '#src/client/ui/panel.tsx';
import { SkeletonRows } from '#src/client/ui/skeleton-rows.tsx';
import { take } from '../dashboard/call-failure.ts';
import { QueryProblem } from '../dashboard/query-problem.tsx';
import { CopyCode } from './copy-code.tsx';
import styles from './accounts.module.css';

export function OwnMarket() {
  const reloads = useRefreshMercado();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['markets', reloads],
    queryFn: async () => take(await listMarkets()),
  });
  return (
    <>
      <h1>{dashboardTexts.ownMarket}</h1>
      {isPending && <SkeletonRows rows={2} />}
      {error !== null && <QueryProblem error={error} onRetry={() => void refetch()} />}
      {data?.map((market) => (
        <Panel key={market._id} className={styles.own}>
          <h2>{market.marketName}</h2>
          <p>{accountsTexts.ownMarketIntro}</p>
          <strong>{market.globalMarketId}</strong>
          <CopyCode code={market.globalMarketId} />
        </Panel>
      ))}
    </>
  );
}
