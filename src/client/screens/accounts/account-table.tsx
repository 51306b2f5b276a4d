import { Check, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { accountsTexts as texts } from '#src/client/texts/accounts-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import type { Column } from '#src/client/ui/data-table.tsx';
import { DataTable } from '#src/client/ui/data-table.tsx';
import type { User } from '#src/contract/user.ts';
import { dateText } from '../dates.ts';
import { AccountBadge } from './account-badge.tsx';
import type { AccountKind } from './account-kind.ts';
import styles from './accounts.module.css';

interface AccountTableProps {
  kind: AccountKind;
  users: readonly User[];
  extra: { head: string; of: (user: User) => string } | undefined;
  busyId: string | undefined;
  onApprove: (user: User) => void;
  onReject: (user: User) => void;
  onView: (user: User) => void;
}

type SortKey = 'name' | 'createAt';
type Sort = { key: SortKey; direction: 'ascending' | 'descending' };

export function AccountTable(props: AccountTableProps) {
  const { kind, users } = props;
  const [sort, setSort] = useState<Sort | null>(null);
  return (
    <DataTable
      caption={kind.title}
      columns={columnsOf(props, sort, setSort)}
      rows={sorted(users, kind, sort)}
      rowKey={(user) => user._id}
    />
  );
}

function columnsOf(
  props: AccountTableProps,
  sort: Sort | null,
  setSort: (sort: Sort) => void,
): Column<User>[] {
  const { kind, extra } = props;
  const sortable = (key: SortKey) => ({
    sort: sort?.key === key ? sort.direction : ('none' as const),
    onSort: () => setSort({ key, direction: nextDirection(sort, key) }),
  });
  const extraColumn: Column<User>[] =
    extra === undefined
      ? []
      : [{ id: 'extra', head: extra.head, cell: extra.of, align: 'end', card: 'hidden' }];
  return [
    { id: 'name', head: kind.singular, cell: kind.nameOf, card: 'title', ...sortable('name') },
    { id: 'owner', head: texts.owner, cell: (user) => <Owner kind={kind} user={user} /> },
    {
      id: 'date',
      head: texts.registered,
      cell: (user) => dateText(user.createAt),
      card: 'hidden',
      ...sortable('createAt'),
    },
    ...extraColumn,
    {
      id: 'status',
      head: texts.status,
      cell: (user) => <AccountBadge status={user.status} />,
      card: 'badge',
    },
    {
      id: 'actions',
      head: texts.actions,
      cell: (user) => <RowActions {...props} user={user} />,
      card: (user) => (user.status === 'PENDIENTE' ? 'actions' : 'corner'),
      headHidden: true,
    },
  ];
}

function Owner({ kind, user }: { kind: AccountKind; user: User }) {
  return (
    <>
      {kind.nameOf(user) !== user.ownerName && <span className={styles.owner}>{user.ownerName}</span>}
      <span className={styles.phone}>
        {phoneText(user.phone)}
        <span className={styles.since}> · {texts.since(dateText(user.createAt))}</span>
      </span>
    </>
  );
}

function RowActions({ kind, user, busyId, onApprove, onReject, onView }: AccountTableProps & { user: User }) {
  const name = kind.nameOf(user);
  if (user.status !== 'PENDIENTE')
    return (
      <Button
        variant="text"
        size="row"
        trailing={ChevronRight}
        aria-label={texts.viewOf(name)}
        onClick={() => onView(user)}
      >
        {texts.view}
      </Button>
    );
  return (
    <div className={styles.decide}>
      <Button
        size="row"
        icon={Check}
        busy={busyId === user._id}
        busyText={texts.approving}
        aria-label={`${texts.approve} ${name}`}
        onClick={() => onApprove(user)}
      >
        {texts.approve}
      </Button>
      <Button
        variant="danger"
        size="row"
        aria-label={`${texts.reject} ${name}`}
        onClick={() => onReject(user)}
      >
        {texts.reject}
      </Button>
    </div>
  );
}

function nextDirection(sort: Sort | null, key: SortKey): Sort['direction'] {
  return sort?.key === key && sort.direction === 'ascending' ? 'descending' : 'ascending';
}

function sorted(users: readonly User[], kind: AccountKind, sort: Sort | null): readonly User[] {
  if (sort === null) return users;
  const valueOf = sort.key === 'name' ? kind.nameOf : (user: User) => user.createAt;
  const sign = sort.direction === 'ascending' ? 1 : -1;
  return [...users].sort((one, other) => sign * valueOf(one).localeCompare(valueOf(other), 'es'));
}

/** "310 555 0147" */
function phoneText(phone: string): string {
  return phone.replace(/^(\d{3})(\d{3})(\d{4})$/, '$1 $2 $3');
}
