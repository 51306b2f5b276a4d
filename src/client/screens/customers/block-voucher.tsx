import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { blockVoucher } from '#src/client/api/voucher-care.ts';
import { take } from '#src/client/queries/call-failure.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { ConfirmDialog } from '#src/client/shared/confirm/confirm-dialog.tsx';
import { ReasonField } from '#src/client/shared/confirm/reason-field.tsx';
import { voucherCareTexts as texts } from '#src/client/texts/customers-texts.ts';
import { showToast } from '#src/client/ui/show-toast.ts';
import type { HeldVoucher } from './voucher-table.tsx';

interface VoucherCareProps {
  voucher: HeldVoucher;
  onNo: () => void;
  onDone: () => void;
}

/** Blocking again changes nothing: it needs no id of its own. */
export function BlockVoucher({ voucher, onNo, onDone }: VoucherCareProps) {
  const { uuid, shortCode, monto } = voucher;
  const [reason, setReason] = useState('');
  const block = useMutation({
    mutationFn: async () => take(await blockVoucher({ uuid, reason: reason.trim() })),
    onSuccess: () => {
      showToast('success', texts.blocked1(shortCode));
      onDone();
    },
  });
  return (
    <ConfirmDialog
      title={texts.askBlock(shortCode, amountText(monto))}
      no={texts.noBlock}
      yes={texts.yesBlock(amountText(monto))}
      tone="danger"
      disabled={reason.trim() === ''}
      busy={block.isPending}
      error={block.error}
      onNo={onNo}
      onYes={() => block.mutate()}
    >
      <p>
        {texts.blockNote} <b>{texts.blockFinal}</b>
      </p>
      <ReasonField first label={texts.reason} hint={texts.reasonHint} reason={reason} onReason={setReason} />
    </ConfirmDialog>
  );
}
