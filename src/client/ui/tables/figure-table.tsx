import type { ReactNode } from 'react';
import styles from './figure-table.module.css';

export interface FigureColumn {
  head: string;
  /** Words at the start, figures at the end. */
  of: 'words' | 'count' | 'money';
  /** Hidden on narrow screens. */
  isMinor?: boolean;
}

interface FigureTableProps {
  caption: string;
  columns: readonly FigureColumn[];
  rows: readonly { id: string; cells: readonly ReactNode[] }[];
  total?: readonly ReactNode[] | undefined;
}

/** A table of figures at every width; if it is too wide it scrolls sideways. */
export function FigureTable({ caption, columns, rows, total }: FigureTableProps) {
  const classOf = (column: FigureColumn) =>
    [column.of !== 'words' && styles.end, column.isMinor === true && styles.minor].filter(Boolean).join(' ');
  const cellsOf = (cells: readonly ReactNode[]) =>
    columns.map((column, place) =>
      place === 0 ? (
        <th key={column.head} scope="row">
          {cells[place]}
        </th>
      ) : (
        <td key={column.head} className={classOf(column)}>
          {cells[place]}
        </td>
      ),
    );
  return (
    // A region that scrolls sideways must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.frame} tabIndex={0} role="region" aria-label={caption}>
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.head} scope="col" className={classOf(column)}>
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, cells }) => (
            <tr key={id}>{cellsOf(cells)}</tr>
          ))}
        </tbody>
        {total !== undefined && (
          <tfoot>
            <tr>{cellsOf(total)}</tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}
