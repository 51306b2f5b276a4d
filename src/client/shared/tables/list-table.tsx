import type { ComponentProps, ReactNode } from 'react';
import { ListBody, type ListQuery } from '#src/client/shared/lists/list-body.tsx';
import { DrawnRows } from '#src/client/shared/lists/more-rows.tsx';
import { EmptyList } from '#src/client/shared/lists/search-field.tsx';
import { type Column, DataTable } from '#src/client/ui/tables/data-table.tsx';

interface ListTableProps<Row> {
  query: ListQuery;
  /** Rows to show; undefined while loading. */
  rows: readonly Row[] | undefined;
  caption: string;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  empty: ComponentProps<typeof EmptyList>;
  /** The list grows on request, so every loaded row is rendered. */
  growing?: boolean;
  /** Number of rows, in words, at the foot of a list without pages. */
  shown?: string;
  /** Content below the rows: their total, or a way to load more. */
  children?: ReactNode;
}

/** A list from the server as a table, in every state: loading, refused, empty, loaded. */
export function ListTable<Row>(props: ListTableProps<Row>) {
  const { query, rows, caption, columns, rowKey, empty, growing = false, shown, children } = props;
  return (
    <ListBody query={query} data={rows} isEmpty={rows?.length === 0} empty={<EmptyList {...empty} />}>
      {(there) => (
        <>
          <DrawnRows rows={there} shown={shown} isAll={growing}>
            {(drawn) => <DataTable caption={caption} columns={columns} rows={drawn} rowKey={rowKey} />}
          </DrawnRows>
          {children}
        </>
      )}
    </ListBody>
  );
}
