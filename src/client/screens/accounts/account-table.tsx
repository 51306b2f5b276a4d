import { Check, Undo2 } from 'lucide-react';
import { type Act, sortedBy } from '#src/client/list/columns.tsx';
import { accountStatusTexts, accountsTexts as texts } from '#src/client/texts/accounts/accounts-texts.ts';
import { dateText } from '#src/client/texts/written/dates.ts';
import { Badge, type BadgeKind } from '#src/client/ui/tables/badge.tsx';
import type { Column } from '#src/client/ui/tables/data-table.tsx';
import type { User } from '#src/contract/accounts/schemas.ts';
import type { AccountStatus } from '#src/contract/accounts/user-type.ts';
import type { Decision } from './account-detail.tsx';
import type { AccountKind, AccountSort, useAccounts } from './use-accounts.ts';

/** The server sorts over all pages. A click on a head reverses its order. */
export function columnsOf(
  kind: AccountKind,
  extra: { head: string; of: (user: User) => string } | undefined,
  { choices, choose }: ReturnType<typeof useAccounts>['asked'],
): (Column<User> | false)[] {
  const sort = { order: choices.sort, onOrder: (order: AccountSort) => choose({ sort: order }) };
  return [
    { head: kind.singular, cell: kind.nameOf, card: 'title', ...sortedBy({ name: 'ascending' }, sort) },
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
      cell: (user) => <AccountBadge status={user.status} />,
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
export function actsOf(
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

const kinds: Record<AccountStatus, BadgeKind> = {
  PENDIENTE: 'pending',
  APROBADO: 'paid',
  RECHAZADO: 'refused',
};

function AccountBadge({ status }: { status: AccountStatus }) {
  return <Badge kind={kinds[status]}>{accountStatusTexts[status]}</Badge>;
}
