import { useSessionUser } from '#src/client/state/session.ts';
import { AccountList } from './account-list.tsx';
import { accountKinds } from './account-kind.ts';
import { OwnMarket } from './own-market.tsx';

export function MarketsScreen() {
  const user = useSessionUser();
  if (user?.userType === 'GLOBAL_MARKET') return <OwnMarket />;
  return <AccountList kind={accountKinds.markets} />;
}
