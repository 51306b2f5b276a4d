import { useSessionUser } from '#src/client/state/session.ts';
import { settingsTexts as texts } from '#src/client/texts/settings-texts.ts';
import { ChangePassword } from './change-password.tsx';
import { MarketPanel } from './market-panel.tsx';
import { SignOutPanel } from './sign-out-panel.tsx';
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
