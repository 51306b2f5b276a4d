import { keys } from '#src/client/queries/keys.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { callServer } from '#src/client/api/call-server.ts';
import { cashCalls } from '#src/contract/calls/cash.ts';
import { dateTimeText } from '#src/client/shared/dates.ts';
import { personName } from '#src/client/shared/names.ts';
import { cashTexts, tillTexts as texts } from '#src/client/texts/office/cash-texts.ts';
import type { Column } from '#src/client/ui/tables/data-table.tsx';
import type { TillCount } from '#src/contract/markets/cash.ts';
import { DifferenceText } from './counted-field.tsx';
import { HistorySection } from './history-section.tsx';
import listStyles from '#src/client/shared/lists/lists.module.css';

/** Counts before this one, newest first. */
export function TillCounts({ withPoint }: { withPoint: boolean }) {
  return (
    <HistorySection
      queryKey={keys.tillCounts.all}
      read={(cursor) => callServer(cashCalls.listTillCounts, { query: { cursor } })}
      title={texts.history}
      empty={{ title: texts.noHistoryTitle, text: texts.noHistory }}
      columns={columnsOf(withPoint)}
      rowKey={({ _id }) => _id}
    />
  );
}

function columnsOf(withPoint: boolean): Column<TillCount>[] {
  const point: Column<TillCount>[] = withPoint
    ? [{ id: 'point', head: texts.point, cell: ({ ownerName }) => personName(ownerName), card: 'title' }]
    : [];
  return [
    ...point,
    {
      id: 'date',
      head: cashTexts.date,
      cell: ({ createAt }) => dateTimeText(createAt),
      isWhole: true,
      card: withPoint ? 'line' : 'title',
    },
    {
      id: 'expected',
      head: texts.expectedHead,
      align: 'end',
      card: 'hidden',
      cell: ({ expected }) => amountText(expected),
    },
    {
      id: 'counted',
      head: texts.counted,
      align: 'end',
      card: 'badge',
      cell: ({ counted }) => <span className={listStyles.strong}>{amountText(counted)}</span>,
    },
    {
      id: 'difference',
      head: texts.difference,
      cell: ({ difference }) => <DifferenceText difference={difference} />,
    },
    {
      id: 'reason',
      head: texts.reasonHead,
      cell: ({ reason }) => reason,
      card: ({ reason }) => (reason === '' ? 'hidden' : 'line'),
    },
  ];
}
