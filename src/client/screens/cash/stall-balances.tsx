import { HandCoins } from 'lucide-react';
import { useState } from 'react';
import { amountText } from '#src/client/shared/amounts.ts';
import { DrawnRows } from '#src/client/shared/lists/drawn-rows.tsx';
import { ListBody } from '#src/client/shared/lists/list-body.tsx';
import { NoMatch, SearchField } from '#src/client/shared/lists/search-field.tsx';
import { payoutTexts as texts } from '#src/client/texts/cash-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { type Column, DataTable } from '#src/client/ui/data-table.tsx';
import { EmptyState } from '#src/client/ui/empty-state.tsx';
import type { StallBalance } from '#src/contract/cash.ts';
import { PayStall } from './pay-stall.tsx';
import { PayoutList } from './payout-list.tsx';
import { useStallBalances } from './use-stall-balances.ts';
import listStyles from '#src/client/shared/lists/lists.module.css';
import styles from './cash.module.css';

/** What the market owes its stalls, most first, and paying one. */
export function StallBalances() {
  const query = useStallBalances();
  const [search, setSearch] = useState('');
  const [paying, setPaying] = useState<StallBalance | null>(null);
  const wanted = search.trim().toLowerCase();
  const stalls = query.data
    ?.filter(({ estanteName }) => estanteName.toLowerCase().includes(wanted))
    .sort((one, other) => other.owed - one.owed);
  return (
    <>
      <div role="search">
        <SearchField label={texts.searchLabel} value={search} onSearch={setSearch} />
      </div>
      <ListBody
        query={query}
        data={stalls}
        isEmpty={stalls?.length === 0}
        empty={
          wanted === '' ? (
            <EmptyState drawing="stall" title={texts.noStallsTitle}>
              <p>{texts.noStalls}</p>
            </EmptyState>
          ) : (
            <NoMatch search={search} onClear={() => setSearch('')} />
          )
        }
      >
        {(rows) => (
          <>
            <DrawnRows rows={rows}>
              {(drawn) => (
                <DataTable
                  caption={texts.total}
                  columns={columnsOf(setPaying)}
                  rows={drawn}
                  rowKey={({ estanteId }) => estanteId}
                />
              )}
            </DrawnRows>
            <p className={styles.foot}>
              {texts.total} <b>{amountText(rows.reduce((sum, { owed }) => sum + Math.max(0, owed), 0))}</b>
            </p>
          </>
        )}
      </ListBody>
      <PayoutList title={texts.history} withStall />
      {paying !== null && <PayStall stall={paying} onClose={() => setPaying(null)} />}
    </>
  );
}

function columnsOf(onPay: (stall: StallBalance) => void): Column<StallBalance>[] {
  const amountColumn = (id: 'sold' | 'voided' | 'paid'): Column<StallBalance> => ({
    id,
    head: texts[id],
    align: 'end',
    card: 'hidden',
    cell: (stall) => amountText(stall[id]),
  });
  return [
    { id: 'stall', head: texts.stall, cell: ({ estanteName }) => estanteName, card: 'title' },
    amountColumn('sold'),
    amountColumn('voided'),
    amountColumn('paid'),
    {
      id: 'owed',
      head: texts.owedHead,
      align: 'end',
      card: 'badge',
      cell: ({ owed }) => <span className={listStyles.strong}>{amountText(owed)}</span>,
    },
    {
      id: 'actions',
      head: texts.actions,
      headHidden: true,
      card: ({ owed }) => (owed > 0 ? 'actions' : 'hidden'),
      cell: (stall) =>
        stall.owed > 0 && (
          <Button
            size="row"
            icon={HandCoins}
            aria-label={texts.payTo(stall.estanteName)}
            onClick={() => onPay(stall)}
          >
            {texts.pay}
          </Button>
        ),
    },
  ];
}
