import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { voidSale } from '#src/client/api/sales.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { MoneyConfirm } from '#src/client/shared/confirm/money-confirm.tsx';
import { ReasonField } from '#src/client/shared/confirm/reason-field.tsx';
import { personName } from '#src/client/shared/names.ts';
import { saleTexts as texts } from '#src/client/texts/sales-texts.ts';
import { showToast } from '#src/client/ui/show-toast.ts';
import type { PurchaseRow } from '#src/contract/purchase.ts';
import { formatAmount } from '#src/domain/money.ts';

interface VoidSaleProps {
  sale: PurchaseRow;
  onNo: () => void;
  onDone: () => void;
}

export function VoidSale({ sale, onNo, onDone }: VoidSaleProps) {
  const { codeCompra, price, points, userName } = sale;
  const [reason, setReason] = useState('');
  const client = useQueryClient();
  const amount = amountText(price);
  const who = personName(userName);
  return (
    <MoneyConfirm
      subject={`void ${codeCompra}`}
      send={voidSale}
      body={{ codeCompra, reason: reason.trim() }}
      isReady={reason.trim() !== ''}
      title={texts.askVoid(amount)}
      no={texts.noVoid}
      yes={texts.yesVoid(amount)}
      tone="danger"
      onNo={onNo}
      onDone={() => {
        showToast('success', texts.voided1(amount, who));
        void client.invalidateQueries({ queryKey: ['sales'] });
        void client.invalidateQueries({ queryKey: ['today'] });
        onDone();
      }}
    >
      <p>
        {texts.voidNote(who, amount)} {points > 0 && texts.voidPoints(formatAmount(points))}
      </p>
      <ReasonField first label={texts.reason} hint={texts.reasonHint} reason={reason} onReason={setReason} />
    </MoneyConfirm>
  );
}
