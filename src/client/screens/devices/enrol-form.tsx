import { KeyRound, TabletSmartphone, Ticket } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { takeMarketCode } from '#src/client/shared/market-code.ts';
import type { Actor } from '#src/client/state/unlocked.ts';
import { devicesTexts as texts } from '#src/client/texts/devices/devices-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { Field } from '#src/client/ui/fields/field.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { maxDeviceNameLength } from '#src/contract/devices/schemas.ts';
import { pinDigits } from '#src/domain/device/weak-pin.ts';
import { useEnrolment } from './use-enrolment.ts';
import styles from './devices.module.css';

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
  const [name, setName] = useState(deviceName);
  const [pin, setPin] = useState('');
  const [again, setAgain] = useState('');
  const [marketCode, setMarketCode] = useState(takeMarketCode);
  const { busy, errors, enrol } = useEnrolment(actor, onDone);

  function submit(event: FormEvent) {
    event.preventDefault();
    void enrol({ name, pin, again, marketCode });
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
        {!isPinAlone && <MarketCodeField code={marketCode} onCode={setMarketCode} />}
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

/** The code carries the market's approval. Without it a request is sent. */
export function MarketCodeField({ code, onCode }: { code: string; onCode: (code: string) => void }) {
  return (
    <Field
      label={texts.marketCode}
      icon={Ticket}
      hint={texts.marketCodeHint}
      maxLength={9}
      autoCapitalize="characters"
      value={code}
      onChange={(event) => onCode(event.target.value)}
    />
  );
}
