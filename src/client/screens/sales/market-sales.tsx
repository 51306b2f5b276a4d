import { useState, useDeferredValue } from 'react';
import { useMarkets } from '#src/client/queries/markets.ts';
import { useSalePage, useSaleSums } from '#src/client/queries/purchases.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { dateTimeText } from '#src/client/shared/dates.ts';
import { ListBody } from '#src/client/shared/lists/list-body.tsx';
import { ListPager, useCursors } from '#src/client/shared/lists/list-pager.tsx';
import { SearchField, EmptyList } from '#src/client/shared/lists/search-field.tsx';
import { StallChooser, type ChosenStall } from '#src/client/shared/lists/stall-chooser.tsx';
import { personName } from '#src/client/shared/names.ts';
import { PeriodPicker } from '#src/client/shared/period/period-picker.tsx';
import {
  periodText,
  instantsOf,
  type Period,
  periodFault,
  periodOf,
} from '#src/client/shared/period/period.ts';
import { openColumn } from '#src/client/shared/tables/columns.tsx';
import { ListTable } from '#src/client/shared/tables/list-table.tsx';
import { SaleAmount, SaleBadge } from '#src/client/shared/tables/sale-state.tsx';
import { useConnection } from '#src/client/state/connection.ts';
import { useActor } from '#src/client/state/unlocked.ts';
import { listsTexts, periodTexts } from '#src/client/texts/lists-texts.ts';
import { salesTexts as texts } from '#src/client/texts/purchases/sales-texts.ts';
import { SelectField } from '#src/client/ui/fields/select-field.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { lettersOf } from '#src/client/ui/letters-of.ts';
import type { Column } from '#src/client/ui/tables/data-table.tsx';
import type { UserType } from '#src/contract/accounts/user-type.ts';
import type { PurchaseSummary } from '#src/contract/purchases/purchase-history.ts';
import type { PurchaseRow } from '#src/contract/purchases/schemas.ts';
import { formatAmount } from '#src/domain/money.ts';
import { type MarketCode, toMarketCode } from '#src/protocol/brands.ts';
import { OwnSales, StillToSend } from './own-sales.tsx';
import { SaleDetail } from './sale-detail.tsx';
import listStyles from '#src/client/shared/lists/lists.module.css';
import styles from './sales.module.css';

interface MarketSalesProps {
  /** The market's code. */
  market: MarketCode;
  userType: UserType;
}

export function MarketSales({ market, userType }: MarketSalesProps) {
  const sales = useSales(market);
  const [shown, setShown] = useState<PurchaseRow | null>(null);
  const isStall = userType === 'ESTANTE';
  const rows = sales.list.data?.items;
  return (
    <>
      <PeriodPicker period={sales.period} onPeriod={sales.setPeriod} />
      <SaleTotals sales={sales} />
      <SalesFilter {...{ sales, market, isStall }} />
      <ListTable
        query={sales.list}
        rows={rows}
        caption={texts.title}
        columns={columnsOf(!isStall, setShown)}
        rowKey={({ codeCompra }) => codeCompra}
        empty={{
          drawing: 'sun',
          title: texts.noneTitle,
          note: isStall ? texts.noneOwn : texts.none,
          search: sales.search,
          onClear: () => sales.setSearch(''),
        }}
      >
        <ListPager {...sales} shown={shownText(rows)} />
      </ListTable>
      {shown !== null && (
        <SaleDetail sale={shown} market={market} userType={userType} onClose={() => setShown(null)} />
      )}
    </>
  );
}

interface SalesFilterProps {
  sales: Sales;
  market: MarketCode;
  isStall: boolean;
}

function SalesFilter({ sales, market, isStall }: SalesFilterProps) {
  const label = isStall ? texts.searchLabel : texts.searchLabelMarket;
  return (
    <div className={`stack-12 ${listStyles.filter}`} role="search">
      <SearchField label={label} value={sales.search} onSearch={sales.setSearch} />
      {!isStall && (
        <StallChooser
          of={{ globalMarketId: market }}
          labelHidden
          allLabel={texts.allStalls}
          chosen={sales.stall}
          onChoose={sales.setStall}
        />
      )}
    </div>
  );
}

/** Totals of the period, for all sales or the chosen stall's. A search narrows only the list. */
function SaleTotals({ sales: { sums, stall, period } }: { sales: Sales }) {
  const figures = figuresOf(sums.data === undefined ? undefined : sumsOf(sums.data, stall?.id ?? ''));
  return (
    <Panel className={`stack-12 pad-row ${styles.totals}`} aria-busy={sums.isFetching}>
      <h2>{period.kind === 'today' ? periodTexts.today : periodText(period)}</h2>
      <dl>
        {figures.map(({ name, value, note }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={styles.figure} style={lettersOf(value)}>
              {value}
            </dd>
            <dd className="soft">{note}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

type Sums = Pick<PurchaseSummary['totals'], 'purchases' | 'voids'>;

/** Placeholders until the totals load, so that nothing below moves. */
function figuresOf(sums: Sums | undefined) {
  const { purchases, voids } = sums ?? {};
  const value = (amount: number | undefined) => (amount === undefined ? texts.coming : amountText(amount));
  return [
    {
      name: texts.sold,
      value: value(purchases?.total),
      note: purchases === undefined ? texts.coming : texts.soldNote(formatAmount(purchases.count)),
    },
    {
      name: texts.voids,
      value: value(voids?.total),
      note: voids === undefined ? texts.coming : texts.voidsNote(formatAmount(voids.count)),
    },
    {
      name: texts.net,
      value: value(purchases && voids && purchases.total - voids.total),
      note: texts.netNote,
    },
  ];
}

function sumsOf(summary: PurchaseSummary, stall: string): Sums {
  const own = summary.stalls.find(({ estanteId }) => estanteId === stall);
  return own ?? summary.totals;
}

function shownText(rows: readonly PurchaseRow[] = []): string {
  return listsTexts.shown(rows.length, texts.noun(rows.length));
}

function columnsOf(withStall: boolean, onSee: (sale: PurchaseRow) => void): Column<PurchaseRow>[] {
  const stall: Column<PurchaseRow>[] = withStall
    ? [{ id: 'stall', head: texts.stall, cell: ({ estanteName }) => estanteName }]
    : [];
  return [
    {
      id: 'code',
      head: texts.code,
      cell: ({ codeCompra }) => codeCompra,
      card: 'hidden',
      isWhole: true,
    },
    { id: 'customer', head: texts.customer, cell: ({ userName }) => personName(userName), card: 'title' },
    ...stall,
    { id: 'date', head: texts.date, cell: ({ createAt }) => dateTimeText(createAt), isWhole: true },
    {
      id: 'state',
      head: texts.state,
      cell: (sale) => <SaleBadge sale={sale} />,
    },
    {
      id: 'amount',
      head: texts.amount,
      align: 'end',
      card: 'badge',
      cell: (sale) => <SaleAmount sale={sale} />,
    },
    openColumn((sale) => texts.seeOf(sale.codeCompra), onSee),
  ];
}

/** Sales of a market in a period, by page, with totals. `stall` is null for all stalls. */
function useSales(market: MarketCode) {
  const [period, setPeriod] = useState<Period>(() => periodOf('today'));
  const [search, setSearch] = useState('');
  const [stall, setStall] = useState<ChosenStall | null>(null);
  const { cursor, page, fromStart, steps } = useCursors();
  const q = useDeferredValue(search.trim());
  const enabled = periodFault(period) === undefined;
  const estanteId = stall === null ? {} : { estanteId: stall.id };
  const list = useSalePage(market, { ...instantsOf(period), ...estanteId, q, cursor }, enabled);
  const sums = useSaleSums('sales', market, period, enabled);
  return {
    list,
    sums,
    period,
    setPeriod: fromStart(setPeriod),
    search,
    setSearch: fromStart(setSearch),
    stall,
    setStall: fromStart(setStall),
    page,
    ...steps(list.data?.nextCursor ?? null),
  };
}

type Sales = ReturnType<typeof useSales>;

/** A stall's own sales, a market's, or those of the market that the administrator chose. */
export function SalesScreen() {
  const user = useActor();
  if (user === null) return null;
  if (user.userType === 'ESTANTE')
    return <StallSales market={user.globalMarketId} isLimited={user.isLimited} />;
  return (
    <>
      <h1>{texts.title}</h1>
      {user.userType === 'ADMIN' ? (
        <RegionSales />
      ) : (
        <MarketSales market={user.globalMarketId} userType={user.userType} />
      )}
    </>
  );
}

interface StallSalesProps {
  market: MarketCode;
  isLimited: boolean;
}

/** Sales from the server with those that it does not have yet; otherwise the tablet's own. */
function StallSales(props: StallSalesProps) {
  const isAway = useConnection().link === 'offline';
  return isAway || props.isLimited ? <OwnSales /> : <AskedSales {...props} />;
}

function AskedSales({ market }: Pick<StallSalesProps, 'market'>) {
  return (
    <>
      <h1>{texts.ownTitle}</h1>
      <StillToSend />
      <MarketSales market={market} userType="ESTANTE" />
    </>
  );
}

function RegionSales() {
  const query = useMarkets();
  const [chosen, setChosen] = useState<MarketCode>();
  const market = chosen ?? query.data?.[0]?.globalMarketId;
  return (
    <ListBody
      query={query}
      data={query.data}
      isEmpty={market === undefined}
      empty={<EmptyList drawing="stall" title={texts.noMarketsTitle} note={texts.noMarkets} />}
      bare
    >
      {(markets) => (
        <>
          <SelectField
            label={texts.market}
            options={markets.map(({ globalMarketId, marketName }) => ({
              value: globalMarketId,
              label: marketName,
            }))}
            value={market ?? ''}
            onChange={(event) => setChosen(toMarketCode(event.target.value))}
          />
          {market !== undefined && <MarketSales key={market} market={market} userType="ADMIN" />}
        </>
      )}
    </ListBody>
  );
}
