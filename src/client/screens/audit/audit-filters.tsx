import { ListFilter, X } from 'lucide-react';
import { SearchField } from '#src/client/shared/lists/search-field.tsx';
import { PeriodPicker } from '#src/client/shared/period/period-picker.tsx';
import { periodOf } from '#src/client/shared/period/period.ts';
import { auditTexts as texts, decisionTexts } from '#src/client/texts/office/audit-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { SelectField } from '#src/client/ui/fields/select-field.tsx';
import { FilterChips } from '#src/client/ui/tables/filter-chips.tsx';
import { decisionKinds } from '#src/contract/accounts/decision.ts';
import type { AuditFilter } from './use-audit.ts';
import styles from './audit.module.css';

interface AuditFiltersProps {
  filter: AuditFilter;
  onFilter: (filter: AuditFilter) => void;
}

/** Ten years: whatever was ever decided. */
const longest = 3653;

const kindOptions = [
  { value: '', label: texts.allKinds },
  ...decisionKinds.map((value) => ({ value, label: decisionTexts[value] })),
];

export function AuditFilters({ filter, onFilter }: AuditFiltersProps) {
  const { search, kind, person, period } = filter;
  return (
    <div className={styles.filters} role="search">
      <div className={styles.pair}>
        <SearchField
          label={texts.search}
          value={search}
          onSearch={(typed) => onFilter({ ...filter, search: typed })}
        />
        <SelectField
          label={texts.kind}
          labelHidden
          icon={ListFilter}
          options={kindOptions}
          value={kind}
          onChange={(event) =>
            onFilter({ ...filter, kind: decisionKinds.find((one) => one === event.target.value) ?? '' })
          }
        />
      </div>
      <FilterChips<'any' | 'some'>
        label={texts.dates}
        chosen={period === null ? 'any' : 'some'}
        onChoose={(chosen) => onFilter({ ...filter, period: chosen === 'any' ? null : periodOf('week') })}
        chips={[
          { value: 'any', label: texts.anyDate },
          { value: 'some', label: texts.someDates },
        ]}
      />
      {period !== null && (
        <PeriodPicker
          period={period}
          onPeriod={(next) => onFilter({ ...filter, period: next })}
          longest={longest}
        />
      )}
      {person !== null && (
        <div>
          <Button
            variant="secondary"
            size="row"
            trailing={X}
            onClick={() => onFilter({ ...filter, person: null })}
          >
            {texts.onlyPerson(person.name)}
          </Button>
        </div>
      )}
    </div>
  );
}
