import { useStaleAfter } from '#src/client/queries/stale.ts';
import { callServer } from '#src/client/api/call-server.ts';
import { cashCalls } from '#src/contract/calls/cash.ts';
import { HandCoins } from 'lucide-react';
import { useState } from 'react';
import { useStallBalances } from '#src/client/queries/cash.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { DrawnRows } from '#src/client/shared/lists/more-rows.tsx';
import { ListBody } from '#src/client/shared/lists/list-body.tsx';
import { SearchField, EmptyList } from '#src/client/shared/lists/search-field.tsx';
import { actionsColumn, amountColumn } from '#src/client/shared/tables/columns.tsx';
import { payoutTexts as texts } from '#src/client/texts/office/cash-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { type Column, DataTable } from '#src/client/ui/tables/data-table.tsx';
import type { StallBalance } from '#src/contract/markets/cash.ts';
import { PayOwed } from './ask-amount.tsx';
import { PayoutList } from './cash-history.tsx';
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
          <EmptyList
            drawing="stall"
            title={texts.noStallsTitle}
            note={texts.noStalls}
            search={search}
            onClear={() => setSearch('')}
          />
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
  return [
    { id: 'stall', head: texts.stall, cell: ({ estanteName }) => estanteName, card: 'title' },
    amountColumn('sold', texts.sold, ({ sold }) => sold, 'hidden'),
    amountColumn('voided', texts.voided, ({ voided }) => voided, 'hidden'),
    amountColumn('paid', texts.paid, ({ paid }) => paid, 'hidden'),
    amountColumn('owed', texts.owedHead, ({ owed }) => owed),
    actionsColumn(
      (stall) =>
        stall.owed > 0 && (
          <Button
            size="row"
            icon={HandCoins}
            aria-label={texts.titleOf(stall.estanteName)}
            onClick={() => onPay(stall)}
          >
            {texts.pay}
          </Button>
        ),
      ({ owed }) => (owed > 0 ? 'actions' : 'hidden'),
    ),
  ];
}

interface PayStallProps {
  stall: StallBalance;
  onClose: () => void;
}

/** pago a un estante */
function PayStall({ stall: { estanteId, estanteName, owed }, onClose }: PayStallProps) {
  const staleAfter = useStaleAfter();
  return (
    <PayOwed
      subject={`payout ${estanteId}`}
      name={estanteName}
      owed={owed}
      words={texts}
      send={(opId, paid) => callServer(cashCalls.payStall, { opId, body: { estanteId, ...paid } })}
      onOver={() => {
        void staleAfter('stall paid');
        onClose();
      }}
    />
  );
}
