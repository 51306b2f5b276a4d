import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Operation } from '#src/client/local/db/operation.ts';
import { type Question, useOutbox } from '#src/client/local/live/live.ts';
import { outboxExists } from '#src/client/local/live/outbox-exists.ts';
import { saleAmountOf } from '#src/client/local/outbox/read-outbox.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { isToday, timeText } from '#src/client/shared/dates.ts';
import { personName } from '#src/client/shared/names.ts';
import { VoidSale } from '#src/client/shared/sale/void-sale.tsx';
import { useSessionUser } from '#src/client/state/session.ts';
import { useActor } from '#src/client/state/unlocked.ts';
import { lastSaleTexts as texts, ownDayTexts } from '#src/client/texts/purchases/own-day-texts.ts';
import { Button, buttonClass } from '#src/client/ui/button.tsx';
import { Badge } from '#src/client/ui/tables/badge.tsx';
import type { PurchaseReceipt } from '#src/contract/purchases/schemas.ts';
import { saleBadges } from './day-list.tsx';
import { type DaySaleState, ownDayOf } from './own-day.ts';
import styles from './last-sale.module.css';

const askLastSale: Question<Operation | null> = (queries, operatorId) => queries.lastSale(operatorId);

/** Today's previous sale: whether it succeeded, even after a reload, and the way to void it. */
export function LastSale() {
  const operation = useOutbox(askLastSale, useActor()?.id ?? null, { isWorthAsking: outboxExists });
  const [sale] = operation ? ownDayOf([operation], undefined).sales : [];
  if (!operation || sale === undefined || !isToday(sale.at)) return null;
  const who = sale.userName === '' ? ownDayTexts.code(sale.shortCode) : personName(sale.userName);
  return (
    <section className={styles.strip} aria-label={texts.title}>
      <div className={styles.what}>
        <p className={styles.state}>
          {texts.at(timeText(sale.at))} <SaleState operation={operation} state={sale.state} />
        </p>
        <p className={styles.who}>
          <b>{amountText(saleAmountOf(operation))}</b> {who}
        </p>
      </div>
      <WayBack operation={operation} isOpen={sale.state === 'open'} />
    </section>
  );
}

function SaleState({ operation, state }: { operation: Operation; state: DaySaleState }) {
  const returned = operation.status.returned ?? 0;
  if (returned >= saleAmountOf(operation))
    return <Badge kind={saleBadges.voided}>{ownDayTexts.states.voided}</Badge>;
  if (returned > 0) return <Badge kind={saleBadges.voided}>{texts.returned(amountText(returned))}</Badge>;
  return (
    <Badge kind={saleBadges[state]}>{state === 'confirmed' ? texts.paid : ownDayTexts.states[state]}</Badge>
  );
}

/** A paid sale of one voucher is voided here; any other one opens in its list. */
function WayBack({ operation, isOpen }: { operation: Operation; isOpen: boolean }) {
  const hasSession = useSessionUser() !== null;
  const [voiding, setVoiding] = useState<PurchaseReceipt | null>(null);
  const receipt = voidable(operation);
  return (
    <>
      {receipt !== null && hasSession ? (
        <Button variant="text" size="row" onClick={() => setVoiding(receipt)}>
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
        <VoidSale sale={voiding} onNo={() => setVoiding(null)} onDone={() => setVoiding(null)} />
      )}
    </>
  );
}

function voidable({ envelope, status }: Operation): PurchaseReceipt | null {
  const isShared = envelope?.kind === 'purchase' && (envelope.payload.shares?.length ?? 1) > 1;
  if (isShared || status.receipt?.kind !== 'purchase' || (status.returned ?? 0) > 0) return null;
  return status.receipt.receipt;
}
