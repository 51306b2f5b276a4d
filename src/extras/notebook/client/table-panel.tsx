import { List } from '#src/client/list/list.tsx';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { ActBand } from '#src/client/ui/brand/act-band.tsx';
import { Button } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import type { Column } from '#src/client/ui/tables/data-table.tsx';
import { FactList } from '#src/client/ui/tables/fact-list.tsx';
import type { SheetKind } from '#src/extras/notebook/contract/schemas.ts';
import type { AnyLine } from '#src/extras/notebook/domain/read-lines.ts';
import { type Field, sheetNames, template } from '#src/extras/notebook/domain/template.ts';
import { bringInTexts as texts, figure } from '#src/extras/notebook/texts/sheets-texts.ts';
import { type CheckedRow, type CheckedTable, isGood } from './check-lines.ts';
import { faultsOf, type RowFault } from './fault-text.ts';

interface TablePanelProps {
  table: CheckedTable;
  onBring: (kind: SheetKind, lines: readonly AnyLine[]) => void;
}

/** One table of the file: its sums, the faults by row with the cell's text, the good rows, and the one tap. */
export function TablePanel({ table: { kind, rows }, onBring }: TablePanelProps) {
  const good = rows.filter(isGood);
  const faults = rows.flatMap((row) => faultsOf(kind, row));
  const there = good.filter(({ status }) => status !== 'made').length;
  const amount = good.reduce(
    (sum, { line, status }) => sum + (status === 'has-opening' ? 0 : (line?.amount ?? 0)),
    0,
  );
  const isNothing = good.length === there && amount === 0;
  const lines = good.flatMap(({ line }) => line ?? []);
  return (
    <section className="stack banded">
      <h2>{sheetNames[kind]}</h2>
      <Panel className="panel-body">
        <FactList
          facts={[
            { name: texts.fresh, value: figure(good.length - there) },
            { name: texts.there, value: figure(there) },
            { name: texts.bad, value: figure(rows.length - good.length) },
            { name: texts.amounts[kind], value: amountText(amount), total: true },
          ]}
        />
      </Panel>
      {faults.length > 0 && (
        <>
          <Notice kind="refused">{texts.faultsNote}</Notice>
          <List
            bare
            caption={texts.faultsCaption}
            rows={faults}
            rowKey={({ row, says }) => `${row} ${says}`}
            columns={faultColumns}
          />
        </>
      )}
      {amount > 0 && <Notice kind="info">{texts.standsFor(amountText(amount))}</Notice>}
      {kind === 'customers' && good.length > there && <Notice kind="info">{texts.consent}</Notice>}
      <div className="sheet">
        <p className="split soft list-foot">{texts.goodCaption}</p>
        <List
          bare
          caption={texts.goodCaption}
          rows={good}
          rowKey={({ row }) => String(row)}
          columns={[
            rowColumn,
            ...template[kind].map(({ field, head }) => columnOf(field, head)),
            statusColumn,
          ]}
        />
      </div>
      <ActBand
        title={texts.sum(kind, good.length, amount > 0 ? amountText(amount) : '')}
        note={isNothing ? texts.nothingNew : texts.once}
      >
        <Button variant="on-zocalo" size="money" disabled={isNothing} onClick={() => onBring(kind, lines)}>
          {texts.bring(kind, good.length)}
        </Button>
      </ActBand>
    </section>
  );
}

const rowColumn: Column<{ row: number }> = {
  head: texts.row,
  card: 'badge',
  cell: ({ row }) => texts.rowOf(row),
};

const statusColumn: Column<CheckedRow> = {
  head: texts.happens,
  card: 'line',
  cell: ({ status }) => status !== undefined && texts.statuses[status],
};

const faultColumns: Column<RowFault>[] = [
  rowColumn,
  { head: texts.column, card: 'line', cell: ({ head }) => head },
  {
    head: texts.cell,
    card: 'title',
    cell: ({ cell }) => <b>{cell === '' ? '—' : `«${cell}»`}</b>,
  },
  { head: texts.happens, card: 'line', cell: ({ says }) => says },
];

function columnOf(field: Field, head: string): Column<CheckedRow> {
  if (field === 'amount')
    return {
      head,
      align: 'end',
      card: ({ line }) => (line?.amount === undefined ? 'hidden' : 'line'),
      isWhole: true,
      cell: ({ line }) => (line?.amount === undefined ? '—' : amountText(line.amount)),
    };
  const of = ({ line }: CheckedRow): string => (line as Partial<Record<typeof field, string>>)[field] ?? '';
  return field === 'name'
    ? { head, card: 'title', cell: (line) => <b>{of(line)}</b> }
    : {
        head,
        card: (line) => (of(line) === '' ? 'hidden' : 'line'),
        cell: (line) => of(line) || '—',
      };
}
