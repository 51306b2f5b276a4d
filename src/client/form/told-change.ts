import { useMutation } from '@tanstack/react-query';
import type { CallAnswer } from '#src/client/api/call-answer.ts';
import { unwrap } from '#src/client/queries/call-failure.ts';
import { errorText } from '#src/client/queries/error-text.ts';
import { type Deed, useStaleAfter } from '#src/client/queries/stale.ts';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';

/** Sends a change for a button that shows no failure itself: a toast says how it ended. */
export function useToldChange<Command>(
  deed: Deed,
  send: (command: Command) => Promise<CallAnswer<unknown>>,
  said: (command: Command) => string,
) {
  const staleAfter = useStaleAfter();
  return useMutation({
    mutationFn: async (command: Command) => unwrap(await send(command)),
    onSuccess: (_, command) => showToast('success', said(command)),
    onError: (error) => showToast('error', errorText(error)),
    onSettled: () => staleAfter(deed),
  });
}

/** Returns how a change ends that a sentence reports and that closes its dialog. */
export function saying<Answer>(
  said: (answer: Answer) => string,
  close: () => void,
): (answer: Answer) => void {
  return (answer) => {
    showToast('success', said(answer));
    close();
  };
}
