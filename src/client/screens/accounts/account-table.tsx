import { Check, Undo2 } from 'lucide-react';
import { dateText } from '#src/client/shared/dates.ts';
import { actionsColumn, OpenButton, RowButton } from '#src/client/shared/tables/columns.tsx';
import { accountStatusTexts, accountsTexts as texts } from '#src/client/texts/accounts/accounts-texts.ts';
import { Badge, type BadgeKind } from '#src/client/ui/tables/badge.tsx';
import { type Column, DataTable } from '#src/client/ui/tables/data-table.tsx';
import type { User } from '#src/contract/accounts/schemas.ts';
import type { AccountStatus } from '#src/contract/accounts/user-type.ts';
import type { AccountKind, AccountSort } from './use-accounts.ts';
import styles from './accounts.module.css';

interface AccountTableProps {
  kind: AccountKind;
  users: readonly User[];
  extra: { head: string; of: (user: User) => string } | undefined;
  busyId: string | undefined;
  onApprove: (user: User) => void;
  onReject: (user: User) => void;
  onView: (user: User) => void;
  onRestore: (user: User) => void;
  sort: AccountSort;
  onSort: (sort: AccountSort) => void;
}

export function AccountTable(props: AccountTableProps) {
  return (
    <DataTable
      caption={props.kind.title}
      columns={columnsOf(props)}
      rows={props.users}
      rowKey={(user) => user._id}
    />
  );
}

/** The server sorts over all pages. A click on a head reverses its order. */
function columnsOf(props: AccountTableProps): Column<User>[] {
  const { kind, extra, sort, onSort } = props;
  const extraColumn: Column<User>[] =
    extra === undefined
      ? []
      : [{ id: 'extra', head: extra.head, cell: extra.of, align: 'end', card: 'hidden' }];
  return [
    {
      id: 'name',
      head: kind.singular,
      cell: kind.nameOf,
      card: 'title',
      sort: sort === 'name' ? 'ascending' : 'none',
      onSort: () => onSort('name'),
    },
    { id: 'owner', head: texts.owner, cell: (user) => <Owner kind={kind} user={user} /> },
    {
      id: 'date',
      head: texts.registered,
      cell: (user) => dateText(user.createAt),
      card: 'hidden',
      sort: sort === 'recent' ? 'descending' : sort === 'oldest' ? 'ascending' : 'none',
      onSort: () => onSort(sort === 'recent' ? 'oldest' : 'recent'),
    },
    ...extraColumn,
    {
      id: 'status',
      head: texts.status,
      sort: sort === 'status' ? 'ascending' : 'none',
      onSort: () => onSort('status'),
      cell: (user) => <AccountBadge status={user.status} />,
      card: 'badge',
    },
    actionsColumn(
      (user) => <RowActions {...props} user={user} />,
      (user) => (user.status === 'PENDIENTE' || !user.visible ? 'actions' : 'corner'),
    ),
  ];
}

function Owner({ kind, user }: { kind: AccountKind; user: User }) {
  return (
    <>
      {kind.nameOf(user) !== user.ownerName && <span className={styles.owner}>{user.ownerName}</span>}
      <span className={`soft small ${styles.phone}`}>{phoneText(user.phone)}</span>
    </>
  );
}

function RowActions(props: AccountTableProps & { user: User }) {
  const { kind, user, busyId, onApprove, onReject, onView, onRestore } = props;
  const name = kind.nameOf(user);
  if (!user.visible)
    return (
      <RowButton
        text={texts.restore}
        label={`${texts.restore} ${name}`}
        variant="secondary"
        icon={Undo2}
        busy={busyId === user._id}
        onClick={() => onRestore(user)}
      />
    );
  if (user.status !== 'PENDIENTE')
    return <OpenButton text={texts.view} label={texts.viewOf(name)} onOpen={() => onView(user)} />;
  return (
    <div className={styles.decide}>
      <RowButton
        text={texts.approve}
        variant="secondary"
        label={`${texts.approve} ${name}`}
        icon={Check}
        busy={busyId === user._id}
        busyText={texts.approving}
        onClick={() => onApprove(user)}
      />
      <RowButton
        text={texts.reject}
        label={`${texts.reject} ${name}`}
        variant="secondary"
        onClick={() => onReject(user)}
      />
    </div>
  );
}

/** "310 555 0147" */
function phoneText(phone: string): string {
  return phone.replace(/^(\d{3})(\d{3})(\d{4})$/, '$1 $2 $3');
}

const kinds: Record<AccountStatus, BadgeKind> = {
  PENDIENTE: 'pending',
  APROBADO: 'paid',
  RECHAZADO: 'refused',
};

function AccountBadge({ status }: { status: AccountStatus }) {
  return <Badge kind={kinds[status]}>{accountStatusTexts[status]}</Badge>;
}
