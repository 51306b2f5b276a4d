import { Printer, Share2 } from 'lucide-react';
import { Suspense, lazy, useState } from 'react';
import { canShareText, shareText } from '#src/client/device/files/save-or-share.ts';
import { useMarkets } from '#src/client/queries/markets.ts';
import { QueryProblem } from '#src/client/shared/problem/query-problem.tsx';
import { dashboardTexts } from '#src/client/texts/dashboard-texts.ts';
import { ownMarketTexts as texts } from '#src/client/texts/accounts/accounts-texts.ts';
import { Button, buttonClass } from '#src/client/ui/button.tsx';
import { SkeletonRows } from '#src/client/ui/feedback/skeleton-rows.tsx';
import { Loading } from '#src/client/ui/feedback/spinner.tsx';
import { Overlay } from '#src/client/ui/layers/dialog.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { CopyCode } from './account-detail.tsx';
import styles from './accounts.module.css';

const MarketPoster = lazy(() => import('./market-poster.tsx').then((m) => ({ default: m.MarketPoster })));

/** How stalls and top-up points come into a market: its code, a link that knows it, and a poster for the wall. */
export function OwnMarket() {
  const { data, error, isPending, refetch } = useMarkets();
  return (
    <>
      <h1>{dashboardTexts.ownMarket}</h1>
      {isPending && <SkeletonRows rows={2} />}
      {error !== null && <QueryProblem error={error} onRetry={() => void refetch()} />}
      {data?.map(({ _id, marketName, globalMarketId }) => (
        <Invitation key={_id} marketName={marketName} code={globalMarketId} />
      ))}
    </>
  );
}

function Invitation({ marketName, code }: { marketName: string; code: string }) {
  const [isPrinting, setPrinting] = useState(false);
  const link = `${location.origin}/register?mercado=${encodeURIComponent(code)}`;
  const words = texts.invitation(marketName, link, code);
  return (
    <Panel className={styles.own}>
      <h2>{marketName}</h2>
      <p>{texts.intro}</p>
      <strong>{code}</strong>
      <CopyCode code={code} />
      <h3>{texts.inviteTitle}</h3>
      <p>{texts.inviteNote}</p>
      <p className={styles.link}>{link}</p>
      <div className={styles.invite}>
        <a
          className={buttonClass({ variant: 'secondary' })}
          href={`https://wa.me/?text=${encodeURIComponent(words)}`}
          target="_blank"
          rel="noreferrer"
        >
          {texts.byWhatsApp}
        </a>
        {canShareText() && (
          <Button variant="secondary" icon={Share2} onClick={() => void shareText(words)}>
            {texts.share}
          </Button>
        )}
        <Button variant="secondary" icon={Printer} onClick={() => setPrinting(true)}>
          {texts.poster}
        </Button>
      </div>
      {isPrinting && (
        <Overlay label={texts.posterTitle} onClose={() => setPrinting(false)}>
          <Suspense fallback={<Loading />}>
            <MarketPoster marketName={marketName} code={code} link={link} onBack={() => setPrinting(false)} />
          </Suspense>
        </Overlay>
      )}
    </Panel>
  );
}
