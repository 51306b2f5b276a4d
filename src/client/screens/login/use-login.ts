import { useState } from 'react';
import { logIn } from '#src/client/api/auth.ts';
import { failureText } from '#src/client/shared/problem/failure-text.ts';
import { signIn } from '#src/client/state/session.ts';
import { commonTexts } from '#src/client/texts/common-texts.ts';
import { loginTexts } from '#src/client/texts/login-texts.ts';
import { showToast } from '#src/client/ui/show-toast.ts';
import { type SignInType, signInTypes } from '#src/contract/user-type.ts';

const toastMs = 2000;
const redirectAfterMs = 500;

interface LoginEntry {
  email: string;
  password: string;
  userType: string;
}

export function useLogin(onSignedIn: () => void) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');

  async function logInWith({ email, password, userType }: LoginEntry): Promise<void> {
    if (email.trim() === '' || password === '' || !isSignInType(userType)) {
      setError(loginTexts.missingField);
      return;
    }
    setError('');
    setBusy(true);
    showToast('info', loginTexts.submitting, toastMs);
    const outcome = await logIn({ email: email.trim().toLowerCase(), password, userType });
    if (outcome.kind === 'ok' && signIn(outcome.data)) {
      setTimeout(onSignedIn, redirectAfterMs);
      return;
    }
    setBusy(false);
    setError(outcome.kind === 'ok' ? commonTexts.unknownError : failureText(outcome));
  }

  return { busy, error, logInWith };
}

function isSignInType(value: string): value is SignInType {
  return signInTypes.some((type) => type === value);
}
