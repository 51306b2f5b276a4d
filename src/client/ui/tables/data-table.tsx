import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '#src/client/ui/icon.tsx';
import styles from './data-table.module.css';

/** Title, beside the title, foot, right corner of the foot, a separate line, or not shown. */
export type CardPlace = 'title' | 'badge' | 'actions' | 'corner' | 'line' | 'hidden';

export interface Column<Row> {
  head: string;
  cell: (row: Row) => ReactNode;
  align?: 'end';
  /** Place of the cell when the row is a card. */
  card?: CardPlace | ((row: Row) => CardPlace);
  /** Never wrapped: a date, a code. */
  isWhole?: boolean;
  /** The heading is visually hidden. */
  headHidden?: boolean;
  sort?: 'ascending' | 'descending' | 'none';
  onSort?: () => void;
}

interface DataTableProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
}

/** A table from 1024 px and cards below: the same markup, laid out by CSS. */
export function DataTable<Row>({ caption, columns, rows, rowKey }: DataTableProps<Row>) {
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th
              key={column.head}
              scope="col"
              className={column.align === 'end' ? styles.end : undefined}
              aria-sort={column.sort}
            >
              <HeadCell column={column} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)}>
            {columns.map((column) => (
              <td
                key={column.head}
                className={[
                  column.align === 'end' && styles.end,
                  column.isWhole === true && styles.whole,
                  styles[placeOf(column, row)],
                ]
                  .filter(Boolean)
                  .join(' ')}
              >
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function HeadCell<Row>({ column }: { column: Column<Row> }) {
  if (column.onSort === undefined)
    return <span className={column.headHidden === true ? 'visually-hidden' : undefined}>{column.head}</span>;
  return (
    <button type="button" className={styles.sort} onClick={column.onSort}>
      {column.head}
      {column.sort === 'ascending' && <Icon of={ArrowUp} size={18} />}
      {column.sort === 'descending' && <Icon of={ArrowDown} size={18} />}
    </button>
  );
}

function placeOf<Row>({ card = 'line' }: Column<Row>, row: Row): CardPlace {
  return typeof card === 'function' ? card(row) : card;
}
