import { keys } from '#src/client/queries/keys.ts';
import { useStaleAfter } from '#src/client/queries/stale.ts';
import { useQuery } from '@tanstack/react-query';
import { callServer } from '#src/client/api/call-server.ts';
import { cashCalls } from '#src/contract/calls/cash.ts';
import { HandCoins } from 'lucide-react';
import { useState } from 'react';
import { unwrap } from '#src/client/queries/call-failure.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { MoneyConfirm } from '#src/client/shared/confirm/money-confirm.tsx';
import { DrawnRows } from '#src/client/shared/lists/drawn-rows.tsx';
import { ListBody } from '#src/client/shared/lists/list-body.tsx';
import { NoMatch, SearchField } from '#src/client/shared/lists/search-field.tsx';
import { payoutTexts as texts } from '#src/client/texts/office/cash-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { EmptyState } from '#src/client/ui/feedback/empty-state.tsx';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import { type Column, DataTable } from '#src/client/ui/tables/data-table.tsx';
import type { StallBalance } from '#src/contract/markets/cash.ts';
import { AskAmount, type AskedAmount } from './ask-amount.tsx';
import { PayoutList } from './cash-history.tsx';
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

interface PayStallProps {
  stall: StallBalance;
  onClose: () => void;
}

/** pago a un estante: the amount, then the last word. */
function PayStall({ stall, onClose }: PayStallProps) {
  const { estanteId, estanteName, owed } = stall;
  const staleAfter = useStaleAfter();
  const [asked, setAsked] = useState<AskedAmount>({ amount: owed, note: '' });
  const [isSure, setSure] = useState(false);
  const reload = () => {
    void staleAfter('stall paid');
  };
  if (!isSure)
    return (
      <AskAmount
        title={texts.payTo(estanteName)}
        owedText={texts.owedTo(amountText(owed))}
        owed={owed}
        label={texts.amountLabel}
        asked={asked}
        onAsked={setAsked}
        onNo={onClose}
        onNext={() => setSure(true)}
      />
    );
  const amount = amountText(asked.amount);
  const note = asked.note.trim();
  return (
    <MoneyConfirm
      subject={`payout ${estanteId}`}
      send={(opId, body) => callServer(cashCalls.payStall, { opId, body })}
      body={{ estanteId, monto: asked.amount, ...(note === '' ? {} : { note }) }}
      title={texts.ask(amount, estanteName)}
      no={texts.no}
      yes={texts.yes(amount)}
      onNo={() => {
        reload();
        onClose();
      }}
      onDone={({ monto }) => {
        showToast('success', texts.paid1(amountText(monto), estanteName));
        reload();
        onClose();
      }}
    >
      <p>{texts.askNote(amountText(owed - asked.amount))}</p>
      {note !== '' && <p>{note}</p>}
    </MoneyConfirm>
  );
}

/** What is owed to each stall: a stall's own, or all of a market's. */
export function useStallBalances() {
  return useQuery({
    queryKey: keys.stallBalances.all,
    queryFn: async () => unwrap(await callServer(cashCalls.listStallBalances)),
    refetchInterval: 60_000,
  });
}
