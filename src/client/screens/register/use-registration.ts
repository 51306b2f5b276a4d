import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Outcome } from '#src/client/api/outcome.ts';
import { failureText } from '#src/client/shared/problem/failure-text.ts';
import { patchAuth } from '#src/client/state/session.ts';
import { registrationTexts } from '#src/client/texts/registration-texts.ts';
import { showToast } from '#src/client/ui/show-toast.ts';

const toastMs = 2000;
const redirectAfterMs = 200;

/** Toast, call, toast, and the way on 200 ms after success. */
export function useRegistration() {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');

  async function send(call: () => Promise<Outcome<unknown>>, goTo: string): Promise<Record<string, string>> {
    setError('');
    setBusy(true);
    showToast('info', registrationTexts.sending, toastMs);
    const outcome = await call();
    if (outcome.kind === 'ok') {
      patchAuth({ responseRegister: outcome.data });
      showToast('success', registrationTexts.done);
      setTimeout(() => void navigate(goTo), redirectAfterMs);
      return {};
    }
    setBusy(false);
    setError(failureText(outcome));
    return outcome.kind === 'refused' ? outcome.fields : {};
  }

  return { busy, error, send };
}
