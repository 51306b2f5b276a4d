import { periodTexts as texts } from '#src/client/texts/period-texts.ts';
import { Field } from '#src/client/ui/field.tsx';
import { FilterChips } from '#src/client/ui/filter-chips.tsx';
import { periodFault, periodOf, today, type Period, type PeriodKind } from './period.ts';
import styles from './period.module.css';

interface PeriodPickerProps {
  period: Period;
  onPeriod: (period: Period) => void;
}

const kinds: readonly PeriodKind[] = ['today', 'yesterday', 'week', 'month', 'free'];

/** The days that a list or a report is about. */
export function PeriodPicker({ period, onPeriod }: PeriodPickerProps) {
  const fault = periodFault(period);
  return (
    <div className={styles.picker}>
      <FilterChips<PeriodKind>
        label={texts.label}
        chosen={period.kind}
        onChoose={(kind) => onPeriod(kind === 'free' ? { ...period, kind } : periodOf(kind))}
        chips={kinds.map((value) => ({ value, label: texts[value] }))}
      />
      {period.kind === 'free' && (
        <div className={styles.dates}>
          <Field
            type="date"
            label={texts.from}
            max={today()}
            value={period.from}
            onChange={(event) => onPeriod({ ...period, from: event.target.value })}
          />
          <Field
            type="date"
            label={texts.to}
            max={today()}
            error={fault}
            value={period.to}
            onChange={(event) => onPeriod({ ...period, to: event.target.value })}
          />
        </div>
      )}
    </div>
  );
}
