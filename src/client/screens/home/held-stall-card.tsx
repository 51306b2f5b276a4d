import { CircleCheck, Search } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useHeldStalls } from '#src/client/queries/takings.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { FailureNotice } from '#src/client/shared/problem/query-problem.tsx';
import { useTakingsReview } from '#src/client/shared/takings/use-takings-review.ts';
import { takingsTexts } from '#src/client/texts/cash/takings-texts.ts';
import { listsTexts } from '#src/client/texts/lists-texts.ts';
import { Button, buttonClass } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import type { HeldStall } from '#src/contract/takings/schemas.ts';
import styles from './held-stall-card.module.css';

/**
 * The stall with the largest amount under review that no manager has decided to keep there: the reason, and
 * "Liberar" with one tap. Renders nothing when there is none.
 */
export function HeldStallCard() {
  const { data = [] } = useHeldStalls();
  const stall = data.find(({ isKept }) => !isKept);
  return stall ? <Card key={stall.estanteId} stall={stall} /> : null;
}

function Card({
  stall: { estanteId, estanteName, held, sales, reasons, puntosRecarga },
}: {
  stall: HeldStall;
}) {
  const { call, decide } = useTakingsReview(estanteId, held);
  const title = takingsTexts.stallWith(estanteName, amountText(held));
  return (
    <Panel className={styles.card} aria-label={title}>
      <span className={styles.icon}>
        <Icon of={Search} size={26} />
      </span>
      <p className={styles.words}>
        <strong>{title}</strong>
        {reasons.includes('UNUSUAL') && <span>{takingsTexts.cardUnusual(sales)}</span>}
        {reasons.includes('OVER_CEILING') && (
          <span>{takingsTexts.cardOverCeiling(puntosRecarga.join(', '))}</span>
        )}
      </p>
      <div className={styles.actions}>
        <Link
          to={`/dashboard/ventas/por-revisar?estante=${estanteId}`}
          className={buttonClass({ variant: 'secondary' })}
          aria-label={takingsTexts.seeOf(estanteName)}
        >
          {takingsTexts.seeSales}
        </Link>
        <Button
          icon={CircleCheck}
          busy={call.busy}
          aria-label={takingsTexts.releaseOf(amountText(held), estanteName)}
          onClick={() => decide('RELEASED')}
        >
          {takingsTexts.releaseShort}
        </Button>
      </div>
      {call.isUnanswered && (
        <Notice kind="pending">
          {listsTexts.unanswered} {listsTexts.unansweredAdvice}
        </Notice>
      )}
      <FailureNotice error={call.isUnanswered ? null : call.error} />
    </Panel>
  );
}
