import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { unblockVoucher } from '#src/client/api/voucher-care.ts';
import { take } from '#src/client/queries/call-failure.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { ConfirmDialog } from '#src/client/shared/confirm/confirm-dialog.tsx';
import { ReasonField } from '#src/client/shared/confirm/reason-field.tsx';
import { voucherCareTexts as texts } from '#src/client/texts/customers-texts.ts';
import { Notice } from '#src/client/ui/notice.tsx';
import { showToast } from '#src/client/ui/show-toast.ts';
import type { HeldVoucher } from './voucher-table.tsx';

interface UnblockVoucherProps {
  voucher: HeldVoucher;
  onNo: () => void;
  onDone: () => void;
}

/** Whoever has the paper can pay again: said before, and once more when there may be a copy of it. */
export function UnblockVoucher({ voucher, onNo, onDone }: UnblockVoucherProps) {
  const { uuid, shortCode, monto, blockedBecause } = voucher;
  const [reason, setReason] = useState('');
  const unblock = useMutation({
    mutationFn: async () => take(await unblockVoucher({ uuid, reason: reason.trim() })),
    onSuccess: () => {
      showToast('success', texts.unblocked1(shortCode));
      onDone();
    },
  });
  return (
    <ConfirmDialog
      title={texts.askUnblock(shortCode, amountText(monto))}
      no={texts.noUnblock}
      yes={texts.yesUnblock(amountText(monto))}
      disabled={reason.trim() === ''}
      busy={unblock.isPending}
      error={unblock.error}
      onNo={onNo}
      onYes={() => unblock.mutate()}
    >
      <p>{texts.unblockNote}</p>
      {blockedBecause === 'overspend' && <Notice kind="pending">{texts.unblockOverspent}</Notice>}
      <ReasonField
        first
        label={texts.reason}
        hint={texts.unblockReasonHint}
        reason={reason}
        onReason={setReason}
      />
    </ConfirmDialog>
  );
}
