import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { figureColumn } from '#src/client/list/columns.tsx';
import { TopUpVoidScreen } from '#src/client/money/top-up/top-up-void-result.tsx';
import { TopUpVoid, type MadeTopUpVoid } from '#src/client/money/top-up/top-up-void.tsx';
import { voucherBadges } from '#src/client/money/voucher/voucher-badges.ts';
import { keys } from '#src/client/queries/keys.ts';
import { voucherStateTexts } from '#src/client/texts/customers/customers-texts.ts';
import { topUpVoidTexts as texts } from '#src/client/texts/topups/top-up-void-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { dateTimeText, isToday } from '#src/client/texts/written/dates.ts';
import { personName } from '#src/client/texts/written/names.ts';
import { Badge } from '#src/client/ui/tables/badge.tsx';
import type { Column } from '#src/client/ui/tables/data-table.tsx';
import type { TopUpPage } from '#src/contract/topups/schemas.ts';
import { voucherCalls } from '#src/contract/vouchers/calls.ts';
import { HistorySection } from './cash-history.tsx';

type TopUpRow = TopUpPage['items'][number];

interface TopUpListProps {
  userId: string;
  /**
   * A point sees its own top-ups and voids those of today. A market sees those of all its points and voids
   * any day's.
   */
  isPoint: boolean;
}

export function TopUpList({ userId, isPoint }: TopUpListProps) {
  const [asked, setAsked] = useState<TopUpRow | null>(null);
  const [undone, setUndone] = useState<MadeTopUpVoid | null>(null);
  const close = () => {
    setAsked(null);
    setUndone(null);
  };
  if (asked !== null && undone !== null)
    return <TopUpVoidScreen topUp={asked} undone={undone} onClose={close} />;
  const mayUndo = ({ state, saldo, monto, createAt }: TopUpRow): boolean =>
    state === 'ACTIVE' && saldo === monto && (!isPoint || isToday(createAt));
  return (
    <>
      <HistorySection
        queryKey={keys.topUps.of(userId)}
        read={(cursor) => callServer(voucherCalls.listTopUps, { query: { cursor } })}
        title={texts.list}
        empty={{ title: texts.empty, text: texts.emptyNote }}
        columns={columnsOf(isPoint)}
        acts={[
          {
            text: texts.undo,
            label: ({ ownerName, monto }) => texts.undoOf(personName(ownerName), amountText(monto)),
            icon: Undo2,
            when: mayUndo,
            onAct: setAsked,
          },
        ]}
        rowKey={({ _id }) => _id}
      />
      {asked !== null && (
        <TopUpVoid topUp={{ ...asked, movementId: asked._id, opId: null }} onNo={close} onDone={setUndone} />
      )}
    </>
  );
}

function columnsOf(isPoint: boolean): (Column<TopUpRow> | false)[] {
  return [
    { head: texts.customer, cell: ({ ownerName }) => personName(ownerName), card: 'title' },
    {
      head: texts.state,
      cell: ({ state }) => <Badge kind={voucherBadges[state]}>{voucherStateTexts[state]}</Badge>,
    },
    { head: texts.date, cell: ({ createAt }) => dateTimeText(createAt), isWhole: true },
    { head: texts.code, cell: ({ shortCode }) => shortCode, isWhole: true },
    !isPoint && { head: texts.point, cell: ({ topUpPointName }) => personName(topUpPointName) },
    figureColumn(texts.amount, ({ monto }) => amountText(monto)),
  ];
}
