import { useMutation } from '@tanstack/react-query';
import { callServer } from '#src/client/api/call-server.ts';
import { operationTimeoutMs } from '#src/client/api/send-request.ts';
import { voucherCalls } from '#src/contract/calls/vouchers.ts';
import { type ReactNode, useState } from 'react';
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

interface VoucherCareProps {
  voucher: HeldVoucher;
  onNo: () => void;
  onDone: () => void;
}

/** Anyone who has the printed code can pay again: said before, and once more when there may be a copy. */
export function UnblockVoucher({ voucher, onNo, onDone }: VoucherCareProps) {
  const { shortCode, monto, blockedBecause } = voucher;
  return (
    <ChangeBlock
      voucher={voucher}
      call={voucherCalls.unblockVoucher}
      title={texts.askUnblock(shortCode, amountText(monto))}
      no={texts.noUnblock}
      yes={texts.yesUnblock(amountText(monto))}
      tone="primary"
      reasonHint={texts.unblockReasonHint}
      done={texts.unblocked1(shortCode)}
      onNo={onNo}
      onDone={onDone}
    >
      <p>{texts.unblockNote}</p>
      {blockedBecause === 'overspend' && <Notice kind="pending">{texts.unblockOverspent}</Notice>}
    </ChangeBlock>
  );
}

export function BlockVoucher({ voucher, onNo, onDone }: VoucherCareProps) {
  const { shortCode, monto } = voucher;
  const block = {
    title: texts.askBlock(shortCode, amountText(monto)),
    no: texts.noBlock,
    yes: texts.yesBlock(amountText(monto)),
    reasonHint: texts.reasonHint,
    done: texts.blocked1(shortCode),
  };
  return (
    <ChangeBlock {...{ voucher, onNo, onDone, ...block }} call={voucherCalls.blockVoucher} tone="danger">
      <p>
        {texts.blockNote} <b>{texts.blockFinal}</b>
      </p>
    </ChangeBlock>
  );
}

interface ChangeBlockProps extends VoucherCareProps {
  call: typeof voucherCalls.blockVoucher | typeof voucherCalls.unblockVoucher;
  title: string;
  no: string;
  yes: string;
  tone: 'danger' | 'primary';
  reasonHint: string;
  /** said once it is so */
  done: string;
  children: ReactNode;
}

/** With a reason. Blocking again, or unblocking again, changes nothing: it needs no id of its own. */
function ChangeBlock({
  voucher: { uuid },
  call,
  reasonHint,
  done,
  onDone,
  children,
  ...ask
}: ChangeBlockProps) {
  const [reason, setReason] = useState('');
  const change = useMutation({
    mutationFn: async () =>
      unwrap(
        await callServer(call, { body: { uuid, reason: reason.trim() }, timeoutMs: operationTimeoutMs }),
      ),
    onSuccess: () => {
      showToast('success', done);
      onDone();
    },
  });
  return (
    <ConfirmDialog
      {...ask}
      disabled={reason.trim() === ''}
      busy={change.isPending}
      error={change.error}
      onYes={() => change.mutate()}
    >
      {children}
      <ReasonField first label={texts.reason} hint={reasonHint} reason={reason} onReason={setReason} />
    </ConfirmDialog>
  );
}

export function ExpireVoucher({ voucher: { uuid, shortCode, monto }, onNo, onDone }: VoucherCareProps) {
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

/** What is left moves to a new code, for the person who shows the owner's document. */
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
