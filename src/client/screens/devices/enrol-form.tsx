import { KeyRound, TabletSmartphone, Ticket } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { askToWork } from '#src/client/ask-to-work.ts';
import { useCommands } from '#src/client/commands/use-commands.ts';
import { faultsOf, Fields, type FormField } from '#src/client/form/fields.tsx';
import { Form, useForm } from '#src/client/form/form.tsx';
import type { Operator } from '#src/client/local/db/rows.ts';
import { usePlace } from '#src/client/money/use-place.ts';
import { failureText } from '#src/client/queries/failure-text.ts';
import { takeMarketCode } from '#src/client/state/market-code.ts';
import { reportDiskFault } from '#src/client/state/report-disk.ts';
import type { Actor } from '#src/client/state/unlocked.ts';
import { devicesTexts as texts } from '#src/client/texts/devices/devices-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { deviceCalls } from '#src/contract/devices/calls.ts';
import { maxDeviceNameLength } from '#src/contract/devices/schemas.ts';
import { isWeakPin, pinDigits } from '#src/domain/device/weak-pin.ts';

interface EnrolFormProps {
  actor: Actor;
  /** Empty for a new device, which is named in this form. */
  deviceName: string;
  /** Only the PIN changes: the market has already approved. */
  isPinAlone: boolean;
  onDone: () => void;
}

/** Names the device and takes a PIN twice. A second operator of the same device only chooses a PIN. */
export function EnrolForm({ actor, deviceName, isPinAlone, onDone }: EnrolFormProps) {
  const isNew = deviceName === '';
  const { busy, problem, enrol } = useEnrolment(actor, onDone);
  const fieldsOf = (entry: Typed): FormField<Typed>[] => [
    ...(isNew ? [nameField] : []),
    ...pinFields(entry),
    ...(isPinAlone ? [] : [marketCodeField]),
  ];
  const draft = useForm<Typed>(
    () => ({ name: deviceName, pin: '', again: '', marketCode: takeMarketCode() }),
    (entry) => faultsOf(fieldsOf(entry), entry),
  );
  return (
    <Panel className="panel-body">
      <h2>{isNew ? texts.enrolTitle : texts.pinTitle}</h2>
      <p>{isNew ? texts.enrolNote : texts.pinNote}</p>
      <Form
        tries={draft.tries}
        className="stack narrow"
        onSend={() => draft.sendTo((entry) => void enrol(entry))}
      >
        <Fields of={draft} fields={fieldsOf(draft.contents)} />
        {problem !== '' && <Notice kind="refused">{problem}</Notice>}
        <Button type="submit" busy={busy} busyText={texts.enrolling}>
          {isNew ? texts.enrol : texts.savePin}
        </Button>
      </Form>
    </Panel>
  );
}

const nameField = {
  kind: 'text',
  name: 'name',
  label: texts.name,
  icon: TabletSmartphone,
  hint: texts.nameHint,
  maxLength: maxDeviceNameLength,
  wrong: texts.nameNeeded,
} as const satisfies FormField<Typed>;

/** The code carries the market's approval. Without it a request is sent. */
export const marketCodeField = {
  kind: 'text',
  name: 'marketCode',
  label: texts.marketCode,
  icon: Ticket,
  hint: texts.marketCodeHint,
  maxLength: 9,
  autoCapitalize: 'characters',
} as const satisfies FormField<Pick<Typed, 'marketCode'>>;

const pinField = {
  kind: 'text',
  icon: KeyRound,
  type: 'password',
  inputMode: 'numeric',
  autoComplete: 'new-password',
  maxLength: pinDigits,
} as const;

function pinFields({ pin, again }: Typed): FormField<Typed>[] {
  return [
    {
      ...pinField,
      name: 'pin',
      label: texts.pin,
      hint: texts.pinHint,
      fault: pin.length === pinDigits ? (isWeakPin(pin) ? texts.pinWeak : undefined) : texts.pinDigits,
      also: (entry) => ({ pin: digitsOf(entry.pin) }),
    },
    {
      ...pinField,
      name: 'again',
      label: texts.pinAgain,
      fault: pin === again ? undefined : texts.pinDiffers,
      also: (entry) => ({ again: digitsOf(entry.again) }),
    },
  ];
}

function digitsOf(typed: string): string {
  return typed.replaceAll(/\D/g, '');
}

type Typed = { name: string; pin: string; again: string; marketCode: string };

/**
 * Stores keys, the server's answer and the PIN in that order, so that nothing is sent before it is stored.
 * Then requests persistent storage.
 */
function useEnrolment(actor: Actor, onDone: () => void) {
  const place = usePlace();
  const loadCommands = useCommands();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');

  async function enrol(entry: Typed): Promise<void> {
    if (busy) return;
    setBusy(true);
    setProblem('');
    const wrong = await run(entry).catch((error: unknown) => {
      reportDiskFault(error);
      return texts.noCrypto;
    });
    setBusy(false);
    if (wrong === '') onDone();
    else setProblem(wrong);
  }

  async function run({ name, pin, marketCode }: Typed): Promise<string> {
    if (!('subtle' in crypto)) return texts.noCrypto;
    const commands = await loadCommands();
    return askToWork(commands, {
      name: name.trim(),
      marketCode,
      operator: {
        id: actor.id,
        ownerName: place.ownerName,
        userType: actor.userType === 'RECARGA' ? 'RECARGA' : 'ESTANTE',
        placeName: place.name,
        marketName: place.marketName,
        globalMarketId: actor.globalMarketId,
        pin: await commands.choosePin(pin),
      },
    });
  }

  return { busy, problem, enrol };
}

const askEveryMs = 5_000;

interface WaitingHereProps {
  /** The person who asked, as stored on this device, and the digits shown on both screens. */
  operator: Operator & { digits: string; pin: NonNullable<Operator['pin']> };
  deviceId: string;
  deviceName: string;
  onRejected: () => void;
}

/** The market has not decided: shows six digits to compare, and takes a market code to skip the wait. */
export function WaitingHere({ operator, deviceId, deviceName, onRejected }: WaitingHereProps) {
  const loadCommands = useCommands();
  const draft = useForm(
    () => ({ marketCode: takeMarketCode() }),
    () => ({}),
  );
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const { digits, attempts: _attempts, isActive: _isActive, ...asking } = operator;

  async function finish(code: string): Promise<void> {
    setBusy(true);
    setProblem(
      await askToWork(await loadCommands(), { name: deviceName, marketCode: code, operator: asking }),
    );
    setBusy(false);
  }

  async function look(): Promise<void> {
    const outcome = await callServer(deviceCalls.listDevices);
    if (outcome.kind !== 'ok') return setProblem(failureText(outcome));
    const here = outcome.data.find(({ _id, revokedAt }) => _id === deviceId && revokedAt === null);
    const found = here?.operators.find(({ _id }) => _id === operator.id);
    setProblem('');
    if (found?.digits === '') return finish('');
    if (found !== undefined) return;
    await (await loadCommands()).dropRequest(operator.id);
    onRejected();
  }
  useEvery(askEveryMs, () => void look());

  function submit({ marketCode }: { marketCode: string }) {
    if (marketCode.trim() !== '' && !busy) void finish(marketCode);
  }

  return (
    <Panel className="panel-body" aria-labelledby="espera-aprobacion">
      <h2 id="espera-aprobacion">{texts.waitingTitle}</h2>
      <p>{texts.waiting}</p>
      <p className="spelled" aria-label={texts.digits}>
        {spaced(digits)}
      </p>
      <p>{texts.waitingNote}</p>
      {problem !== '' && <Notice kind="pending">{problem}</Notice>}
      <Form className="stack narrow" onSend={() => draft.sendTo(submit)}>
        <Fields of={draft} fields={[marketCodeField]} />
        <Button type="submit" variant="secondary" busy={busy}>
          {texts.withCode}
        </Button>
      </Form>
    </Panel>
  );
}

/** "482 913" */
export function spaced(digits: string): string {
  return `${digits.slice(0, 3)} ${digits.slice(3)}`;
}

/**
 * Runs the newest `work` at this interval while the page is visible. The caller prevents overlapping runs.
 */
function useEvery(everyMs: number, work: () => void): void {
  const look = useEffectEvent(() => {
    if (document.visibilityState === 'visible') work();
  });
  useEffect(() => {
    const timer = setInterval(look, everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
}
