import { LogOut } from 'lucide-react';
import { callServer } from '#src/client/api/call-server.ts';
import { passwordCalls } from '#src/contract/calls/passwords.ts';
import { useState } from 'react';
import { leave } from '#src/client/shared/leave.ts';
import { failureText } from '#src/client/shared/problem/failure-text.ts';
import { useSessionUser } from '#src/client/state/session.ts';
import { settingsTexts as texts } from '#src/client/texts/office/settings-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import { Dialog } from '#src/client/ui/layers/dialog.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { ChangePassword } from './change-password.tsx';
import { MarketPanel } from './market-panel.tsx';
import styles from './settings.module.css';

/** The market's rules for who manages one; everybody's own password and sessions. */
export function SettingsScreen() {
  const user = useSessionUser();
  if (user === null) return null;
  const manages = user.userType === 'ADMIN' || user.userType === 'GLOBAL_MARKET';
  return (
    <>
      <h1>{texts.title}</h1>
      <div className={styles.page}>
        {manages && <MarketPanel userType={user.userType} />}
        <div className={styles.own}>
          <ChangePassword email={user.email} />
          <SignOutPanel />
        </div>
      </div>
    </>
  );
}

function SignOutPanel() {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');

  async function signOut(): Promise<void> {
    setAsking(false);
    setBusy(true);
    const outcome = await callServer(passwordCalls.signOutEverywhere);
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
