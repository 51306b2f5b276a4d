import { ScanQrCode } from 'lucide-react';
import { useEffect } from 'react';
import { playCue } from '#src/client/device/sound.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { timeText } from '#src/client/shared/dates.ts';
import { AmountNotes } from '#src/client/shared/notes/amount-notes.tsx';
import { personName } from '#src/client/shared/names.ts';
import { paidByPhoneTexts as texts, saleTexts } from '#src/client/texts/purchases/scan-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { ResultScreen } from '#src/client/ui/layers/result-screen.tsx';
import type { VoucherView } from '#src/contract/vouchers/schemas.ts';

interface PaidByPhoneProps {
  customer: VoucherView['clientId'];
  purchase: NonNullable<VoucherView['justPaid']>;
  onDone: () => void;
  /** the customer buys something else */
  onOther: () => void;
}

/**
 * What the holder has just bought here by the link. A phone that heard no answer does not know that it was paid, and its holder hands
 * the paper over: the stall sees it before it charges once more.
 */
export function PaidByPhone({ customer, purchase, onDone, onOther }: PaidByPhoneProps) {
  const { price, createAt, codeCompra } = purchase;
  useEffect(() => {
    // Nothing was sold just now: not the sound of a sale.
    playCue('pending');
  }, []);
  return (
    <ResultScreen
      kind="paid"
      verdict={texts.verdict}
      amount={amountText(price)}
      notes={<AmountNotes amount={price} size="full" />}
      facts={[
        { name: saleTexts.customer, value: personName(customer.ownerName) },
        { name: saleTexts.purchase, value: codeCompra },
        { name: texts.byPhone, value: timeText(createAt) },
      ]}
      delivery={{ deliver: false, text: texts.onlyOnce }}
      actions={
        <>
          <Button variant="on-paid" size="money" icon={ScanQrCode} onClick={onDone}>
            {saleTexts.readOther}
          </Button>
          <Button variant="on-zocalo-outline" onClick={onOther}>
            {texts.other}
          </Button>
        </>
      }
    />
  );
}
