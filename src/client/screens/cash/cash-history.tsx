import type { QueryKey } from '@tanstack/react-query';
import { callServer } from '#src/client/api/call-server.ts';
import type { Outcome } from '#src/client/api/outcome.ts';
import { cashExtras } from '#src/client/extra-cash.ts';
import { keys } from '#src/client/queries/keys.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { dateTimeText } from '#src/client/shared/dates.ts';
import { MoreButton, useMore } from '#src/client/shared/lists/more-rows.tsx';
import { actionsColumn, figureColumn } from '#src/client/shared/tables/columns.tsx';
import { ListTable } from '#src/client/shared/tables/list-table.tsx';
import { cashTexts, payoutTexts as texts } from '#src/client/texts/cash/cash-texts.ts';
import type { Column } from '#src/client/ui/tables/data-table.tsx';
import { cashCalls } from '#src/contract/cash/calls.ts';
import type { Payout } from '#src/contract/cash/schemas.ts';
import styles from './cash.module.css';

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

const buttons = cashExtras.flatMap(({ payoutButton }) => payoutButton ?? []);

function columnsOf(withStall: boolean): Column<Payout>[] {
  const stall: Column<Payout>[] = withStall
    ? [{ id: 'stall', head: texts.stall, cell: ({ estanteName }) => estanteName, card: 'title' }]
    : [];
  return [
    ...stall,
    {
      id: 'code',
      head: texts.code,
      cell: ({ codePago, codeRun }) => (codeRun === '' ? codePago : `${codePago} · ${codeRun}`),
      isWhole: !withStall,
      card: withStall ? 'line' : 'title',
    },
    { id: 'date', head: cashTexts.date, cell: ({ createAt }) => dateTimeText(createAt), isWhole: true },
    {
      id: 'note',
      head: cashTexts.note,
      cell: ({ note }) => note,
      card: ({ note }) => (note === '' ? 'hidden' : 'line'),
    },
    figureColumn('left', texts.left, ({ owed }) => amountText(owed), 'hidden'),
    figureColumn('amount', cashTexts.amount, ({ monto }) => amountText(monto)),
    ...(withStall && buttons.length > 0 ? [buttonsColumn] : []),
  ];
}

const buttonsColumn = actionsColumn<Payout>(
  (payout) => (
    <span className={styles.done}>
      {buttons.map(({ has, Part }, place) => has(payout) && <Part key={place} payout={payout} />)}
    </span>
  ),
  (payout) => (buttons.some(({ has }) => has(payout)) ? 'actions' : 'hidden'),
);

interface HistorySectionProps<Row> {
  queryKey: QueryKey;
  read: (cursor: string | undefined) => Promise<Outcome<{ items: Row[]; nextCursor: string | null }>>;
  title: string;
  /** Shown before the first row exists: what is missing, and how to create one. */
  empty: { title: string; text: string };
  columns: Column<Row>[];
  rowKey: (row: Row) => string;
}

/** Earlier acts, newest first, paged without a limit. */
export function HistorySection<Row>(props: HistorySectionProps<Row>) {
  const { queryKey, read, title, empty, columns, rowKey } = props;
  const { query, items } = useMore(queryKey, read);
  return (
    <section className="stack-12">
      <h2>{title}</h2>
      <ListTable
        query={query}
        rows={items}
        caption={title}
        columns={columns}
        rowKey={rowKey}
        empty={{ drawing: 'sun', title: empty.title, note: empty.text }}
        growing
      >
        <MoreButton query={query} />
      </ListTable>
    </section>
  );
}
