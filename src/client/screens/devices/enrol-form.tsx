import { KeyRound, TabletSmartphone } from 'lucide-react';
import { callServer } from '#src/client/api/call-server.ts';
import { deviceCalls } from '#src/contract/calls/devices.ts';
import { type FormEvent, useState } from 'react';
import { signText, hashNewPin } from '#src/client/device/crypto.ts';
import { askPersistence } from '#src/client/device/storage-health.ts';
import { useCommands } from '#src/client/shared/operation/use-commands.ts';
import { failureText } from '#src/client/shared/problem/failure-text.ts';
import { usePlace } from '#src/client/shared/use-place.ts';
import { reportStorageFailure } from '#src/client/state/storage-health.ts';
import type { Actor } from '#src/client/state/unlocked.ts';
import { devicesTexts as texts } from '#src/client/texts/office/devices-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import { Field } from '#src/client/ui/fields/field.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { maxDeviceNameLength } from '#src/contract/devices/device.ts';
import { enrolText } from '#src/domain/device/device-proof.ts';
import { isWeakPin, pinDigits } from '#src/domain/device/weak-pin.ts';
import styles from './devices.module.css';

interface EnrolFormProps {
  actor: Actor;
  /** empty: the device is new and is named here */
  deviceName: string;
  onDone: () => void;
}

/** Names the device and takes a PIN twice; a second operator of the same device only chooses a PIN. */
export function EnrolForm({ actor, deviceName, onDone }: EnrolFormProps) {
  const isNew = deviceName === '';
  const [name, setName] = useState(deviceName);
  const [pin, setPin] = useState('');
  const [again, setAgain] = useState('');
  const { busy, errors, enrol } = useEnrolment(actor, onDone);

  function submit(event: FormEvent) {
    event.preventDefault();
    void enrol({ name, pin, again });
  }

  return (
    <Panel className={styles.panel}>
      <h2>{isNew ? texts.enrolTitle : texts.pinTitle}</h2>
      <p>{isNew ? texts.enrolNote : texts.pinNote}</p>
      <form className={styles.form} noValidate onSubmit={submit}>
        {isNew && (
          <Field
            label={texts.name}
            icon={TabletSmartphone}
            hint={texts.nameHint}
            maxLength={maxDeviceNameLength}
            error={errors.name}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
        <PinField label={texts.pin} hint={texts.pinHint} error={errors.pin} value={pin} onPin={setPin} />
        <PinField label={texts.pinAgain} error={errors.again} value={again} onPin={setAgain} />
        {errors.all !== undefined && <Notice kind="refused">{errors.all}</Notice>}
        <Button type="submit" busy={busy} busyText={texts.enrolling}>
          {isNew ? texts.enrol : texts.savePin}
        </Button>
      </form>
    </Panel>
  );
}

interface PinFieldProps {
  label: string;
  hint?: string;
  error: string | undefined;
  value: string;
  onPin: (pin: string) => void;
}

function PinField({ onPin, ...field }: PinFieldProps) {
  return (
    <Field
      {...field}
      icon={KeyRound}
      type="password"
      inputMode="numeric"
      autoComplete="new-password"
      maxLength={pinDigits}
      onChange={(event) => onPin(event.target.value.replaceAll(/\D/g, ''))}
    />
  );
}

type EnrolmentErrors = { name?: string; pin?: string; again?: string; all?: string };

/** Keys, the server's answer, persistent storage, and the PIN: in that order, so that nothing is sent before it is stored. */
function useEnrolment(actor: Actor, onDone: () => void) {
  const place = usePlace();
  const loadCommands = useCommands();
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<EnrolmentErrors>({});

  async function enrol(entry: { name: string; pin: string; again: string }): Promise<void> {
    const found = errorsOf(entry);
    setErrors(found);
    if (Object.keys(found).length > 0 || busy) return;
    setBusy(true);
    const problem = await run(entry.name.trim(), entry.pin).catch((error: unknown) => {
      reportStorageFailure(error);
      return texts.noCrypto;
    });
    setBusy(false);
    if (problem === '') onDone();
    else setErrors({ all: problem });
  }

  async function run(name: string, pin: string): Promise<string> {
    if (!('subtle' in crypto)) return texts.noCrypto;
    const commands = await loadCommands();
    const { enrolment, journal } = await commands.prepareEnrolment();
    const { deviceId, keys } = enrolment;
    const { publicKey } = keys;
    const proof = await signText(keys.privateKey, enrolText(deviceId, publicKey, actor.id));
    const outcome = await callServer(deviceCalls.enrolDevice, {
      body: { deviceId, name, publicKey, proof, journal },
    });
    if (outcome.kind !== 'ok') return failureText(outcome);
    const isPersisted = await askPersistence();
    await commands.finishEnrolment(outcome.data.name, {
      id: actor.id,
      ownerName: place.ownerName,
      userType: actor.userType === 'RECARGA' ? 'RECARGA' : 'ESTANTE',
      placeName: place.name,
      marketName: place.marketName,
      globalMarketId: actor.globalMarketId,
      pin: await hashNewPin(keys.pinKey, pin),
    });
    showToast(isPersisted ? 'success' : 'info', isPersisted ? texts.persisted : texts.notPersisted);
    return '';
  }

  return { busy, errors, enrol };
}

function errorsOf({ name, pin, again }: { name: string; pin: string; again: string }): EnrolmentErrors {
  return {
    ...(name.trim() === '' ? { name: texts.nameNeeded } : {}),
    ...(pin.length === pinDigits ? (isWeakPin(pin) ? { pin: texts.pinWeak } : {}) : { pin: texts.pinDigits }),
    ...(pin === again ? {} : { again: texts.pinDiffers }),
  };
}
