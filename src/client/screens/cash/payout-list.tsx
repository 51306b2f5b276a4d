import { keys } from '#src/client/queries/keys.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { callServer } from '#src/client/api/call-server.ts';
import { cashCalls } from '#src/contract/calls/cash.ts';
import { dateTimeText } from '#src/client/shared/dates.ts';
import { cashTexts, payoutTexts as texts } from '#src/client/texts/office/cash-texts.ts';
import type { Column } from '#src/client/ui/tables/data-table.tsx';
import type { Payout } from '#src/contract/markets/cash.ts';
import { HistorySection } from './history-section.tsx';
import listStyles from '#src/client/shared/lists/lists.module.css';

interface PayoutListProps {
  title: string;
  withStall: boolean;
}

export function PayoutList({ title, withStall }: PayoutListProps) {
  return (
    <HistorySection
      queryKey={keys.payouts.all}
      read={(cursor) => callServer(cashCalls.listPayouts, { query: { cursor } })}
      title={title}
      empty={{ title: texts.noHistoryTitle, text: texts.noHistory }}
      columns={columnsOf(withStall)}
      rowKey={({ codePago }) => codePago}
    />
  );
}

function columnsOf(withStall: boolean): Column<Payout>[] {
  const stall: Column<Payout>[] = withStall
    ? [{ id: 'stall', head: texts.stall, cell: ({ estanteName }) => estanteName, card: 'title' }]
    : [];
  return [
    ...stall,
    { id: 'code', head: texts.code, cell: ({ codePago }) => codePago, card: withStall ? 'line' : 'title' },
    { id: 'date', head: cashTexts.date, cell: ({ createAt }) => dateTimeText(createAt), isWhole: true },
    {
      id: 'note',
      head: cashTexts.note,
      cell: ({ note }) => note,
      card: ({ note }) => (note === '' ? 'hidden' : 'line'),
    },
    {
      id: 'left',
      head: texts.left,
      align: 'end',
      card: 'hidden',
      cell: ({ owed }) => amountText(owed),
    },
    {
      id: 'amount',
      head: cashTexts.amount,
      align: 'end',
      card: 'badge',
      cell: ({ monto }) => <span className={listStyles.strong}>{amountText(monto)}</span>,
    },
  ];
}
