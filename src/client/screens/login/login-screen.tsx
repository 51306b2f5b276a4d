import { Suspense, lazy, useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { outboxExists } from '#src/client/local/outbox-exists.ts';
import { Entrance } from '#src/client/shared/entrance/entrance.tsx';
import { loginTexts } from '#src/client/texts/login-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { LoginForm } from './login-form.tsx';
import styles from './login.module.css';

/** It brings the money database: only a device that has one loads it. */
const OfflineEntry = lazy(() => import('./offline-entry.tsx').then((m) => ({ default: m.OfflineEntry })));

export function LoginScreen() {
  const navigate = useNavigate();
  const isUsed = useUsedDevice();
  return (
    <Entrance>
      <h1 className={styles.title}>{loginTexts.title}</h1>
      <LoginForm onSignedIn={() => void navigate('/dashboard/home')} />
      <Link to="/recuperar" className={styles.registerLink}>
        {loginTexts.forgotten}
      </Link>
      {isUsed && (
        <Suspense>
          <OfflineEntry onOpened={() => void navigate('/dashboard')} />
        </Suspense>
      )}
      <div className={styles.register}>
        <Link to="/register" className={styles.registerLink}>
          {loginTexts.noAccount}
        </Link>
        <Button
          variant="secondary"
          className={styles.registerButton}
          onClick={() => void navigate('/register')}
        >
          {loginTexts.register}
        </Button>
      </div>
    </Entrance>
  );
}

/** True once it is known that this device has stored something: then somebody may open it without a link. */
function useUsedDevice(): boolean {
  const [isUsed, setUsed] = useState(false);
  useEffect(() => {
    let isGone = false;
    // A browser that does not say has nothing to offer here.
    outboxExists().then(
      (exists) => !isGone && setUsed(exists),
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, []);
  return isUsed;
}
