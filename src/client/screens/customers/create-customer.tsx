import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { createCustomer } from '#src/client/api/customers.ts';
import { newOpId } from '#src/client/commands/new-op-id.ts';
import { take } from '#src/client/queries/call-failure.ts';
import { ConfirmDialog } from '#src/client/shared/confirm/confirm-dialog.tsx';
import { personName } from '#src/client/shared/names.ts';
import { commonTexts } from '#src/client/texts/common-texts.ts';
import { customersTexts as texts } from '#src/client/texts/customers-texts.ts';
import { showToast } from '#src/client/ui/show-toast.ts';
import type { User } from '#src/contract/user.ts';
import { emptyCustomer, fieldsOf, isRight } from './customer-draft.ts';
import { CustomerFields } from './customer-fields.tsx';

interface CreateCustomerProps {
  onClose: () => void;
  onCreated: (customer: User) => void;
}

export function CreateCustomer({ onClose, onCreated }: CreateCustomerProps) {
  // Made once: asked again after an answer that got lost, it is the same customer.
  const [id] = useState(newOpId);
  const [draft, setDraft] = useState(emptyCustomer);
  const [isTried, setTried] = useState(false);
  const create = useCreate(onCreated);

  function submit() {
    setTried(true);
    if (isRight(draft)) create.mutate({ id, ...fieldsOf(draft) });
  }

  return (
    <ConfirmDialog
      title={texts.createTitle}
      no={commonTexts.cancel}
      yes={texts.register}
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
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (command: Parameters<typeof createCustomer>[0]) => take(await createCustomer(command)),
    onSuccess: async (customer) => {
      showToast('success', texts.registered1(personName(customer.ownerName)));
      onCreated(customer);
      await client.invalidateQueries({ queryKey: ['customers'] });
    },
  });
}
