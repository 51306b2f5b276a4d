import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { signOutEverywhere } from '#src/client/api/passwords.ts';
import { leave } from '#src/client/shared/leave.ts';
import { failureText } from '#src/client/shared/problem/failure-text.ts';
import { settingsTexts as texts } from '#src/client/texts/settings-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Dialog } from '#src/client/ui/dialog.tsx';
import { Notice } from '#src/client/ui/notice.tsx';
import { Panel } from '#src/client/ui/panel.tsx';
import { showToast } from '#src/client/ui/show-toast.ts';
import styles from './settings.module.css';

export function SignOutPanel() {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');

  async function signOut(): Promise<void> {
    setAsking(false);
    setBusy(true);
    const outcome = await signOutEverywhere();
    setBusy(false);
    if (outcome.kind !== 'ok') {
      setFailure(failureText(outcome));
      return;
    }
    showToast('success', texts.signedOut);
    leave();
  }

  return (
    <Panel className={styles.panel} aria-labelledby="sesiones">
      <h2 id="sesiones">{texts.sessions}</h2>
      <p className={styles.soft}>{texts.sessionsNote}</p>
      {failure !== '' && <Notice kind="refused">{failure}</Notice>}
      <div>
        <Button variant="danger" icon={LogOut} busy={busy} onClick={() => setAsking(true)}>
          {texts.everywhere}
        </Button>
      </div>
      {asking && (
        <Dialog
          title={texts.askEverywhere}
          onClose={() => setAsking(false)}
          actions={
            <>
              <Button variant="secondary" data-safe onClick={() => setAsking(false)}>
                {texts.noEverywhere}
              </Button>
              <Button variant="danger-solid" onClick={() => void signOut()}>
                {texts.yesEverywhere}
              </Button>
            </>
          }
        >
          <p>{texts.askEverywhereNote}</p>
        </Dialog>
      )}
    </Panel>
  );
}
