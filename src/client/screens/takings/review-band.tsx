import { CircleCheck } from 'lucide-react';
import { amountText } from '#src/client/shared/amounts.ts';
import { FailureNotice } from '#src/client/shared/problem/query-problem.tsx';
import { useTakingsReview } from '#src/client/shared/takings/use-takings-review.ts';
import { listsTexts } from '#src/client/texts/lists-texts.ts';
import { takingsTexts as texts } from '#src/client/texts/cash/takings-texts.ts';
import { Zocalo } from '#src/client/ui/brand/zocalo.tsx';
import { Button } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import type { Takings } from '#src/contract/takings/schemas.ts';
import styles from './takings.module.css';

/** One tap each: it is paid with the next payout, or stays where it is. */
export function ReviewBand({ takings: { estanteId, held, sales, isKept } }: { takings: Takings }) {
  const { call, decide } = useTakingsReview(estanteId, held);
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
