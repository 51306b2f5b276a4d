import { type ReactNode, Suspense, lazy, useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { outboxExists } from '#src/client/local/live/outbox-exists.ts';
import { Entrance } from '#src/client/shared/entrance/entrance.tsx';
import { scannedRole } from '#src/client/shared/market-code.ts';
import { entranceTexts } from '#src/client/texts/accounts/login-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import type { DoorProps } from './door.tsx';
import { LoginForm } from './login-form.tsx';
import styles from './login.module.css';

/** It brings the money database: only a device that has one loads it. When it does not come, the password still opens. */
const Door = lazy(() =>
  import('./door.tsx').then(
    (m) => ({ default: m.Door }),
    () => ({ default: PasswordEntrance }),
  ),
);

/** The page does not wait for it, and is Spanish where it does not come. */
const EntranceLanguage = lazy(() =>
  import('./entrance-language.tsx').then(
    (m) => ({ default: m.EntranceLanguage }),
    () => ({ default: (): ReactNode => null }),
  ),
);

export function LoginScreen() {
  const navigate = useNavigate();
  const isUsed = useUsedDevice();
  const waiting = <Entrance>{null}</Entrance>;
  if (isUsed === false) return <PasswordEntrance />;
  return (
    <Suspense fallback={waiting}>
      {isUsed ? <Door onOpened={() => void navigate('/dashboard')} entrance={PasswordEntrance} /> : waiting}
    </Suspense>
  );
}

interface PasswordEntranceProps extends Partial<DoorProps> {
  /** what to say when no server was reached, where there is another way in */
  unreachable?: string;
  /** the other way in */
  pin?: ReactNode;
}

function PasswordEntrance({ unreachable, pin }: PasswordEntranceProps) {
  const navigate = useNavigate();
  const [words, setWords] = useState(entranceTexts);
  const { login } = words;
  const language = (
    <Suspense>
      <EntranceLanguage onWords={setWords} />
    </Suspense>
  );
  return (
    <Entrance words={words} corner={language}>
      <h1 className={styles.title}>{login.title}</h1>
      <LoginForm words={words} unreachable={unreachable} onSignedIn={() => void navigate(firstPage())} />
      <Link to="/recuperar" className={styles.registerLink}>
        {login.forgotten}
      </Link>
      {pin}
      <div className={styles.register}>
        <Link to="/register" className={styles.registerLink}>
          {login.noAccount}
        </Link>
        <Button
          variant="secondary"
          className={styles.registerButton}
          onClick={() => void navigate('/register')}
        >
          {login.register}
        </Button>
      </div>
    </Entrance>
  );
}

/** Whoever scanned the market's code is setting this device up. */
function firstPage(): string {
  return scannedRole() === '' ? '/dashboard/home' : '/dashboard/dispositivos';
}

/** Whether this device has stored something: then somebody may open it without a link. Undefined for the moment it takes to ask. */
function useUsedDevice(): boolean | undefined {
  const [isUsed, setUsed] = useState<boolean>();
  useEffect(() => {
    // A browser that does not say has nothing to offer here.
    outboxExists().then(setUsed, () => setUsed(false));
  }, []);
  return isUsed;
}
