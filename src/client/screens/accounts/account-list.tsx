import { type ReactNode, useState } from 'react';
import { Pager } from '#src/client/shared/lists/list-pager.tsx';
import { StaleNotice } from '#src/client/shared/lists/stale-notice.tsx';
import { QueryProblem } from '#src/client/shared/problem/query-problem.tsx';
import { accountsTexts } from '#src/client/texts/accounts-texts.ts';
import { SkeletonRows } from '#src/client/ui/skeleton-rows.tsx';
import type { User, UserPage } from '#src/contract/user.ts';
import { AccountDetail } from './account-detail.tsx';
import type { AccountKind } from './account-kind.ts';
import { AccountTable } from './account-table.tsx';
import { AccountsEmpty } from './accounts-empty.tsx';
import { AccountsFilter } from './accounts-filter.tsx';
import { AskDecision } from './ask-decision.tsx';
import { type Decision, useAccountDecision } from './use-account-decision.ts';
import { type StatusFilter, useAccounts } from './use-accounts.ts';
import styles from './accounts.module.css';

interface Asked {
  user: User;
  decision: 'reject' | 'delete';
}

interface AccountListProps {
  kind: AccountKind;
  aside?: ReactNode;
  /** Right under the heading. */
  views?: ReactNode;
  /** What one more column says of an account, and its head. */
  extra?: { head: string; of: (user: User) => string };
}

export function AccountList({ kind, aside, views, extra }: AccountListProps) {
  const accounts = useAccounts(kind);
  const decide = useAccountDecision(kind);
  const [detail, setDetail] = useState<User | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const { data, error, isPending, refetch } = accounts.query;
  /** What takes something away is asked for first. */
  function begin(user: User, decision: Decision) {
    if (decision === 'reject' || decision === 'delete') setAsked({ user, decision });
    else decide.mutate({ user, decision });
  }
  const matching = matchingOf(accounts.status, data);
  return (
    <>
      <header className={styles.head}>
        <h1>{kind.title}</h1>
        {aside}
      </header>
      {views}
      <AccountsFilter {...accounts} counts={accounts.status === 'DELETED' ? undefined : data?.counts} />
      {isPending && <SkeletonRows rows={6} />}
      {error !== null && data === undefined && <QueryProblem error={error} onRetry={() => void refetch()} />}
      {data !== undefined && <StaleNotice query={accounts.query} />}
      {data?.items.length === 0 && (
        <AccountsEmpty {...accounts} kind={kind} onClear={() => accounts.setSearch('')} />
      )}
      {data !== undefined && data.items.length > 0 && (
        <div className={styles.sheet} aria-busy={accounts.query.isFetching}>
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
          <Pager
            shown={accountsTexts.shown(data.items.length, matching, accountsTexts.nouns[kind.noun])}
            {...accounts}
          />
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

/** The account as the list has it now: it may have been read again since somebody opened it. */
function newest(user: User, data: UserPage | undefined): User {
  return data?.items.find(({ _id }) => _id === user._id) ?? user;
}

/** How many rows the filter lets through; of the deleted ones the counts say how many there are. */
function matchingOf(status: StatusFilter, data: UserPage | undefined): number {
  if (data === undefined) return 0;
  if (status !== 'ALL' && status !== 'DELETED') return data.counts[status];
  return Object.values(data.counts).reduce((sum, count) => sum + count, 0);
}
