import { useEffect, useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { QrCode } from '#src/client/shared/print/qr-code.tsx';
import { failureText } from '#src/client/shared/problem/failure-text.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import { SkeletonRows } from '#src/client/ui/feedback/skeleton-rows.tsx';
import { Field } from '#src/client/ui/fields/field.tsx';
import { PasswordField } from '#src/client/ui/fields/password-field.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { maxLength } from '#src/contract/limits.ts';
import { secondFactorCalls } from '#src/extras/second-factor/contract/calls.ts';
import type { BegunFactor, FactorState } from '#src/extras/second-factor/contract/schemas.ts';
import { secondFactorTexts as texts } from '#src/extras/second-factor/texts/second-factor-texts.ts';
import styles from './second-factor.module.css';

type Step =
  | { kind: 'rest' }
  | { kind: 'password' }
  | { kind: 'scan'; begun: BegunFactor }
  | { kind: 'recovery'; codes: string[] }
  | { kind: 'remove' };

/** Adds a second factor by QR code and removes it with password and code. It is optional. */
export function SecondFactorPanel() {
  const factor = useSecondFactor();
  const { state, step, failure, busy } = factor;
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  // Keeps the place, so that the panels below do not move down later.
  if (state === null && failure === '') return <SkeletonRows rows={2} />;

  const leave = (): void => {
    setPassword('');
    setCode('');
    factor.rest();
  };
  const isAsking = step.kind === 'password' || step.kind === 'remove';
  const asksCode = step.kind === 'scan' || step.kind === 'remove';
  return (
    <Panel className="panel-body" aria-labelledby="segundo-paso">
      <h2 id="segundo-paso">{texts.title}</h2>
      {step.kind !== 'recovery' && (
        <p className="soft">{state?.isOn === true ? texts.onNote(state.recoveryLeft) : texts.offNote}</p>
      )}
      {step.kind === 'rest' && state !== null && <RestStep isOn={state.isOn} onAsk={factor.ask} />}
      {step.kind === 'scan' && <ScanStep begun={step.begun} />}
      {step.kind === 'recovery' && <RecoveryStep codes={step.codes} onKept={leave} />}
      {(isAsking || asksCode) && (
        <form
          className="form-column"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void factor.submit({ password, code: code.trim() }).then((isDone) => isDone && setCode(''));
          }}
        >
          {isAsking && (
            <PasswordField
              label={texts.password}
              autoComplete="current-password"
              maxLength={maxLength.password}
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
          {asksCode && (
            <Field
              label={texts.code}
              hint={step.kind === 'remove' ? texts.codeHint : undefined}
              autoComplete="one-time-code"
              spellCheck={false}
              maxLength={20}
              value={code}
              onChange={(event) => setCode(event.target.value)}
            />
          )}
          {failure !== '' && <Notice kind="refused">{failure}</Notice>}
          <div className="cluster">
            <Button type="submit" busy={busy} busyText={texts.checking}>
              {step.kind === 'password' ? texts.next : step.kind === 'scan' ? texts.confirm : texts.remove}
            </Button>
            <Button variant="secondary" onClick={leave}>
              {texts.cancel}
            </Button>
          </div>
        </form>
      )}
      {step.kind === 'rest' && failure !== '' && <Notice kind="refused">{failure}</Notice>}
    </Panel>
  );
}

function RestStep({ isOn, onAsk }: { isOn: boolean; onAsk: () => void }) {
  return (
    <div>
      <Button variant={isOn ? 'danger' : 'primary'} onClick={onAsk}>
        {isOn ? texts.remove : texts.put}
      </Button>
    </div>
  );
}

function ScanStep({ begun }: { begun: BegunFactor }) {
  return (
    <>
      <p>{texts.scan}</p>
      <QrCode text={begun.uri} label={texts.qr} size="220px" />
      <p>
        {texts.orType} <code className={styles.secret}>{begun.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
    </>
  );
}

function RecoveryStep({ codes, onKept }: { codes: string[]; onKept: () => void }) {
  return (
    <>
      <h3>{texts.recoveryTitle}</h3>
      <p>{texts.recoveryNote}</p>
      <ul className={styles.recovery}>
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

/** Progress of adding or removing the second factor. It ends with the screen. */
function useSecondFactor() {
  const [state, setState] = useState<FactorState | null>(null);
  const [step, setStep] = useState<Step>({ kind: 'rest' });
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    let isGone = false;
    const read = async (): Promise<void> => {
      const outcome = await callServer(secondFactorCalls.readFactor);
      if (isGone) return;
      if (outcome.kind === 'ok') setState(outcome.data);
      else setFailure(failureText(outcome));
    };
    void read();
    return () => {
      isGone = true;
    };
  }, []);

  async function send(given: { password: string; code: string }): Promise<string> {
    if (step.kind === 'password') {
      const outcome = await callServer(secondFactorCalls.beginFactor, { body: { password: given.password } });
      if (outcome.kind !== 'ok') return failureText(outcome);
      setStep({ kind: 'scan', begun: outcome.data });
    }
    if (step.kind === 'scan') {
      const outcome = await callServer(secondFactorCalls.confirmFactor, { body: { code: given.code } });
      if (outcome.kind !== 'ok') return failureText(outcome);
      setState({ isOn: true, recoveryLeft: outcome.data.codes.length });
      setStep({ kind: 'recovery', codes: outcome.data.codes });
    }
    if (step.kind === 'remove') {
      const outcome = await callServer(secondFactorCalls.endFactor, { body: given });
      if (outcome.kind !== 'ok') return failureText(outcome);
      setState({ isOn: false, recoveryLeft: 0 });
      setStep({ kind: 'rest' });
      showToast('success', texts.removed);
    }
    return '';
  }

  return {
    state,
    step,
    failure,
    busy,
    ask: () => setStep({ kind: state?.isOn === true ? 'remove' : 'password' }),
    rest: () => {
      setFailure('');
      setStep({ kind: 'rest' });
    },
    submit: async (given: { password: string; code: string }): Promise<boolean> => {
      if (step.kind !== 'scan' && given.password === '') setFailure(texts.passwordNeeded);
      else if (step.kind !== 'password' && given.code === '') setFailure(texts.codeNeeded);
      else {
        setBusy(true);
        const wrong = await send(given);
        setBusy(false);
        setFailure(wrong);
        return wrong === '';
      }
      return false;
    },
  };
}
