import { useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { signIn } from '#src/client/api/sign-in.ts';
import type { CodeStepProps } from '#src/client/extra.ts';
import { Form } from '#src/client/form/form.tsx';
import { failureText } from '#src/client/queries/failure-text.ts';
import { commonTexts } from '#src/client/texts/common-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { Field } from '#src/client/ui/fields/field.tsx';
import { sessionCalls } from '#src/contract/accounts/session-calls.ts';
import { secondFactorTexts as texts } from '#src/extras/second-factor/texts/second-factor-texts.ts';

/** The second step of a sign-in, for accounts that have one. */
export function CodeStep({ login, onSignedIn }: CodeStepProps) {
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');

  async function submit(): Promise<void> {
    if (code.trim() === '') {
      setError(texts.codeNeeded);
      return;
    }
    setBusy(true);
    const outcome = await callServer(sessionCalls.logIn, { body: { ...login, code: code.trim() } });
    if (outcome.kind === 'ok' && signIn(outcome.data)) {
      onSignedIn();
      return;
    }
    setBusy(false);
    setError(outcome.kind === 'ok' ? commonTexts.unknownError : failureText(outcome));
  }

  return (
    <Form className="stack" onSend={() => void submit()}>
      <p>{texts.stepNote}</p>
      <Field
        label={texts.code}
        hint={texts.codeHint}
        name="code"
        inputMode="text"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={20}
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      {error !== '' && <Notice kind="refused">{error}</Notice>}
      <Button type="submit" size="money" wide busy={busy} busyText={texts.checking}>
        {texts.enter}
      </Button>
    </Form>
  );
}
