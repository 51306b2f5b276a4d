import { useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { newId } from '#src/client/commands/new-id.ts';
import { ConsentField } from '#src/client/form/consent-field.tsx';
import type { FormField, OwnProps } from '#src/client/form/fields.tsx';
import { filled, FormDialog, saying, useSave } from '#src/client/form/form-page.tsx';
import { consentTexts } from '#src/client/texts/customers/consent-texts.ts';
import { customerTexts as texts, customersTexts } from '#src/client/texts/customers/customers-texts.ts';
import { personName } from '#src/client/texts/written/names.ts';
import { noticeVersion } from '#src/contract/accounts/notice.ts';
import type { User } from '#src/contract/accounts/schemas.ts';
import type { UserType } from '#src/contract/accounts/user-type.ts';
import { customerCalls } from '#src/contract/customers/calls.ts';
import { customerCommandSchema } from '#src/contract/customers/schemas.ts';
import { phoneDigits } from '#src/contract/limits.ts';
import { identificationError } from '#src/domain/identification-sentence.ts';

interface EditCustomerProps {
  customer: User;
  userType: UserType;
  onClose: () => void;
}

export function EditCustomer({ customer, userType, onClose }: EditCustomerProps) {
  const { _id: id, ownerName, identificacion, phone, email } = customer;
  const save = useSave(
    'customer changed',
    ({ phone: number, ...edited }: CustomerDraft) =>
      callServer(customerCalls.editCustomer, {
        body: { ...stored(edited), ...filled({ phone: number }), id },
      }),
    saying((saved) => texts.saved1(personName(saved.ownerName)), onClose),
  );
  return (
    <FormDialog
      title={texts.editTitle}
      yes={texts.save}
      contract={customerCommandSchema}
      start={{ ownerName: personName(ownerName), identificacion, phone, email }}
      fields={(draft) => fieldsOf(draft, userType === 'RECARGA')}
      {...{ save, onClose }}
    />
  );
}

interface CreateCustomerProps {
  onClose: () => void;
  onCreated: (customer: User) => void;
}

export function CreateCustomer({ onClose, onCreated }: CreateCustomerProps) {
  // Generated once: a retry after a lost answer creates the same customer.
  const [id] = useState(newId);
  const save = useSave(
    'customer changed',
    ({ isGiven: _isGiven, phone, email, ...customer }: CustomerDraft & { isGiven: boolean }) =>
      callServer(customerCalls.createCustomer, {
        body: { id, ...stored(customer), ...filled({ phone, email }), notice: noticeVersion },
      }),
    saying((customer) => customersTexts.registered1(personName(customer.ownerName)), onCreated),
  );
  return (
    <FormDialog
      title={customersTexts.createTitle}
      yes={customersTexts.register}
      contract={customerCommandSchema}
      start={{ ownerName: '', identificacion: '', phone: '', email: '', isGiven: false }}
      fields={(draft) => [
        ...fieldsOf(draft),
        {
          kind: 'own',
          name: 'isGiven',
          fault: draft.isGiven ? undefined : consentTexts.needed,
          of: consentOf,
        },
      ]}
      {...{ save, onClose }}
    />
  );
}

const consentOf = ({ value, error, set }: OwnProps) => (
  <ConsentField error={error} isGiven={value === true} onGiven={set} />
);

interface CustomerDraft {
  ownerName: string;
  identificacion: string;
  /** Empty when there is none. */
  phone: string;
  /** Empty when there is none. */
  email: string;
}

function fieldsOf({ identificacion }: CustomerDraft, isLocked = false) {
  return [
    {
      kind: 'text',
      name: 'ownerName',
      label: customersTexts.name,
      first: true,
      wrong: customersTexts.nameNeeded,
    },
    {
      kind: 'document',
      name: 'identificacion',
      label: customersTexts.identification,
      disabled: isLocked,
      hint: isLocked ? texts.identificationLocked : undefined,
      wrong: customersTexts.identificationNeeded,
      fault: identificacion === '' ? undefined : identificationError(identificacion),
    },
    {
      kind: 'text',
      name: 'phone',
      label: customersTexts.phone,
      inputMode: 'tel',
      maxLength: phoneDigits,
      wrong: customersTexts.phoneDigits,
    },
    {
      kind: 'text',
      name: 'email',
      label: customersTexts.email,
      inputMode: 'email',
      wrong: customersTexts.emailForm,
    },
  ] satisfies FormField<CustomerDraft>[];
}

/** Names are stored in lower case and shown capitalised. */
function stored<Customer extends { ownerName: string }>(customer: Customer): Customer {
  return { ...customer, ownerName: customer.ownerName.toLowerCase() };
}
