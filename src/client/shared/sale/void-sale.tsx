import { useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { useStaleAfter } from '#src/client/queries/stale.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { MoneyConfirm } from '#src/client/shared/confirm/money-confirm.tsx';
import { personName } from '#src/client/shared/names.ts';
import { saleDetailTexts as texts } from '#src/client/texts/office/sales-texts.ts';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import { reportCalls } from '#src/contract/calls/reports.ts';
import type { PurchaseRow } from '#src/contract/money/purchase.ts';
import { formatAmount } from '#src/domain/money.ts';
import { ReasonChips } from './reason-chips.tsx';

interface VoidSaleProps {
  sale: Pick<PurchaseRow, 'codeCompra' | 'price' | 'points' | 'userName'>;
  onNo: () => void;
  onDone: (reason: string) => void;
}

/** Takes a whole sale back: a tap for the reason, and one that repeats the amount. */
export function VoidSale({ sale, onNo, onDone }: VoidSaleProps) {
  const { codeCompra, price, points, userName } = sale;
  const [reason, setReason] = useState('');
  const staleAfter = useStaleAfter();
  const amount = amountText(price);
  const who = personName(userName);
  const said = reason.trim();
  return (
    <MoneyConfirm
      subject={`void ${codeCompra}`}
      send={(opId, body) => callServer(reportCalls.voidSale, { opId, body })}
      body={{ codeCompra, reason: said }}
      isReady={said !== ''}
      title={texts.askVoid(amount)}
      no={texts.noVoid}
      yes={texts.yesVoid(amount)}
      tone="danger"
      onNo={onNo}
      onDone={() => {
        showToast('success', texts.voided1(amount, who));
        void staleAfter('sale voided');
        onDone(said);
      }}
    >
      <p>
        {texts.voidNote(who, amount)} {points > 0 && texts.voidPoints(formatAmount(points))}
      </p>
      <ReasonChips reasons={texts.reasons} reason={reason} onReason={setReason} />
    </MoneyConfirm>
  );
}
