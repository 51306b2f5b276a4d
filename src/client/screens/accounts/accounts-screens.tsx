import { Printer, Share2 } from 'lucide-react';
import { type ReactNode, useState, lazy } from 'react';
import { canShareText, shareText } from '#src/client/device/files/save-or-share.ts';
import { DialogButton } from '#src/client/form/confirm-dialog.tsx';
import { CopyCode } from '#src/client/form/copy-code.tsx';
import { ExtraLinks } from '#src/client/list/extra-links.tsx';
import { ListBody } from '#src/client/list/list-body.tsx';
import { today } from '#src/client/list/period/period.ts';
import { useTopUpPoints } from '#src/client/queries/accounts.ts';
import { useMarkets } from '#src/client/queries/markets.ts';
import { usePurchaseSums } from '#src/client/queries/purchases.ts';
import { useSessionUser } from '#src/client/state/session.ts';
import { accountsTexts, ownMarketTexts as texts } from '#src/client/texts/accounts/accounts-texts.ts';
import { dashboardTexts, roleTexts } from '#src/client/texts/dashboard-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { Button, buttonClass } from '#src/client/ui/button.tsx';
import { Optional } from '#src/client/ui/crash-guard.tsx';
import { Loading } from '#src/client/ui/feedback/spinner.tsx';
import { Overlay } from '#src/client/ui/layers/dialog.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { FilterChips } from '#src/client/ui/tables/filter-chips.tsx';
import { toMarketCode } from '#src/protocol/brands.ts';
import { AccountList } from './account-list.tsx';
import { accountKinds } from './use-accounts.ts';

export function StallsScreen() {
  const user = useSessionUser();
  const market = user?.globalMarketId ?? noMarket;
  const [day] = useState(today);
  const isMarkets = market !== noMarket;
  const sums = usePurchaseSums('report', market, { from: day, to: day }, isMarkets);
  const sold = new Map(
    sums.data?.stalls.map(({ estanteId, purchases, voids }) => [estanteId, purchases.total - voids.total]),
  );
  return (
    <AccountList
      kind={accountKinds.stalls}
      aside={
        <>
          <RegisterCode />
          <ExtraLinks page="estantes" userType={user?.userType} />
        </>
      }
      {...(isMarkets && {
        extra: {
          head: accountsTexts.soldToday,
          of: (user) => (sums.data === undefined ? '—' : amountText(sold.get(user._id) ?? 0)),
        },
      })}
    />
  );
}

/** ADMIN has no market. */
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

/** The code that stalls and top-up points use to register in the market. */
function RegisterCode() {
  const code = useSessionUser()?.globalMarketId ?? '';
  if (code === '') return null;
  return (
    <p className="soft">
      {accountsTexts.registerCode} <strong>{code}</strong>
    </p>
  );
}

/** `views`: switch between suppliers' accounts and their products. */
export function SupplierAccounts({ views }: { views: ReactNode }) {
  return <AccountList kind={accountKinds.suppliers} views={views} />;
}

const MarketPoster = lazy(() => import('./market-poster.tsx').then((m) => ({ default: m.MarketPoster })));

/**
 * Ways into a market for stalls and top-up points: its code, a link with the code filled in, and a poster.
 */
function OwnMarket() {
  const query = useMarkets();
  return (
    <>
      <h1>{dashboardTexts.ownMarket}</h1>
      <ListBody query={query} data={query.data} skeletonRows={2} bare>
        {(markets) =>
          markets.map(({ _id, marketName, globalMarketId }) => (
            <Invitation key={_id} marketName={marketName} code={globalMarketId} />
          ))
        }
      </ListBody>
    </>
  );
}

type Guest = 'ESTANTE' | 'RECARGA';
const guests = (['ESTANTE', 'RECARGA'] as const).map((value) => ({ value, label: roleTexts[value] }));

function Invitation({ marketName, code }: { marketName: string; code: string }) {
  const [guest, setGuest] = useState<Guest>('ESTANTE');
  const link = `${location.origin}/register?mercado=${encodeURIComponent(code)}&tipo=${guest}`;
  const words = texts.invitation(marketName, link, code);
  return (
    <Panel className="panel-body">
      <h2>{marketName}</h2>
      <p>{texts.intro}</p>
      <strong className="spelled">{code}</strong>
      <CopyCode code={code} />
      <h3>{texts.inviteTitle}</h3>
      <p>{texts.inviteNote}</p>
      <FilterChips<Guest> label={texts.guest} chosen={guest} onChoose={setGuest} chips={guests} />
      <p className="soft breaks">{link}</p>
      <div className="cluster-12">
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
        <DialogButton
          variant="secondary"
          icon={Printer}
          render={(onBack) => (
            <Overlay label={texts.posterTitle} onClose={onBack}>
              <Optional fallback={<Loading />}>
                <MarketPoster {...{ marketName, code, link, onBack }} />
              </Optional>
            </Overlay>
          )}
        >
          {texts.poster}
        </DialogButton>
      </div>
    </Panel>
  );
}
