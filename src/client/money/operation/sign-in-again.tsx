import { useId, useState } from 'react';
import { Form, useForm } from '#src/client/form/form.tsx';
import { failureText } from '#src/client/queries/failure-text.ts';
import { logIn } from '#src/client/queries/log-in.ts';
import { goSignIn, type SessionUser } from '#src/client/state/session.ts';
import { loginTexts } from '#src/client/texts/accounts/login-texts.ts';
import { commonTexts } from '#src/client/texts/common-texts.ts';
import { staffWaitingTexts as texts } from '#src/client/texts/sync/staff-waiting-texts.ts';
import { buttonTexts } from '#src/client/texts/ui-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { PasswordField } from '#src/client/ui/fields/password-field.tsx';
import { Dialog } from '#src/client/ui/layers/dialog.tsx';
import { signInTypes } from '#src/contract/accounts/user-type.ts';
import { maxLength } from '#src/contract/limits.ts';

interface SignInAgainProps {
  /** The user whose session ended here. */
  user: SessionUser;
  onClose: () => void;
}

/**
 * Asks for the password over the sale, with email and type known. An account with a second factor signs in at
 * the entrance.
 */
export function SignInAgain({ user, onClose }: SignInAgainProps) {
  const formId = useId();
  const draft = useForm({ password: '' }, ({ password }) =>
    password === '' ? { password: loginTexts.missing.password } : {},
  );
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');

  async function submit({ password }: { password: string }): Promise<void> {
    const userType = signInTypes.find((type) => type === user.userType);
    if (userType === undefined || busy) return;
    setBusy(true);
    const { isIn, outcome } = await logIn({ email: user.email, password, userType });
    setBusy(false);
    if (isIn) onClose();
    else if (outcome.kind === 'refused' && outcome.code === 'SECOND_FACTOR_NEEDED') goSignIn();
    else setError(outcome.kind === 'ok' ? commonTexts.unknownError : failureText(outcome));
  }

  return (
    <Dialog
      title={texts.signInTitle}
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {buttonTexts.cancel}
          </Button>
          <Button type="submit" form={formId} busy={busy} busyText={loginTexts.submitting}>
            {loginTexts.submit}
          </Button>
        </>
      }
    >
      <Form
        tries={draft.tries}
        id={formId}
        className="stack"
        onSend={() => draft.sendTo((contents) => void submit(contents))}
      >
        <input type="email" name="email" autoComplete="username" value={user.email} readOnly hidden />
        <PasswordField
          label={loginTexts.password}
          autoComplete="current-password"
          data-safe
          maxLength={maxLength.password}
          {...draft.field('password')}
        />
        {/* After the field: at 200 % text the field stays above the sticky actions. */}
        <p className="breaks">{texts.signInNote(user.email)}</p>
        {error !== '' && <Notice kind="refused">{error}</Notice>}
      </Form>
    </Dialog>
  );
}
