import { callServer } from '#src/client/api/call-server.ts';
import { figureColumn } from '#src/client/list/columns.tsx';
import { keys } from '#src/client/queries/keys.ts';
import { cashTexts } from '#src/client/texts/cash/cash-texts.ts';
import { receiveTexts as texts } from '#src/client/texts/cash/receive-texts.ts';
import { countTexts } from '#src/client/texts/cash/till-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { dateTimeText } from '#src/client/texts/written/dates.ts';
import { personName } from '#src/client/texts/written/names.ts';
import type { Column } from '#src/client/ui/tables/data-table.tsx';
import { cashCalls } from '#src/contract/cash/calls.ts';
import { type CashReceivedRow, worthOf } from '#src/contract/cash/till.ts';
import { HistorySection } from '../cash-history.tsx';
import { DifferenceText } from '../count/comparison.tsx';
import styles from '../cash.module.css';

/** Cash that the market has received, newest first: of all its points, or of the signed-in one. */
export function ReceivedList({ isPoint }: { isPoint: boolean }) {
  return (
    <HistorySection
      queryKey={keys.cashReceived.all}
      read={(cursor) => callServer(cashCalls.listCashReceived, { query: { cursor } })}
      title={isPoint ? texts.ownHistory : texts.history}
      empty={{ title: texts.noHistoryTitle, text: texts.noHistory }}
      columns={columnsOf(isPoint)}
      rowKey={({ _id }) => _id}
    />
  );
}

function columnsOf(isPoint: boolean): (Column<CashReceivedRow> | false)[] {
  return [
    !isPoint && { head: texts.point, cell: ({ ownerName }) => personName(ownerName), card: 'title' },
    {
      head: cashTexts.date,
      cell: ({ createAt, byName }) => (
        <span className={styles.answered}>
          {dateTimeText(createAt)}
          <small>{texts.receivedBy(personName(byName))}</small>
        </span>
      ),
      isWhole: true,
      card: isPoint ? 'title' : 'line',
    },
    figureColumn(texts.expected, ({ expected }) => amountText(expected), 'hidden'),
    figureColumn(texts.received, ({ received }) => amountText(received)),
    {
      head: texts.countedBy,
      cell: (row) => <CountedBy row={row} />,
      card: ({ pieces }) => (pieces.length === 0 ? 'hidden' : 'line'),
    },
    {
      head: texts.difference,
      cell: ({ closes, difference, answers, left }) =>
        closes ? (
          <span className={styles.answered}>
            <DifferenceText difference={difference} />
            {answers !== null && <small>{texts.answered[answers]}</small>}
          </span>
        ) : (
          texts.leftIn(amountText(left))
        ),
    },
  ];
}

/** "3 × $50,000 · 2 × $2,000 · monedas $700" */
function CountedBy({ row: { received, pieces } }: { row: CashReceivedRow }) {
  if (pieces.length === 0) return null;
  const rest = received - worthOf(pieces);
  const parts = pieces.map(({ value, count }) => countTexts.piece(count, amountText(value)));
  return [...parts, ...(rest > 0 ? [texts.otherCoins(amountText(rest))] : [])].join(' · ');
}
