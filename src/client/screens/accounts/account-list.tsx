import type { ReactNode } from 'react';
import { useState } from 'react';
import { SkeletonRows } from '#src/client/ui/skeleton-rows.tsx';
import type { User } from '#src/contract/user.ts';
import { QueryProblem } from '../dashboard/query-problem.tsx';
import { AccountDetail } from './account-detail.tsx';
import type { AccountKind } from './account-kind.ts';
import { AccountTable } from './account-table.tsx';
import { AccountsEmpty } from './accounts-empty.tsx';
import { AccountsFilter } from './accounts-filter.tsx';
import { AskDecision } from './ask-decision.tsx';
import { Pager } from './pager.tsx';
import { useAccountDecision } from './use-account-decision.ts';
import { useAccounts } from './use-accounts.ts';
import styles from './accounts.module.css';

interface AccountListProps {
  kind: AccountKind;
  aside?: ReactNode;
  /** What one more column says of an account, and its head. */
  extra?: { head: string; of: (user: User) => string };
}

export function AccountList({ kind, aside, extra }: AccountListProps) {
  const accounts = useAccounts(kind);
  const decide = useAccountDecision(kind);
  const [detail, setDetail] = useState<User | null>(null);
  const [asked, setAsked] = useState<{ user: User; decision: 'reject' | 'delete' } | null>(null);
  const { data, error, isPending, refetch } = accounts.query;
  const total = data === undefined ? 0 : Object.values(data.counts).reduce((sum, count) => sum + count, 0);
  const matching = accounts.status === 'ALL' ? total : (data?.counts[accounts.status] ?? 0);
  return (
    <>
      <header className={styles.head}>
        <h1>{kind.title}</h1>
        {aside}
      </header>
      <AccountsFilter {...accounts} counts={data?.counts} total={data === undefined ? undefined : total} />
      {isPending && <SkeletonRows rows={6} />}
      {error !== null && data === undefined && <QueryProblem error={error} onRetry={() => void refetch()} />}
      {data?.items.length === 0 && (
        <AccountsEmpty kind={kind} search={accounts.search} onClear={() => accounts.setSearch('')} />
      )}
      {data !== undefined && data.items.length > 0 && (
        <div className={styles.sheet} aria-busy={accounts.query.isFetching}>
          <AccountTable
            kind={kind}
            users={data.items}
            extra={extra}
            busyId={decide.isPending ? decide.variables.user._id : undefined}
            onApprove={(user) => decide.mutate({ user, decision: 'approve' })}
            onReject={(user) => setAsked({ user, decision: 'reject' })}
            onView={setDetail}
          />
          <Pager kind={kind} shown={data.items.length} total={matching} {...accounts} />
        </div>
      )}
      {detail !== null && (
        <AccountDetail
          kind={kind}
          user={detail}
          onClose={() => setDetail(null)}
          onDecide={(decision) => {
            setDetail(null);
            if (decision === 'approve') decide.mutate({ user: detail, decision });
            else setAsked({ user: detail, decision });
          }}
        />
      )}
      {asked !== null && (
        <AskDecision
          name={kind.nameOf(asked.user)}
          decision={asked.decision}
          onNo={() => setAsked(null)}
          onYes={() => {
            decide.mutate(asked);
            setAsked(null);
          }}
        />
      )}
    </>
  );
}
