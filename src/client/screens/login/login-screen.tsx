import { type ReactNode, Suspense, lazy, use, useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { outboxExists } from '#src/client/local/outbox-exists.ts';
import { Entrance } from '#src/client/shared/entrance/entrance.tsx';
import { EntranceWordsContext } from '#src/client/shared/entrance/entrance-words.ts';
import { useWords } from '#src/client/shared/entrance/use-words.ts';
import { scannedRole } from '#src/client/shared/market-code.ts';
import { entranceTexts } from '#src/client/texts/login-texts.ts';
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

const loadEnglish = () =>
  import('#src/client/texts/english/entrance-english.ts').then((m) => m.entranceEnglish);

export function LoginScreen() {
  return (
    <EntranceWordsContext value={useWords(entranceTexts, loadEnglish)}>
      <SignInDoor />
    </EntranceWordsContext>
  );
}

function SignInDoor() {
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
  const { login } = use(EntranceWordsContext).words;
  return (
    <Entrance>
      <h1 className={styles.title}>{login.title}</h1>
      <LoginForm unreachable={unreachable} onSignedIn={() => void navigate(firstPage())} />
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
