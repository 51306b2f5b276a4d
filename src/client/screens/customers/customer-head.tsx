import { Gift, Pencil, Undo2 } from 'lucide-react';
import { Link } from 'react-router-dom';
import { callServer } from '#src/client/api/call-server.ts';
import { ConfirmDialog, DialogButton } from '#src/client/form/confirm-dialog.tsx';
import { saying } from '#src/client/form/form-page.tsx';
import { FailureNotice } from '#src/client/form/query-problem.tsx';
import { useChange } from '#src/client/queries/stale.ts';
import { customerTexts as texts, customersTexts } from '#src/client/texts/customers/customers-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { dateText } from '#src/client/texts/written/dates.ts';
import { personName } from '#src/client/texts/written/names.ts';
import { Button, buttonClass } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import type { User } from '#src/contract/accounts/schemas.ts';
import type { UserType } from '#src/contract/accounts/user-type.ts';
import { customerCalls } from '#src/contract/customers/calls.ts';
import type { CustomerDetail } from '#src/contract/customers/schemas.ts';
import { formatAmount } from '#src/domain/money.ts';
import { EditCustomer } from './edit-customer.tsx';

interface CustomerHeadProps {
  detail: CustomerDetail;
  userType: UserType;
  onDeleted: (customer: User) => void;
}

/** The customer's identity, with the balance first. */
export function CustomerHead({ detail, userType, onDeleted }: CustomerHeadProps) {
  const { client, balance, points, vouchers } = detail;
  const active = vouchers.filter(({ state }) => state === 'ACTIVE').length;
  return (
    <Panel className="panel-body beside">
      <div>
        <h1>{personName(client.ownerName)}</h1>
        <p className="soft">
          {texts.identification(client.identificacion)}
          {client.phone !== '' && ` · ${client.phone}`}
          {client.email !== '' && ` · ${client.email}`}
        </p>
        <p className="soft">{texts.registeredOn(dateText(client.createAt))}</p>
      </div>
      <dl className="cluster apart">
        <div>
          <dt className="strong">{customersTexts.balance}</dt>
          <dd className="figure">{amountText(balance)}</dd>
          <dd className="soft">{texts.balanceNote(active)}</dd>
        </div>
        <div>
          <dt className="strong">{customersTexts.points}</dt>
          <dd className="figure">{formatAmount(points)}</dd>
        </div>
      </dl>
      <div className="cluster if-any">
        {userType !== 'ADMIN' && client.visible && (
          <Link
            to={`/dashboard/puntos?cliente=${client._id}`}
            className={buttonClass({ variant: 'secondary' })}
          >
            <Icon of={Gift} size={22} />
            {texts.redeem}
          </Link>
        )}
        {client.visible && (
          <DialogButton
            variant="secondary"
            icon={Pencil}
            render={(onClose) => <EditCustomer customer={client} userType={userType} onClose={onClose} />}
          >
            {texts.edit}
          </DialogButton>
        )}
        {userType !== 'RECARGA' && client.visible && (
          <DialogButton
            variant="danger"
            render={(onNo) => <DeleteCustomer customer={client} onDeleted={onDeleted} onNo={onNo} />}
          >
            {texts.delete}
          </DialogButton>
        )}
      </div>
      {!client.visible && <Restore customer={client} mayRestore={userType !== 'RECARGA'} />}
    </Panel>
  );
}

interface DeleteCustomerProps {
  customer: User;
  onDeleted: (customer: User) => void;
  onNo: () => void;
}

function DeleteCustomer({ customer, onDeleted, onNo }: DeleteCustomerProps) {
  const remove = useChange(
    'customer changed',
    () => callServer(customerCalls.deleteCustomer, { params: { id: customer._id } }),
    () => onDeleted(customer),
  );
  return (
    <ConfirmDialog
      title={texts.askDelete(personName(customer.ownerName))}
      no={texts.noDelete}
      yes={texts.yesDelete}
      tone="danger"
      save={remove}
      onNo={onNo}
    >
      <p>{texts.deleteNote}</p>
    </ConfirmDialog>
  );
}

function Restore({ customer, mayRestore }: { customer: User; mayRestore: boolean }) {
  const restore = useRestore(() => undefined);
  return (
    <div className="stack-12">
      <Notice kind="pending">{texts.isDeleted}</Notice>
      {mayRestore && (
        <Button icon={Undo2} busy={restore.isPending} onClick={() => restore.mutate(customer)}>
          {texts.restore}
        </Button>
      )}
      <FailureNotice error={restore.error} />
    </div>
  );
}

/** Shown over the list after a deletion, with the way to undo it. */
export function DeletedNotice({ customer, onRestored }: { customer: User; onRestored: () => void }) {
  const restore = useRestore(onRestored);
  return (
    <>
      <Notice kind="info">
        <div className="flow">
          {texts.deleted1(personName(customer.ownerName))}
          <Button
            variant="secondary"
            size="row"
            icon={Undo2}
            busy={restore.isPending}
            onClick={() => restore.mutate(customer)}
          >
            {texts.undo}
          </Button>
        </div>
      </Notice>
      <FailureNotice error={restore.error} />
    </>
  );
}

/** Restores a deleted customer. */
function useRestore(onRestored: () => void) {
  return useChange(
    'customer changed',
    ({ _id }: User) => callServer(customerCalls.restoreCustomer, { body: { id: _id } }),
    saying(({ ownerName }) => texts.restored1(personName(ownerName)), onRestored),
  );
}
