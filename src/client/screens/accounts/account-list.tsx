import { ArrowDownUp } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { countOf } from '#src/client/shared/lists/account-counts.ts';
import { StaleNotice } from '#src/client/shared/lists/list-body.tsx';
import { Pager } from '#src/client/shared/lists/list-pager.tsx';
import { SearchField, EmptyList, NoMatch } from '#src/client/shared/lists/search-field.tsx';
import { QueryProblem } from '#src/client/shared/problem/query-problem.tsx';
import { useSessionUser } from '#src/client/state/session.ts';
import { accountsTexts as texts } from '#src/client/texts/accounts/accounts-texts.ts';
import { countText } from '#src/client/texts/lists-texts.ts';
import { EmptyState } from '#src/client/ui/feedback/empty-state.tsx';
import { SkeletonRows } from '#src/client/ui/feedback/skeleton-rows.tsx';
import { SelectField } from '#src/client/ui/fields/select-field.tsx';
import { FilterChips } from '#src/client/ui/tables/filter-chips.tsx';
import type { User } from '#src/contract/accounts/schemas.ts';
import type { UserPage } from '#src/contract/accounts/user-list.ts';
import type { AccountStatus } from '#src/contract/accounts/user-type.ts';
import {
  AskDecision,
  type Decision,
  useAccountDecision,
  AccountDetail,
  CopyCode,
} from './account-detail.tsx';
import { AccountTable } from './account-table.tsx';
import { type AccountKind, type AccountSort, type StatusFilter, useAccounts } from './use-accounts.ts';
import styles from './accounts.module.css';

interface Asked {
  user: User;
  decision: 'reject' | 'delete';
}

interface AccountListProps {
  kind: AccountKind;
  aside?: ReactNode;
  /** Shown right under the heading. */
  views?: ReactNode;
  /** One more column: its head and its text for an account. */
  extra?: { head: string; of: (user: User) => string };
}

export function AccountList({ kind, aside, views, extra }: AccountListProps) {
  const accounts = useAccounts(kind);
  const decide = useAccountDecision(kind);
  const [detail, setDetail] = useState<User | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const { data, error, isPending, refetch } = accounts.query;
  /** Decisions that take access away ask for confirmation. */
  function begin(user: User, decision: Decision) {
    if (decision === 'reject' || decision === 'delete') setAsked({ user, decision });
    else decide.mutate({ user, decision });
  }
  return (
    <>
      <header className="page-head">
        <h1>{kind.title}</h1>
        {aside}
      </header>
      {views}
      <AccountsFilter {...accounts} found={accounts.status === 'DELETED' ? undefined : data} />
      {isPending && <SkeletonRows rows={6} />}
      {error !== null && data === undefined && <QueryProblem error={error} onRetry={() => void refetch()} />}
      {data !== undefined && <StaleNotice query={accounts.query} />}
      {data?.items.length === 0 && (
        <AccountsEmpty {...accounts} kind={kind} onClear={() => accounts.setSearch('')} />
      )}
      {data !== undefined && data.items.length > 0 && (
        <div className="sheet" aria-busy={accounts.query.isFetching}>
          <AccountTable
            kind={kind}
            users={data.items}
            extra={extra}
            busyId={decide.isPending ? decide.variables.user._id : undefined}
            onApprove={(user) => begin(user, 'approve')}
            onReject={(user) => begin(user, 'reject')}
            onView={setDetail}
            onRestore={(user) => begin(user, 'restore')}
            sort={accounts.sort}
            onSort={accounts.setSort}
          />
          <Pager shown={shownText(kind, accounts.status, data)} {...accounts} />
        </div>
      )}
      {detail !== null && (
        <AccountDetail
          kind={kind}
          user={newest(detail, data)}
          onClose={() => setDetail(null)}
          onDecide={(decision) => {
            setDetail(null);
            begin(detail, decision);
          }}
        />
      )}
      {asked !== null && (
        <AskDecision
          name={kind.nameOf(asked.user)}
          decision={asked.decision}
          onNo={() => setAsked(null)}
          onYes={(reason) => {
            decide.mutate({ ...asked, reason });
            setAsked(null);
          }}
        />
      )}
    </>
  );
}

/** Returns the account as the list has it now: it may have been read again since the dialog was opened. */
function newest(user: User, data: UserPage | undefined): User {
  return data?.items.find(({ _id }) => _id === user._id) ?? user;
}

/**
 * Account status selected by the filter; undefined for "all" and "deleted", whose totals come from `counts`.
 */
function shownOf(filter: StatusFilter): AccountStatus | undefined {
  return filter === 'ALL' || filter === 'DELETED' ? undefined : filter;
}

function shownText({ noun }: AccountKind, filter: StatusFilter, data: UserPage): string {
  return texts.shown(data.items.length, countOf(data, shownOf(filter)), texts.nouns[noun]);
}

interface AccountsFilterProps {
  search: string;
  setSearch: (text: string) => void;
  status: StatusFilter;
  setStatus: (status: StatusFilter) => void;
  sort: AccountSort;
  setSort: (sort: AccountSort) => void;
  /** Absent until the counts are known. They cover other rows than the list. */
  found: UserPage | undefined;
}

const sorts: readonly AccountSort[] = ['recent', 'oldest', 'name', 'status'];

function AccountsFilter(props: AccountsFilterProps) {
  const { search, setSearch, status, setStatus, sort, setSort, found } = props;
  const count = (of?: AccountStatus) => {
    const counted = found && countOf(found, of);
    return counted && countText(counted.count, counted.isMore);
  };
  return (
    <div className={`stack-12 ${styles.filter}`} role="search">
      <SearchField label={texts.searchLabel} value={search} onSearch={setSearch} />
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
          { value: 'ALL', label: texts.all, count: count() },
          { value: 'PENDIENTE', label: texts.pending, count: count('PENDIENTE') },
          { value: 'APROBADO', label: texts.approved, count: count('APROBADO') },
          { value: 'RECHAZADO', label: texts.rejected, count: count('RECHAZADO') },
          { value: 'DELETED', label: texts.deleted },
        ]}
      />
    </div>
  );
}

interface AccountsEmptyProps {
  kind: AccountKind;
  search: string;
  status: StatusFilter;
  onClear: () => void;
}

function AccountsEmpty({ kind, search, status, onClear }: AccountsEmptyProps) {
  const code = useSessionUser()?.globalMarketId ?? '';
  if (search.trim() !== '') return <NoMatch search={search} onClear={onClear} />;
  if (status === 'DELETED')
    return <EmptyList drawing="stall" title={texts.noDeletedTitle} note={texts.noDeleted} />;
  const gives = kind.hasMarket && code !== '';
  return (
    <EmptyState
      drawing="stall"
      title={texts.noneTitle[kind.noun]}
      actions={gives ? <CopyCode code={code} /> : undefined}
    >
      <p>{gives ? texts.noneWithCode(code) : texts.none}</p>
    </EmptyState>
  );
}
