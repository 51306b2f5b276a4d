import type { QueryKey } from '@tanstack/react-query';
import type { Outcome } from '#src/client/api/outcome.ts';
import { ListBody } from '#src/client/shared/lists/list-body.tsx';
import { MoreButton, useMore } from '#src/client/shared/lists/more-button.tsx';
import { EmptyState } from '#src/client/ui/feedback/empty-state.tsx';
import { type Column, DataTable } from '#src/client/ui/tables/data-table.tsx';
import listStyles from '#src/client/shared/lists/lists.module.css';

interface HistorySectionProps<Row> {
  queryKey: QueryKey;
  read: (cursor: string | undefined) => Promise<Outcome<{ items: Row[]; nextCursor: string | null }>>;
  title: string;
  /** What stands there before the first one: what is missing, and what would make one. */
  empty: { title: string; text: string };
  columns: Column<Row>[];
  rowKey: (row: Row) => string;
}

/** What was done before, newest first, as far back as one likes. */
export function HistorySection<Row>(props: HistorySectionProps<Row>) {
  const { queryKey, read, title, empty, columns, rowKey } = props;
  const { query, items } = useMore(queryKey, read);
  return (
    <section className={listStyles.section}>
      <h2>{title}</h2>
      <ListBody
        query={query}
        data={items}
        isEmpty={items?.length === 0}
        empty={
          <EmptyState drawing="sun" title={empty.title}>
            <p>{empty.text}</p>
          </EmptyState>
        }
      >
        {(rows) => (
          <>
            <DataTable caption={title} columns={columns} rows={rows} rowKey={rowKey} />
            <MoreButton query={query} />
          </>
        )}
      </ListBody>
    </section>
  );
}
