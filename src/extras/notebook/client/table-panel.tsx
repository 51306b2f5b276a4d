import { useState } from 'react';
import { amountText } from '#src/client/shared/amounts.ts';
import { ActBand } from '#src/client/ui/brand/act-band.tsx';
import { Button } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { type Column, DataTable } from '#src/client/ui/tables/data-table.tsx';
import { FactList } from '#src/client/ui/tables/fact-list.tsx';
import type { SheetKind } from '#src/extras/notebook/contract/schemas.ts';
import type { AnyLine } from '#src/extras/notebook/domain/read-lines.ts';
import { type Field, template } from '#src/extras/notebook/domain/template.ts';
import { bringInTexts as texts, figure } from '#src/extras/notebook/texts/sheets-texts.ts';
import { type CheckedTable, isGood } from './check-lines.ts';
import { faultsOf, type RowFault } from './fault-text.ts';
import listStyles from '#src/client/shared/lists/lists.module.css';

interface TablePanelProps {
  table: CheckedTable;
  onBring: (kind: SheetKind, lines: readonly AnyLine[]) => void;
}

const drawn = 20;

/** One table of the file: its sums, the faults by row with the cell's text, the good rows, and the one tap. */
export function TablePanel({ table: { kind, rows }, onBring }: TablePanelProps) {
  const [shown, setShown] = useState(drawn);
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
      <h2>{texts.kinds[kind]}</h2>
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
          <DataTable
            caption={texts.faultsCaption}
            rows={faults.slice(0, shown)}
            rowKey={({ row, head }) => `${row} ${head}`}
            columns={faultColumns}
          />
          {faults.length > shown && (
            <Button variant="text" onClick={() => setShown(shown + 100)}>
              {texts.more(faults.length - shown)}
            </Button>
          )}
        </>
      )}
      {amount > 0 && <Notice kind="info">{texts.standsFor(amountText(amount))}</Notice>}
      {kind === 'customers' && good.length > there && <Notice kind="info">{texts.consent}</Notice>}
      <div className={listStyles.sheet}>
        <DataTable
          caption={texts.goodCaption}
          rows={lines.slice(0, drawn)}
          rowKey={({ row }) => String(row)}
          columns={template[kind].map(({ field, head }) => columnOf(field, head))}
        />
        <p className={listStyles.more}>{texts.shownOf(Math.min(drawn, lines.length), lines.length)}</p>
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

const faultColumns: Column<RowFault>[] = [
  { id: 'row', head: texts.row, card: 'badge', cell: ({ row }) => texts.rowOf(row) },
  { id: 'head', head: texts.column, card: 'line', cell: ({ head }) => head },
  {
    id: 'cell',
    head: texts.cell,
    card: 'title',
    cell: ({ cell }) => <b>{cell === '' ? '—' : `«${cell}»`}</b>,
  },
  { id: 'says', head: texts.happens, card: 'line', cell: ({ says }) => says },
];

function columnOf(field: Field, head: string): Column<AnyLine> {
  if (field === 'amount')
    return {
      id: field,
      head,
      align: 'end',
      card: ({ amount }) => (amount === undefined ? 'hidden' : 'line'),
      isWhole: true,
      cell: ({ amount }) => (amount === undefined ? '—' : amountText(amount)),
    };
  const of = (line: AnyLine): string => (line as Partial<Record<typeof field, string>>)[field] ?? '';
  return field === 'name'
    ? { id: field, head, card: 'title', cell: (line) => <b>{of(line)}</b> }
    : {
        id: field,
        head,
        card: (line) => (of(line) === '' ? 'hidden' : 'line'),
        cell: (line) => of(line) || '—',
      };
}
