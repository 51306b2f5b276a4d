import { callServer } from '#src/client/api/call-server.ts';
import { useStaleAfter } from '#src/client/queries/stale.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { useMoneyCall } from '#src/client/shared/confirm/money-confirm.tsx';
import { takingsTexts as texts } from '#src/client/texts/cash/takings-texts.ts';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import type { Pesos } from '#src/contract/brands.ts';
import { toAmount } from '#src/contract/brands.ts';
import { takingsCalls } from '#src/contract/takings/calls.ts';
import type { TakingsCommand, TakingsReceipt } from '#src/contract/takings/schemas.ts';

/**
 * Releases a stall's sales under review, or keeps them there: one tap each. `held`: amount on the screen,
 * smallest unit shown.
 */
export function useTakingsReview(estanteId: string, held: Pesos) {
  const staleAfter = useStaleAfter();
  const call = useMoneyCall<TakingsCommand, TakingsReceipt>({
    subject: `takings ${estanteId}`,
    send: (opId, body) => callServer(takingsCalls.reviewTakings, { opId, body }),
    onDone: ({ verdict, monto, estanteName }) => {
      const done = verdict === 'RELEASED' ? texts.released : texts.keptDone;
      showToast(verdict === 'RELEASED' ? 'success' : 'info', done(amountText(monto), estanteName));
      void staleAfter('takings reviewed');
    },
  });
  const decide = (verdict: TakingsCommand['verdict']): void =>
    call.submit({ estanteId, monto: toAmount(held), verdict });
  return { call, decide };
}
