import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { keys } from '#src/client/queries/keys.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { dateTimeText, isToday } from '#src/client/shared/dates.ts';
import { personName } from '#src/client/shared/names.ts';
import { actionsColumn, figureColumn, RowButton } from '#src/client/shared/tables/columns.tsx';
import { TopUpVoidScreen } from '#src/client/shared/top-up/top-up-void-result.tsx';
import { TopUpVoid, type MadeTopUpVoid } from '#src/client/shared/top-up/top-up-void.tsx';
import { voucherBadges } from '#src/client/shared/voucher/voucher-badges.ts';
import { voucherStateTexts } from '#src/client/texts/customers/customers-texts.ts';
import { topUpVoidTexts as texts } from '#src/client/texts/topups/top-up-void-texts.ts';
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
  return (
    <>
      <HistorySection
        queryKey={keys.topUps.of(userId)}
        read={(cursor) => callServer(voucherCalls.listTopUps, { query: { cursor } })}
        title={texts.list}
        empty={{ title: texts.empty, text: texts.emptyNote }}
        columns={columnsOf(isPoint, setAsked)}
        rowKey={({ _id }) => _id}
      />
      {asked !== null && (
        <TopUpVoid topUp={{ ...asked, movementId: asked._id, opId: null }} onNo={close} onDone={setUndone} />
      )}
    </>
  );
}

function columnsOf(isPoint: boolean, onUndo: (row: TopUpRow) => void): Column<TopUpRow>[] {
  const point: Column<TopUpRow>[] = isPoint
    ? []
    : [{ id: 'point', head: texts.point, cell: ({ topUpPointName }) => personName(topUpPointName) }];
  const mayUndo = ({ state, saldo, monto, createAt }: TopUpRow): boolean =>
    state === 'ACTIVE' && saldo === monto && (!isPoint || isToday(createAt));
  return [
    { id: 'name', head: texts.customer, cell: ({ ownerName }) => personName(ownerName), card: 'title' },
    {
      id: 'state',
      head: texts.state,
      cell: ({ state }) => <Badge kind={voucherBadges[state]}>{voucherStateTexts[state]}</Badge>,
    },
    { id: 'date', head: texts.date, cell: ({ createAt }) => dateTimeText(createAt), isWhole: true },
    { id: 'code', head: texts.code, cell: ({ shortCode }) => shortCode, isWhole: true },
    ...point,
    figureColumn('amount', texts.amount, ({ monto }) => amountText(monto)),
    actionsColumn(
      (row) =>
        mayUndo(row) && (
          <RowButton
            text={texts.undo}
            label={texts.undoOf(personName(row.ownerName), amountText(row.monto))}
            variant="secondary"
            icon={Undo2}
            onClick={() => onUndo(row)}
          />
        ),
      (row) => (mayUndo(row) ? 'actions' : 'hidden'),
    ),
  ];
}
