import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { newId } from '#src/client/commands/new-id.ts';
import { useChange } from '#src/client/queries/stale.ts';
import { ConfirmDialog } from '#src/client/shared/confirm/confirm-dialog.tsx';
import { ConsentField } from '#src/client/shared/consent/consent-field.tsx';
import { DocumentField } from '#src/client/shared/form/document-field.tsx';
import { personName } from '#src/client/shared/names.ts';
import { consentTexts } from '#src/client/texts/customers/consent-texts.ts';
import {
  customerTexts as texts,
  customersTexts,
  customerTexts,
} from '#src/client/texts/customers/customers-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import { Field } from '#src/client/ui/fields/field.tsx';
import { noticeVersion } from '#src/contract/accounts/notice.ts';
import type { User } from '#src/contract/accounts/schemas.ts';
import type { UserType } from '#src/contract/accounts/user-type.ts';
import { customerCalls } from '#src/contract/customers/calls.ts';
import type { CustomerCommand, CustomerEdit } from '#src/contract/customers/schemas.ts';
import { emailForm, maxLength, phoneDigits } from '#src/contract/limits.ts';
import { identificationError } from '#src/domain/identification-sentence.ts';
import {
  type DocumentType,
  readDocumentType,
  splitIdentification,
  writeIdentification,
} from '#src/domain/identification.ts';

interface EditCustomerProps {
  customer: User;
  userType: UserType;
}

/** The button and the form that it opens. */
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
  const document = splitIdentification(customer.identificacion);
  const [draft, setDraft] = useState<CustomerDraft>({
    name: personName(customer.ownerName),
    documentType: document.type,
    identification: document.number,
    phone: customer.phone,
    email: customer.email,
  });
  const edit = useChange(
    'customer changed',
    (command: CustomerEdit) => callServer(customerCalls.editCustomer, { body: command }),
    ({ ownerName }) => {
      showToast('success', texts.saved1(personName(ownerName)));
      onClose();
    },
  );
  return (
    <ConfirmDialog
      title={texts.editTitle}
      yes={texts.save}
      busy={edit.isPending}
      error={edit.error}
      onNo={onClose}
      onYes={() => {
        if (isRight(draft)) edit.mutate({ id: customer._id, ...fieldsOf(draft), email: draft.email.trim() });
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
  // Generated once: a retry after a lost answer creates the same customer.
  const [id] = useState(newId);
  const [draft, setDraft] = useState<CustomerDraft>({ ...noErrors, documentType: 'CC' });
  const [isTried, setTried] = useState(false);
  const [isGiven, setGiven] = useState(false);
  const create = useCreate(onCreated);

  function submit() {
    setTried(true);
    const email = draft.email.trim();
    if (isRight(draft) && isGiven)
      create.mutate({
        id,
        ...fieldsOf(draft),
        ...(email === '' ? {} : { email }),
        notice: noticeVersion,
      });
  }

  return (
    <ConfirmDialog
      title={customersTexts.createTitle}
      yes={customersTexts.register}
      busy={create.isPending}
      error={create.error}
      onNo={onClose}
      onYes={submit}
    >
      <CustomerFields draft={draft} onDraft={setDraft} isTried={isTried} />
      <ConsentField
        isGiven={isGiven}
        onGiven={setGiven}
        error={isTried && !isGiven ? consentTexts.needed : undefined}
      />
    </ConfirmDialog>
  );
}

function useCreate(onCreated: (customer: User) => void) {
  return useChange(
    'customer changed',
    (command: CustomerCommand) => callServer(customerCalls.createCustomer, { body: command }),
    (customer) => {
      showToast('success', customersTexts.registered1(personName(customer.ownerName)));
      onCreated(customer);
    },
  );
}

interface CustomerFieldsProps {
  draft: CustomerDraft;
  onDraft: (draft: CustomerDraft) => void;
  /** The person tried to save: errors are shown. */
  isTried: boolean;
  /** The identification is read-only. */
  identificationLocked?: boolean;
}

function CustomerFields(props: CustomerFieldsProps) {
  const { draft, onDraft, isTried, identificationLocked = false } = props;
  const errors = isTried ? errorsOf(draft) : noErrors;
  const fieldOf = (name: keyof CustomerErrors) => ({
    value: draft[name],
    error: errors[name] === '' ? undefined : errors[name],
    onChange: (event: { target: { value: string } }) => onDraft({ ...draft, [name]: event.target.value }),
  });
  return (
    <>
      <Field label={customersTexts.name} maxLength={maxLength.ownerName} data-safe {...fieldOf('name')} />
      <DocumentField
        type={draft.documentType}
        onType={(event) => onDraft({ ...draft, documentType: readDocumentType(event.target.value) })}
        label={customersTexts.identification}
        disabled={identificationLocked}
        hint={identificationLocked ? customerTexts.identificationLocked : undefined}
        {...fieldOf('identification')}
      />
      <Field label={customersTexts.phone} inputMode="tel" maxLength={phoneDigits} {...fieldOf('phone')} />
      <Field
        label={customersTexts.email}
        inputMode="email"
        maxLength={maxLength.email}
        {...fieldOf('email')}
      />
    </>
  );
}

/** The contents of a customer's form. */
interface CustomerDraft extends CustomerErrors {
  documentType: DocumentType;
}

interface CustomerErrors {
  name: string;
  identification: string;
  /** Empty when there is none. */
  phone: string;
  /** Empty when there is none. */
  email: string;
}

const noErrors: CustomerErrors = { name: '', identification: '', phone: '', email: '' };

/** Returns the error of each field, empty where it is valid. */
function errorsOf({ name, documentType, identification, phone, email }: CustomerDraft): CustomerErrors {
  return {
    name: name.trim() === '' ? customersTexts.nameNeeded : '',
    identification:
      identification.trim() === ''
        ? customersTexts.identificationNeeded
        : identificationError(documentType, identification),
    phone: phone === '' || /^\d{10}$/.test(phone) ? '' : customersTexts.phoneDigits,
    email: email.trim() === '' || emailForm.test(email.trim()) ? '' : customersTexts.emailForm,
  };
}

function isRight(draft: CustomerDraft): boolean {
  return Object.values(errorsOf(draft)).every((error) => error === '');
}

/** Names are stored in lower case and shown capitalised. */
function fieldsOf({ name, documentType, identification, phone }: CustomerDraft) {
  return {
    ownerName: name.trim().toLowerCase(),
    identificacion: writeIdentification(documentType, identification),
    ...(phone === '' ? {} : { phone }),
  };
}
