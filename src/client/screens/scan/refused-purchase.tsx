import { Pencil, ScanQrCode, ShoppingBasket, Store, Wallet } from 'lucide-react';
import { refusalMessage } from '#src/client/money/operation/refusal-message.ts';
import { useMarkRead } from '#src/client/money/operation/use-mark-read.ts';
import { stallPurchaseTexts as texts } from '#src/client/texts/purchases/scan-texts.ts';
import { offlineTexts } from '#src/client/texts/sync/offline-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { personName } from '#src/client/texts/written/names.ts';
import { Button } from '#src/client/ui/button.tsx';
import type { Fact } from '#src/client/ui/tables/fact-list.tsx';
import { shortCodeOf } from '#src/protocol/voucher-link.ts';
import type { StallPurchase } from './use-stall-purchase.ts';
import type { ScannedPurchase } from './use-voucher-lookup.ts';
import { DrawnAmount, isDrawn, MoneyButton, PurchaseOutcome } from './without-letters.tsx';

interface RefusedPurchaseProps {
  scanned: ScannedPurchase;
  sale: StallPurchase;
  onDone: () => void;
}

export function RefusedPurchase({ scanned, sale, onDone }: RefusedPurchaseProps) {
  const { amount, answer, refusal, corrected, changeAmount } = sale;
  const markRead = useMarkRead(answer);
  // The server refused because of a balance that this screen has not seen, so it shows none.
  const balance = scanned.kind === 'seen' ? scanned.voucher.monto : scanned.view.known;
  const most = refusal?.most ?? 0;
  const missing = refusal === null ? 0 : amount - balance;
  const facts: (Fact | false)[] = [
    { name: texts.customer, value: customerOf(scanned) },
    {
      name: texts.purchase,
      value: <DrawnAmount amount={amount} />,
      sign: isDrawn() ? ShoppingBasket : undefined,
    },
    refusal !== null && {
      name: refusal.isOffline ? offlineTexts.known : texts.balanceName,
      value: <DrawnAmount amount={balance} />,
      sign: isDrawn() ? Wallet : undefined,
    },
    missing > 0 && { name: texts.missingName, value: amountText(missing) },
    corrected !== null && { name: texts.voided, value: amountText(corrected) },
  ];
  return (
    <PurchaseOutcome
      kind="refused"
      verdict={texts.refused}
      message={<p>{refusal?.message ?? (answer.kind === 'refused' && refusalMessage(answer.operation))}</p>}
      facts={facts}
      delivery={{ deliver: false, text: texts.doNotDeliver }}
      actions={
        <>
          <Button
            size="money"
            icon={Pencil}
            onClick={() => {
              markRead();
              changeAmount(0);
            }}
          >
            {texts.changeAmount}
          </Button>
          <div className="grid">
            {most > 0 && most < amount && (
              <MoneyButton
                variant="secondary"
                label={texts.chargeLeft(amountText(most))}
                amount={most}
                to={Store}
                onClick={() => changeAmount(most)}
              />
            )}
            <Button
              variant="secondary"
              icon={ScanQrCode}
              onClick={() => {
                markRead();
                onDone();
              }}
            >
              {refusal?.isOffline === true ? offlineTexts.tryOnline : texts.cancel}
            </Button>
          </div>
        </>
      }
    />
  );
}

function customerOf(scanned: ScannedPurchase): string {
  return scanned.kind === 'seen'
    ? personName(scanned.voucher.clientId.ownerName)
    : shortCodeOf(scanned.voucherId);
}
