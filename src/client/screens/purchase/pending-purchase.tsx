import { RefreshCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { retryOperation } from '#src/client/commands/retry-operation.ts';
import type { Operation } from '#src/client/local/operation.ts';
import { amountOf } from '#src/client/local/read-outbox.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { purchaseTexts as texts } from '#src/client/texts/purchase-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { ResultScreen } from '#src/client/ui/result-screen.tsx';
import styles from './purchase.module.css';

interface PendingPurchaseProps {
  operation: Operation;
  onLeave: () => void;
}

/** A phone never says "paid" before the server did. */
export function PendingPurchase({ operation, onLeave }: PendingPurchaseProps) {
  const { fate } = operation;
  const seconds = useSecondsUntil(fate.nextAttemptAt);
  return (
    <ResultScreen
      kind="pending"
      verdict={texts.pending}
      amount={amountText(amountOf(operation))}
      message={
        <>
          {texts.pendingNote.map((line) => (
            <p key={line}>{line}</p>
          ))}
          <small>{texts.pendingAdvice}</small>
        </>
      }
      actions={
        <>
          <p className={styles.retry}>
            <Icon of={RefreshCw} />
            {fate.state === 'sending' || seconds === 0 ? texts.trying : texts.retryIn(seconds)}
          </p>
          <Button size="money" onClick={() => void retryOperation(fate.opId)}>
            {texts.tryNow}
          </Button>
          <Button variant="secondary" onClick={onLeave}>
            {texts.leave}
          </Button>
        </>
      }
    />
  );
}

function useSecondsUntil(instantMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((instantMs - now) / 1000));
}
