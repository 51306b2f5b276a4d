import { KeyRound } from 'lucide-react';
import { lazy, useState } from 'react';
import { goSignIn, useAuth, useSessionUser } from '#src/client/state/session.ts';
import { staffWaitingTexts as texts } from '#src/client/texts/sync/staff-waiting-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Optional } from '#src/client/ui/crash-guard.tsx';

const SignInAgain = lazy(() => import('./sign-in-again.tsx').then((m) => ({ default: m.SignInAgain })));

export function SignInButton() {
  const { start, dialog } = useSignInAgain();
  return (
    <>
      <Button size="money" icon={KeyRound} aria-haspopup="dialog" onClick={start}>
        {texts.signIn}
      </Button>
      {dialog}
    </>
  );
}

/**
 * Asks for the password over the sale, which stays open. Another person's operation leads to the entrance
 * instead.
 */
export function useSignInAgain() {
  const finishing = useSessionUser();
  const { user } = useAuth();
  const [isOpen, setOpen] = useState(false);
  const canStay = user === null && finishing !== null;
  return {
    start: () => (canStay ? setOpen(true) : goSignIn()),
    dialog: isOpen && canStay && (
      <Optional>
        <SignInAgain user={finishing} onClose={() => setOpen(false)} />
      </Optional>
    ),
  };
}
