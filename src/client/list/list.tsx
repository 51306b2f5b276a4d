import type { ComponentProps, ReactNode } from 'react';
import { type Column, DataTable } from '#src/client/ui/tables/data-table.tsx';
import { type Act, actsColumn } from './columns.tsx';
import { ListBody, type ListQuery } from './list-body.tsx';
import { type Asked, DrawnRows, ListPager, MoreButton, type MoreQuery } from './paging.tsx';
import { EmptyList, SearchField } from './search-field.tsx';

interface ListProps<Row> {
  /** Without one the rows are here already. */
  query?: ListQuery | undefined;
  /** Rows to show; undefined while loading. */
  rows: readonly Row[] | undefined;
  caption: string;
  /** `false` is a column for another role. */
  columns: readonly (Column<Row> | false)[];
  /** Buttons at the end of a row. */
  acts?: readonly Act<Row>[];
  rowKey: (row: Row) => string;
  /** Drawn without the table's sheet. */
  bare?: boolean;
  empty?: ComponentProps<typeof EmptyList>;
  /** Replaces the usual words of an empty list. */
  nothing?: ReactNode;
  /** Search, order and page of the list. */
  asked?: Asked<object> | undefined;
  /** The words for its search; without them the list has none. */
  searchLabel?: string | undefined;
  /** Beside the search. */
  filters?: ReactNode;
  /** Cursor of the next page; null on the last. */
  next?: string | null | undefined;
  /** The list grows at its foot. */
  more?: MoreQuery;
  /** Number of rows, in words. */
  shown?: string | undefined;
  /** Content below the rows, such as their total. */
  children?: ReactNode;
}

/** A list page: search and filters, the rows in every state, and its pages. Cards on a phone. */
export function List<Row>(props: ListProps<Row>) {
  const { query, rows, asked, searchLabel, filters } = props;
  const empty = { note: '', drawing: 'basket', title: '', ...props.empty, ...asked?.empty } as const;
  return (
    <>
      {(searchLabel !== undefined || filters !== undefined) && (
        <div className={filters === undefined ? undefined : 'stack-12 beside'} role="search">
          {searchLabel !== undefined && asked !== undefined && (
            <SearchField label={searchLabel} {...asked.field} />
          )}
          {filters}
        </div>
      )}
      <ListBody
        query={query}
        data={rows}
        bare={props.bare === true}
        isEmpty={rows?.length === 0 && (props.empty ?? props.nothing) !== undefined}
        empty={props.nothing ?? <EmptyList {...empty} />}
      >
        {(there) => <Rows {...props} rows={there} />}
      </ListBody>
    </>
  );
}

/** A list that others fill page by page is drawn whole; any other in steps. */
function Rows<Row>(props: ListProps<Row> & { rows: readonly Row[] }) {
  const { rows, caption, columns, acts = [], rowKey, asked, next, more, shown, children } = props;
  const all = columns.filter((column) => column !== false);
  const mayAct = ({ when }: Act<Row>) => when === undefined || rows.some(when);
  if (acts.some(mayAct)) all.push(actsColumn(acts));
  const isPaged = next !== undefined && asked !== undefined;
  return (
    <>
      <DrawnRows rows={rows} shown={isPaged ? undefined : shown} isAll={isPaged || more !== undefined}>
        {(drawn) => <DataTable caption={caption} columns={all} rows={drawn} rowKey={rowKey} />}
      </DrawnRows>
      {isPaged && <ListPager page={asked.page} shown={shown ?? ''} {...asked.steps(next)} />}
      {more !== undefined && <MoreButton query={more} />}
      {children}
    </>
  );
}
