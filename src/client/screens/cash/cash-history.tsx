import type { QueryKey } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import type { CallAnswer } from '#src/client/api/call-answer.ts';
import { callServer } from '#src/client/api/call-server.ts';
import { cashExtras } from '#src/client/extra-cash.ts';
import { actionsColumn, figureColumn } from '#src/client/list/columns.tsx';
import { List } from '#src/client/list/list.tsx';
import { useMore } from '#src/client/list/paging.tsx';
import { keys } from '#src/client/queries/keys.ts';
import { cashTexts, payoutTexts as texts } from '#src/client/texts/cash/cash-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { dateTimeText } from '#src/client/texts/written/dates.ts';
import type { Column } from '#src/client/ui/tables/data-table.tsx';
import { cashCalls } from '#src/contract/cash/calls.ts';
import type { Payout } from '#src/contract/cash/schemas.ts';
import styles from './cash.module.css';

export function PayoutList({ title, withStall }: { title: string; withStall: boolean }) {
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

function columnsOf(withStall: boolean): (Column<Payout> | false)[] {
  return [
    withStall && { head: texts.stall, cell: ({ estanteName }) => estanteName, card: 'title' },
    {
      head: texts.code,
      cell: ({ codePago, codeRun }) => (codeRun === '' ? codePago : `${codePago} · ${codeRun}`),
      isWhole: !withStall,
      card: withStall ? 'line' : 'title',
    },
    { head: cashTexts.date, cell: ({ createAt }) => dateTimeText(createAt), isWhole: true },
    { head: cashTexts.note, cell: ({ note }) => note, card: ({ note }) => (note === '' ? 'hidden' : 'line') },
    figureColumn(texts.left, ({ owed }) => amountText(owed), 'hidden'),
    figureColumn(cashTexts.amount, ({ monto }) => amountText(monto)),
    withStall && buttons.length > 0 && buttonsColumn,
  ];
}

const buttonsColumn = actionsColumn<Payout>(
  (payout) => (
    <span className={`cluster ${styles.done}`}>
      {buttons.map(({ has, Part }, place) => has(payout) && <Part key={place} payout={payout} />)}
    </span>
  ),
  (payout) => (buttons.some(({ has }) => has(payout)) ? 'actions' : 'hidden'),
);

interface HistorySectionProps<Row> extends Pick<
  ComponentProps<typeof List<Row>>,
  'columns' | 'acts' | 'rowKey'
> {
  queryKey: QueryKey;
  read: (cursor: string | undefined) => Promise<CallAnswer<{ items: Row[]; nextCursor: string | null }>>;
  title: string;
  /** Shown before the first row exists: what is missing, and how to create one. */
  empty: { title: string; text: string };
}

/** Earlier acts, newest first, paged without a limit. */
export function HistorySection<Row>({ queryKey, read, title, empty, ...list }: HistorySectionProps<Row>) {
  const { query, items } = useMore(queryKey, read);
  return (
    <section className="stack-12">
      <h2>{title}</h2>
      <List
        {...list}
        query={query}
        rows={items}
        more={query}
        caption={title}
        empty={{ drawing: 'sun', title: empty.title, note: empty.text }}
      />
    </section>
  );
}
