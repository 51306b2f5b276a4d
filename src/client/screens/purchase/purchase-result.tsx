import { useEffect, useRef } from 'react';
import { amountText } from '#src/client/shared/amounts.ts';
import { clockText } from '#src/client/shared/dates.ts';
import { purchaseTexts as texts } from '#src/client/texts/purchase-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { ResultScreen } from '#src/client/ui/result-screen.tsx';
import type { PurchaseReceipt } from '#src/contract/purchase.ts';
import { PendingPurchase } from './pending-purchase.tsx';
import type { Purchase } from './use-purchase.ts';
import styles from './purchase.module.css';

const scrollAfterMs = 500;

interface PurchaseResultProps {
  purchase: Purchase;
  onLeave: () => void;
  onStartOver: () => Promise<void>;
}

export function PurchaseResult({ purchase, onLeave, onStartOver }: PurchaseResultProps) {
  const { answer, refusal } = purchase;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const timer = setTimeout(() => place.current?.scrollIntoView({ behavior: 'smooth' }), scrollAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div ref={place}>
      {answer.kind === 'accepted' && answer.operation.fate.receipt?.kind === 'purchase' && (
        <PaidPurchase
          receipt={answer.operation.fate.receipt.receipt}
          onLeave={onLeave}
          onStartOver={onStartOver}
        />
      )}
      {answer.kind === 'pending' && <PendingPurchase operation={answer.operation} onLeave={onLeave} />}
      {(answer.kind === 'refused' || refusal !== '') && (
        <ResultScreen
          kind="refused"
          verdict={texts.refused}
          message={answer.kind === 'refused' ? answer.message : refusal}
          actions={
            <Button size="money" onClick={() => void onStartOver()}>
              {texts.reload}
            </Button>
          }
        />
      )}
    </div>
  );
}

interface PaidPurchaseProps {
  receipt: PurchaseReceipt;
  onLeave: () => void;
  onStartOver: () => Promise<void>;
}

function PaidPurchase({ receipt, onLeave, onStartOver }: PaidPurchaseProps) {
  return (
    <ResultScreen
      kind="paid"
      verdict={texts.paid}
      amount={amountText(receipt.price)}
      message={texts.done}
      facts={[
        { name: texts.purchase, value: receipt.codeCompra },
        { name: texts.stall, value: receipt.estanteName },
        { name: texts.time, value: clockText(receipt.createAt) },
        {
          name: texts.newBalance,
          value: <span className={styles.newBalance}>{amountText(receipt.nuevoSaldo)}</span>,
        },
      ]}
      actions={
        <>
          <Button variant="on-paid" size="money" onClick={() => void onStartOver()}>
            {texts.keepBuying}
          </Button>
          <Button variant="on-zocalo-outline" onClick={onLeave}>
            {texts.back}
          </Button>
        </>
      }
    />
  );
}
