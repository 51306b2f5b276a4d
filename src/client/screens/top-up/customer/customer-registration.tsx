import { UserRoundPlus } from 'lucide-react';
import { useRef, useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { newId, newOpId } from '#src/client/commands/new-id.ts';
import { useCommands } from '#src/client/commands/use-commands.ts';
import { ConsentField } from '#src/client/form/consent-field.tsx';
import { Fields, faultsOf, type FormField } from '#src/client/form/fields.tsx';
import { Form, type FaultsOf, useForm } from '#src/client/form/form.tsx';
import { failureText } from '#src/client/queries/failure-text.ts';
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
import { Icon } from '#src/client/ui/icon.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { noticeVersion } from '#src/contract/accounts/notice.ts';
import { registerCustomerCall } from '#src/contract/accounts/registration-calls.ts';
import type { PublicUser } from '#src/contract/accounts/schemas.ts';
import { maxLength } from '#src/contract/limits.ts';
import { identificationError } from '#src/domain/identification-sentence.ts';
import type { CustomerRegistrationIntent } from '#src/operations/customer/place.ts';

export function CustomerRegistration({ registration }: { registration: Registration }) {
  const { panel, draft, busy, failure, clear, submit } = registration;
  const { contents, change } = draft;
  return (
    <Panel ref={panel} className="panel-body">
      <h2 className="row-12">
        <Icon of={UserRoundPlus} size={28} />
        {texts.title}
      </h2>
      <p className="soft small">{texts.hint}</p>
      <Form
        tries={draft.tries}
        className="stack-12"
        onSend={() => draft.sendTo((entry) => void submit(entry))}
      >
        <Fields of={draft} fields={personFields(contents)} />
        <ConsentField
          isGiven={contents.isGiven}
          onGiven={(isGiven) => change({ isGiven })}
          error={draft.faults['isGiven']}
        />
        <Fields of={draft} fields={[missingOf(contents)]} />
        {failure !== '' && <Notice kind="refused">{failure}</Notice>}
        <div className="cluster-12 end">
          <Button variant="text" onClick={clear}>
            {texts.clear}
          </Button>
          <Button type="submit" busy={busy} busyText={texts.submitting}>
            {texts.submit}
          </Button>
        </div>
      </Form>
    </Panel>
  );
}

const empty = { ownerName: '', identificacion: '', isGiven: false };
type Contents = typeof empty;

function isMissing({ ownerName, identificacion }: Contents): boolean {
  return ownerName.trim() === '' || identificacion === '';
}

function missingOf(contents: Contents): FormField<Contents> {
  return { kind: 'whole', fault: isMissing(contents) ? texts.bothNeeded : undefined };
}

function personFields(contents: Contents): FormField<Contents>[] {
  return [
    {
      kind: 'text',
      name: 'ownerName',
      label: texts.name,
      placeholder: texts.namePlaceholder,
      maxLength: maxLength.ownerName,
    },
    {
      kind: 'document',
      name: 'identificacion',
      label: texts.identification,
      placeholder: texts.identificationPlaceholder,
      fault: isMissing(contents) ? undefined : identificationError(contents.identificacion),
    },
  ];
}

/** One fault at a time: a missing text, the document, the consent. */
function faultsIn(contents: Contents): FaultsOf<Contents> {
  const faults = faultsOf([...personFields(contents), missingOf(contents)], contents);
  if (Object.keys(faults).length > 0 || contents.isGiven) return faults;
  return { isGiven: consentTexts.needed };
}

/** `isHere`: stored on this device; the server does not know the customer yet. */
type OnRegistered = (user: PublicUser, isHere?: boolean) => void;

type Registration = ReturnType<typeof useCustomerRegistration>;

/**
 * Registers a customer at the server, or without a link on this device, which sends it automatically.
 * `awaitCustomer` returns who receives the customer to top up; absent while the form is locked.
 */
export function useCustomerRegistration(awaitCustomer: (() => OnRegistered) | undefined) {
  const loadCommands = useCommands();
  const draft = useForm(empty, faultsIn);
  const [failure, setFailure] = useState('');
  const panel = useRef<HTMLElement>(null);
  const [busy, setBusy] = useState(false);
  const actor = useActor();

  function clear(): void {
    draft.renew(empty);
    setFailure('');
  }

  /** The search found no customer, so its number is copied into the form. */
  function startWith(wanted: string): void {
    setFailure('');
    const isNumber = /\d/.test(wanted);
    const identificacion = isNumber ? wanted.slice(0, maxLength.identificacion) : '';
    draft.renew({ ...draft.contents, ownerName: isNumber ? '' : wanted, identificacion });
    panel.current?.querySelector('input')?.focus({ preventScroll: true });
    panel.current?.scrollIntoView({ block: 'center' });
  }

  async function submit({ ownerName, identificacion }: Contents): Promise<void> {
    setFailure('');
    setBusy(true);
    const onRegistered = awaitCustomer?.();
    const take: OnRegistered = (user, isHere) => {
      clear();
      onRegistered?.(user, isHere);
    };
    const entry = { ownerName: ownerName.trim().toLowerCase(), identificacion, notice: noticeVersion };
    // With a PIN there is no session, and without one the server answers alike for a customer whom it knows.
    const isAway = readConnection().link === 'offline' || actor?.isLimited === true;
    const outcome = isAway ? null : await registerAtServer(entry);
    // A registration without an answer may have arrived. The server identifies customers by identification,
    // so sending it again creates no second one.
    const isKept =
      (outcome === null || outcome.kind === 'unreachable') && (await registerWithoutLink(entry, take));
    // A device that is not enrolled stores nothing: the server's answer, or its silence, decides.
    if (!isKept) settle(outcome ?? (await registerAtServer(entry)), take);
    setBusy(false);
  }

  function settle(outcome: Awaited<ReturnType<typeof registerAtServer>>, take: OnRegistered): void {
    if (outcome.kind !== 'ok') {
      setFailure(failureText(outcome));
      return;
    }
    showToast('success', texts.done);
    take(outcome.data);
  }

  /**
   * Stored here and sent automatically: the customer can be topped up at once. Returns false when this device
   * stores no customers.
   */
  async function registerWithoutLink(entry: Typed, take: OnRegistered): Promise<boolean> {
    const clientId = newId();
    const kept = await keptHere(loadCommands, { clientId, operatorId: actor?.id ?? '', ...entry });
    if (kept === 'not-enrolled') return false;
    if (kept === 'kept') {
      showToast('info', offlineTexts.registeredHere);
      take({ _id: clientId, ...entry, createAt: new Date().toISOString() }, true);
    } else setFailure(kept === 'not-valid' ? texts.bothNeeded : storageTexts.unstored);
    return true;
  }

  return { panel, draft, busy, failure, clear, submit, startWith };
}

type Typed = { ownerName: string; identificacion: string; notice: string };

function registerAtServer(entry: Typed) {
  return callServer(registerCustomerCall, { body: { ...entry, userType: 'USUARIO' }, signedIn: true });
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
    return await (await loadCommands()).registerCustomer({ opId: newOpId(), ...intent });
  } catch (failure) {
    reportDiskFault(failure);
    return 'not-stored';
  }
}
