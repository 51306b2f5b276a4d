import { ArrowDownUp, Check, Undo2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { CopyCode } from '#src/client/form/copy-code.tsx';
import { type Act, sortedBy } from '#src/client/list/columns.tsx';
import { List } from '#src/client/list/list.tsx';
import { EmptyList, NoMatch } from '#src/client/list/search-field.tsx';
import { useSessionUser } from '#src/client/state/session.ts';
import { accountsTexts as texts, accountStatusTexts } from '#src/client/texts/accounts/accounts-texts.ts';
import { dashboardTexts } from '#src/client/texts/dashboard-texts.ts';
import { countText } from '#src/client/texts/lists-texts.ts';
import { dateText } from '#src/client/texts/written/dates.ts';
import { SelectField } from '#src/client/ui/fields/select-field.tsx';
import { Badge, type BadgeKind } from '#src/client/ui/tables/badge.tsx';
import type { Column } from '#src/client/ui/tables/data-table.tsx';
import { FilterChips } from '#src/client/ui/tables/filter-chips.tsx';
import type { User } from '#src/contract/accounts/schemas.ts';
import { countOf, type UserPage } from '#src/contract/accounts/user-list.ts';
import type { AccountStatus } from '#src/contract/accounts/user-type.ts';
import { AskDecision, type Decision, useAccountDecision, AccountDetail } from './account-detail.tsx';
import { type AccountKind, type AccountSort, type StatusFilter, useAccounts } from './use-accounts.ts';

interface AccountListProps {
  kind: AccountKind;
  aside?: ReactNode;
  /** Shown right under the heading. */
  views?: ReactNode;
  /** One more column: its head and its text for an account. */
  extra?: { head: string; of: (user: User) => string };
}

export function AccountList({ kind, aside, views, extra }: AccountListProps) {
  const { asked, query } = useAccounts(kind);
  const decide = useAccountDecision(kind);
  const [detail, setDetail] = useState<User | null>(null);
  const [refusing, setRefusing] = useState<{ user: User; decision: 'reject' | 'delete' } | null>(null);
  const { data } = query;
  const { status } = asked.choices;
  const title = dashboardTexts[kind.noun];
  /** Decisions that take access away ask for confirmation. */
  function begin(user: User, decision: Decision) {
    if (decision === 'reject' || decision === 'delete') setRefusing({ user, decision });
    else decide.mutate({ user, decision });
  }
  return (
    <>
      <header className="page-head">
        <h1>{title}</h1>
        {aside}
      </header>
      {views}
      <List
        query={query}
        rows={data?.items}
        next={data?.nextCursor}
        asked={asked}
        searchLabel={texts.searchLabel}
        filters={<AccountsFilter asked={asked} found={status === 'DELETED' ? undefined : data} />}
        caption={title}
        columns={columnsOf(kind, extra, asked)}
        acts={actsOf(kind, decide.isPending ? decide.variables.user._id : undefined, begin, setDetail)}
        rowKey={({ _id }) => _id}
        nothing={<AccountsEmpty asked={asked} kind={kind} />}
        shown={data && texts.shown(data.items.length, countOf(data, shownOf(status)), texts.nouns[kind.noun])}
      />
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
      {refusing !== null && (
        <AskDecision
          name={kind.nameOf(refusing.user)}
          decision={refusing.decision}
          onNo={() => setRefusing(null)}
          onYes={(reason) => {
            decide.mutate({ ...refusing, reason });
            setRefusing(null);
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

type AskedAccounts = ReturnType<typeof useAccounts>['asked'];

interface AccountsFilterProps {
  asked: AskedAccounts;
  /** Absent until the counts are known. They cover other rows than the list. */
  found: UserPage | undefined;
}

const sorts: readonly AccountSort[] = ['recent', 'oldest', 'name', 'status'];

function AccountsFilter({ asked: { choices, choose }, found }: AccountsFilterProps) {
  const count = (of?: AccountStatus) => {
    const counted = found && countOf(found, of);
    return counted && countText(counted.count, counted.isMore);
  };
  return (
    <>
      <SelectField
        label={texts.sortBy}
        labelHidden
        icon={ArrowDownUp}
        options={sorts.map((value) => ({ value, label: texts.sorts[value] }))}
        value={choices.sort}
        onChange={({ target }) => choose({ sort: sorts.find((one) => one === target.value) ?? 'recent' })}
      />
      <FilterChips<StatusFilter>
        label={texts.filters}
        chosen={choices.status}
        onChoose={(status) => choose({ status })}
        chips={[
          { value: 'ALL', label: texts.all, count: count() },
          { value: 'PENDIENTE', label: texts.pending, count: count('PENDIENTE') },
          { value: 'APROBADO', label: texts.approved, count: count('APROBADO') },
          { value: 'RECHAZADO', label: texts.rejected, count: count('RECHAZADO') },
          { value: 'DELETED', label: texts.deleted },
        ]}
      />
    </>
  );
}

function AccountsEmpty({ kind, asked }: { kind: AccountKind; asked: AskedAccounts }) {
  const code = useSessionUser()?.globalMarketId ?? '';
  if (asked.q !== '') return <NoMatch {...asked.empty} />;
  if (asked.choices.status === 'DELETED')
    return <EmptyList drawing="stall" title={texts.noDeletedTitle} note={texts.noDeleted} />;
  const gives = (kind.userType === 'ESTANTE' || kind.userType === 'RECARGA') && code !== '';
  return (
    <EmptyList
      drawing="stall"
      title={texts.noneTitle[kind.noun]}
      note={gives ? texts.noneWithCode(code) : texts.none}
      actions={gives ? <CopyCode code={code} /> : undefined}
    />
  );
}

/** The server sorts over all pages. A click on a head reverses its order. */
function columnsOf(
  kind: AccountKind,
  extra: { head: string; of: (user: User) => string } | undefined,
  { choices, choose }: AskedAccounts,
): (Column<User> | false)[] {
  const sort = { order: choices.sort, onOrder: (order: AccountSort) => choose({ sort: order }) };
  return [
    {
      head: texts.singular[kind.noun],
      cell: kind.nameOf,
      card: 'title',
      ...sortedBy({ name: 'ascending' }, sort),
    },
    { head: texts.owner, cell: (user) => <Owner kind={kind} user={user} /> },
    {
      head: texts.registered,
      cell: (user) => dateText(user.createAt),
      card: 'hidden',
      ...sortedBy({ recent: 'descending', oldest: 'ascending' }, sort),
    },
    extra !== undefined && { head: extra.head, cell: extra.of, align: 'end', card: 'hidden' },
    {
      head: texts.status,
      cell: ({ status }) => <Badge kind={badges[status]}>{accountStatusTexts[status]}</Badge>,
      card: 'badge',
      ...sortedBy({ status: 'ascending' }, sort),
    },
  ];
}

function Owner({ kind, user }: { kind: AccountKind; user: User }) {
  return (
    <>
      {kind.nameOf(user) !== user.ownerName && <div>{user.ownerName}</div>}
      <span className="under whole">{phoneText(user.phone)}</span>
    </>
  );
}

/** A deleted account is restored, a waiting one decided; any other is opened. */
function actsOf(
  { nameOf }: AccountKind,
  busyId: string | undefined,
  onDecide: (user: User, decision: Decision) => void,
  onView: (user: User) => void,
): Act<User>[] {
  const isWaiting = ({ visible, status }: User) => visible && status === 'PENDIENTE';
  const busy = ({ _id }: User) => busyId === _id;
  return [
    {
      text: texts.restore,
      label: (user) => `${texts.restore} ${nameOf(user)}`,
      icon: Undo2,
      when: ({ visible }) => !visible,
      busy,
      onAct: (user) => onDecide(user, 'restore'),
    },
    {
      text: texts.approve,
      label: (user) => `${texts.approve} ${nameOf(user)}`,
      icon: Check,
      when: isWaiting,
      busy,
      busyText: texts.approving,
      onAct: (user) => onDecide(user, 'approve'),
    },
    {
      text: texts.reject,
      label: (user) => `${texts.reject} ${nameOf(user)}`,
      when: isWaiting,
      onAct: (user) => onDecide(user, 'reject'),
    },
    {
      text: texts.view,
      label: (user) => texts.viewOf(nameOf(user)),
      opens: true,
      when: (user) => user.visible && !isWaiting(user),
      onAct: onView,
    },
  ];
}

/** "310 555 0147" */
function phoneText(phone: string): string {
  return phone.replace(/^(\d{3})(\d{3})(\d{4})$/, '$1 $2 $3');
}

const badges: Record<AccountStatus, BadgeKind> = {
  PENDIENTE: 'pending',
  APROBADO: 'paid',
  RECHAZADO: 'refused',
};
