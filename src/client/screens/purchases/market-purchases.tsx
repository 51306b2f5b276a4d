import { Banknote, ShoppingBasket, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { openColumn } from '#src/client/list/columns.tsx';
import { List } from '#src/client/list/list.tsx';
import { OneMarket } from '#src/client/list/one-market.tsx';
import { useAsked } from '#src/client/list/paging.tsx';
import { PeriodPicker } from '#src/client/list/period/period-picker.tsx';
import {
  instantsOf,
  type Period,
  periodFault,
  periodOf,
  periodText,
} from '#src/client/list/period/period.ts';
import { EmptyList } from '#src/client/list/search-field.tsx';
import { type ChosenStall, StallChooser } from '#src/client/list/stall-chooser.tsx';
import { AwayStrip } from '#src/client/money/own-day/away.tsx';
import { DayFigure } from '#src/client/money/own-day/day-figure.tsx';
import { DayList } from '#src/client/money/own-day/day-list.tsx';
import { useOwnDay } from '#src/client/money/own-day/use-own-day.ts';
import { PurchaseAmount, PurchaseBadge } from '#src/client/money/purchase/purchase-state.tsx';
import { usePurchasePage, usePurchaseSums } from '#src/client/queries/purchases.ts';
import { useConnection } from '#src/client/state/connection.ts';
import { useActor } from '#src/client/state/unlocked.ts';
import { listsTexts, periodTexts } from '#src/client/texts/lists-texts.ts';
import { ownDayTexts } from '#src/client/texts/purchases/own-day-texts.ts';
import { purchasesTexts as texts } from '#src/client/texts/purchases/purchases-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { dateTimeText } from '#src/client/texts/written/dates.ts';
import { personName } from '#src/client/texts/written/names.ts';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { SkeletonRows } from '#src/client/ui/feedback/skeleton-rows.tsx';
import type { Column } from '#src/client/ui/tables/data-table.tsx';
import { type Figure, Figures } from '#src/client/ui/tables/figures.tsx';
import { FilterChips } from '#src/client/ui/tables/filter-chips.tsx';
import type { UserType } from '#src/contract/accounts/user-type.ts';
import type { PurchaseSummary } from '#src/contract/purchases/purchase-history.ts';
import type { PurchaseRow } from '#src/contract/purchases/schemas.ts';
import { formatAmount } from '#src/domain/money.ts';
import type { MarketCode } from '#src/protocol/brands.ts';
import { PurchaseDetail } from './purchase-detail.tsx';

interface MarketPurchasesProps {
  /** The market's code. */
  market: MarketCode;
  userType: UserType;
}

function MarketPurchases({ market, userType }: MarketPurchasesProps) {
  const { asked, list, sums } = usePurchases(market);
  const [shown, setShown] = useState<PurchaseRow | null>(null);
  const isStall = userType === 'ESTANTE';
  const { stall, period } = asked.choices;
  const { items: rows, nextCursor } = list.data ?? {};
  return (
    <>
      <PeriodPicker period={period} onPeriod={(next) => asked.choose({ period: next })} />
      {/* For all sales or the chosen stall's: a search narrows only the list. */}
      <Figures
        title={period.kind === 'today' ? periodTexts.today : periodText(period)}
        figures={figuresOf(sums.data && sumsOf(sums.data, stall?.id ?? ''))}
        isBusy={sums.isFetching}
      />
      <List
        query={list}
        rows={rows}
        next={nextCursor}
        asked={asked}
        searchLabel={isStall ? texts.searchLabel : texts.searchLabelMarket}
        filters={
          !isStall && (
            <StallChooser
              of={{ globalMarketId: market }}
              labelHidden
              allLabel={texts.allStalls}
              chosen={stall}
              onChoose={(next) => asked.choose({ stall: next })}
            />
          )
        }
        caption={texts.title}
        columns={columnsOf(!isStall, setShown)}
        rowKey={({ codeCompra }) => codeCompra}
        empty={{ drawing: 'sun', title: texts.noneTitle, note: isStall ? texts.noneOwn : texts.none }}
        shown={listsTexts.shown(rows?.length ?? 0, texts.noun(rows?.length ?? 0))}
      />
      {shown !== null && (
        <PurchaseDetail purchase={shown} market={market} userType={userType} onClose={() => setShown(null)} />
      )}
    </>
  );
}

type Sums = Pick<PurchaseSummary['totals'], 'purchases' | 'voids'>;

/** Placeholders until the totals load, so that nothing below moves. */
function figuresOf(sums: Sums | undefined): Figure[] {
  const { purchases, voids } = sums ?? {};
  const value = (amount: number | undefined) => (amount === undefined ? texts.coming : amountText(amount));
  return [
    {
      name: texts.sold,
      icon: ShoppingBasket,
      value: value(purchases?.total),
      note: purchases === undefined ? texts.coming : texts.soldNote(formatAmount(purchases.count)),
    },
    {
      name: texts.voids,
      icon: Undo2,
      value: value(voids?.total),
      note: voids === undefined ? texts.coming : texts.voidsNote(formatAmount(voids.count)),
    },
    {
      name: texts.net,
      icon: Banknote,
      value: value(purchases && voids && purchases.total - voids.total),
      note: texts.netNote,
    },
  ];
}

function sumsOf(summary: PurchaseSummary, stall: string): Sums {
  const own = summary.stalls.find(({ estanteId }) => estanteId === stall);
  return own ?? summary.totals;
}

function columnsOf(
  withStall: boolean,
  onSee: (purchase: PurchaseRow) => void,
): (Column<PurchaseRow> | false)[] {
  return [
    { head: texts.code, cell: ({ codeCompra }) => codeCompra, card: 'hidden', isWhole: true },
    { head: texts.customer, cell: ({ userName }) => personName(userName), card: 'title' },
    withStall && { head: texts.stall, cell: ({ estanteName }) => estanteName },
    { head: texts.date, cell: ({ createAt }) => dateTimeText(createAt), isWhole: true },
    { head: texts.state, cell: (purchase) => <PurchaseBadge purchase={purchase} /> },
    {
      head: texts.amount,
      align: 'end',
      card: 'badge',
      cell: (purchase) => <PurchaseAmount purchase={purchase} />,
    },
    openColumn((purchase) => texts.seeOf(purchase.codeCompra), onSee),
  ];
}

/** Purchases of a market in a period, by page, with totals. `stall` is null for all stalls. */
function usePurchases(market: MarketCode) {
  const asked = useAsked<{ period: Period; stall: ChosenStall | null }>(() => ({
    period: periodOf('today'),
    stall: null,
  }));
  const { q, cursor } = asked;
  const { period, stall } = asked.choices;
  const enabled = periodFault(period) === undefined;
  const estanteId = stall === null ? {} : { estanteId: stall.id };
  const list = usePurchasePage(market, { ...instantsOf(period), ...estanteId, q, cursor }, enabled);
  const sums = usePurchaseSums('sales', market, period, enabled);
  return { asked, list, sums };
}

/** A stall's own sales, a market's, or those of the market that the administrator chose. */
export function PurchasesScreen() {
  const user = useActor();
  if (user === null) return null;
  if (user.userType === 'ESTANTE')
    return <StallPurchases market={user.globalMarketId} isLimited={user.isLimited} />;
  return (
    <>
      <h1>{texts.title}</h1>
      {user.userType === 'ADMIN' ? (
        <OneMarket>
          {({ globalMarketId }) => <MarketPurchases market={globalMarketId} userType="ADMIN" />}
        </OneMarket>
      ) : (
        <MarketPurchases market={user.globalMarketId} userType={user.userType} />
      )}
    </>
  );
}

/** Purchases from the server with those that it does not have yet; otherwise the tablet's own. */
function StallPurchases({ market, isLimited }: { market: MarketCode; isLimited: boolean }) {
  const isAway = useConnection().link === 'offline';
  if (isAway || isLimited) return <OwnPurchases />;
  return (
    <>
      <h1>{texts.ownTitle}</h1>
      <StillToSend />
      <MarketPurchases market={market} userType="ESTANTE" />
    </>
  );
}

type Shown = 'today' | 'yesterday';

/** Mis ventas while the server cannot be reached: the sales on this tablet, and the server's last figures. */
function OwnPurchases() {
  const [shown, setShown] = useState<Shown>('today');
  const day = useOwnDay(periodOf(shown).from);
  return (
    <>
      <AwayStrip knownAt={day?.knownAt ?? null} />
      <header className="split">
        <h1>{texts.ownTitle}</h1>
        <FilterChips<Shown>
          label={ownDayTexts.days}
          chosen={shown}
          onChoose={setShown}
          chips={[
            { value: 'today', label: ownDayTexts.today },
            { value: 'yesterday', label: ownDayTexts.yesterday },
          ]}
        />
      </header>
      {day === undefined ? (
        <SkeletonRows rows={5} />
      ) : (
        <>
          <DayFigure title={shown === 'today' ? ownDayTexts.sold : ownDayTexts.soldYesterday} own={day.own} />
          {day.own.sales.length === 0 ? (
            <EmptyList drawing="sun" title={ownDayTexts.none} note={ownDayTexts.noneNote} />
          ) : (
            <DayList key={shown} sales={day.own.sales} />
          )}
        </>
      )}
    </>
  );
}

/** Purchases that the server does not have yet, beside its figures. */
function StillToSend() {
  const waiting = useOwnDay(periodOf('today').from)?.own.waiting;
  if (waiting === undefined || waiting.count === 0) return null;
  return (
    <Notice kind="pending">
      {ownDayTexts.stillToSend(ownDayTexts.sales(formatAmount(waiting.count)), amountText(waiting.total))}
    </Notice>
  );
}
