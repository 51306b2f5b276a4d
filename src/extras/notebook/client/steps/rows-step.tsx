import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import { useState } from 'react';
import { amountText } from '#src/client/shared/amounts.ts';
import { ConfirmDialog } from '#src/client/shared/confirm/confirm-dialog.tsx';
import { Button } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { Field } from '#src/client/ui/fields/field.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { type Column, DataTable } from '#src/client/ui/tables/data-table.tsx';
import { FilterChips } from '#src/client/ui/tables/filter-chips.tsx';
import { faultText } from '#src/extras/notebook/client/fault-text.ts';
import { isGood, type ShownRow, type SheetState } from '#src/extras/notebook/client/use-sheet.ts';
import type { SheetKind } from '#src/extras/notebook/contract/schemas.ts';
import { fieldsOf, type ColumnField } from '#src/extras/notebook/domain/columns.ts';
import type { Values } from '#src/extras/notebook/domain/read-lines.ts';
import { bringInTexts as texts, faultTexts, fieldName } from '#src/extras/notebook/texts/sheets-texts.ts';
import { NextBand } from './columns-step.tsx';
import styles from './steps.module.css';

interface RowsStepProps {
  kind: SheetKind;
  state: SheetState;
  onBack: () => void;
  onNext: () => void;
}

type Filter = 'all' | 'good' | 'bad';
const shownAtFirst = 50;

/** Filas: rows with a fault first, each with its sentence and the possible actions. */
export function RowsStep({ kind, state, onBack, onNext }: RowsStepProps) {
  const bad = state.rows.filter((row) => !isGood(row));
  const good = state.rows.filter(isGood);
  const [filter, setFilter] = useState<Filter>(bad.length > 0 ? 'bad' : 'all');
  const [shown, setShown] = useState(shownAtFirst);
  const [fixing, setFixing] = useState<ShownRow | null>(null);
  const rows = filter === 'bad' ? bad : filter === 'good' ? good : state.rows;
  const counts = { all: state.rows.length, good: good.length, bad: bad.length };
  return (
    <>
      <FilterChips<Filter>
        label={texts.filter}
        chosen={filter}
        onChoose={setFilter}
        chips={(['all', 'good', 'bad'] as const).map((value) => ({
          value,
          label: texts[value],
          count: counts[value],
        }))}
      />
      <div className={styles.frame}>
        {rows.length === 0 ? (
          <p className={styles.nothing}>{texts.noneOfThese}</p>
        ) : (
          <DataTable
            caption={texts.rowsCaption}
            rows={rows.slice(0, shown)}
            rowKey={({ row }) => String(row)}
            columns={columnsOf(kind, state, setFixing)}
          />
        )}
        {rows.length > shown && (
          <div className={styles.inFrame}>
            <Button variant="secondary" onClick={() => setShown(shown + 200)}>
              {texts.more(rows.length - shown)}
            </Button>
          </div>
        )}
        <NextBand
          state={state}
          title={texts.rowsDone(good.length, bad.length)}
          note={texts.rowsNote(good.length, bad.length)}
          label={texts.nextWith(good.length)}
          isReady={good.length > 0}
          onBack={onBack}
          onNext={(checked) => {
            // A corrected row can belong to another person: it is shown, not skipped.
            if (checked.filter(isGood).length >= good.length) onNext();
          }}
        />
      </div>
      {fixing !== null && (
        <FixRow
          kind={kind}
          row={fixing}
          words={wordsOf(kind, fixing)}
          onClose={() => setFixing(null)}
          onSave={(values) => {
            state.write(fixing.row, values);
            setFixing(null);
          }}
          onLeaveOut={() => {
            state.leaveOut(fixing.row);
            setFixing(null);
          }}
        />
      )}
    </>
  );
}

function columnsOf(kind: SheetKind, state: SheetState, onFix: (row: ShownRow) => void): Column<ShownRow>[] {
  const second = kind === 'customers' ? 'identificacion' : kind === 'products' ? 'stall' : 'phone';
  return [
    { id: 'row', head: texts.row, card: 'badge', cell: ({ row }) => row },
    {
      id: 'name',
      head: fieldName(kind, 'name'),
      card: 'title',
      cell: ({ values }) => <b>{values.name ?? '—'}</b>,
    },
    {
      id: 'second',
      head: fieldName(kind, second),
      card: 'line',
      cell: ({ values }) => values[second] ?? '—',
    },
    { id: 'what', head: texts.happens, card: 'line', cell: (row) => <Verdict kind={kind} row={row} /> },
    {
      id: 'act',
      head: texts.fix,
      headHidden: true,
      align: 'end',
      card: 'actions',
      cell: (row) => <Acts state={state} row={row} onFix={onFix} />,
    },
  ];
}

/** Returns the sentences for the faults of a row. */
function wordsOf(kind: SheetKind, { faults, fate, values }: ShownRow): string[] {
  if (faults.length > 0) return faults.map((fault) => faultText(kind, fault));
  if (fate === 'unknown-stall') return [faultTexts['unknown-stall'](values.stall ?? '')];
  if (fate === 'email-taken' || fate === 'over-limit') return [faultTexts[fate]];
  return [];
}

function Verdict({ kind, row }: { kind: SheetKind; row: ShownRow }) {
  const words = wordsOf(kind, row);
  if (words.length > 0)
    return (
      <span className={styles.fault}>
        <Icon of={CircleAlert} size={20} />
        <span>{words.join(' ')}</span>
      </span>
    );
  const isThere = row.fate === 'there' || row.fate === 'has-opening';
  return (
    <span className={isThere ? styles.there : styles.fine}>
      <Icon of={isThere ? Info : CircleCheck} size={20} />
      <span>{!isThere ? texts.fine : row.fate === 'there' ? texts.there : texts.hasOpening}</span>
    </span>
  );
}

/** Shows one button that resolves the fault, if there is one; otherwise the cells can be edited. */
function Acts({ state, row, onFix }: { state: SheetState; row: ShownRow; onFix: (row: ShownRow) => void }) {
  if (isGood(row)) return null;
  const [fault] = row.faults;
  if (fault?.code === 'not-amount' && fault.guess !== undefined) {
    const { field, guess } = fault;
    return (
      <Button size="row" variant="secondary" onClick={() => state.write(row.row, { [field]: String(guess) })}>
        {texts.yesAmount(amountText(guess))}
      </Button>
    );
  }
  if (fault?.code === 'same' || row.fate === 'over-limit')
    return (
      <Button size="row" variant="secondary" onClick={() => state.leaveOut(row.row)}>
        {texts.leaveOut}
      </Button>
    );
  if (fault?.code === 'same-phone')
    return (
      <Button size="row" variant="secondary" onClick={() => state.keep(row.row)}>
        {texts.keep}
      </Button>
    );
  return (
    <Button size="row" variant="secondary" onClick={() => onFix(row)}>
      {texts.fix}
    </Button>
  );
}

interface FixRowProps {
  kind: SheetKind;
  row: ShownRow;
  words: readonly string[];
  onClose: () => void;
  onSave: (values: Values) => void;
  onLeaveOut: () => void;
}

/** Corregir: all cells of one row, each with its own fault. The file is not changed. */
function FixRow({ kind, row, words, onClose, onSave, onLeaveOut }: FixRowProps) {
  const [values, setValues] = useState<Values>(row.values);
  const errorOf = (field: ColumnField): string | undefined => {
    const fault = row.faults.find((one) => one.field === field);
    // A changed cell is checked again when it is saved.
    return fault && values[field] === row.values[field] ? faultText(kind, fault) : undefined;
  };
  return (
    <ConfirmDialog
      title={texts.fixTitle(row.row)}
      yes={texts.fixSave}
      onNo={onClose}
      onYes={() => onSave(values)}
    >
      {row.faults.length === 0 && words.length > 0 && <Notice kind="refused">{words.join(' ')}</Notice>}
      <div className="stack">
        {fieldsOf[kind].map((field) => (
          <Field
            key={field}
            label={fieldName(kind, field)}
            value={values[field] ?? ''}
            error={errorOf(field)}
            inputMode={
              field === 'phone' ? 'tel' : field === 'amount' || field === 'price' ? 'decimal' : 'text'
            }
            onChange={(event) => setValues({ ...values, [field]: event.target.value })}
          />
        ))}
        <Button variant="text" onClick={onLeaveOut}>
          {texts.leaveOut}
        </Button>
      </div>
    </ConfirmDialog>
  );
}
