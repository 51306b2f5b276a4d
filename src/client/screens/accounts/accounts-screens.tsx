import { useTopUpPoints } from '#src/client/queries/accounts.ts';
import { type ReactNode, useState } from 'react';
import { useSaleSums } from '#src/client/queries/purchases.ts';
import { today } from '#src/client/shared/period/period.ts';
import { toMarketCode } from '#src/contract/brands.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { useSessionUser } from '#src/client/state/session.ts';
import { accountsTexts } from '#src/client/texts/accounts/accounts-texts.ts';
import type { LinkedPage } from '#src/client/shared/extra.ts';
import { ExtraLinks } from '#src/client/shared/lists/extra-links.tsx';
import { AccountList } from './account-list.tsx';
import { OwnMarket } from './own-market.tsx';
import { accountKinds } from './use-accounts.ts';
import styles from './accounts.module.css';

export function StallsScreen() {
  const market = useSessionUser()?.globalMarketId ?? noMarket;
  const [day] = useState(today);
  const isMarkets = market !== noMarket;
  const sums = useSaleSums('report', market, { from: day, to: day }, isMarkets);
  const sold = new Map(
    sums.data?.stalls.map(({ estanteId, purchases, voids }) => [estanteId, purchases.total - voids.total]),
  );
  return (
    <AccountList
      kind={accountKinds.stalls}
      aside={<Aside page="estantes" />}
      {...(isMarkets && {
        extra: {
          head: accountsTexts.soldToday,
          of: (user) => (sums.data === undefined ? '—' : amountText(sold.get(user._id) ?? 0)),
        },
      })}
    />
  );
}

/** ADMIN has none. */
const noMarket = toMarketCode('');

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
      aside={<Aside page="puntos-de-recarga" />}
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

/** How accounts come in: by the market's code, or by what extras add. */
function Aside({ page }: { page: LinkedPage }) {
  const userType = useSessionUser()?.userType;
  return (
    <>
      <RegisterCode />
      <ExtraLinks page={page} userType={userType} />
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
