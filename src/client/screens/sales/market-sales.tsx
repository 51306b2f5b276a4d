import { useState } from 'react';
import { listsTexts } from '#src/client/texts/lists-texts.ts';
import { salesTexts as texts } from '#src/client/texts/sales-texts.ts';
import { EmptyState } from '#src/client/ui/empty-state.tsx';
import { SelectField } from '#src/client/ui/select-field.tsx';
import type { PurchaseRow } from '#src/contract/purchase.ts';
import type { UserType } from '#src/contract/user-type.ts';
import { ListBody } from '../lists/list-body.tsx';
import { ListPager } from '../lists/list-pager.tsx';
import { SearchField } from '../lists/search-field.tsx';
import { NoMatch } from '../lists/no-match.tsx';
import { PeriodPicker } from '../period/period-picker.tsx';
import { SaleDetail } from './sale-detail.tsx';
import { SaleTable } from './sale-table.tsx';
import { SaleTotals } from './sale-totals.tsx';
import { useSales, type Sales } from './use-sales.ts';
import listStyles from '../lists/lists.module.css';

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
      <SalesFilter sales={sales} isStall={isStall} />
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
      {shown !== null && <SaleDetail sale={shown} userType={userType} onClose={() => setShown(null)} />}
    </>
  );
}

function SalesFilter({ sales, isStall }: { sales: Sales; isStall: boolean }) {
  const label = isStall ? texts.searchLabel : texts.searchLabelMarket;
  const stalls = sales.sums.data?.stalls ?? [];
  return (
    <div className={listStyles.filter} role="search">
      <SearchField label={label} value={sales.search} onSearch={sales.setSearch} />
      {!isStall && (
        <SelectField
          label={texts.stallFilter}
          labelHidden
          options={[
            { value: '', label: texts.allStalls },
            ...stalls.map(({ estanteId, estanteName }) => ({ value: estanteId, label: estanteName })),
          ]}
          value={sales.stall}
          onChange={(event) => sales.setStall(event.target.value)}
        />
      )}
    </div>
  );
}
