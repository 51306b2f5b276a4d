import { CalendarDays } from 'lucide-react';
import { Form, useForm } from '#src/client/form/form.tsx';
import { periodTexts as texts } from '#src/client/texts/lists-texts.ts';
import { dateText } from '#src/client/texts/written/dates.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Field } from '#src/client/ui/fields/field.tsx';
import { FilterChips } from '#src/client/ui/tables/filter-chips.tsx';
import { type Days, type Period, type PeriodKind, periodOf, readDates, withSlashes } from './period.ts';
import styles from './period.module.css';

interface PeriodPickerProps {
  period: Period;
  onPeriod: (period: Period) => void;
  /** Limit of days, if other than the server's for totals. */
  longest?: number;
}

const kinds: readonly PeriodKind[] = ['today', 'yesterday', 'week', 'month', 'last-month', 'free'];

/** Chooses the days of a list or a report. */
export function PeriodPicker({ period, onPeriod, longest }: PeriodPickerProps) {
  return (
    <div className="stack-12">
      <FilterChips<PeriodKind>
        label={texts.label}
        chosen={period.kind}
        onChoose={(kind) => onPeriod(kind === 'free' ? { ...period, kind } : periodOf(kind))}
        chips={kinds.map((value) => ({ value, label: texts[value] }))}
      />
      {period.kind === 'free' && (
        <FreeDates days={period} longest={longest} onDays={(days) => onPeriod({ ...days, kind: 'free' })} />
      )}
    </div>
  );
}

interface FreeDatesProps {
  days: Days;
  longest: number | undefined;
  onDays: (days: Days) => void;
}

/** Text fields, because the browser's own date picker uses the browser's language. */
function FreeDates({ days, longest, onDays }: FreeDatesProps) {
  const draft = useForm(
    () => ({ from: dateText(days.from), to: dateText(days.to) }),
    (typed) => readDates(typed, longest).errors,
  );

  function submit(typed: { from: string; to: string }) {
    const read = readDates(typed, longest);
    if (read.days !== null) onDays(read.days);
  }

  return (
    <Form tries={draft.tries} className={`grid-10 ${styles.dates}`} onSend={() => draft.sendTo(submit)}>
      {(['from', 'to'] as const).map((end) => (
        <Field
          key={end}
          label={texts[end]}
          icon={CalendarDays}
          inputMode="numeric"
          placeholder={texts.placeholder}
          maxLength={10}
          {...draft.field(end)}
          onChange={(event) => draft.change({ [end]: withSlashes(event.target.value) })}
        />
      ))}
      <Button type="submit" variant="secondary" className={styles.see}>
        {texts.see}
      </Button>
    </Form>
  );
}
