import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { createCustomer } from '#src/client/api/customers.ts';
import { newOpId } from '#src/client/commands/new-op-id.ts';
import { commonTexts } from '#src/client/texts/common-texts.ts';
import { customersTexts as texts } from '#src/client/texts/customers-texts.ts';
import { Field } from '#src/client/ui/field.tsx';
import { showToast } from '#src/client/ui/show-toast.ts';
import { maxLength, phoneDigits } from '#src/contract/limits.ts';
import type { User } from '#src/contract/user.ts';
import { ConfirmDialog } from '../confirm/confirm-dialog.tsx';
import { take } from '../dashboard/call-failure.ts';
import { personName } from '../person-name.ts';

interface CreateCustomerProps {
  onClose: () => void;
  onCreated: (customer: User) => void;
}

const empty = { name: '', identification: '', phone: '' };

export function CreateCustomer({ onClose, onCreated }: CreateCustomerProps) {
  // Made once: asked again after an answer that got lost, it is the same customer.
  const [id] = useState(newOpId);
  const [draft, setDraft] = useState(empty);
  const [isTried, setTried] = useState(false);
  const errors = isTried ? errorsOf(draft) : empty;
  const create = useCreate(onCreated);

  function submit() {
    setTried(true);
    if (Object.values(errorsOf(draft)).some((error) => error !== '')) return;
    const phone = draft.phone === '' ? {} : { phone: draft.phone };
    create.mutate({
      id,
      ownerName: draft.name.trim().toLowerCase(),
      identificacion: draft.identification.trim(),
      ...phone,
    });
  }

  const fieldOf = (name: keyof typeof empty) => ({
    value: draft[name],
    error: errors[name] === '' ? undefined : errors[name],
    onChange: (event: { target: { value: string } }) => setDraft({ ...draft, [name]: event.target.value }),
  });
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
      <Field label={texts.name} maxLength={maxLength.ownerName} data-safe {...fieldOf('name')} />
      <Field
        label={texts.identification}
        inputMode="numeric"
        maxLength={maxLength.identificacion}
        {...fieldOf('identification')}
      />
      <Field label={texts.phone} inputMode="tel" maxLength={phoneDigits} {...fieldOf('phone')} />
    </ConfirmDialog>
  );
}

function errorsOf({ name, identification, phone }: typeof empty): typeof empty {
  return {
    name: name.trim() === '' ? texts.nameNeeded : '',
    identification: identification.trim() === '' ? texts.identificationNeeded : '',
    phone: phone === '' || /^\d{10}$/.test(phone) ? '' : texts.phoneDigits,
  };
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
