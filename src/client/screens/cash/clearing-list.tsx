import { HandCoins } from 'lucide-react';
import { useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { useClearing } from '#src/client/queries/cash.ts';
import { useStaleAfter } from '#src/client/queries/stale.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { actionsColumn, figureColumn, RowButton } from '#src/client/shared/tables/columns.tsx';
import { ListTable } from '#src/client/shared/tables/list-table.tsx';
import { clearingTexts } from '#src/client/texts/cash/cash-texts.ts';
import type { Column } from '#src/client/ui/tables/data-table.tsx';
import { cashCalls } from '#src/contract/cash/calls.ts';
import type { Clearing } from '#src/contract/cash/schemas.ts';
import type { MarketCode } from '#src/protocol/brands.ts';
import { PayOwed } from './ask-amount.tsx';

/** Debts between this market and the others. `market` is its code. */
export function ClearingList({ market }: { market: MarketCode }) {
  const query = useClearing();
  const [settling, setSettling] = useState<Clearing | null>(null);
  return (
    <>
      <p>{clearingTexts.intro}</p>
      <ListTable
        query={query}
        rows={query.data}
        caption={clearingTexts.intro}
        columns={columnsOf(market, setSettling)}
        rowKey={({ debtorId, creditorId }) => `${debtorId} ${creditorId}`}
        empty={{ drawing: 'sun', title: clearingTexts.noneTitle, note: clearingTexts.none }}
      />
      {settling !== null && <SettleClearing clearing={settling} onClose={() => setSettling(null)} />}
    </>
  );
}

function columnsOf(market: MarketCode, onSettle: (clearing: Clearing) => void): Column<Clearing>[] {
  return [
    { id: 'debtor', head: clearingTexts.debtor, cell: ({ debtorName }) => debtorName, card: 'title' },
    {
      id: 'creditor',
      head: clearingTexts.creditor,
      cell: ({ creditorName }) => (
        <>
          <span className="cards-only">{clearingTexts.creditor}: </span>
          {creditorName}
        </>
      ),
    },
    figureColumn('owed', clearingTexts.owed, ({ owed }) => amountText(owed)),
    actionsColumn((clearing) =>
      clearing.creditorId === market ? (
        <RowButton
          text={clearingTexts.settle}
          label={clearingTexts.titleOf(clearing.debtorName)}
          variant="secondary"
          icon={HandCoins}
          onClick={() => onSettle(clearing)}
        />
      ) : (
        <span className="under">{clearingTexts.theyRecord}</span>
      ),
    ),
  ];
}

interface SettleClearingProps {
  clearing: Clearing;
  onClose: () => void;
}

/** The creditor records the money received. */
function SettleClearing({ clearing: { debtorId, debtorName, owed }, onClose }: SettleClearingProps) {
  const staleAfter = useStaleAfter();
  return (
    <PayOwed
      subject={`clearing ${debtorId}`}
      name={debtorName}
      owed={owed}
      words={clearingTexts}
      send={(opId, paid) => callServer(cashCalls.settleClearing, { opId, body: { debtorId, ...paid } })}
      onOver={() => {
        void staleAfter('clearing settled');
        onClose();
      }}
    />
  );
}
