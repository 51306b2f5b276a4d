import type { ComponentProps, ReactNode } from 'react';
import { ListBody, type ListQuery } from '#src/client/shared/lists/list-body.tsx';
import { DrawnRows } from '#src/client/shared/lists/more-rows.tsx';
import { EmptyList } from '#src/client/shared/lists/search-field.tsx';
import { type Column, DataTable } from '#src/client/ui/tables/data-table.tsx';

interface ListTableProps<Row> {
  query: ListQuery;
  /** what is shown of it; undefined until it came */
  rows: readonly Row[] | undefined;
  caption: string;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  empty: ComponentProps<typeof EmptyList>;
  /** It grows as somebody asks for more: all of it is drawn. */
  growing?: boolean;
  /** how many there are, in words, at the foot of a list that is not cut into pages */
  shown?: string;
  /** below the rows: their sum, the way to more of them */
  children?: ReactNode;
}

/** A list of the server as a table: coming, refused, empty, or there. */
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
