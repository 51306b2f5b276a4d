import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Operation } from '#src/client/local/db/operation.ts';
import { type Question, useOutbox } from '#src/client/local/live/live.ts';
import { outboxExists } from '#src/client/local/live/outbox-exists.ts';
import { amountOf } from '#src/client/local/outbox/read-outbox.ts';
import { purchaseBadges } from '#src/client/money/own-day/day-list.tsx';
import { ownDayOf } from '#src/client/money/own-day/own-day.ts';
import { VoidPurchase } from '#src/client/money/purchase/void-purchase.tsx';
import { useSessionUser } from '#src/client/state/session.ts';
import { useActor } from '#src/client/state/unlocked.ts';
import { lastPurchaseTexts as texts, ownDayTexts } from '#src/client/texts/purchases/own-day-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { isToday, timeText } from '#src/client/texts/written/dates.ts';
import { personName } from '#src/client/texts/written/names.ts';
import { Button, buttonClass } from '#src/client/ui/button.tsx';
import { Badge } from '#src/client/ui/tables/badge.tsx';
import type { PurchaseReceipt } from '#src/contract/purchases/schemas.ts';
import styles from './scanner.module.css';

const askLastPurchase: Question<Operation | null> = (queries, operatorId) => queries.lastPurchase(operatorId);

/** Today's previous sale: whether it succeeded, even after a reload, and the way to void it. */
export function LastPurchase({ onVoided }: { onVoided: () => void }) {
  const operation = useOutbox(askLastPurchase, useActor()?.id ?? null, { isWorthAsking: outboxExists });
  const [purchase] = operation ? ownDayOf([operation], undefined).sales : [];
  if (!operation || purchase === undefined || !isToday(purchase.at)) return null;
  const state = operation.status.isVoided ? 'voided' : purchase.state;
  const who = purchase.userName === '' ? ownDayTexts.code(purchase.shortCode) : personName(purchase.userName);
  return (
    <section className={`flow-4 underlined ${styles.last}`} aria-label={texts.title}>
      <div className="fill-9 small">
        <p className="flow-4 soft">
          {texts.at(timeText(purchase.at))}{' '}
          <Badge kind={purchaseBadges[state]}>
            {state === 'confirmed' ? texts.paid : ownDayTexts.states[state]}
          </Badge>
        </p>
        <p className="normal one-line">
          <b>{amountText(amountOf(operation))}</b> {who}
        </p>
      </div>
      <WayBack operation={operation} isOpen={purchase.state === 'open'} onVoided={onVoided} />
    </section>
  );
}

interface WayBackProps {
  operation: Operation;
  isOpen: boolean;
  onVoided: () => void;
}

/** A paid sale is voided here; any other one opens in its list. */
function WayBack({ operation, isOpen, onVoided }: WayBackProps) {
  const hasSession = useSessionUser() !== null;
  const [voiding, setVoiding] = useState<PurchaseReceipt | null>(null);
  const { receipt, isVoided } = operation.status;
  const paid = isVoided ? undefined : receipt?.purchase;
  return (
    <>
      {paid && hasSession ? (
        <Button variant="text" size="row" onClick={() => setVoiding(paid)}>
          {texts.void}
        </Button>
      ) : (
        <Link
          to={isOpen ? '/dashboard/pendientes' : '/dashboard/ventas'}
          className={buttonClass({ variant: 'text', size: 'row' })}
        >
          {texts.see}
        </Link>
      )}
      {voiding !== null && (
        <VoidPurchase
          purchase={voiding}
          onNo={() => setVoiding(null)}
          onDone={() => {
            setVoiding(null);
            onVoided();
          }}
        />
      )}
    </>
  );
}
