import { type ComponentProps, useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import type { FormField } from '#src/client/form/fields.tsx';
import { FormBlock, saying, useSave } from '#src/client/form/form-page.tsx';
import { ListBody } from '#src/client/list/list-body.tsx';
import { QrCode } from '#src/client/money/papers/qr-code.tsx';
import { useRead } from '#src/client/queries/call-failure.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { secondFactorCalls } from '#src/extras/second-factor/contract/calls.ts';
import type { BegunFactor, FactorState } from '#src/extras/second-factor/contract/schemas.ts';
import { secondFactorTexts as texts } from '#src/extras/second-factor/texts/second-factor-texts.ts';

const factorKey = ['second factor'];

/** Adds a second factor by QR code and removes it with password and code. It is optional. */
export function SecondFactorPanel() {
  const query = useRead(factorKey, () => callServer(secondFactorCalls.readFactor));
  return (
    <Panel className="panel-body" aria-labelledby="segundo-paso">
      <h2 id="segundo-paso">{texts.title}</h2>
      <ListBody query={query} data={query.data} skeletonRows={2} bare>
        {(factor) => <Steps factor={factor} />}
      </ListBody>
    </Panel>
  );
}

type Step =
  | { kind: 'rest' | 'password' | 'remove' }
  | { kind: 'scan'; begun: BegunFactor }
  | { kind: 'recovery'; codes: string[] };

/** The step ends with the screen. */
function Steps({ factor }: { factor: FactorState }) {
  const [step, setStep] = useState<Step>({ kind: 'rest' });
  const rest = () => setStep({ kind: 'rest' });
  if (step.kind === 'recovery') return <RecoveryStep codes={step.codes} onKept={rest} />;
  return (
    <>
      <p className="soft">{factor.isOn ? texts.onNote(factor.recoveryLeft) : texts.offNote}</p>
      {step.kind === 'rest' && (
        <div>
          <Button
            variant={factor.isOn ? 'danger' : 'primary'}
            onClick={() => setStep({ kind: factor.isOn ? 'remove' : 'password' })}
          >
            {factor.isOn ? texts.remove : texts.put}
          </Button>
        </div>
      )}
      {step.kind === 'password' && (
        <PasswordStep onBegun={(begun) => setStep({ kind: 'scan', begun })} onCancel={rest} />
      )}
      {step.kind === 'scan' && (
        <ScanStep
          begun={step.begun}
          onPut={(codes) => setStep({ kind: 'recovery', codes })}
          onCancel={rest}
        />
      )}
      {step.kind === 'remove' && <RemoveStep onCancel={rest} />}
    </>
  );
}

const passwordField = {
  kind: 'password',
  name: 'password',
  label: texts.password,
  autoComplete: 'current-password',
  wrong: texts.passwordNeeded,
} as const satisfies FormField<{ password: string }>;

const codeField = {
  kind: 'text',
  name: 'code',
  label: texts.code,
  autoComplete: 'one-time-code',
  spellCheck: false,
  maxLength: 20,
  wrong: texts.codeNeeded,
} as const satisfies FormField<{ code: string }>;

interface StepProps {
  onCancel: () => void;
}

function PasswordStep({ onBegun, onCancel }: StepProps & { onBegun: (begun: BegunFactor) => void }) {
  const save = useSave(
    [],
    (body: { password: string }) => callServer(secondFactorCalls.beginFactor, { body }),
    onBegun,
  );
  return (
    <StepForm
      start={{ password: '' }}
      fields={() => [passwordField]}
      yes={texts.next}
      {...{ save, onCancel }}
    />
  );
}

interface ScanStepProps extends StepProps {
  begun: BegunFactor;
  onPut: (codes: string[]) => void;
}

function ScanStep({ begun, onPut, onCancel }: ScanStepProps) {
  const save = useSave(
    [factorKey],
    (body: { code: string }) => callServer(secondFactorCalls.confirmFactor, { body }),
    ({ codes }) => onPut(codes),
  );
  return (
    <>
      <p>{texts.scan}</p>
      <QrCode text={begun.uri} label={texts.qr} size="220px" />
      <p>
        {texts.orType} <code className="strong breaks">{begun.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
      <StepForm start={{ code: '' }} fields={() => [codeField]} yes={texts.confirm} {...{ save, onCancel }} />
    </>
  );
}

function RemoveStep({ onCancel }: StepProps) {
  const save = useSave(
    [factorKey],
    (body: { password: string; code: string }) => callServer(secondFactorCalls.endFactor, { body }),
    saying(() => texts.removed, onCancel),
  );
  return (
    <StepForm
      start={{ password: '', code: '' }}
      fields={() => [passwordField, { ...codeField, hint: texts.codeHint }]}
      yes={texts.remove}
      {...{ save, onCancel }}
    />
  );
}

type Form<Contents extends object> = Omit<
  ComponentProps<typeof FormBlock<Contents>>,
  'busyText' | 'children'
>;

function StepForm<Contents extends object>({ onCancel, ...form }: Form<Contents> & StepProps) {
  return (
    <FormBlock {...form} busyText={texts.checking}>
      <Button variant="secondary" onClick={onCancel}>
        {texts.cancel}
      </Button>
    </FormBlock>
  );
}

function RecoveryStep({ codes, onKept }: { codes: string[]; onKept: () => void }) {
  return (
    <>
      <h3>{texts.recoveryTitle}</h3>
      <p>{texts.recoveryNote}</p>
      <ul className="grid">
        {codes.map((each) => (
          <li key={each}>
            <code>{each}</code>
          </li>
        ))}
      </ul>
      <div>
        <Button onClick={onKept}>{texts.kept}</Button>
      </div>
    </>
  );
}
