import { HandCoins } from 'lucide-react';
import { useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { figureColumn } from '#src/client/list/columns.tsx';
import { List } from '#src/client/list/list.tsx';
import { useClearing } from '#src/client/queries/cash.ts';
import { useStaleAfter } from '#src/client/queries/stale.ts';
import { clearingTexts } from '#src/client/texts/cash/cash-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import type { Column } from '#src/client/ui/tables/data-table.tsx';
import { cashCalls } from '#src/contract/cash/calls.ts';
import type { Clearing } from '#src/contract/cash/schemas.ts';
import type { MarketCode } from '#src/protocol/brands.ts';
import { PayOwed } from './ask-amount.tsx';

/** Debts between this market and the others. `market` is its code. */
export function ClearingList({ market }: { market: MarketCode }) {
  const query = useClearing();
  const staleAfter = useStaleAfter();
  const [settling, setSettling] = useState<Clearing | null>(null);
  return (
    <>
      <p>{clearingTexts.intro}</p>
      <List
        query={query}
        rows={query.data}
        caption={clearingTexts.intro}
        columns={columnsOf(market)}
        acts={[
          {
            text: clearingTexts.settle,
            label: ({ debtorName }) => clearingTexts.titleOf(debtorName),
            icon: HandCoins,
            when: ({ creditorId }) => creditorId === market,
            onAct: setSettling,
          },
        ]}
        rowKey={({ debtorId, creditorId }) => `${debtorId} ${creditorId}`}
        empty={{ drawing: 'sun', title: clearingTexts.noneTitle, note: clearingTexts.none }}
      />
      {/* The creditor records the money received. */}
      {settling !== null && (
        <PayOwed
          subject={`clearing ${settling.debtorId}`}
          name={settling.debtorName}
          owed={settling.owed}
          words={clearingTexts}
          send={(opId, paid) =>
            callServer(cashCalls.settleClearing, { opId, body: { debtorId: settling.debtorId, ...paid } })
          }
          onOver={() => {
            void staleAfter('clearing settled');
            setSettling(null);
          }}
        />
      )}
    </>
  );
}

function columnsOf(market: MarketCode): Column<Clearing>[] {
  return [
    { head: clearingTexts.debtor, cell: ({ debtorName }) => debtorName, card: 'title' },
    {
      head: clearingTexts.creditor,
      cell: ({ creditorId, creditorName }) => (
        <>
          <span className="cards-only">{clearingTexts.creditor}: </span>
          {creditorName}
          {creditorId !== market && <span className="under">{clearingTexts.theyRecord}</span>}
        </>
      ),
    },
    figureColumn(clearingTexts.owed, ({ owed }) => amountText(owed)),
  ];
}
