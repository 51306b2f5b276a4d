import { type ReactNode, useState } from 'react';
import { amountText } from '#src/client/shared/amounts.ts';
import { reportTexts as texts } from '#src/client/texts/reports-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { FigureTable } from '#src/client/ui/figure-table.tsx';
import { Panel } from '#src/client/ui/panel.tsx';
import { formatAmount } from '#src/domain/money.ts';
import type { ReportColumn, ReportTable } from './report-tables.ts';
import styles from './reports.module.css';

const drawnAtFirst = 40;

/** A drawing, and always its table below. */
export function ReportSection({ table, children }: { table: ReportTable; children?: ReactNode }) {
  const [isWhole, setWhole] = useState(false);
  const rows = isWhole ? table.rows : table.rows.slice(0, drawnAtFirst);
  return (
    <Panel className={styles.section}>
      {children}
      <h2 className={styles.tableTitle}>{table.title}</h2>
      <FigureTable
        caption={table.title}
        columns={table.columns.map(({ head, of, isMinor = false }) => ({
          head,
          isMinor,
          isWords: of === 'words',
        }))}
        rows={rows.map(({ id, cells }) => ({ id, cells: shown(table.columns, cells) }))}
        total={table.total === null ? undefined : shown(table.columns, table.total)}
      />
      {rows.length < table.rows.length && (
        <div className={styles.more}>
          <Button variant="secondary" size="row" onClick={() => setWhole(true)}>
            {texts.showAll(table.rows.length)}
          </Button>
        </div>
      )}
    </Panel>
  );
}

function shown(columns: readonly ReportColumn[], cells: readonly (string | number)[]): string[] {
  return cells.map((cell, place) => {
    if (typeof cell === 'string') return cell;
    return columns[place]?.of === 'money' ? amountText(cell) : formatAmount(cell);
  });
}
