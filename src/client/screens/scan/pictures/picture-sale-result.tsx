import { useState } from 'react';
import { speak } from '#src/client/device/voice/announce.ts';
import { amountOf } from '#src/client/local/read-outbox.ts';
import { VoidSale } from '#src/client/shared/sale/void-sale.tsx';
import { useSessionUser } from '#src/client/state/session.ts';
import { offlineTexts } from '#src/client/texts/counter/offline-texts.ts';
import { saleTexts as texts } from '#src/client/texts/counter/scan-texts.ts';
import type { PurchaseReceipt } from '#src/contract/money/purchase.ts';
import type { Sale } from '../use-sale.ts';
import { PictureResult } from './picture-result.tsx';

interface PictureSaleResultProps {
  sale: Sale;
  onDone: () => void;
  onOutbox: () => void;
}

/** What became of the sale, without letters; the words were said as it came, and the speaker says them again. */
export function PictureSaleResult({ sale, onDone, onOutbox }: PictureSaleResultProps) {
  const { answer, refusal, amount, changeAmount } = sale;
  if (refusal === null && answer.kind === 'accepted') {
    const { receipt } = answer.operation.status;
    if (receipt?.kind === 'purchase') return <PaidPicture receipt={receipt.receipt} onDone={onDone} />;
  }
  if (refusal === null && (answer.kind === 'pending' || answer.kind === 'decided-here')) {
    const price = amountOf(answer.operation);
    const isAccepted = answer.operation.status.offline?.kind === 'accepted';
    return (
      <PictureResult
        kind={isAccepted ? 'accepted' : 'pending'}
        verdict={isAccepted ? offlineTexts.accepted : texts.pending}
        amount={price}
        onRepeat={() =>
          void speak(({ accepted, pending }) => (isAccepted ? accepted(price) : pending(price)))
        }
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

function PaidPicture({ receipt, onDone }: { receipt: PurchaseReceipt; onDone: () => void }) {
  const [isVoiding, setVoiding] = useState(false);
  // Whoever opened the tablet with a PIN alone has no session to take a sale back with.
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
          onDone={({ returned }) => {
            void speak(({ voided }) => voided(returned));
            onDone();
          }}
        />
      )}
    </>
  );
}
