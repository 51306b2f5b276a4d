import { useStaleAfter } from '#src/client/queries/stale.ts';
import { paperTexts as texts } from '#src/client/texts/restored-texts.ts';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import type { Confirmation, RestoreKind } from '#src/contract/restored/schemas.ts';
import { useBack } from './confirm-frame.tsx';

/**
 * Returns what happens after a paper is confirmed: a notice says whether it waits, and the overview shows it.
 */
export function useConfirmed(kind: RestoreKind): (confirmed: Confirmation) => void {
  const staleAfter = useStaleAfter();
  const back = useBack();
  return ({ state }) => {
    showToast('success', state === 'waiting' ? texts.waits : texts.done[kind]);
    void staleAfter('restore confirmed');
    back();
  };
}
