import { useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { passwordCalls } from '#src/contract/calls/passwords.ts';
import { NewPasswordFields, newPasswordErrors } from '#src/client/shared/entrance/new-password-fields.tsx';
import { useDraft } from '#src/client/shared/form/use-draft.ts';
import { leave } from '#src/client/shared/leave.ts';
import { failureText } from '#src/client/shared/problem/failure-text.ts';
import { settingsTexts as texts } from '#src/client/texts/office/settings-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import { PasswordField } from '#src/client/ui/fields/password-field.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { maxLength } from '#src/contract/limits.ts';
import styles from './settings.module.css';

const empty = { current: '', password: '', again: '' };
type Draft = typeof empty;

/** A new password ends every session: the person signs in again. */
export function ChangePassword({ email }: { email: string }) {
  const { field, submitTo } = useDraft(empty, errorsOf);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');

  async function change(draft: Draft): Promise<void> {
    setBusy(true);
    setFailure('');
    const outcome = await callServer(passwordCalls.changePassword, {
      body: { currentPassword: draft.current, password: draft.password },
    });
    setBusy(false);
    if (outcome.kind !== 'ok') {
      setFailure(failureText(outcome));
      return;
    }
    showToast('success', texts.changed);
    leave();
  }

  return (
    <Panel className={styles.panel} aria-labelledby="cambiar-clave">
      <h2 id="cambiar-clave">{texts.password}</h2>
      <p className={styles.soft}>{texts.passwordNote}</p>
      <form className={styles.form} noValidate onSubmit={submitTo((draft) => void change(draft))}>
        <input type="hidden" name="username" autoComplete="username" value={email} />
        <PasswordField
          label={texts.current}
          autoComplete="current-password"
          maxLength={maxLength.password}
          {...field('current')}
        />
        <NewPasswordFields field={field} />
        {failure !== '' && <Notice kind="refused">{failure}</Notice>}
        <div>
          <Button type="submit" busy={busy} busyText={texts.changing}>
            {texts.change}
          </Button>
        </div>
      </form>
    </Panel>
  );
}

function errorsOf(draft: Draft): Partial<Draft> {
  return { ...(draft.current === '' ? { current: texts.currentNeeded } : {}), ...newPasswordErrors(draft) };
}
