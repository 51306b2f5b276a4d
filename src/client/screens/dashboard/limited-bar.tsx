import { Lock, LogIn } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { useConnection } from '#src/client/state/connection.ts';
import { lockDevice } from '#src/client/state/unlocked.ts';
import { offlineTexts as texts } from '#src/client/texts/offline-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import styles from './limited-bar.module.css';

/** Over every page while the device was opened with a PIN: what cannot be done, and the way out. */
export function LimitedBar() {
  const navigate = useNavigate();
  const isOnline = useConnection().link === 'online';

  function leave() {
    lockDevice();
    void navigate('/login');
  }

  return (
    <div className={styles.bar} role="status">
      <p>
        <b>{texts.mode}</b> {isOnline ? texts.modeOnline : texts.modeNote}
      </p>
      <Button
        variant={isOnline ? 'primary' : 'secondary'}
        size="row"
        icon={isOnline ? LogIn : Lock}
        onClick={leave}
      >
        {isOnline ? texts.signIn : texts.lock}
      </Button>
    </div>
  );
}
