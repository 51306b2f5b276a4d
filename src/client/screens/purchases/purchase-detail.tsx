import { Printer, Share2 } from 'lucide-react';
import { lazy, useState } from 'react';
import { canShareText, shareText } from '#src/client/device/files/save-or-share.ts';
import { linesText } from '#src/client/money/purchase/purchase-lines.ts';
import { PurchaseAmount, PurchaseBadge } from '#src/client/money/purchase/purchase-state.tsx';
import { VoidPurchase } from '#src/client/money/purchase/void-purchase.tsx';
import {
  purchaseReceiptTexts,
  purchasesTexts,
  purchaseDetailTexts as texts,
} from '#src/client/texts/purchases/purchases-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { dateTimeText, isToday } from '#src/client/texts/written/dates.ts';
import { personName } from '#src/client/texts/written/names.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Optional } from '#src/client/ui/crash-guard.tsx';
import { Loading } from '#src/client/ui/feedback/spinner.tsx';
import { Overlay, ReadDialog } from '#src/client/ui/layers/dialog.tsx';
import { type Fact, FactList } from '#src/client/ui/tables/fact-list.tsx';
import type { UserType } from '#src/contract/accounts/user-type.ts';
import type { PurchaseRow } from '#src/contract/purchases/schemas.ts';
import { formatAmount } from '#src/domain/money.ts';
import type { MarketCode } from '#src/protocol/brands.ts';

const PurchasePrintPage = lazy(() =>
  import('#src/client/money/purchase/purchase-print-page.tsx').then((m) => ({
    default: m.PurchasePrintPage,
  })),
);

interface PurchaseDetailProps {
  purchase: PurchaseRow;
  /** Code of the sale's market. */
  market: MarketCode;
  userType: UserType;
  onClose: () => void;
}

type Step = 'detail' | 'print' | 'void';

/** One sale with its receipt and the action to void it. */
export function PurchaseDetail({ purchase, market, userType, onClose }: PurchaseDetailProps) {
  const [step, setStep] = useState<Step>('detail');
  const mayVoid = purchase.voided === undefined && userType !== 'ADMIN';
  const isTooLate = userType === 'ESTANTE' && !isToday(purchase.createAt);
  if (step === 'void')
    return <VoidPurchase purchase={purchase} onNo={() => setStep('detail')} onDone={onClose} />;
  if (step === 'print')
    return (
      <Overlay label={texts.print} onClose={() => setStep('detail')}>
        <Optional fallback={<Loading />}>
          <PurchasePrintPage purchase={purchase} market={market} onBack={() => setStep('detail')} />
        </Optional>
      </Overlay>
    );
  return (
    <ReadDialog
      title={texts.title(purchase.codeCompra)}
      onClose={onClose}
      actions={
        mayVoid &&
        !isTooLate && (
          <Button variant="danger" onClick={() => setStep('void')}>
            {texts.void}
          </Button>
        )
      }
    >
      <FactList facts={factsOf(purchase)} />
      {mayVoid && isTooLate && <p className="soft">{texts.sameDay}</p>}
      <div className="cluster">
        <Button variant="secondary" size="row" icon={Printer} onClick={() => setStep('print')}>
          {texts.print}
        </Button>
        {canShareText() && (
          <Button
            variant="secondary"
            size="row"
            icon={Share2}
            onClick={() => void shareText(purchaseWords(purchase))}
          >
            {texts.share}
          </Button>
        )}
      </div>
    </ReadDialog>
  );
}

function factsOf(purchase: PurchaseRow): (Fact | false)[] {
  const { voided, missing = 0, points } = purchase;
  return [
    { name: purchasesTexts.customer, value: personName(purchase.userName) },
    { name: purchasesTexts.stall, value: purchase.estanteName },
    { name: purchasesTexts.market, value: purchase.marketName },
    { name: purchasesTexts.date, value: dateTimeText(purchase.createAt) },
    { name: texts.shortCode, value: purchase.shortCode },
    purchase.lines !== undefined && { name: texts.sold, value: linesText(purchase.lines) },
    points > 0 && { name: texts.points, value: formatAmount(points) },
    missing > 0 && { name: texts.missing, value: amountText(missing) },
    { name: purchasesTexts.state, value: <PurchaseBadge purchase={purchase} /> },
    voided !== undefined && { name: texts.voidedOn, value: dateTimeText(voided.createAt) },
    voided !== undefined && { name: texts.voidReason, value: voided.reason },
    { name: purchasesTexts.amount, value: <PurchaseAmount purchase={purchase} />, total: true },
  ];
}

/** The receipt as a message. It contains nothing that is worth money. */
function purchaseWords({ codeCompra, estanteName, price, createAt, voided }: PurchaseRow): string {
  const words = purchaseReceiptTexts.shared(
    codeCompra,
    estanteName,
    amountText(price),
    dateTimeText(createAt),
  );
  return voided === undefined ? words : `${words} ${purchaseReceiptTexts.sharedVoided}`;
}
