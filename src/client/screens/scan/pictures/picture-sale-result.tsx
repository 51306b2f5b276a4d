import { useState } from 'react';
import { speak } from '#src/client/device/voice/announce.ts';
import type { Operation } from '#src/client/local/db/operation.ts';
import { amountOf } from '#src/client/local/outbox/read-outbox.ts';
import { isHandedOver } from '#src/client/shared/operation/outcome-table.ts';
import { useSignInAgain } from '#src/client/shared/operation/sign-in-button.tsx';
import { useUnaccepted } from '#src/client/shared/operation/use-unaccepted.ts';
import { VoidSale } from '#src/client/shared/sale/void-sale.tsx';
import { useSessionUser } from '#src/client/state/session.ts';
import { saleTexts as texts } from '#src/client/texts/purchases/scan-texts.ts';
import { offlineTexts } from '#src/client/texts/sync/offline-texts.ts';
import { stallPlace } from '#src/client/texts/sync/staff-waiting-texts.ts';
import type { PurchaseReceipt } from '#src/contract/purchases/schemas.ts';
import { AskBeforeNext } from '../unaccepted/ask-before-next.tsx';
import type { Sale } from '../use-sale.ts';
import { PictureResult } from './picture-result.tsx';

interface PictureSaleResultProps {
  sale: Sale;
  onDone: () => void;
  onOutbox: () => void;
}

/** Outcome of the sale, without text. The outcome was spoken when it arrived, and the speaker repeats it. */
export function PictureSaleResult({ sale, onDone, onOutbox }: PictureSaleResultProps) {
  const { answer, refusal, amount, changeAmount } = sale;
  if (refusal === null && answer.kind === 'accepted') {
    const { receipt } = answer.operation.status;
    if (receipt?.kind === 'purchase') return <PaidPicture receipt={receipt.receipt} onDone={onDone} />;
  }
  if (refusal === null && (answer.kind === 'pending' || answer.kind === 'decided-here')) {
    const { operation } = answer;
    const price = amountOf(operation);
    if (!isHandedOver(operation))
      return <PendingPicture operation={operation} onDone={onDone} onOutbox={onOutbox} />;
    return (
      <PictureResult
        kind="accepted"
        verdict={offlineTexts.accepted}
        amount={price}
        onRepeat={() => void speak(({ accepted }) => accepted(price))}
        onNext={onDone}
        onOutbox={onOutbox}
      />
    );
  }
  const most = refusal?.most ?? 0;
  const holds = refusal !== null && most < amount ? most : undefined;
  return (
    <PictureResult
      kind="refused"
      verdict={texts.refused}
      amount={amount}
      holds={holds}
      onRepeat={() => void speak(({ refused }) => refused(holds ?? 0))}
      onNext={onDone}
      onChange={() => changeAmount(0)}
      onChargeHolds={holds !== undefined && holds > 0 ? () => changeAmount(holds) : undefined}
    />
  );
}

/** Not accepted by any rule, so it can be withdrawn; the next customer comes after that question. */
function PendingPicture({
  operation,
  onDone,
  onOutbox,
}: Omit<PictureSaleResultProps, 'sale'> & { operation: Operation }) {
  const unaccepted = useUnaccepted(operation);
  const [asks, setAsks] = useState(false);
  const { cause, canTakeBack, isBeingSent, takeBack } = unaccepted;
  const signIn = useSignInAgain();
  const price = amountOf(operation);
  return (
    <>
      <PictureResult
        kind="pending"
        verdict={texts.pending}
        amount={price}
        onRepeat={() => void speak(({ pending }) => pending(price))}
        onNext={canTakeBack ? () => setAsks(true) : onDone}
        onOutbox={onOutbox}
        onUndo={canTakeBack && !isBeingSent ? () => void takeBack() : undefined}
        undoLabel={stallPlace.takeBack}
        onSignIn={canTakeBack && cause === 'session' ? signIn.start : undefined}
      />
      {signIn.dialog}
      {asks && (
        <AskBeforeNext
          operation={operation}
          unaccepted={unaccepted}
          onStay={() => setAsks(false)}
          onNext={onDone}
        />
      )}
    </>
  );
}

function PaidPicture({ receipt, onDone }: { receipt: PurchaseReceipt; onDone: () => void }) {
  const [isVoiding, setVoiding] = useState(false);
  // A tablet opened with a PIN has no session, which a void needs.
  const canVoid = useSessionUser() !== null;
  return (
    <>
      <PictureResult
        kind="paid"
        verdict={texts.paid}
        amount={receipt.price}
        onRepeat={() => void speak(({ paid }) => paid(receipt.price))}
        onNext={onDone}
        onUndo={canVoid ? () => setVoiding(true) : undefined}
      />
      {isVoiding && (
        <VoidSale
          sale={receipt}
          onNo={() => setVoiding(false)}
          onDone={() => {
            void speak(({ voided }) => voided(receipt.price));
            onDone();
          }}
        />
      )}
    </>
  );
}
