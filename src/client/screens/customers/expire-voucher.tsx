import { expireVoucher } from '#src/client/api/voucher-care.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { MoneyConfirm } from '#src/client/shared/confirm/money-confirm.tsx';
import { voucherCareTexts as texts } from '#src/client/texts/customers-texts.ts';
import { showToast } from '#src/client/ui/show-toast.ts';
import type { HeldVoucher } from './voucher-table.tsx';

interface ExpireVoucherProps {
  voucher: HeldVoucher;
  onNo: () => void;
  onDone: () => void;
}

export function ExpireVoucher({ voucher: { uuid, shortCode, monto }, onNo, onDone }: ExpireVoucherProps) {
  const amount = amountText(monto);
  return (
    <MoneyConfirm
      subject={`expire ${uuid}`}
      send={expireVoucher}
      body={{ uuid }}
      title={texts.askExpire(shortCode)}
      no={texts.noExpire}
      yes={texts.yesExpire(amount)}
      tone="danger"
      onNo={onNo}
      onDone={() => {
        showToast('success', texts.expired1(shortCode));
        onDone();
      }}
    >
      <p>{texts.expireNote(amount)}</p>
    </MoneyConfirm>
  );
}
