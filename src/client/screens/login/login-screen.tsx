import { type ReactNode, Suspense, lazy, useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { Entrance } from '#src/client/form/entrance/entrance.tsx';
import { outboxExists } from '#src/client/local/live/outbox-exists.ts';
import { scannedRole } from '#src/client/state/market-code.ts';
import { useAuth } from '#src/client/state/session.ts';
import { loginTexts as texts } from '#src/client/texts/accounts/login-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Optional } from '#src/client/ui/crash-guard.tsx';
import type { DoorProps } from './door.tsx';
import { LoginForm } from './login-form.tsx';

/**
 * It loads the money database, so only a device that has one loads it. If it fails, the password still works.
 */
const Door = lazy(() =>
  import('./door.tsx').then(
    (m) => ({ default: m.Door }),
    () => ({ default: PasswordEntrance }),
  ),
);

/** Only a person who has just registered loads it. */
const RegisteredNotice = lazy(() =>
  import('#src/client/form/entrance/registered-notice.tsx').then((m) => ({ default: m.RegisteredNotice })),
);

export function LoginScreen() {
  const navigate = useNavigate();
  const isUsed = useUsedDevice();
  // The entrance stays as it is when the form joins it.
  const entrance = <Entrance>{isUsed === false && <PasswordWay />}</Entrance>;
  if (!isUsed) return entrance;
  return (
    <Suspense fallback={entrance}>
      <Door onOpened={() => void navigate('/dashboard')} entrance={PasswordEntrance} />
    </Suspense>
  );
}

function PasswordEntrance(props: PasswordWayProps) {
  return (
    <Entrance>
      <PasswordWay {...props} />
    </Entrance>
  );
}

interface PasswordWayProps extends Partial<DoorProps> {
  /** Text shown when the server was not reached but there is another way in. */
  unreachable?: string;
  /** The other way in. */
  pin?: ReactNode;
}

function PasswordWay({ unreachable, pin }: PasswordWayProps) {
  const navigate = useNavigate();
  const { responseRegister } = useAuth();
  return (
    <>
      <h1>{texts.title}</h1>
      {responseRegister !== null && (
        <Optional>
          <RegisteredNotice />
        </Optional>
      )}
      <LoginForm unreachable={unreachable} onSignedIn={() => void navigate(firstPage())} />
      <Link to="/recuperar" className="link-button">
        {texts.forgotten}
      </Link>
      {pin}
      <div className="split-4 ruled">
        <Link to="/register" className="link-button">
          {texts.noAccount}
        </Link>
        <Button variant="secondary" onClick={() => void navigate('/register')}>
          {texts.register}
        </Button>
      </div>
    </>
  );
}

/** A person who scanned the market's code is setting this device up. */
function firstPage(): string {
  return scannedRole() === '' ? '/dashboard/home' : '/dashboard/dispositivos';
}

/**
 * Returns whether this device has stored data, so that it can be opened without a link. Undefined until
 * known. A slow disk counts as used: the door waits for it, and offers the password.
 */
function useUsedDevice(): boolean | undefined {
  const [isUsed, setUsed] = useState<boolean>();
  useEffect(() => {
    const settle = (isFound: boolean): void => setUsed((known) => known ?? isFound);
    // A browser that cannot tell has nothing to open.
    outboxExists().then(settle, () => settle(false));
    const timer = setTimeout(settle, 2_000, true);
    return () => clearTimeout(timer);
  }, []);
  return isUsed;
}
