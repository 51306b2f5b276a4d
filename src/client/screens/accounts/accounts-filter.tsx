import { Search } from 'lucide-react';
import { accountsTexts as texts } from '#src/client/texts/accounts-texts.ts';
import { Field } from '#src/client/ui/field.tsx';
import { FilterChips } from '#src/client/ui/filter-chips.tsx';
import type { UserPage } from '#src/contract/user.ts';
import type { StatusFilter } from './use-accounts.ts';
import styles from './accounts.module.css';

interface AccountsFilterProps {
  search: string;
  setSearch: (text: string) => void;
  status: StatusFilter;
  setStatus: (status: StatusFilter) => void;
  counts: UserPage['counts'] | undefined;
  total: number | undefined;
}

export function AccountsFilter(props: AccountsFilterProps) {
  const { search, setSearch, status, setStatus, counts, total } = props;
  return (
    <div className={styles.filter} role="search">
      <Field
        label={texts.searchLabel}
        labelHidden
        icon={Search}
        type="search"
        placeholder={texts.searchPlaceholder}
        maxLength={60}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <FilterChips<StatusFilter>
        label={texts.filters}
        chosen={status}
        onChoose={setStatus}
        chips={[
          { value: 'ALL', label: texts.all, count: total },
          { value: 'PENDIENTE', label: texts.pending, count: counts?.PENDIENTE },
          { value: 'APROBADO', label: texts.approved, count: counts?.APROBADO },
          { value: 'RECHAZADO', label: texts.rejected, count: counts?.RECHAZADO },
        ]}
      />
    </div>
  );
}
