import { useState } from 'react';
import { ListBody } from '#src/client/shared/lists/list-body.tsx';
import { ListPager } from '#src/client/shared/lists/list-pager.tsx';
import { NoMatch, SearchField } from '#src/client/shared/lists/search-field.tsx';
import { StallChooser } from '#src/client/shared/lists/stall-chooser.tsx';
import { PeriodPicker } from '#src/client/shared/period/period-picker.tsx';
import { listsTexts } from '#src/client/texts/lists-texts.ts';
import { salesTexts as texts } from '#src/client/texts/sales-texts.ts';
import { EmptyState } from '#src/client/ui/empty-state.tsx';
import type { PurchaseRow } from '#src/contract/purchase.ts';
import type { UserType } from '#src/contract/user-type.ts';
import { SaleDetail } from './sale-detail.tsx';
import { SaleTable } from './sale-table.tsx';
import { SaleTotals } from './sale-totals.tsx';
import { type Sales, useSales } from './use-sales.ts';
import listStyles from '#src/client/shared/lists/lists.module.css';

interface MarketSalesProps {
  /** its code */
  market: string;
  userType: UserType;
}

export function MarketSales({ market, userType }: MarketSalesProps) {
  const sales = useSales(market);
  const [shown, setShown] = useState<PurchaseRow | null>(null);
  const isStall = userType === 'ESTANTE';
  const { data } = sales.list;
  return (
    <>
      <PeriodPicker period={sales.period} onPeriod={sales.setPeriod} />
      <SaleTotals sales={sales} />
      <SalesFilter {...{ sales, market, isStall }} />
      <ListBody
        query={sales.list}
        data={data}
        isEmpty={data?.items.length === 0}
        empty={
          sales.search.trim() === '' ? (
            <EmptyState drawing="sun" title={texts.noneTitle}>
              <p>{isStall ? texts.noneOwn : texts.none}</p>
            </EmptyState>
          ) : (
            <NoMatch search={sales.search} onClear={() => sales.setSearch('')} />
          )
        }
      >
        {({ items }) => (
          <>
            <SaleTable sales={items} withStall={!isStall} onSee={setShown} />
            <ListPager {...sales} shown={listsTexts.shown(items.length, texts.noun(items.length))} />
          </>
        )}
      </ListBody>
      {shown !== null && (
        <SaleDetail sale={shown} market={market} userType={userType} onClose={() => setShown(null)} />
      )}
    </>
  );
}

interface SalesFilterProps {
  sales: Sales;
  market: string;
  isStall: boolean;
}

function SalesFilter({ sales, market, isStall }: SalesFilterProps) {
  const label = isStall ? texts.searchLabel : texts.searchLabelMarket;
  return (
    <div className={listStyles.filter} role="search">
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
