import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { ConfirmDialog } from '#src/client/form/confirm-dialog.tsx';
import { newPasswordFields } from '#src/client/form/entrance/new-password-fields.ts';
import { FormBlock, useSave } from '#src/client/form/form-page.tsx';
import { SeenAndHeardPanel } from '#src/client/form/seen-and-heard-panel.tsx';
import { leave } from '#src/client/queries/leave.ts';
import { saying, useChange } from '#src/client/queries/stale.ts';
import { useSessionUser } from '#src/client/state/session.ts';
import { settingsTexts as texts } from '#src/client/texts/accounts/settings-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
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
  const signOut = useChange(
    [],
    () => callServer(passwordCalls.signOutEverywhere),
    saying(() => texts.signedOut, leave),
  );
  return (
    <Panel className="panel-body" aria-labelledby="sesiones">
      <h2 id="sesiones">{texts.sessions}</h2>
      <p className="soft">{texts.sessionsNote}</p>
      <div>
        <Button variant="danger" icon={LogOut} onClick={() => setAsking(true)}>
          {texts.everywhere}
        </Button>
      </div>
      {asking && (
        <ConfirmDialog
          title={texts.askEverywhere}
          no={texts.noEverywhere}
          yes={texts.yesEverywhere}
          tone="danger"
          save={signOut}
          onNo={() => setAsking(false)}
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
    saying(() => texts.changed, leave),
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
