import { useMarkets } from '#src/client/queries/markets.ts';
import { useTopUpPoints } from '#src/client/queries/accounts.ts';
import type { ReactNode } from 'react';
import { amountText } from '#src/client/shared/amounts.ts';
import { QueryProblem } from '#src/client/shared/problem/query-problem.tsx';
import { useSessionUser } from '#src/client/state/session.ts';
import { dashboardTexts } from '#src/client/texts/dashboard-texts.ts';
import { accountsTexts } from '#src/client/texts/office/accounts-texts.ts';
import { SkeletonRows } from '#src/client/ui/feedback/skeleton-rows.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { AccountList } from './account-list.tsx';
import { CopyCode } from './account-detail.tsx';
import { accountKinds } from './use-accounts.ts';
import styles from './accounts.module.css';

export function StallsScreen() {
  return <AccountList kind={accountKinds.stalls} aside={<RegisterCode />} />;
}

export function MarketsScreen() {
  const user = useSessionUser();
  if (user?.userType === 'GLOBAL_MARKET') return <OwnMarket />;
  return <AccountList kind={accountKinds.markets} />;
}

export function TopUpPointsScreen() {
  const points = useTopUpPoints();
  const totals = new Map(points.data?.map((point) => [point._id, point.todayTotal]));
  return (
    <AccountList
      kind={accountKinds.topUpPoints}
      aside={<RegisterCode />}
      extra={{
        head: accountsTexts.toppedUpToday,
        of: (user) => {
          const total = totals.get(user._id);
          return total === undefined ? '—' : amountText(total);
        },
      }}
    />
  );
}

function OwnMarket() {
  const { data, error, isPending, refetch } = useMarkets();
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

/** The code a market gives to its stalls and top-up points. */
function RegisterCode() {
  const code = useSessionUser()?.globalMarketId ?? '';
  if (code === '') return null;
  return (
    <p className={styles.aside}>
      {accountsTexts.registerCode} <strong>{code}</strong>
    </p>
  );
}

/** `views`: the choice between the accounts of suppliers and what they offer. */
export function SupplierAccounts({ views }: { views: ReactNode }) {
  return <AccountList kind={accountKinds.suppliers} views={views} />;
}
