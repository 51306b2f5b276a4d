import styles from './filter-chips.module.css';

export interface FilterChip<Value extends string> {
  value: Value;
  label: string;
  count?: number | string | undefined;
}

interface FilterChipsProps<Value extends string> {
  label: string;
  chips: readonly FilterChip<Value>[];
  chosen: Value;
  onChoose: (value: Value) => void;
}

export function FilterChips<Value extends string>({
  label,
  chips,
  chosen,
  onChoose,
}: FilterChipsProps<Value>) {
  return (
    <div className={styles.chips} role="group" aria-label={label}>
      {chips.map((chip) => (
        <button
          key={chip.value}
          type="button"
          className="chip small strong"
          aria-pressed={chip.value === chosen}
          onClick={() => onChoose(chip.value)}
        >
          {chip.label}
          {chip.count !== undefined && <span>{chip.count}</span>}
        </button>
      ))}
    </div>
  );
}
