import { RefreshCw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Operation } from '#src/client/local/db/operation.ts';
import { amountOf } from '#src/client/local/outbox/read-outbox.ts';
import { AmountNotes } from '#src/client/money/notes/amount-notes.tsx';
import { useUnaccepted } from '#src/client/money/operation/use-unaccepted.ts';
import { WaitingActs, WaitingCause } from '#src/client/money/operation/waiting.tsx';
import { purchaseTexts as texts } from '#src/client/texts/purchases/purchase-texts.ts';
import { phonePlace, unacceptedTexts } from '#src/client/texts/sync/unaccepted-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { clockText } from '#src/client/texts/written/dates.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { ResultScreen } from '#src/client/ui/layers/result-screen.tsx';
import { useNow } from '#src/client/ui/use-browser.ts';
import type { Stall } from '#src/contract/markets/stall.ts';
import type { PurchaseReceipt } from '#src/contract/purchases/schemas.ts';
import { moneyOf } from '#src/operations/exposure.ts';
import { OwnCodeDrawing } from './away/own-code.tsx';
import { PaidClock, PaidStrip } from './paid-clock.tsx';
import { SomethingWrong } from './something-wrong.tsx';
import type { Purchase } from './use-purchase.ts';
import styles from './purchase.module.css';

const scrollAfterMs = 500;

interface PurchaseResultProps {
  purchase: Pick<Purchase, 'answer' | 'refusal' | 'stall'>;
  onLeave: () => void;
  onStartOver: (kept?: Stall | null) => Promise<void>;
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
      {answer.kind === 'accepted' && answer.operation.status.receipt?.purchase && (
        <PaidPurchase
          receipt={answer.operation.status.receipt.purchase}
          market={purchase.stall?.globalMarketId ?? ''}
          onLeave={onLeave}
          onStartOver={onStartOver}
        />
      )}
      {answer.kind === 'pending' && <PendingPurchase operation={answer.operation} onLeave={onLeave} />}
      {answer.kind === 'refused' && answer.operation.status.lastError === 'WITHDRAWN' ? (
        <TakenBackPurchase operation={answer.operation} onStartOver={onStartOver} />
      ) : (
        (answer.kind === 'refused' || refusal !== '') && (
          <RefusedPurchase
            message={answer.kind === 'refused' ? answer.message : refusal}
            stall={purchase.stall}
            onStartOver={onStartOver}
          />
        )
      )}
    </div>
  );
}

type StartOver = PurchaseResultProps['onStartOver'];

/**
 * The tapped button is busy while the voucher is read again, which takes seconds on a slow line; the result
 * stays until then.
 */
function useStartOver(onStartOver: StartOver) {
  const [waiting, setWaiting] = useState('');
  const startOver = (button: string, kept?: Stall | null) => {
    if (waiting !== '') return;
    setWaiting(button);
    void onStartOver(kept).finally(() => setWaiting(''));
  };
  return { waiting, startOver };
}

interface RefusedPurchaseProps {
  message: string;
  stall: Stall | null;
  onStartOver: StartOver;
}

function RefusedPurchase({ message, stall, onStartOver }: RefusedPurchaseProps) {
  const { waiting, startOver } = useStartOver(onStartOver);
  return (
    <ResultScreen
      kind="refused"
      verdict={texts.refused}
      message={message}
      actions={
        <>
          <Button
            size="money"
            icon={RefreshCw}
            busy={waiting === 'reload'}
            onClick={() => startOver('reload')}
          >
            {texts.reload}
          </Button>
          {stall !== null && (
            <Button
              variant="secondary"
              busy={waiting === 'change'}
              onClick={() => startOver('change', stall)}
            >
              {texts.changeAmount}
            </Button>
          )}
        </>
      }
    />
  );
}

interface PaidPurchaseProps {
  receipt: PurchaseReceipt;
  /** Market of the stall; empty when no longer known. */
  market: string;
  onLeave: () => void;
  onStartOver: StartOver;
}

function PaidPurchase({ receipt, market, onLeave, onStartOver }: PaidPurchaseProps) {
  const now = useNow();
  const [shownAt] = useState(now);
  const seconds = Math.floor((now - shownAt) / 1000);
  const { waiting, startOver } = useStartOver(onStartOver);
  return (
    <ResultScreen
      kind="paid"
      aside={<PaidClock seconds={seconds} market={market} />}
      verdict={texts.paid}
      amount={amountText(receipt.price)}
      notes={<AmountNotes amount={receipt.price} size="full" />}
      message={texts.done}
      facts={[
        { name: texts.purchase, value: receipt.codeCompra },
        { name: texts.stall, value: receipt.estanteName },
        { name: texts.time, value: clockText(receipt.createAt) },
        {
          name: texts.newBalance,
          value: (
            <span className="sum-32" translate="no">
              {amountText(receipt.nuevoSaldo)}
            </span>
          ),
        },
      ]}
      actions={
        <>
          <PaidStrip seconds={seconds} />
          <Button variant="on-paid" size="money" busy={waiting !== ''} onClick={() => startOver('again')}>
            {texts.keepBuying}
          </Button>
          <Button variant="on-zocalo-outline" onClick={onLeave}>
            {texts.back}
          </Button>
          <SomethingWrong codeQrUuid={receipt.codeQrUuid} purchase={receipt} isOnReceipt />
        </>
      }
    />
  );
}

/** A phone never shows "paid" before the server's answer. */
function PendingPurchase({ operation, onLeave }: { operation: Operation; onLeave: () => void }) {
  const { status } = operation;
  const unaccepted = useUnaccepted(operation);
  const { cause, send } = unaccepted;
  const seconds = Math.max(0, Math.ceil((status.nextAttemptAt - useNow()) / 1000));
  return (
    <ResultScreen
      kind="pending"
      verdict={texts.pending}
      amount={amountText(amountOf(operation))}
      notes={<AmountNotes amount={amountOf(operation)} size="full" />}
      message={
        <>
          <WaitingCause cause={cause} place={phonePlace} />
          {cause !== 'asking' && <small>{texts.pendingAdvice}</small>}
        </>
      }
      actions={
        <>
          {cause !== 'old' && (
            <p className={`row-12 strong ${styles.retry}`}>
              <Icon of={RefreshCw} />
              <span>
                {cause === 'asking' || status.state === 'sending' || seconds === 0
                  ? texts.trying
                  : texts.retryIn(seconds)}
              </span>
            </p>
          )}
          <WaitingActs
            unaccepted={unaccepted}
            place={phonePlace}
            main={
              <Button size="money" onClick={send}>
                {texts.tryNow}
              </Button>
            }
            beside={
              <Button variant="secondary" onClick={onLeave}>
                {texts.leave}
              </Button>
            }
          />
        </>
      }
    />
  );
}

/** The phone withdrew its purchase, so the stall may charge the voucher. */
function TakenBackPurchase({ operation, onStartOver }: { operation: Operation; onStartOver: StartOver }) {
  const { waiting, startOver } = useStartOver(onStartOver);
  const { envelope } = operation;
  const voucherId = (envelope && moneyOf(envelope)?.voucherId) ?? null;
  return (
    <ResultScreen
      kind="voided"
      verdict={unacceptedTexts.showCode}
      notes={voucherId !== null && <OwnCodeDrawing codeQrId={voucherId} />}
      message={unacceptedTexts.showCodeNote}
      actions={
        <Button variant="secondary" busy={waiting !== ''} onClick={() => startOver('reload')}>
          {unacceptedTexts.backToBalance}
        </Button>
      }
    />
  );
}
