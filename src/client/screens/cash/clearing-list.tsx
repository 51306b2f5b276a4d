import { keys } from '#src/client/queries/keys.ts';
import { useStaleAfter } from '#src/client/queries/stale.ts';
import { useQuery } from '@tanstack/react-query';
import { callServer } from '#src/client/api/call-server.ts';
import type { MarketCode } from '#src/contract/brands.ts';
import { cashCalls } from '#src/contract/calls/cash.ts';
import { HandCoins } from 'lucide-react';
import { useState } from 'react';
import { unwrap } from '#src/client/queries/call-failure.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { MoneyConfirm } from '#src/client/shared/confirm/money-confirm.tsx';
import { ListBody } from '#src/client/shared/lists/list-body.tsx';
import { clearingTexts as texts } from '#src/client/texts/office/cash-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { EmptyState } from '#src/client/ui/feedback/empty-state.tsx';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import { type Column, DataTable } from '#src/client/ui/tables/data-table.tsx';
import type { Clearing } from '#src/contract/markets/cash.ts';
import { AskAmount, type AskedAmount } from './ask-amount.tsx';
import listStyles from '#src/client/shared/lists/lists.module.css';

/** What this market owes others and they owe it. `market`: its code. */
export function ClearingList({ market }: { market: MarketCode }) {
  const query = useQuery({
    queryKey: keys.clearing.all,
    queryFn: async () => unwrap(await callServer(cashCalls.listClearing)),
  });
  const [settling, setSettling] = useState<Clearing | null>(null);
  return (
    <>
      <p>{texts.intro}</p>
      <ListBody
        query={query}
        data={query.data}
        isEmpty={query.data?.length === 0}
        empty={
          <EmptyState drawing="sun" title={texts.noneTitle}>
            <p>{texts.none}</p>
          </EmptyState>
        }
      >
        {(rows) => (
          <DataTable
            caption={texts.intro}
            columns={columnsOf(market, setSettling)}
            rows={rows}
            rowKey={({ debtorId, creditorId }) => `${debtorId} ${creditorId}`}
          />
        )}
      </ListBody>
      {settling !== null && <SettleClearing clearing={settling} onClose={() => setSettling(null)} />}
    </>
  );
}

function columnsOf(market: MarketCode, onSettle: (clearing: Clearing) => void): Column<Clearing>[] {
  return [
    { id: 'debtor', head: texts.debtor, cell: ({ debtorName }) => debtorName, card: 'title' },
    {
      id: 'creditor',
      head: texts.creditor,
      cell: ({ creditorName }) => (
        <>
          <span className={listStyles.cardOnly}>{texts.creditor}: </span>
          {creditorName}
        </>
      ),
    },
    {
      id: 'owed',
      head: texts.owed,
      align: 'end',
      card: 'badge',
      cell: ({ owed }) => <span className={listStyles.strong}>{amountText(owed)}</span>,
    },
    {
      id: 'actions',
      head: texts.actions,
      headHidden: true,
      card: 'actions',
      cell: (clearing) =>
        clearing.creditorId === market ? (
          <Button
            size="row"
            icon={HandCoins}
            aria-label={texts.settleOf(clearing.debtorName)}
            onClick={() => onSettle(clearing)}
          >
            {texts.settle}
          </Button>
        ) : (
          <span className={listStyles.soft}>{texts.theyRecord}</span>
        ),
    },
  ];
}

interface SettleClearingProps {
  clearing: Clearing;
  onClose: () => void;
}

/** The creditor says what came in. */
function SettleClearing({ clearing, onClose }: SettleClearingProps) {
  const { debtorId, debtorName, owed } = clearing;
  const staleAfter = useStaleAfter();
  const [asked, setAsked] = useState<AskedAmount>({ amount: owed, note: '' });
  const [isSure, setSure] = useState(false);
  const reload = () => void staleAfter('clearing settled');
  if (!isSure)
    return (
      <AskAmount
        title={texts.settleOf(debtorName)}
        owedText={texts.owedBy(debtorName, amountText(owed))}
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
      subject={`clearing ${debtorId}`}
      send={(opId, body) => callServer(cashCalls.settleClearing, { opId, body })}
      body={{ debtorId, monto: asked.amount, ...(note === '' ? {} : { note }) }}
      title={texts.ask(amount, debtorName)}
      no={texts.no}
      yes={texts.yes(amount)}
      onNo={() => {
        reload();
        onClose();
      }}
      onDone={({ monto }) => {
        showToast('success', texts.done1(amountText(monto), debtorName));
        reload();
        onClose();
      }}
    >
      <p>{texts.askNote}</p>
      {note !== '' && <p>{note}</p>}
    </MoneyConfirm>
  );
}
