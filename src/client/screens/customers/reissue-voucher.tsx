import { useState } from 'react';
import { reissueVoucher } from '#src/client/api/voucher-care.ts';
import { newOpId } from '#src/client/commands/new-op-id.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { MoneyConfirm } from '#src/client/shared/confirm/money-confirm.tsx';
import { voucherCareTexts as texts } from '#src/client/texts/customers-texts.ts';
import { Field } from '#src/client/ui/field.tsx';
import { maxLength } from '#src/contract/limits.ts';
import type { TopUpReceipt } from '#src/contract/top-up.ts';
import type { HeldVoucher } from './voucher-table.tsx';

interface ReissueVoucherProps {
  voucher: HeldVoucher;
  onNo: () => void;
  onDone: (receipt: TopUpReceipt) => void;
}

/** What is left moves to a new code, for whoever shows the owner's document. */
export function ReissueVoucher({ voucher, onNo, onDone }: ReissueVoucherProps) {
  const { uuid, shortCode, monto } = voucher;
  const [newUuid] = useState(newOpId);
  const [identification, setIdentification] = useState('');
  const amount = amountText(monto);
  return (
    <MoneyConfirm
      subject={`reissue ${uuid}`}
      send={reissueVoucher}
      body={{ uuid, newUuid, identificacion: identification.trim() }}
      title={texts.askReissue(amount)}
      no={texts.noReissue}
      yes={texts.yesReissue(amount)}
      isReady={identification.trim() !== ''}
      onNo={onNo}
      onDone={onDone}
    >
      <p>{texts.reissueNote(shortCode)}</p>
      <Field
        label={texts.identification}
        hint={texts.identificationHint}
        inputMode="numeric"
        maxLength={maxLength.identificacion}
        value={identification}
        data-safe
        onChange={(event) => setIdentification(event.target.value)}
      />
    </MoneyConfirm>
  );
}
