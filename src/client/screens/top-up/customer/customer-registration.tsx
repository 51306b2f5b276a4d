import { UserRoundPlus } from 'lucide-react';
import { useRef, useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { newId, newOpId } from '#src/client/commands/new-id.ts';
import type { CustomerRegistrationIntent } from '#src/client/commands/register-customer.ts';
import { ConsentField } from '#src/client/shared/consent/consent-field.tsx';
import { DocumentField } from '#src/client/shared/form/document-field.tsx';
import { useCommands } from '#src/client/shared/operation/use-commands.ts';
import { failureText } from '#src/client/shared/problem/failure-text.ts';
import { readConnection } from '#src/client/state/connection.ts';
import { reportDiskFault } from '#src/client/state/report-disk.ts';
import { useActor } from '#src/client/state/unlocked.ts';
import { consentTexts } from '#src/client/texts/customers/consent-texts.ts';
import { storageTexts } from '#src/client/texts/storage-texts.ts';
import { offlineTexts } from '#src/client/texts/sync/offline-texts.ts';
import { customerRegistrationTexts as texts } from '#src/client/texts/topups/top-up-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import { Field } from '#src/client/ui/fields/field.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { noticeVersion } from '#src/contract/accounts/notice.ts';
import { registerCustomerCall } from '#src/contract/accounts/registration-calls.ts';
import type { PublicUser } from '#src/contract/accounts/schemas.ts';
import { maxLength } from '#src/contract/limits.ts';
import { identificationError } from '#src/domain/identification-sentence.ts';
import { type DocumentType, readDocumentType, writeIdentification } from '#src/domain/identification.ts';
import styles from '#src/client/screens/top-up/top-up.module.css';

export function CustomerRegistration({ registration }: { registration: Registration }) {
  const { name, setName, identification, setIdentification, error, busy, clear, submit, nameField } =
    registration;
  const { documentType, setDocumentType, isGiven, setGiven, documentField } = registration;
  const isDocumentWrong = error !== '' && error === identificationError(documentType, identification);
  return (
    <Panel className={styles.registration}>
      <h2>
        <Icon of={UserRoundPlus} size={28} />
        {texts.title}
      </h2>
      <p className={styles.hint}>{texts.hint}</p>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <div className={styles.fields}>
          <Field
            label={texts.name}
            placeholder={texts.namePlaceholder}
            maxLength={maxLength.ownerName}
            value={name}
            ref={nameField}
            onChange={(event) => setName(event.target.value)}
          />
          <DocumentField
            type={documentType}
            onType={(event) => setDocumentType(readDocumentType(event.target.value))}
            label={texts.identification}
            placeholder={texts.identificationPlaceholder}
            value={identification}
            ref={documentField}
            error={isDocumentWrong ? error : undefined}
            onChange={(event) => setIdentification(event.target.value)}
          />
        </div>
        <ConsentField isGiven={isGiven} onGiven={setGiven} />
        {error !== '' && !isDocumentWrong && <Notice kind="refused">{error}</Notice>}
        <div className={styles.buttons}>
          <Button variant="text" onClick={clear}>
            {texts.clear}
          </Button>
          <Button type="submit" busy={busy} busyText={texts.submitting}>
            {texts.submit}
          </Button>
        </div>
      </form>
    </Panel>
  );
}

/** `isHere`: stored on this device; the server does not know the customer yet. */
type OnRegistered = (user: PublicUser, isHere?: boolean) => void;

type Registration = ReturnType<typeof useCustomerRegistration>;

/**
 * Registers a customer at the server, or without a link on this device, which sends it automatically.
 * `onRegistered` receives the customer to top up; absent while the form is locked.
 */
export function useCustomerRegistration(onRegistered: OnRegistered | undefined) {
  const loadCommands = useCommands();
  const fields = useFields();
  const { name, setName, identification, setIdentification, documentType, isGiven, setError, clear } = fields;
  const [busy, setBusy] = useState(false);
  const operatorId = useActor()?.id ?? '';
  const nameField = useRef<HTMLInputElement>(null);

  /** The search found no customer, so its number is copied into the form. */
  function startWith(wanted: string): void {
    setError('');
    const isNumber = /\d/.test(wanted);
    setName(isNumber ? '' : wanted);
    setIdentification(isNumber ? wanted.slice(0, maxLength.identificacion) : '');
    nameField.current?.focus({ preventScroll: true });
    nameField.current?.closest('form')?.parentElement?.scrollIntoView({ block: 'center' });
  }

  const take: OnRegistered = (user, isHere) => {
    clear();
    onRegistered?.(user, isHere);
  };

  async function submit(): Promise<void> {
    const isMissing = name.trim() === '' || identification.trim() === '';
    const wrong = isMissing ? texts.bothNeeded : identificationError(documentType, identification);
    if (wrong !== '') {
      setError(wrong);
      if (!isMissing) fields.documentField.current?.focus();
      return;
    }
    if (!isGiven) {
      setError(consentTexts.needed);
      nameField.current?.closest('form')?.querySelector<HTMLInputElement>('input[type=checkbox]')?.focus();
      return;
    }
    setError('');
    setBusy(true);
    const entry = {
      ownerName: name.trim().toLowerCase(),
      identificacion: writeIdentification(documentType, identification),
      notice: noticeVersion,
    };
    const outcome = readConnection().link === 'offline' ? null : await registerAtServer(entry);
    // A registration without an answer may have arrived. The server identifies customers by identification,
    // so sending it again creates no second one.
    const isKept = (outcome === null || outcome.kind === 'unreachable') && (await registerWithoutLink(entry));
    // A device that is not enrolled stores nothing: the server's answer, or its silence, decides.
    if (!isKept) settle(outcome ?? (await registerAtServer(entry)));
    setBusy(false);
  }

  function settle(outcome: Awaited<ReturnType<typeof registerAtServer>>): void {
    if (outcome.kind !== 'ok') {
      setError(failureText(outcome));
      return;
    }
    showToast('success', texts.done);
    take(outcome.data);
  }

  /**
   * Stored here and sent automatically: the customer can be topped up at once. Returns false when this device
   * stores no customers.
   */
  async function registerWithoutLink(entry: Entry): Promise<boolean> {
    const clientId = newId();
    const kept = await keptHere(loadCommands, { clientId, operatorId, ...entry });
    if (kept === 'not-enrolled') return false;
    if (kept === 'kept') {
      showToast('info', offlineTexts.registeredHere);
      take({ _id: clientId, ...entry, createAt: new Date().toISOString() }, true);
    } else setError(kept === 'not-valid' ? texts.bothNeeded : storageTexts.unstored);
    return true;
  }

  return { ...fields, busy, submit, startWith, nameField };
}

function useFields() {
  const [name, setName] = useState('');
  const [identification, setIdentification] = useState('');
  const [documentType, setDocumentType] = useState<DocumentType>('CC');
  const [isGiven, setGiven] = useState(false);
  const [error, setError] = useState('');
  const documentField = useRef<HTMLInputElement>(null);

  function clear() {
    setName('');
    setIdentification('');
    setDocumentType('CC');
    setGiven(false);
    setError('');
  }

  return {
    name,
    setName,
    identification,
    setIdentification,
    documentType,
    setDocumentType,
    isGiven,
    setGiven,
    error,
    setError,
    documentField,
    clear,
  };
}

type Entry = { ownerName: string; identificacion: string; notice: string };

function registerAtServer(entry: Entry) {
  return callServer(registerCustomerCall, { body: { ...entry, userType: 'USUARIO' } });
}

/**
 * Stores the registration on this device. Only the database knows whether the device is enrolled; the screen
 * learns it later.
 */
async function keptHere(
  loadCommands: ReturnType<typeof useCommands>,
  intent: Omit<CustomerRegistrationIntent, 'opId'>,
): Promise<'kept' | 'not-valid' | 'not-enrolled' | 'not-stored'> {
  try {
    const commands = await loadCommands();
    return await commands.registerCustomer({ opId: newOpId(), ...intent });
  } catch (failure) {
    reportDiskFault(failure);
    return 'not-stored';
  }
}
