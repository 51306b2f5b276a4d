import { ArrowDownUp } from 'lucide-react';
import { SearchField } from '#src/client/shared/lists/search-field.tsx';
import { accountsTexts as texts } from '#src/client/texts/accounts-texts.ts';
import { FilterChips } from '#src/client/ui/filter-chips.tsx';
import { SelectField } from '#src/client/ui/select-field.tsx';
import type { UserPage } from '#src/contract/user.ts';
import type { AccountSort, StatusFilter } from './use-accounts.ts';
import styles from './accounts.module.css';

interface AccountsFilterProps {
  search: string;
  setSearch: (text: string) => void;
  status: StatusFilter;
  setStatus: (status: StatusFilter) => void;
  sort: AccountSort;
  setSort: (sort: AccountSort) => void;
  /** absent while they are not known, and of other rows than these */
  counts: UserPage['counts'] | undefined;
}

const sorts: readonly AccountSort[] = ['recent', 'oldest', 'name', 'status'];

export function AccountsFilter(props: AccountsFilterProps) {
  const { search, setSearch, status, setStatus, sort, setSort, counts } = props;
  const total = counts && Object.values(counts).reduce((sum, count) => sum + count, 0);
  return (
    <div className={styles.filter} role="search">
      <SearchField
        label={texts.searchLabel}
        placeholder={texts.searchPlaceholder}
        value={search}
        onSearch={setSearch}
      />
      <SelectField
        label={texts.sortBy}
        labelHidden
        icon={ArrowDownUp}
        options={sorts.map((value) => ({ value, label: texts.sorts[value] }))}
        value={sort}
        onChange={(event) => setSort(sorts.find((value) => value === event.target.value) ?? 'recent')}
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
          { value: 'DELETED', label: texts.deleted },
        ]}
      />
    </div>
  );
}
