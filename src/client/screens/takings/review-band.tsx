import { CircleCheck } from 'lucide-react';
import { callServer } from '#src/client/api/call-server.ts';
import { useStaleAfter } from '#src/client/queries/stale.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { useMoneyCall } from '#src/client/shared/confirm/money-confirm.tsx';
import { FailureNotice } from '#src/client/shared/problem/query-problem.tsx';
import { listsTexts } from '#src/client/texts/lists-texts.ts';
import { takingsTexts as texts } from '#src/client/texts/office/takings-texts.ts';
import { Zocalo } from '#src/client/ui/brand/zocalo.tsx';
import { Button } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import { takingsCalls } from '#src/contract/calls/takings.ts';
import type { Takings, TakingsCommand, TakingsReceipt } from '#src/contract/markets/takings.ts';
import styles from './takings.module.css';

/** One tap each: it is paid with the next payout, or stays where it is. */
export function ReviewBand({ takings: { estanteId, held, sales, isKept } }: { takings: Takings }) {
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
    call.submit({ estanteId, monto: held, verdict });
  return (
    <Zocalo place="panel">
      <div className={styles.band}>
        <p className={styles.consequence}>
          <b>{texts.band(sales, amountText(held))}</b>
          <span>{isKept ? texts.keptNote : texts.bandNote}</span>
        </p>
        {!isKept && (
          <Button
            variant="on-zocalo-outline"
            size="money"
            disabled={call.busy}
            onClick={() => decide('KEPT')}
          >
            {texts.keep}
          </Button>
        )}
        <Button
          variant="on-zocalo"
          size="money"
          icon={CircleCheck}
          busy={call.busy}
          onClick={() => decide('RELEASED')}
        >
          {texts.release(amountText(held))}
        </Button>
        {call.isUnanswered && (
          <Notice kind="pending">
            {listsTexts.unanswered} {listsTexts.unansweredAdvice}
          </Notice>
        )}
        <FailureNotice error={call.isUnanswered ? null : call.error} />
      </div>
    </Zocalo>
  );
}
