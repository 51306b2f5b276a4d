import { useStaleAfter } from '#src/client/queries/stale.ts';
import { useMutation } from '@tanstack/react-query';
import { callServer } from '#src/client/api/call-server.ts';
import type { CustomerCommand } from '#src/contract/accounts/customer.ts';
import { customerCalls } from '#src/contract/calls/customers.ts';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { newId } from '#src/client/commands/new-id.ts';
import { unwrap } from '#src/client/queries/call-failure.ts';
import { ConfirmDialog } from '#src/client/shared/confirm/confirm-dialog.tsx';
import { personName } from '#src/client/shared/names.ts';
import { commonTexts } from '#src/client/texts/common-texts.ts';
import { customerTexts as texts, customersTexts } from '#src/client/texts/office/customers-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import type { CustomerEdit } from '#src/contract/accounts/customer.ts';
import type { UserType } from '#src/contract/accounts/user-type.ts';
import type { User } from '#src/contract/accounts/user.ts';
import { CustomerFields, emptyCustomer, fieldsOf, isRight } from './customer-fields.tsx';

interface EditCustomerProps {
  customer: User;
  userType: UserType;
}

/** The button, and what is corrected behind it. */
export function EditCustomer({ customer, userType }: EditCustomerProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" icon={Pencil} onClick={() => setOpen(true)}>
        {texts.edit}
      </Button>
      {isOpen && <EditDialog customer={customer} userType={userType} onClose={() => setOpen(false)} />}
    </>
  );
}

function EditDialog({ customer, userType, onClose }: EditCustomerProps & { onClose: () => void }) {
  const [draft, setDraft] = useState({
    name: personName(customer.ownerName),
    identification: customer.identificacion,
    phone: customer.phone,
  });
  const staleAfter = useStaleAfter();
  const edit = useMutation({
    mutationFn: async (command: CustomerEdit) =>
      unwrap(await callServer(customerCalls.editCustomer, { body: command })),
    onSuccess: async ({ ownerName }) => {
      showToast('success', texts.saved1(personName(ownerName)));
      onClose();
      await staleAfter('customer changed');
    },
  });
  return (
    <ConfirmDialog
      title={texts.editTitle}
      no={commonTexts.cancel}
      yes={texts.save}
      busy={edit.isPending}
      error={edit.error}
      onNo={onClose}
      onYes={() => {
        if (isRight(draft)) edit.mutate({ id: customer._id, ...fieldsOf(draft) });
      }}
    >
      <CustomerFields
        draft={draft}
        onDraft={setDraft}
        isTried
        identificationLocked={userType === 'RECARGA'}
      />
    </ConfirmDialog>
  );
}

interface CreateCustomerProps {
  onClose: () => void;
  onCreated: (customer: User) => void;
}

export function CreateCustomer({ onClose, onCreated }: CreateCustomerProps) {
  // Made once: asked again after an answer that got lost, it is the same customer.
  const [id] = useState(newId);
  const [draft, setDraft] = useState(emptyCustomer);
  const [isTried, setTried] = useState(false);
  const create = useCreate(onCreated);

  function submit() {
    setTried(true);
    if (isRight(draft)) create.mutate({ id, ...fieldsOf(draft) });
  }

  return (
    <ConfirmDialog
      title={customersTexts.createTitle}
      no={commonTexts.cancel}
      yes={customersTexts.register}
      busy={create.isPending}
      error={create.error}
      onNo={onClose}
      onYes={submit}
    >
      <CustomerFields draft={draft} onDraft={setDraft} isTried={isTried} />
    </ConfirmDialog>
  );
}

function useCreate(onCreated: (customer: User) => void) {
  const staleAfter = useStaleAfter();
  return useMutation({
    mutationFn: async (command: CustomerCommand) =>
      unwrap(await callServer(customerCalls.createCustomer, { body: command })),
    onSuccess: async (customer) => {
      showToast('success', customersTexts.registered1(personName(customer.ownerName)));
      onCreated(customer);
      await staleAfter('customer changed');
    },
  });
}
