import { useMutation } from '@tanstack/react-query';
import { callServer } from '#src/client/api/call-server.ts';
import { operationTimeoutMs } from '#src/client/api/send-request.ts';
import { voucherCalls } from '#src/contract/calls/vouchers.ts';
import { useState } from 'react';
import { newVoucherId } from '#src/client/commands/new-id.ts';
import { unwrap } from '#src/client/queries/call-failure.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { ConfirmDialog, ReasonField } from '#src/client/shared/confirm/confirm-dialog.tsx';
import { MoneyConfirm } from '#src/client/shared/confirm/money-confirm.tsx';
import { voucherCareTexts as texts } from '#src/client/texts/office/customers-texts.ts';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import { Field } from '#src/client/ui/fields/field.tsx';
import { maxLength } from '#src/contract/limits.ts';
import type { TopUpReceipt } from '#src/contract/money/top-up.ts';
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
    mutationFn: async () =>
      unwrap(
        await callServer(voucherCalls.unblockVoucher, {
          body: { uuid, reason: reason.trim() },
          timeoutMs: operationTimeoutMs,
        }),
      ),
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
    mutationFn: async () =>
      unwrap(
        await callServer(voucherCalls.blockVoucher, {
          body: { uuid, reason: reason.trim() },
          timeoutMs: operationTimeoutMs,
        }),
      ),
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
      send={(opId, body) => callServer(voucherCalls.expireVoucher, { opId, body })}
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

interface ReissueVoucherProps {
  voucher: HeldVoucher;
  onNo: () => void;
  onDone: (receipt: TopUpReceipt) => void;
}

/** What is left moves to a new code, for whoever shows the owner's document. */
export function ReissueVoucher({ voucher, onNo, onDone }: ReissueVoucherProps) {
  const { uuid, shortCode, monto } = voucher;
  const [newUuid] = useState(newVoucherId);
  const [identification, setIdentification] = useState('');
  const amount = amountText(monto);
  return (
    <MoneyConfirm
      subject={`reissue ${uuid}`}
      send={(opId, body) => callServer(voucherCalls.reissueVoucher, { opId, body })}
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
