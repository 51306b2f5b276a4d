import { useState } from 'react';
import { amountText } from '#src/client/shared/amounts.ts';
import { Zocalo } from '#src/client/ui/brand/zocalo.tsx';
import { Button } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { SelectField } from '#src/client/ui/fields/select-field.tsx';
import { type Column, DataTable } from '#src/client/ui/tables/data-table.tsx';
import { readAmount } from '#src/domain/read-amount.ts';
import type { ReadSheet } from '#src/extras/notebook/client/files/read-sheets.ts';
import type { ShownRow, SheetState } from '#src/extras/notebook/client/use-sheet.ts';
import type { SheetKind } from '#src/extras/notebook/contract/schemas.ts';
import { fieldsOf, neededOf, type ColumnField } from '#src/extras/notebook/domain/columns.ts';
import { readPhone } from '#src/extras/notebook/domain/read-phone.ts';
import { bringInTexts as texts, fieldName, figure } from '#src/extras/notebook/texts/sheets-texts.ts';
import styles from './steps.module.css';

interface ColumnsStepProps {
  kind: SheetKind;
  sheets: readonly ReadSheet[];
  sheet: ReadSheet;
  onSheet: (sheet: ReadSheet) => void;
  state: SheetState;
  onBack: () => void;
  onNext: (checked: ShownRow[]) => void;
}

interface Shown {
  place: number;
  head: string;
  sample: string;
  field: ColumnField | null;
}

/** Columnas: guessed, shown with sample values, each changed by one choice. */
export function ColumnsStep({ kind, sheets, sheet, onSheet, state, onBack, onNext }: ColumnsStepProps) {
  const { table, columns } = state;
  const shown = columns.map((field, place): Shown => {
    const sample = table.rows.find(({ cells }) => (cells[place] ?? '') !== '')?.cells[place] ?? '';
    return { place, head: table.head[place]?.trim() || texts.noHead(place + 1), sample, field };
  });
  // A column without a head or a value is a margin.
  const named = shown.filter(({ place, sample }) => sample !== '' || (table.head[place] ?? '').trim() !== '');
  const missing = neededOf[kind].find((field) => !columns.includes(field));
  const known = named.filter(({ field }) => field !== null).length;
  return (
    <>
      {sheets.length > 1 && (
        <SelectField
          label={texts.sheet}
          value={sheet.name}
          options={sheets.map(({ name }) => ({ value: name, label: name }))}
          onChange={(event) => {
            const other = sheets.find(({ name }) => name === event.target.value);
            if (other) onSheet(other);
          }}
        />
      )}
      <div className={styles.frame}>
        <DataTable
          caption={texts.columnsCaption}
          rows={named}
          rowKey={({ place }) => String(place)}
          columns={columnsOf(kind, state)}
        />
        <SkippedNotice state={state} />
        <NextBand
          state={state}
          title={missing ? texts.needs(fieldName(kind, missing)) : texts.columnsDone(known, named.length)}
          note={texts.rowsFound(table.rows.length)}
          label={texts.next}
          isReady={missing === undefined && table.rows.length > 0}
          onBack={onBack}
          onNext={onNext}
        />
      </div>
    </>
  );
}

function columnsOf(kind: SheetKind, state: SheetState): Column<Shown>[] {
  const options = [
    { value: '', label: texts.notBrought },
    ...fieldsOf[kind].map((field) => ({ value: field, label: fieldName(kind, field) })),
  ];
  return [
    { id: 'head', head: texts.inSheet, card: 'title', cell: ({ head }) => <b>{head}</b> },
    { id: 'sample', head: texts.asWritten, card: 'line', cell: ({ sample }) => sample },
    {
      id: 'field',
      head: texts.here,
      card: 'line',
      cell: ({ place, head, field }) => (
        <SelectField
          label={texts.whatIs(head)}
          labelHidden
          options={options}
          value={field ?? ''}
          onChange={({ target }) =>
            state.setColumn(place, fieldsOf[kind].find((one) => one === target.value) ?? null)
          }
        />
      ),
    },
    {
      id: 'read',
      head: texts.understood,
      card: 'line',
      cell: ({ sample, field }) => understood(field, sample),
    },
  ];
}

function understood(field: ColumnField | null, sample: string): string {
  if (field === null || sample === '') return '—';
  if (field === 'amount' || field === 'price') {
    const read = readAmount(sample);
    return read !== null && 'amount' in read ? amountText(read.amount) : '—';
  }
  if (field !== 'phone') return sample;
  const read = readPhone(sample);
  return read !== null && 'phone' in read ? read.phone.replace(/^(\d{3})(\d{3})/, '$1 $2 ') : '—';
}

function SkippedNotice({ state: { table } }: { state: SheetState }) {
  if (table.skipped.length === 0) return null;
  const count = (wanted: string): number => table.skipped.filter(({ why }) => why === wanted).length;
  return (
    <div className={styles.inFrame}>
      <Notice kind="info">{texts.skipped(count('title'), count('empty'), count('total'))}</Notice>
    </div>
  );
}

interface NextBandProps {
  state: SheetState;
  title: string;
  note: string;
  label: string;
  isReady: boolean;
  onBack: () => void;
  onNext: (checked: ShownRow[]) => void;
}

/** Leads to the next step, after the market was asked about each row. */
export function NextBand({ state, title, note, label, isReady, onBack, onNext }: NextBandProps) {
  const [asking, setAsking] = useState<string | null>(null);
  const [problem, setProblem] = useState('');
  async function ask(): Promise<void> {
    setProblem('');
    setAsking(texts.checking(0, state.rows.length));
    const checked = await state.check((done, all) => setAsking(texts.checking(done, all)));
    setAsking(null);
    if (typeof checked === 'string') setProblem(checked);
    else onNext(checked);
  }
  return (
    <>
      {problem !== '' && (
        <div className={styles.inFrame}>
          <Notice kind="refused">{problem}</Notice>
        </div>
      )}
      <Zocalo place="panel">
        <div className={styles.bandWords} role="status">
          <p className={styles.bandTitle}>{title}</p>
          <p>{note}</p>
        </div>
        <div className="cluster-12">
          <Button variant="on-zocalo-outline" onClick={onBack}>
            {texts.back}
          </Button>
          <Button
            variant="on-zocalo"
            disabled={!isReady}
            busy={asking !== null}
            busyText={asking ?? figure(0)}
            onClick={() => void ask()}
          >
            {label}
          </Button>
        </div>
      </Zocalo>
    </>
  );
}
