import { useSessionUser } from '#src/client/state/session.ts';
import { cashTexts as texts } from '#src/client/texts/cash-texts.ts';
import { MarketCash } from './market-cash.tsx';
import { OwnBalance } from './own-balance.tsx';
import { OwnTill } from './own-till.tsx';

/** Whoever takes cash counts it, whoever sells sees what is owed, the market pays and closes. */
export function CashScreen() {
  const user = useSessionUser();
  if (user === null) return null;
  return (
    <>
      <h1>{texts.title}</h1>
      {user.userType === 'RECARGA' && <OwnTill />}
      {user.userType === 'ESTANTE' && <OwnBalance />}
      {user.userType === 'GLOBAL_MARKET' && <MarketCash market={user.globalMarketId} />}
    </>
  );
}
