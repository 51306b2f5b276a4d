import { useStaleAfter } from '#src/client/queries/stale.ts';
import { callServer } from '#src/client/api/call-server.ts';
import type { MarketCode } from '#src/contract/brands.ts';
import { cashCalls } from '#src/contract/calls/cash.ts';
import { HandCoins } from 'lucide-react';
import { useState } from 'react';
import { useClearing } from '#src/client/queries/cash.ts';
import { ListBody } from '#src/client/shared/lists/list-body.tsx';
import { EmptyList } from '#src/client/shared/lists/search-field.tsx';
import { actionsColumn, amountColumn } from '#src/client/shared/tables/columns.tsx';
import { clearingTexts as texts } from '#src/client/texts/office/cash-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { type Column, DataTable } from '#src/client/ui/tables/data-table.tsx';
import type { Clearing } from '#src/contract/markets/cash.ts';
import { PayOwed } from './ask-amount.tsx';
import listStyles from '#src/client/shared/lists/lists.module.css';

/** What this market owes others and they owe it. `market`: its code. */
export function ClearingList({ market }: { market: MarketCode }) {
  const query = useClearing();
  const [settling, setSettling] = useState<Clearing | null>(null);
  return (
    <>
      <p>{texts.intro}</p>
      <ListBody
        query={query}
        data={query.data}
        isEmpty={query.data?.length === 0}
        empty={<EmptyList drawing="sun" title={texts.noneTitle} note={texts.none} />}
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
    amountColumn('owed', texts.owed, ({ owed }) => owed),
    actionsColumn((clearing) =>
      clearing.creditorId === market ? (
        <Button
          size="row"
          icon={HandCoins}
          aria-label={texts.titleOf(clearing.debtorName)}
          onClick={() => onSettle(clearing)}
        >
          {texts.settle}
        </Button>
      ) : (
        <span className={listStyles.soft}>{texts.theyRecord}</span>
      ),
    ),
  ];
}

interface SettleClearingProps {
  clearing: Clearing;
  onClose: () => void;
}

/** The creditor says what came in. */
function SettleClearing({ clearing: { debtorId, debtorName, owed }, onClose }: SettleClearingProps) {
  const staleAfter = useStaleAfter();
  return (
    <PayOwed
      subject={`clearing ${debtorId}`}
      name={debtorName}
      owed={owed}
      words={texts}
      send={(opId, paid) => callServer(cashCalls.settleClearing, { opId, body: { debtorId, ...paid } })}
      onOver={() => {
        void staleAfter('clearing settled');
        onClose();
      }}
    />
  );
}
