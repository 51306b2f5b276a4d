import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { ConfirmDialog } from '#src/client/form/confirm-dialog.tsx';
import { newPasswordFields } from '#src/client/form/entrance/new-password-fields.ts';
import { FormBlock, useSave } from '#src/client/form/form-page.tsx';
import { SeenAndHeardPanel } from '#src/client/form/seen-and-heard-panel.tsx';
import { failureText } from '#src/client/queries/failure-text.ts';
import { leave } from '#src/client/queries/leave.ts';
import { useSessionUser } from '#src/client/state/session.ts';
import { settingsTexts as texts } from '#src/client/texts/accounts/settings-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { passwordCalls } from '#src/contract/accounts/password-calls.ts';
import { toMarketCode } from '#src/protocol/brands.ts';
import { ExtraPanels } from './extra-panels.tsx';
import { MarketPanel } from './market-panel.tsx';

/** The market's rules for its managers; password and sessions for everyone. */
export function SettingsScreen() {
  const user = useSessionUser();
  if (user === null) return null;
  const manages = user.userType === 'ADMIN' || user.userType === 'GLOBAL_MARKET';
  const own = { role: user.userType, market: toMarketCode(user.globalMarketId) };
  const worksWithMoney = user.userType === 'ESTANTE' || user.userType === 'RECARGA';
  return (
    <>
      <h1>{texts.title}</h1>
      <div className="stack halves">
        {manages && <MarketPanel userType={user.userType} />}
        <div className="stack">
          <ExtraPanels place="own" {...own} />
          {worksWithMoney && <SeenAndHeardPanel />}
          <ChangePassword email={user.email} />
          <ExtraPanels place="password" {...own} />
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
    <Panel className="panel-body" aria-labelledby="sesiones">
      <h2 id="sesiones">{texts.sessions}</h2>
      <p className="soft">{texts.sessionsNote}</p>
      {failure !== '' && <Notice kind="refused">{failure}</Notice>}
      <div>
        <Button variant="danger" icon={LogOut} busy={busy} onClick={() => setAsking(true)}>
          {texts.everywhere}
        </Button>
      </div>
      {asking && (
        <ConfirmDialog
          title={texts.askEverywhere}
          no={texts.noEverywhere}
          yes={texts.yesEverywhere}
          tone="danger"
          onNo={() => setAsking(false)}
          onYes={() => void signOut()}
        >
          <p>{texts.askEverywhereNote}</p>
        </ConfirmDialog>
      )}
    </Panel>
  );
}

const empty = { current: '', password: '', again: '' };

/** A new password ends every session, including this one. */
function ChangePassword({ email }: { email: string }) {
  const save = useSave(
    [],
    ({ current, password }: typeof empty) =>
      callServer(passwordCalls.changePassword, { body: { currentPassword: current, password } }),
    () => {
      showToast('success', texts.changed);
      leave();
    },
  );
  return (
    <Panel className="panel-body" aria-labelledby="cambiar-clave">
      <h2 id="cambiar-clave">{texts.password}</h2>
      <p className="soft">{texts.passwordNote}</p>
      <FormBlock
        start={empty}
        fields={(draft) => [
          { kind: 'part', of: <input type="hidden" name="username" autoComplete="username" value={email} /> },
          {
            kind: 'password',
            name: 'current',
            label: texts.current,
            autoComplete: 'current-password',
            wrong: texts.currentNeeded,
          },
          ...newPasswordFields(draft),
        ]}
        save={save}
        yes={texts.change}
        busyText={texts.changing}
      />
    </Panel>
  );
}
