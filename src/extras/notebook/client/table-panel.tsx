import { List } from '#src/client/list/list.tsx';
import { amountFaultTexts } from '#src/client/texts/amount-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { ActBand } from '#src/client/ui/brand/act-band.tsx';
import { Button } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import type { Column } from '#src/client/ui/tables/data-table.tsx';
import { FactList } from '#src/client/ui/tables/fact-list.tsx';
import { identificationSentences } from '#src/domain/identification-sentence.ts';
import { formatAmount } from '#src/domain/money.ts';
import type { SheetKind } from '#src/extras/notebook/contract/schemas.ts';
import type { AnyLine, Fault } from '#src/extras/notebook/domain/read-lines.ts';
import { type Field, sheetNames, template } from '#src/extras/notebook/domain/template.ts';
import { faultTexts, bringInTexts as texts } from '#src/extras/notebook/texts/sheets-texts.ts';
import { type CheckedRow, type CheckedTable, isGood } from './check-lines.ts';

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
            { name: texts.fresh, value: formatAmount(good.length - there) },
            { name: texts.there, value: formatAmount(there) },
            { name: texts.bad, value: formatAmount(rows.length - good.length) },
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

/** A cell with a fault: its row, its text, and the sentence. */
interface RowFault {
  row: number;
  head: string;
  cell: string;
  says: string;
}

/** Returns what keeps a row out; empty for a good one. */
function faultsOf(kind: SheetKind, { row, values, faults, status }: CheckedRow): RowFault[] {
  const at = (field: Field, says: string): RowFault => ({
    row,
    head: headOf(kind, field),
    cell: values[field] ?? '',
    says,
  });
  const found = faults.map((fault) =>
    fault.field === null
      ? { row, head: texts.wholeRow, cell: shortened(fault.cell), says: faultText(kind, fault) }
      : at(fault.field, faultText(kind, fault)),
  );
  if (status === 'email-taken') found.push(at('email', texts.statuses['email-taken']));
  if (status === 'over-limit') found.push(at('amount', texts.statuses['over-limit']));
  return found;
}

/** A quote that is not closed makes one cell of the rest of a file. */
function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

function headOf(kind: SheetKind, field: Field): string {
  return template[kind].find((column) => column.field === field)?.head ?? '';
}

function faultText(kind: SheetKind, fault: Fault): string {
  switch (fault.code) {
    case 'missing':
    case 'too-long':
      return faultTexts[fault.code](headOf(kind, fault.field));
    case 'document':
      return identificationSentences[fault.why];
    case 'email':
    case 'formula':
    case 'sum':
    case 'beyond':
    case 'hidden':
    case 'quotes':
      return faultTexts[fault.code];
    case 'phone':
      return faultTexts.phone(fault.digits);
    case 'not-amount':
      return amountFaultTexts[fault.why];
    case 'too-much':
      return faultTexts['too-much'](amountText(fault.max));
    case 'same':
      return faultTexts.same(fault.row);
  }
}
